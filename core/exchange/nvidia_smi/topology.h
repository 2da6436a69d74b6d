// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts the output of `nvidia-smi topo -m` to a Node, with device types from `nvidia-smi -L`.
//
// The matrix states how each pair is connected: NV# (number of NVLinks), PIX (one PCIe switch), PXB (several PCIe
// switches), PHB (host bridge), NODE (same NUMA node), SYS (between sockets). It has no bandwidths and no device types;
// bandwidths come from the catalog for the PCIe and NVLink generation of the device type. All network cards of the
// node become one vertex "nic". Its link to a switch or host has the total bandwidth of the cards attached there.
#pragma once

#include "exchange/import.h"
#include "exchange/node/node_builder.h"

namespace heteroscope {

using NvidiaSmiNode = node::BuiltNode;

/// text: the matrix, and optionally the lines of `nvidia-smi -L` before or after it. Without them `device` is the type
/// of all devices. Device types of `own` take precedence over the catalog. Errors: no matrix, an unknown word
/// in a cell, rows and columns that do not match, an unknown device type.
Result<NvidiaSmiNode> readNvidiaSmi(std::string_view text, const std::string &file, const std::string &device,
                                    std::optional<BytesPerSecond> networkCard, const Cluster &own = {});

/// Adds the node to the project: of the matrix, with the names of nvidia-smi -L or -q -x in any of the files, or of
/// nvidia-smi -q -x alone (query.h). Uses options.name, device and networkCard.
Result<Imported> importNvidiaSmi(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nvidia-smi topo -m` as a Node, the device types from `nvidia-smi -L`.
//
// The matrix says how each pair is connected: NV# (so many NVLinks), PIX (one PCIe switch), PXB (several), PHB (over
// the host bridge), NODE (within one NUMA node), SYS (between sockets). It says neither bandwidths nor device types:
// the former are the catalog's for PCIe generation and NVLink generation of the device type. All network cards of the
// node become one vertex "nic", linked to each switch or host with as many cards' bandwidth as hang there.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

struct NvidiaSmiNode
{
    Node node;
    std::vector<std::string> notes;
};

/// text: the matrix, with the lines of `nvidia-smi -L` before, between or behind it; else device is the type of all;
/// types of `own` come before those of the catalog.
/// Errors: no matrix, a cell that is none of the words, rows and columns that do not match, unknown device types.
Result<NvidiaSmiNode> readNvidiaSmi(std::string_view text, const std::string &file, const std::string &device,
                                    std::optional<BytesPerSecond> networkCard, const Cluster &own = {});

/// The files together are one text. Uses options.name, device, networkCard. Adds the node.
Result<Imported> importNvidiaSmi(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology file of NCCL and RCCL (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE): CPUs with their tree of PCI devices, the
// network cards' speeds in Mbit/s, and links between GPUs where the file has them (<nvlink>, <xgmi>). Source of the
// format: src/graph/xml.cc of NCCL.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file as a node. A GPU is a PCI device of class 0x03.... or 0x12...., a card one of class 0x02...., and
/// what has <gpu> or <nic> inside. Device types follow from the PCI ids; options.device takes precedence. Uses
/// options.name and networkCard. Errors: not XML, a file of graphs (rings and trees), no GPU, an unknown device type.
Result<Imported> importNcclTopology(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The XML of hwloc (lstopo out.xml), versions 2 and 3: packages, NUMA nodes, PCI bridges, devices with their PCI ids
// and names, and the matrix NVLinkBandwidth (MB/s) where hwloc could read it.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file as a node. A GPU is a PCI device of class 03xx or 12xx with a known id or a GPU named below it; a
/// card one of class 02xx. Uses options.name, device and networkCard. Errors: not XML, no GPU, an unknown device type.
Result<Imported> importHwloc(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

/// The number of GPUs in the file. Errors: not XML, another root element.
Result<std::size_t> countHwlocDevices(const ImportFile &file);

} // namespace heteroscope

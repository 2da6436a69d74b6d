// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of `rocm-smi --showtopo`, with that of `rocm-smi` before or after it for the device ids: how each pair of
// GPUs is linked (XGMI or PCIE), the weight of each pair, and the NUMA node of each GPU.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one node out of all files together. Uses options.name, device and networkCard; a file that names no device
/// gets an assumed type, with a note. Errors: no matrix of link types, a row that does not match, an unknown link type.
Result<Imported> importRocmSmi(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The model of a cluster of Topograph (NVIDIA): a tree of switches and blocks of nodes below its leaves, in YAML.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file with sections switches and blocks (or capacity_blocks). Uses options.device. Errors: not YAML, no
/// switches, a host list that is none, a link to a switch that is not defined.
Result<Imported> importTopograph(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

} // namespace heteroscope

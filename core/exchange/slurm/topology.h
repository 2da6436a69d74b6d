// SPDX-License-Identifier: GPL-3.0-or-later
//
// Slurm's topology.conf (topology/tree: SwitchName; topology/block: BlockName) and the output of `scontrol show node`,
// together or one of them.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads switches and blocks with their hosts; the number and kind of devices (Gres=gpu:a100:8) where scontrol states
/// them. Blocks, and hosts without a switch, are joined by one more switch. Uses options.device. Errors: no entry,
/// switches and blocks mixed, a host list or a line that is none, a switch that is used but not defined.
Result<Imported> importSlurm(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope

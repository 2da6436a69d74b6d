// SPDX-License-Identifier: GPL-3.0-or-later
//
// The three JSON files of SimuMax (MooreThreads/SimuMax): a system (accelerator, networks), a model (layer_num,
// head_num) and a strategy (world_size, tp_size, pp_size).
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file, or several of one project together: the system makes a cluster, the model the model, the strategy
/// job and plan. A strategy without its model is of the project's, or of Mixtral 8x7B where it needs experts and the
/// project has no cluster and no model of its own with experts; a note says so. Uses options.name and options.device.
/// Errors: not JSON, none of the three, a value that is none, and those of importMegatron.
Result<Imported> importSimumax(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &options);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model and job of Megatron-LM's options, which FlagScale has too. Mistakes are kept by the options.
#pragma once

#include "exchange/megatron/command_line.h"
#include "workload/workload.h"

namespace heteroscope::megatron {

/// Requires --num-layers, --hidden-size and --num-attention-heads. `before` is returned if it has the same shape; its
/// vocabulary is taken where the options name only a tokenizer.
Model readModel(CommandLine &line, const Model &before, std::vector<std::string> &notes);

/// All but the batch; what the options do not say is as in `before`.
TrainingJob readJob(CommandLine &line, const TrainingJob &before, const Model &model);

} // namespace heteroscope::megatron

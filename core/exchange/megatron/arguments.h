// SPDX-License-Identifier: GPL-3.0-or-later
//
// Megatron-LM's arguments (megatron/training/arguments.py) as model, training job and plan, and a plan as such
// arguments.
//
// Ranks are laid over the cluster's devices in their order, as Megatron-LM does by default: tensor parallelism
// innermost, then context, data and pipeline parallelism. Expert parallelism takes its ranks out of data parallelism.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// One file: an argument line or a script. Uses options.name for the plan. The model is taken over when --num-layers,
/// --hidden-size and --num-attention-heads are there, else the project's stays. Errors: numbers that are none, a world
/// that does not divide, layers that do not divide, more ranks than the cluster has devices, whatever findPlanMistakes
/// finds.
Result<Imported> importMegatron(const Project &into, const std::vector<ImportFile> &files,
                                const ImportOptions &options);

struct MegatronArguments
{
    std::vector<std::string> arguments; ///< "--tensor-model-parallel-size 4"
    std::vector<std::string> ranks;     ///< device of each rank, in order
    std::vector<std::string>
        warnings; ///< what of the plan Megatron-LM cannot be told; empty = the arguments say it all

    /// A file to launch with: warnings and ranks as comments, then the arguments, a line each.
    std::string text() const;
};

/// Says what it can of any plan. Uneven plans: first and last stage by --decoder-*-pipeline-num-layers, others by
/// --pipeline-model-parallel-layout (Megatron Core 0.13); unlike pipelines, TP degrees, groups and recompute get a
/// warning.
MegatronArguments megatronArguments(const Plan &plan, const Workload &workload);

} // namespace heteroscope

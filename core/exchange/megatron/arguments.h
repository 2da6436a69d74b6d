// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts Megatron-LM's arguments (megatron/training/arguments.py of that project) to model, training job and plan,
// and a plan to arguments.
//
// Ranks are assigned to the cluster's devices in order, as Megatron-LM does by default: tensor parallelism innermost,
// then context, data and pipeline parallelism. Expert parallelism uses ranks of data parallelism.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"

namespace heteroscope {

/// Reads one file, an argument line or a launch script. Uses options.name for the plan. The model is imported if
/// --num-layers, --hidden-size and --num-attention-heads are given; otherwise the project keeps its model. Errors: a
/// value that is not a number, a number of ranks or layers that is not divisible as required, more ranks than devices,
/// mistakes of findPlanMistakes.
Result<Imported> importMegatron(const Project &into, const std::vector<ImportFile> &files,
                                const ImportOptions &options);

struct MegatronArguments
{
    std::vector<std::string> arguments; ///< "--tensor-model-parallel-size 4"
    std::vector<std::string> ranks;     ///< device of each rank, in order
    std::vector<std::string> warnings;  ///< properties of the plan that the arguments cannot express

    /// A file for the launch: warnings and ranks as comments, then the arguments, one per line.
    std::string text() const;
};

/// Converts a plan that rankPlanOf takes as far as possible. Uneven layers: of the first and last stage by
/// --decoder-*-pipeline-num-layers, of others by --pipeline-model-parallel-layout (Megatron Core 0.13). Recompute that
/// differs within the plan gives a warning.
MegatronArguments megatronArguments(const Plan &plan, const Workload &workload);

/// Those of model and job alone, without degrees, layers of stages, recompute and ranks.
MegatronArguments megatronRunArguments(const Plan &plan, const Workload &workload);

/// megatronArguments as a launch file. Errors as of rankPlanOf: stages or pipelines that differ, stages of several TP
/// groups; virtual stages back and forth.
Result<LaunchFile> megatronLaunch(const Plan &plan, const Workload &workload, const Topology &topology);

} // namespace heteroscope

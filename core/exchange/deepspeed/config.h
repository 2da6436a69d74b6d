// SPDX-License-Identifier: GPL-3.0-or-later
//
// DeepSpeed's JSON configuration (deepspeed/runtime/config.py of that project): batches, ZeRO stage, precision,
// activation checkpointing, tensor_parallel.autotp_size, sequence_parallel_size. Model, sequence length, pipeline cut
// and experts are in the training script; pipeline.stages states the number of stages only.
//
// train_batch_size = train_micro_batch_size_per_gpu x gradient_accumulation_steps x data-parallel replicas.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"

namespace heteroscope {

/// Reads one file. Uses options.name for the plan and options.device for a project without devices. Model and sequence
/// length of the project stay. Of the three batch sizes one may be absent or "auto" if the file or the project's
/// devices imply it; stages get layers as evenly as possible. Errors: not JSON, a value that is no number, batch sizes
/// that are all "auto" or contradict each other, mistakes of findPlanMistakes.
Result<Imported> importDeepspeed(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

/// The devices of the ranks, where they do not follow the order of the cluster: a JSON file has no comments.
inline constexpr const char *deepspeedRanksKey = "heteroscope_ranks";

/// Errors as of rankPlanOf.
Result<LaunchFile> deepspeedConfig(const Plan &plan, const Workload &workload, const Topology &topology);

} // namespace heteroscope

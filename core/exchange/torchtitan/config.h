// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TOML configuration of torchtitan (torchtitan/config/job_config.py of that project, before it went over to Python
// files): degrees of parallelism, batches and recompute; the model by name and flavor only.
//
// Data parallelism: data_parallel_shard_degree is FSDP, which gathers the weights again in the backward pass (ZeRO-3)
// or keeps them (ZeRO-2, the default with pipelines), over the devices of context parallelism too, which it shards even
// with degree 1; data_parallel_replicate_degree beside it is HSDP, alone DDP. Stages are cut as
// generate_llm_fqn_per_model_part does it: embedding and head count as a layer each unless
// pipeline_parallel_first_stage_less_layers and its twin say otherwise.
#pragma once

#include "exchange/import.h"
#include "exchange/launch/launch_file.h"

#include <optional>

namespace heteroscope {

/// Reads one file. Uses options.name for the plan and options.device for a project without devices. A shard degree of
/// -1 takes all devices that the project has. A flavor that is not known leaves the project its model. Errors: not
/// TOML, a value that is no number, degrees that do not divide the devices, mistakes of findPlanMistakes.
Result<Imported> importTorchtitan(const Project &into, const std::vector<ImportFile> &files,
                                  const ImportOptions &options);

/// Errors as of rankPlanOf.
Result<LaunchFile> torchtitanConfig(const Plan &plan, const Workload &workload, const Topology &topology);

/// A model as torchtitan names it.
struct TorchtitanModel
{
    std::string_view name;
    std::string_view flavor;
    std::string_view model; ///< in the built-in list of models
};
/// nullptr if it is not known.
const TorchtitanModel *findTorchtitanModel(std::string_view name, std::string_view flavor);
/// The name of a shape; nullptr if torchtitan has none for it.
const TorchtitanModel *findTorchtitanModel(const Model &model);

} // namespace heteroscope

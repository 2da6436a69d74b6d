// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/deepspeed/config.h"

#include "exchange/launch/rank_plan.h"
#include "json/json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr const char *deepspeedName = "DeepSpeed";

void addDeepspeedPrecision(Json &json, const TrainingJob &job, std::vector<std::string> &changes)
{
    const std::string_view name = precisionNames[static_cast<std::size_t>(job.precision)];
    const bool known =
        job.precision == Precision::bf16 || job.precision == Precision::fp16 || job.precision == Precision::fp32;
    if (!known)
        changes.push_back(fmt::format("DeepSpeed does not train in {}: bf16 is written", name));
    json["bf16"] = {{"enabled", job.precision == Precision::bf16 || !known}};
    json["fp16"] = {{"enabled", job.precision == Precision::fp16}};
    const std::string_view gradients = precisionNames[static_cast<std::size_t>(job.gradientPrecision)];
    json["data_types"] = {{"grad_accum_dtype", gradients}};
}

/// What only the training script can say.
void addScriptChanges(const launch::RankPlan &degrees, const Plan &plan, const Workload &workload,
                      std::vector<std::string> &changes)
{
    if (degrees.pp > 1) {
        const auto even = launch::evenLayers(workload.model.planLayers(), degrees.pp);
        changes.push_back(fmt::format("DeepSpeed's pipeline is made by the training script: PipelineModule with "
                                      "num_stages={} and {} layers in its stages, embedding and head among them{}",
                                      degrees.pp, fmt::join(degrees.layers, ", "),
                                      degrees.layers == even ? " (partition_method=\"uniform\")" : ""));
        if (plan.zeroStage > 1)
            changes.push_back(
                fmt::format("DeepSpeed's pipelines run with ZeRO-1 at most, not ZeRO-{}", plan.zeroStage));
        if (degrees.chunks() > 1 || plan.schedule != ScheduleKind::oneFOneB)
            changes.push_back(
                fmt::format("DeepSpeed's pipelines run 1F1B with one part of the model on each stage, not "
                            "{}",
                            displayName(plan.schedule)));
        if (degrees.tp > 1)
            changes.emplace_back("DeepSpeed splits tensors by itself only without pipeline: with it the model has to");
    }
    if (degrees.tp > 1) {
        if (plan.zeroStage == 3)
            changes.emplace_back("DeepSpeed's automatic TP runs with ZeRO-2 at most, not ZeRO-3");
        if (plan.sequenceParallel)
            changes.emplace_back("DeepSpeed's automatic TP has no sequence parallelism; the plan's has");
        if (plan.overlap.tp)
            changes.emplace_back("DeepSpeed's automatic TP does not overlap with computing; the plan's does");
    }
    if (degrees.cp > 1)
        changes.push_back(
            fmt::format("DeepSpeed splits sequences by all-to-all over the heads (Ulysses), set up by the "
                        "training script for {} devices",
                        degrees.cp));
    if (degrees.ep > 1)
        changes.push_back(fmt::format("DeepSpeed's expert parallelism is made by the training script: MoE layers with "
                                      "ep_size={}",
                                      degrees.ep));
}

} // namespace

Result<LaunchFile> deepspeedConfig(const Plan &plan, const Workload &workload, const Topology &topology)
{
    LaunchFile file;
    const auto degrees = launch::rankPlanOf(plan, topology, deepspeedName, file.changes);
    if (!degrees)
        return degrees.error();
    Json json = Json::object();
    json["train_batch_size"] = workload.job.globalBatch;
    json["train_micro_batch_size_per_gpu"] = degrees->microBatch;
    json["gradient_accumulation_steps"] = degrees->microBatches;
    json["zero_optimization"] = {{"stage", plan.zeroStage}, {"overlap_comm", plan.overlap.dp}};
    auto &zero = json["zero_optimization"];
    const bool groups = plan.sharing.group > 0 && plan.zeroStage == 3; // MiCS
    if (groups)
        zero["mics_shard_size"] = plan.sharing.group;
    else if (plan.sharing.group > 0)
        file.changes.push_back(fmt::format("DeepSpeed shares states by groups of devices (mics_shard_size {}) with "
                                           "ZeRO-3 only; with ZeRO-{} all replicas share them",
                                           plan.sharing.group, plan.zeroStage));
    if (groups && plan.offload.optimizer)
        file.changes.emplace_back("DeepSpeed does not offload optimizer states that groups of devices share "
                                  "(mics_shard_size)");
    if (groups && (degrees->tp > 1 || degrees->pp > 1))
        file.changes.emplace_back("DeepSpeed counts the ranks of mics_shard_size without regard to TP and pipeline");
    if (plan.offload.optimizer)
        zero["offload_optimizer"] = {{"device", "cpu"}};
    if (plan.offload.parameters)
        zero["offload_param"] = {{"device", "cpu"}};
    if (plan.gradientBucket > Bytes(0)) // in elements
        zero["reduce_bucket_size"] = std::llround(plan.gradientBucket / elementSize(workload.job.gradientPrecision));
    launch::addSharingChanges(plan, deepspeedName,
                              {.group = true, .optimizer = true, .parameters = true, .bucket = true}, file.changes);
    addDeepspeedPrecision(json, workload.job, file.changes);
    const Recompute recompute = launch::oneRecompute(*degrees, deepspeedName, file.changes);
    if (recompute == Recompute::full)
        json["activation_checkpointing"] = {{"partition_activations", false},
                                            {"number_checkpoints", workload.model.layers}};
    if (const PlanName name = planName(plan); recompute == Recompute::selective && namesModules(name))
        file.changes.push_back(fmt::format("DeepSpeed recomputes what the model puts into deepspeed.checkpointing: {} "
                                           "of each block",
                                           toString(name.recomputeModules)));
    else if (recompute != Recompute::none)
        file.changes.push_back(
            fmt::format("DeepSpeed recomputes what the model puts into deepspeed.checkpointing: {}",
                        recompute == Recompute::full ? "each block" : "the attention of each block"));
    if (degrees->tp > 1)
        json["tensor_parallel"] = {{"autotp_size", degrees->tp}};
    if (degrees->cp > 1)
        json["sequence_parallel_size"] = degrees->cp;
    if (degrees->pp > 1)
        json["pipeline"] = {{"stages", degrees->pp}};
    if (workload.job.optimizer == Optimizer::sgd)
        json["optimizer"] = {{"type", "SGD"}, {"params", {{"lr", 1e-4}}}};
    else
        json["optimizer"] = {{"type", "AdamW"}, {"params", {{"lr", 1e-4}}}};
    addScriptChanges(*degrees, plan, workload, file.changes);
    file.notes.push_back(fmt::format("the training script has the model and the sequence length: {}, {} tokens",
                                     workload.model.name, workload.job.sequenceLength));
    file.notes.push_back(fmt::format("ranks in order: {}", fmt::join(degrees->ranks, " ")));
    const auto &devices = topology.devices();
    if (!std::equal(degrees->ranks.begin(), degrees->ranks.end(), devices.begin(),
                    [](const std::string &rank, const TopologyDevice &device) { return rank == device.name; }))
        json[deepspeedRanksKey] = degrees->ranks; // DeepSpeed passes over keys that it does not know
    file.text = toText(json);
    return file;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/plan_options.h"

#include "exchange/launch/rank_plan.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace heteroscope::megatron {

int readZeroStage(CommandLine &line)
{
    const int stage = line.has("use-distributed-optimizer") ? 1 : line.number("zero-stage", 0, 3, 0);
    if (!line.has("use-megatron-fsdp") && !line.has("use-custom-fsdp"))
        return stage;
    const std::string sharded = line.text("data-parallel-sharding-strategy");
    return sharded == "optim_grads_params" ? 3 : sharded == "optim_grads" ? 2 : stage;
}

void readSharing(CommandLine &line, int replicas, const TrainingJob &job, const Topology &topology, Plan &plan,
                 std::vector<std::string> &notes)
{
    constexpr const char *instances = "num-distributed-optimizer-instances";
    if (const int groups = line.number(instances, 1, 262'144, 1); groups > 1 && plan.zeroStage > 0) {
        if (replicas < 1 || replicas % groups != 0 || plan.expertParallel > 1)
            notes.push_back(fmt::format("{} {} is left out: states are shared by all replicas", instances, groups));
        else
            plan.sharing.group = replicas / groups;
        if (line.text("outer-dp-sharding-strategy") == "optim")
            notes.emplace_back("outer-dp-sharding-strategy optim is left out: optimizer states are shared as gradients "
                               "and weights are");
    }
    if (line.has("optimizer-cpu-offload") && plan.zeroStage > 0)
        plan.offload.optimizer = launch::mayOffload(topology, "optimizer-cpu-offload", notes);
    if (const int elements = line.number("ddp-bucket-size", 0, 2'000'000'000, 0); elements > 0)
        plan.gradientBucket = elements * elementSize(job.gradientPrecision);
    const std::string exchange = line.text("cp-comm-type");
    if (exchange == "all_gather" || exchange == "allgather")
        plan.contextExchange = ContextExchange::allGather;
    else if (exchange == "a2a")
        plan.contextExchange = ContextExchange::ulysses;
    else if (exchange == "p2p")
        plan.contextExchange = ContextExchange::ring;
}

RecomputeModules readModules(std::string names, std::vector<std::string> &notes)
{
    RecomputeModules modules;
    std::replace_if(
        names.begin(), names.end(), [](char c) { return c == ',' || c == '[' || c == ']' || c == '"' || c == '\''; },
        ' ');
    std::istringstream words(names);
    for (std::string name; words >> name;) {
        const auto found = std::find(recomputeModuleNames.begin(), recomputeModuleNames.end(), name);
        if (found == recomputeModuleNames.end())
            notes.push_back("recompute of the module " + quoteText(name) + " is left out");
        else
            modules.add(static_cast<RecomputeModule>(found - recomputeModuleNames.begin()));
    }
    return modules;
}

RecomputeModules modulesToName(const Plan &plan, std::vector<std::string> &changes)
{
    std::set<RecomputeModules> sets;
    RecomputeModules all;
    bool named = false; // the attention core needs no name
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            if (stage.recompute != Recompute::selective)
                continue;
            sets.insert(repeatedModules(stage));
            all.add(repeatedModules(stage));
            named = named || !stage.recomputeModules.isEmpty();
        }
    }
    if (sets.size() > 1)
        changes.push_back(fmt::format("the modules that are recomputed differ between stages: {} are written for all",
                                      toString(all)));
    if (all.has(RecomputeModule::mlpActivation))
        changes.emplace_back("recompute of the activation function of dense MLPs is not written: Megatron-LM has no "
                             "module of it alone");
    all.set(RecomputeModule::mlpActivation, false);
    return named ? all : RecomputeModules();
}

} // namespace heteroscope::megatron

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/software_lack.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

/// Equal in all but their devices.
bool areAlike(const Pipeline &one, const Pipeline &other)
{
    const auto alike = [](const Stage &a, const Stage &b) {
        return a.chunks == b.chunks && a.groups.size() == b.groups.size() &&
               (a.groups.empty() ||
                (a.groups.front().tp == b.groups.front().tp && a.groups.front().cp == b.groups.front().cp));
    };
    return one.microBatches == other.microBatches && one.stages.size() == other.stages.size() &&
           std::equal(one.stages.begin(), one.stages.end(), other.stages.begin(), alike);
}

/// True if some group of the plan has more than one of what `degree` counts.
bool uses(const Plan &plan, int TensorGroup::*degree)
{
    const auto inGroup = [degree](const TensorGroup &group) { return group.*degree > 1; };
    const auto inStage = [&](const Stage &stage) {
        return std::any_of(stage.groups.begin(), stage.groups.end(), inGroup);
    };
    return std::any_of(plan.pipelines.begin(), plan.pipelines.end(), [&](const Pipeline &pipeline) {
        return std::any_of(pipeline.stages.begin(), pipeline.stages.end(), inStage);
    });
}

/// True if the groups of the stages of a pipeline are as many ranks, which may have unlike numbers of samples: each
/// sends to the same rank of the next stage.
bool sharesSamples(const Plan &plan)
{
    if (plan.pipelines.size() != 1 || plan.pipelines.front().stages.empty())
        return false;
    const auto &stages = plan.pipelines.front().stages;
    const auto &ranks = stages.front().groups;
    const auto haveSameSamples = [&ranks](const Stage &stage) {
        return std::equal(stage.groups.begin(), stage.groups.end(), ranks.begin(), ranks.end(),
                          [](const TensorGroup &a, const TensorGroup &b) { return a.samples == b.samples; });
    };
    return ranks.size() > 1 && std::all_of(stages.begin(), stages.end(), haveSameSamples);
}

bool hasOneTensorDegree(const Pipeline &pipeline)
{
    std::set<int> degrees;
    for (const Stage &stage : pipeline.stages) {
        for (const TensorGroup &group : stage.groups)
            degrees.insert(group.tp);
    }
    return degrees.size() <= 1;
}

/// True if it repeats a part of a block that the software can only repeat with the whole block, or not at all.
bool repeatsMore(const Stage &stage, const SoftwareStack &stack)
{
    return !stack.recomputeModules.hasAll(repeatedModules(stage));
}

/// True if states are sharded over some of their holders only.
bool hasShardGroups(const Plan &plan)
{
    const auto holders = static_cast<int>(plan.pipelines.size()) * std::max(1, plan.contextParallel);
    return plan.zeroStage > 0 && plan.sharing.group > 0 && plan.sharing.group < holders;
}

} // namespace

bool runs(const SoftwareStack &stack, ScheduleKind schedule)
{
    return std::find(stack.schedules.begin(), stack.schedules.end(), schedule) != stack.schedules.end();
}

bool shards(const SoftwareStack &stack, int zeroStage)
{
    return zeroStage == 0 ||
           std::find(stack.zeroStages.begin(), stack.zeroStages.end(), zeroStage) != stack.zeroStages.end();
}

std::optional<SoftwareLack> softwareLack(const Plan &plan, const SoftwareStack &stack)
{
    // Without stages to pass through, or replicas to shard over, there is nothing to support.
    if (pipelineDegree(plan) > 1 && !runs(stack, plan.schedule))
        return SoftwareLack::schedule;
    const bool hasContext = uses(plan, &TensorGroup::cp);
    const bool shares = sharesSamples(plan);
    const bool hasReplicas = plan.pipelines.size() > 1 || shares || hasContext;
    if (hasReplicas && !shards(stack, plan.zeroStage))
        return SoftwareLack::zeroStage;
    if (hasReplicas && pipelineDegree(plan) > 1 && plan.zeroStage > stack.zeroWithStages)
        return SoftwareLack::zeroWithStages;
    if (!stack.degrees.tp && uses(plan, &TensorGroup::tp))
        return SoftwareLack::tensorParallel;
    if (!stack.degrees.cp && hasContext)
        return SoftwareLack::contextParallel;
    if (!stack.degrees.ep && uses(plan, &TensorGroup::ep))
        return SoftwareLack::expertParallel;
    if (!stack.degrees.hsdp && hasShardGroups(plan))
        return SoftwareLack::shardGroups;
    for (const Pipeline &pipeline : plan.pipelines) {
        if (!shares && std::any_of(pipeline.stages.begin(), pipeline.stages.end(),
                                   [](const Stage &stage) { return stage.groups.size() > 1; }))
            return SoftwareLack::sharedStages;
        if (std::any_of(pipeline.stages.begin(), pipeline.stages.end(),
                        [&stack](const Stage &stage) { return repeatsMore(stage, stack); }))
            return SoftwareLack::recomputeModules;
        if (!stack.degrees.tpByStage && !hasOneTensorDegree(pipeline))
            return SoftwareLack::tpByStage;
        if (!stack.degrees.unlikePipelines && (shares || !areAlike(plan.pipelines.front(), pipeline)))
            return SoftwareLack::unlikePipelines;
    }
    if (!stack.degrees.recomputesByStage() && !stagesRecomputeAlike(plan))
        return SoftwareLack::recomputeByStage;
    return std::nullopt;
}

} // namespace heteroscope

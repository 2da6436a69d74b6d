// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/software_lack.h"

#include <algorithm>

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

int largestDegree(const Plan &plan, int TensorGroup::*degree)
{
    int largest = 1;
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            for (const TensorGroup &group : stage.groups)
                largest = std::max(largest, group.*degree);
        }
    }
    return largest;
}

} // namespace

std::optional<SoftwareLack> softwareLack(const Plan &plan, const SoftwareStack &stack)
{
    const auto has = [](const auto &list, const auto &value) {
        return std::find(list.begin(), list.end(), value) != list.end();
    };
    // Without stages to pass through, or replicas to shard over, there is nothing to support.
    if (pipelineDegree(plan) > 1 && !has(stack.schedules, plan.schedule))
        return SoftwareLack::schedule;
    if (plan.pipelines.size() > 1 && plan.zeroStage > 0 && !has(stack.zeroStages, plan.zeroStage))
        return SoftwareLack::zeroStage;
    if (largestTensorDegree(plan) > 1 && !stack.degrees.tp)
        return SoftwareLack::tensorParallel;
    if (largestDegree(plan, &TensorGroup::cp) > 1 && !stack.degrees.cp)
        return SoftwareLack::contextParallel;
    if (largestDegree(plan, &TensorGroup::ep) > 1 && !stack.degrees.ep)
        return SoftwareLack::expertParallel;
    for (const Pipeline &pipeline : plan.pipelines) {
        if (std::any_of(pipeline.stages.begin(), pipeline.stages.end(),
                        [](const Stage &stage) { return stage.groups.size() > 1; }))
            return SoftwareLack::sharedStages;
        if (!areAlike(plan.pipelines.front(), pipeline))
            return SoftwareLack::unlikePipelines;
    }
    return std::nullopt;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/missing_features.h"

#include "cost/software_lack.h"
#include "planner/space/module_ladder.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

bool hasUnlikeTensorDegrees(const Family &family)
{
    return std::any_of(family.parts.begin(), family.parts.end(),
                       [&](const FamilyPart &part) { return part.tp != family.parts.front().tp; });
}

} // namespace

MissingFeature missingFeature(SoftwareLack lack, const Plan &plan, const SoftwareStack &stack)
{
    return {lack, plan.schedule, plan.zeroStage, stack.name};
}

std::optional<MissingFeature> missingFeature(const Family &family, const SoftwareStack &stack)
{
    const auto missing = [&](SoftwareLack lack) {
        return MissingFeature{lack, family.schedule, family.zeroStage, stack.name};
    };
    // Without 1F1B its families have one stage, where every schedule is the same.
    if (family.schedule != ScheduleKind::oneFOneB && !runs(stack, family.schedule))
        return missing(SoftwareLack::schedule);
    if (!shards(stack, family.zeroStage))
        return missing(SoftwareLack::zeroStage);
    if (family.fewestStages > 1 && family.zeroStage > stack.zeroWithStages)
        return missing(SoftwareLack::zeroWithStages);
    const bool tensor =
        std::any_of(family.parts.begin(), family.parts.end(), [](const FamilyPart &part) { return part.tp > 1; });
    if (tensor && !stack.degrees.tp)
        return missing(SoftwareLack::tensorParallel);
    if (family.cp > 1 && !stack.degrees.cp)
        return missing(SoftwareLack::contextParallel);
    if (family.ep > 1 && !stack.degrees.ep)
        return missing(SoftwareLack::expertParallel);
    if (family.shardGroup > 0 && !stack.degrees.hsdp)
        return missing(SoftwareLack::shardGroups);
    if (!family.isUnlike() && !stack.degrees.tpByStage && hasUnlikeTensorDegrees(family))
        return missing(SoftwareLack::tpByStage);
    if (family.isUnlike() && !stack.degrees.unlikePipelines)
        return missing(SoftwareLack::unlikePipelines);
    if (family.fewestStages > 1 && !runs(stack, family.schedule))
        return missing(SoftwareLack::schedule);
    return std::nullopt;
}

std::vector<MissingFeature> missingFeatures(const Workload &workload, const SoftwareStack &stack,
                                            std::size_t deviceTypes)
{
    std::vector<MissingFeature> missing;
    for (const ScheduleKind schedule : practicalSchedules) {
        if (!runs(stack, schedule))
            missing.push_back({SoftwareLack::schedule, schedule, 0, stack.name});
    }
    for (int zero = 1; zero <= maxZeroStage; ++zero) {
        if (!shards(stack, zero))
            missing.push_back({SoftwareLack::zeroStage, {}, zero, stack.name});
        else if (zero > stack.zeroWithStages)
            missing.push_back({SoftwareLack::zeroWithStages, {}, zero, stack.name});
    }
    if (!stack.degrees.tp)
        missing.push_back({SoftwareLack::tensorParallel, {}, 0, stack.name});
    if (!stack.degrees.cp)
        missing.push_back({SoftwareLack::contextParallel, {}, 0, stack.name});
    if (!stack.degrees.ep && workload.model.moe)
        missing.push_back({SoftwareLack::expertParallel, {}, 0, stack.name});
    if (!stack.degrees.hsdp)
        missing.push_back({SoftwareLack::shardGroups, {}, 0, stack.name});
    if (moduleLadder(workload, stack).empty() && !moduleLadder(workload, withEveryFeature(stack)).empty())
        missing.push_back({SoftwareLack::recomputeModules, {}, 0, stack.name});
    const bool hasStages = !stack.schedules.empty();
    if (!stack.degrees.tpByStage && stack.degrees.tp && hasStages)
        missing.push_back({SoftwareLack::tpByStage, {}, 0, stack.name});
    if (!stack.degrees.recomputesByStage() && hasStages)
        missing.push_back({SoftwareLack::recomputeByStage, {}, 0, stack.name});
    if (!stack.degrees.unlikePipelines && deviceTypes > 1)
        missing.push_back({SoftwareLack::unlikePipelines, {}, 0, stack.name});
    return missing;
}

std::vector<UncutSchedule> uncutSchedules(const Model &model, const SoftwareStack &stack, SearchSpace searched)
{
    std::vector<UncutSchedule> uncut;
    for (const ScheduleKind schedule : practicalSchedules) {
        const bool isOfSpace = searched == SearchSpace::P
                                   ? runs(stack, schedule)
                                   : searched == SearchSpace::C && schedule == ScheduleKind::interleaved;
        if (const auto why = whyUncut(schedule, model); why && isOfSpace)
            uncut.push_back(*why);
    }
    return uncut;
}

SoftwareStack withEveryFeature(SoftwareStack stack)
{
    for (const ScheduleKind schedule : practicalSchedules) {
        if (!runs(stack, schedule))
            stack.schedules.push_back(schedule);
    }
    stack.zeroStages = {0, 1, 2, 3};
    stack.zeroWithStages = maxZeroStage;
    stack.degrees = {true, true, true, true, true, true, true};
    stack.recomputeModules = RecomputeModules::all();
    return stack;
}

} // namespace heteroscope

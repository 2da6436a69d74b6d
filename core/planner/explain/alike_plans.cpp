// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/alike_plans.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool haveTheSameDevices(const Plan &one, const Plan &other)
{
    const auto sameGroup = [](const TensorGroup &a, const TensorGroup &b) { return a.devices == b.devices; };
    const auto sameStage = [&](const Stage &a, const Stage &b) {
        return std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(), sameGroup);
    };
    return std::equal(one.pipelines.begin(), one.pipelines.end(), other.pipelines.begin(), other.pipelines.end(),
                      [&](const Pipeline &a, const Pipeline &b) {
                          return std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                                            sameStage);
                      });
}

} // namespace

std::optional<PlanDifference> onlyDifference(const Plan &one, const Plan &other)
{
    const PlanName a = planName(one), b = planName(other);
    if (a.tp != b.tp || a.cp != b.cp || a.ep != b.ep || a.replicas != b.replicas)
        return std::nullopt;
    std::vector<PlanDifference> differences;
    const auto add = [&differences](PlanDifference difference, bool differs) {
        if (differs)
            differences.push_back(difference);
    };
    add(PlanDifference::schedule, a.schedule != b.schedule || a.chunks != b.chunks);
    add(PlanDifference::stages, a.stages != b.stages);
    add(PlanDifference::microBatch, one.microBatchSize != other.microBatchSize || a.microBatches != b.microBatches);
    // How many blocks are recomputed, or which parts of them, follows from the other things.
    const auto follows = [](const PlanName &name) { return name.recomputeLayers || !name.recomputeModules.isEmpty(); };
    add(PlanDifference::recompute, !follows(a) && !follows(b) && a.recompute != b.recompute);
    add(PlanDifference::zeroStage, a.zeroStage != b.zeroStage || a.shardGroup != b.shardGroup);
    if (a.stages == b.stages && !haveTheSameDevices(one, other))
        differences.push_back(PlanDifference::placement);
    if (differences.empty() && (a.recompute != b.recompute || a.recomputeLayers != b.recomputeLayers ||
                                a.recomputeModules != b.recomputeModules))
        differences.push_back(PlanDifference::recompute);
    if (differences.empty() && one != other)
        differences.push_back(PlanDifference::placement);
    return differences.size() == 1 ? std::optional(differences.front()) : std::nullopt;
}

std::vector<AlikePlan> groupAlike(const std::vector<const Plan *> &plans)
{
    std::vector<AlikePlan> groups;
    std::vector<std::size_t> heads;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        AlikePlan alike{i, {}};
        for (const std::size_t head : heads) {
            if (const auto difference = onlyDifference(*plans[head], *plans[i])) {
                alike = {head, difference};
                break;
            }
        }
        if (alike.isHead())
            heads.push_back(i);
        groups.push_back(alike);
    }
    return groups;
}

} // namespace heteroscope

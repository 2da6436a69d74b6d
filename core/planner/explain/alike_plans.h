// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of a ranking that differ from a better one in one thing only, so that readers see them as one.
#pragma once

#include "strategy/plan.h"

#include <optional>
#include <vector>

namespace heteroscope {

/// The things that plans of the same TP, CP, EP and DP degrees may differ in.
enum class PlanDifference {
    schedule, ///< or its chunks
    stages,   ///< their number
    microBatch,
    recompute,
    zeroStage, ///< or over how many replicas states are sharded
    placement, ///< the layers or the devices of the stages, of plans alike in all else
};

/// The only thing that two plans of the same degrees differ in; nullopt if there are several, or the degrees differ, or
/// the plans are equal. Layers, and how many of them a stage recomputes, follow from the other things and count
/// only alone; so do devices where the numbers of stages differ.
std::optional<PlanDifference> onlyDifference(const Plan &one, const Plan &other);

/// Where a plan stands in its group.
struct AlikePlan
{
    std::size_t head = 0;                     ///< index of the first plan of the group; its own of the head
    std::optional<PlanDifference> difference; ///< from the head; empty of the head
    bool isHead() const { return !difference; }
};

/// Groups plans in their order, best first: each joins the first group from whose head it differs in one thing only, or
/// begins one of its own. As many elements as plans. Cost: the product of plans and groups.
std::vector<AlikePlan> groupAlike(const std::vector<const Plan *> &plans);

} // namespace heteroscope

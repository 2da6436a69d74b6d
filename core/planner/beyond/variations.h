// SPDX-License-Identifier: GPL-3.0-or-later
//
// One plan made into others that differ from it in one way that the searched space does not have. The plans need not be
// possible; the simulator tells.
#pragma once

#include "cost/calibration_values.h"
#include "planner/beyond/plan_change.h"

namespace heteroscope {

/// A plan and how it came to differ from those of the space, at most once in each kind, in the order of the kinds.
struct VariedPlan
{
    std::vector<PlanChange> changes;
    Plan plan;
};

/// In a fixed order, the kinds with few plans first. Of a plan that is outside the space already also those with other
/// micro-batches and recompute. from.plan must be without mistakes.
std::vector<VariedPlan> variationsOf(const VariedPlan &from, const Topology &topology, const Workload &workload,
                                     const SoftwareStack &stack);

/// Shares the samples of a stage out by the peak rates of its groups, at least one each. False where there are fewer
/// samples than groups.
bool shareBySpeed(Stage &stage, int samples, const Topology &topology, Precision precision);

} // namespace heteroscope

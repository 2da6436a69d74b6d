// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes a plan in one way that the searched space does not have. The results are not checked; the simulator rejects
// impossible ones.
#pragma once

#include "base/stop_token.h"
#include "cost/calibration_values.h"
#include "planner/beyond/plan_change.h"

namespace heteroscope {

/// A plan and its differences from the plans of the space: at most one of each kind, sorted by kind.
struct VariedPlan
{
    std::vector<PlanChange> changes;
    Plan plan;
};

/// All changes of a plan in a fixed order, kinds with few plans first. If the plan is outside the space already, also
/// with other micro-batch sizes and recompute. from.plan must be valid (findPlanMistakes).
std::vector<VariedPlan> variationsOf(const VariedPlan &from, const Topology &topology, const Workload &workload,
                                     const SoftwareStack &stack, const StopToken &stop = {});

/// Divides the samples of a stage in proportion to the peak rates of its groups, at least one each. Returns false if
/// there are fewer samples than groups.
bool shareBySpeed(Stage &stage, int samples, const Topology &topology, Precision precision);

} // namespace heteroscope

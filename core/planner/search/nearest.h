// SPDX-License-Identifier: GPL-3.0-or-later
//
// The answer where no plan fits in memory: the plan that comes nearest, how much memory it needs and how much there is.
#pragma once

#include "cluster/topology.h"
#include "planner/search_result.h"

namespace heteroscope {

/// The share of its memory that the fullest device needs; above 1 it does not fit.
double memoryShare(const StepResult &result);

/// result: of the plan, simulated.
NearestPlan makeNearest(const Topology &topology, std::vector<PlanChange> changes, Plan plan,
                        std::shared_ptr<const StepResult> result);

} // namespace heteroscope

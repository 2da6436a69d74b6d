// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a failure would do: the best plan without some nodes or links, and what it takes to go there.
//
// The cluster is taken with the rates of one time, and what fails has rate 0 from then on, as in a scenario
// (planner/overtime/scenario.h): a node that fails loses what its devices held, a link only stops. Nodes that no link
// reaches any more are not planned for. The switch is that of planning over time (planner/overtime/switch_costs.h).
#pragma once

#include "base/progress.h"
#include "planner/overtime/replan.h"

#include <set>

namespace heteroscope {

struct LossOptions
{
    SearchOptions search{}; ///< its mappings are resolved again; `before` may hold a search of the whole cluster
    SwitchCosts costs{};
    Seconds at{0}; ///< time in the scenario
};

struct LossAnswer
{
    std::optional<Plan> plan;         ///< the best one without what fails; nullopt: no plan fits
    Seconds stepTime{infinity};       ///< of it
    Seconds stepTimeBefore{infinity}; ///< of the plan that runs; infinity if it makes no progress
    bool goesOn = false;              ///< the plan that runs uses nothing that fails and is the best one
    bool proved = false;
    SwitchWay way = SwitchWay::checkpoint;
    Seconds switchTime{0}; ///< until the first step of the new plan
    Bytes moved{0};        ///< that devices of the new plan lack; of a checkpoint all of it
};

/// running: the plan that runs when it happens. failing: names of nodes and links. Errors: a name that the cluster does
/// not have as node or link; as of Topology::build and searchPlans; cancelled by the stop before any plan was found.
Result<LossAnswer> planAfterLoss(const Project &project, const Plan &running, const std::set<std::string> &failing,
                                 const LossOptions &options = {}, const StopToken &stop = {},
                                 Progress *progress = nullptr);

} // namespace heteroscope

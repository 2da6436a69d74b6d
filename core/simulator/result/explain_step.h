// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains a predicted step: for one lane a tree of terms (cost/cost_term.h). The first level is the activities of the
// lane's row, the lowest one operation of one layer in one pass. The parts of each term add up to the simulated time:
// prices as the cost model computed them, waits by the lane that was waited for, and the changes made by the simulator
// (rounding up to picoseconds, slowdown by overlap or rate curves) as separate terms.
#pragma once

#include "cost/explain_group.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

class GroupPricer;

struct LaneExplanation
{
    int lane = 0;
    CostTerm time;   ///< the sum is the step time
    CostTerm memory; ///< memory of one device at its peak
};

/// result: of predictStep(pricer, plan). Errors as there; a lane that the result does not have.
Result<LaneExplanation> explainLane(GroupPricer &pricer, const Plan &plan, const StepResult &result, int lane);

/// The same for a result of predictStep with default options, except for the start time.
Result<LaneExplanation> explainLane(const Topology &topology, const Workload &workload, const Plan &plan,
                                    const StepResult &result, int lane, Seconds startTime = {});

/// The lane with the max computation time; -1 if there are no lanes.
int busiestLane(const StepResult &result);

} // namespace heteroscope

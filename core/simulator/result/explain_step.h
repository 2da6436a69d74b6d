// SPDX-License-Identifier: GPL-3.0-or-later
//
// A predicted step opened: for one lane a tree (cost/cost_term.h) whose first level are the activities of the lane's
// row and which goes down to one operation of one layer in one pass. Levels add up to the ticks of the simulation: what
// was priced as it was priced, waits by the lane that was waited for, and what the simulator changed (rounding up to
// picoseconds, work slowed by overlap or rate curves) as a part of its own.
#pragma once

#include "cost/explain_group.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

class StepPredictor;

struct LaneExplanation
{
    int lane = 0;
    CostTerm time;   ///< adds up to the step
    CostTerm memory; ///< of one device at its peak
};

/// result: of predictor.predict(plan). Errors as there; a lane that the result does not have.
Result<LaneExplanation> explainLane(StepPredictor &predictor, const Plan &plan, const StepResult &result, int lane);

/// The same for a step that predictStep gave with its default options, or with another start time.
Result<LaneExplanation> explainLane(const Topology &topology, const Workload &workload, const Plan &plan,
                                    const StepResult &result, int lane, Seconds startTime = {});

/// The lane that computes longest: the pace of the step. -1 without lanes.
int busiestLane(const StepResult &result);

/// "Forward", "Exposed pipeline communication": the name of an activity as a term.
std::string_view termName(Activity activity);

} // namespace heteroscope

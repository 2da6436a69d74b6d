// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one function from (cluster, workload, software stack, plan, start time) to a predicted step. Window, command
// line, validation, calibration and planner all call it, so they cannot disagree.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "simulator/jitter.h"
#include "simulator/result/step_result.h"

#include <functional>

namespace heteroscope {

struct PredictOptions
{
    Seconds startTime;        ///< where in the scenario the step begins
    bool timeline = true;     ///< keep the traffic rows; the times are the same without
    bool operations = false;  ///< every operation an interval of its own
    bool foldReplicas = true; ///< simulate identical pipelines once; the result is the same without
    Jitter jitter{};
    bool linkLoads = false; ///< which flows use a link, when and at what rate; the times are the same without
    const CalibrationValues *calibration = nullptr; ///< null: the shipped constants
    std::function<bool()> stopped{};                ///< looked at within long simulations; true ends them
};

/// Errors: the first of findPlanMistakes; devices that cannot reach each other; a precision a device does not have; a
/// stage that can never finish because a link or a device on its way is down; cancelled. A plan that overflows memory
/// is simulated all the same and marked not feasible.
Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options = {});

} // namespace heteroscope

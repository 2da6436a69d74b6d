// SPDX-License-Identifier: GPL-3.0-or-later
//
// Predicts a step from cluster, workload (with its software stack), plan and start time. This is the only function that
// does so: window, command line, validation, calibration and planner all use it and therefore agree.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"
#include "simulator/jitter.h"
#include "simulator/result/step_result.h"

#include <functional>

namespace heteroscope {

struct PredictOptions
{
    Seconds startTime;        ///< start of the step on the time axis of the rate curves
    bool timeline = true;     ///< record the traffic rows; does not change any time
    bool operations = false;  ///< simulate every operation as an interval of its own
    bool foldReplicas = true; ///< simulate equal pipelines once; does not change the result
    Jitter jitter{};
    bool linkLoads = false; ///< record the flows on each link with their rates; does not change any time
    const CalibrationValues *calibration = nullptr; ///< nullptr: the shipped constants
    std::function<bool()> stopped{};                ///< called during long simulations; true cancels them
};

/// Errors: the first error of findPlanMistakes; no route between two devices; a device that does not support the job's
/// precision; a stage that can never finish because a link or device is down; cancelled. A plan that needs more memory
/// than the devices have is simulated too, and marked as not feasible.
Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options = {});

} // namespace heteroscope

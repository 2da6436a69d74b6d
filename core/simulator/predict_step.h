// SPDX-License-Identifier: GPL-3.0-or-later
//
// Predicts a step from cluster, workload (with its software stack), plan and start time. This is the only function that
// does so: window, command line, validation, calibration and planner all use it and therefore agree.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"
#include "simulator/jitter.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

class GroupPricer;

/// The memory of a step without (with) traffic rows above which its steady part is simulated once. Steps above it have
/// millions of passes, more than anybody looks at one by one.
inline constexpr Bytes largestPlainRows(256e6);
inline constexpr Bytes largestPlainStep(1e9);

/// What is simulated and kept of a step. Every combination is allowed; none of these changes the times, but for jitter.
struct StepOptions
{
    bool timeline = true;     ///< record the traffic rows
    bool operations = false;  ///< simulate every operation as an interval of its own
    bool foldReplicas = true; ///< simulate equal pipelines once; with jitter all are simulated
    Jitter jitter{};
    bool linkLoads = false;        ///< record the flows on each link with their rates
    std::optional<Bytes> memory{}; ///< budget (base/memory_budget.h); nullopt: the pricer's, or half of the free memory
    /// Memory above which the steady part is simulated once if it is found within four times as much; nullopt: the
    /// constants above.
    std::optional<Bytes> plain{};
};

/// The step of a plan that begins at the pricer's time; asks the pricer's stop token. For many plans of one cluster and
/// workload: the pricer remembers routes and prices between calls. Errors: the first error of findPlanMistakes; no
/// route between two devices; a device that does not support the job's precision; a stage that can never finish because
/// a link or device is down; a step longer than 100 days (infeasible); cancelled; a step that needs more memory than
/// the budget (invalid). Above the budget, or above largestPlainStep, the steady part of a step is simulated once, if
/// it has one (Lane::summed); times and sums are those of the whole simulation. A plan that needs more memory than the
/// devices have is simulated too, and marked as not feasible.
Result<StepResult> predictStep(GroupPricer &pricer, const Plan &plan, const StepOptions &options = {});

struct PredictOptions : StepOptions
{
    Seconds startTime{};                            ///< start of the step on the time axis of the rate curves
    const CalibrationValues *calibration = nullptr; ///< nullptr: the shipped constants
    StopToken stop{};                               ///< after it the prediction is cancelled
};

/// The same for a single plan.
Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options = {});

} // namespace heteroscope

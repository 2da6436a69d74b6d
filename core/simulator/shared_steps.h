// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of several jobs that train on one cluster at the same time, in one event simulation.
//
// Each job has its own program (program/step_builder.h), built at the rates of time 0. An edge that two jobs use is
// theirs together: whatever they send over it becomes a flow, and flows of all jobs get max-min fair shares of it. Jobs
// that share links with others, directly or through third ones, are simulated together, each step after step until
// their mean steps settle (engine/joint_run.h); a job that shares no link has the step of predictStep. Collectives that
// a pass hides as a whole are no flows, as in predictStep, and slow no other job.
//
// Capacities. Jobs with software of unlike efficiency see unlike capacities of one edge; their flows take the share of
// the edge that they would take of their own capacity.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"
#include "simulator/predict_step.h"

namespace heteroscope {

/// workload and plan must outlive the call. The devices of the plans are disjoint.
struct SharingJob
{
    const Workload *workload = nullptr;
    const Plan *plan = nullptr;
    Seconds begin{0}; ///< of its first step
};

struct SharedStepsOptions
{
    const CalibrationValues *calibration = nullptr; ///< nullptr: the shipped constants
    std::optional<Bytes> memory{};                  ///< budget for all programs together (base/memory_budget.h)
    std::size_t mostSteps = 200;                    ///< of the slowest job
    StopToken stop{};
};

struct SharedStep
{
    StepResult alone;    ///< with link loads, without timeline
    bool shares = false; ///< a link with another job
    Ticks mean;          ///< of the second half of its steps; of a job that shares nothing: the step alone
    Ticks shortest;      ///< of these steps
    Ticks longest;
    std::size_t steps = 0; ///< simulated
};

struct SharedSteps
{
    std::vector<SharedStep> jobs; ///< in the order of the input
    bool settled = true;          ///< the means did not change in the end
    std::int64_t events = 0;
};

/// Rate curves are not followed: give a topology with the rates of one time. Errors, with the index of the job in front
/// of the path: those of predictStep; a plan whose steps overlap (post-validation) and that shares a link; too many
/// steps of a short job beside one of a long one.
Result<SharedSteps> simulateTogether(const Topology &topology, const std::vector<SharingJob> &jobs,
                                     const SharedStepsOptions &options = {});

} // namespace heteroscope

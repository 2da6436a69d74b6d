// SPDX-License-Identifier: GPL-3.0-or-later
//
// One simulation: project, plan and result. A value computed on a worker thread.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"
#include "document/document.h"
#include "simulator/result/step_result.h"
#include "strategy/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

struct Engine;

/// Where a plan that is shown comes from.
enum class PlanOrigin {
    none,
    project, ///< the project's first plan
    picked,  ///< a row of the ranking that the user picked
    best,    ///< the recommended one of the ranking, because the project has no plan that runs
    nearest, ///< of the plans that do not fit the nearest, because no plan fits
    kept,    ///< another plan of the project, simulated to compare with
};

struct PlanCandidate
{
    Plan plan;
    PlanOrigin origin = PlanOrigin::none;
};

struct Simulation
{
    ProjectSnapshot project;
    std::vector<PlanCandidate> candidates;    ///< that it was given, in the order they were tried
    std::shared_ptr<const Topology> topology; ///< null when the cluster cannot be expanded
    Plan plan;                                ///< of the candidate that ran
    PlanOrigin origin = PlanOrigin::none;
    Seconds startTime;                        ///< where in the scenario the step begins
    std::shared_ptr<const StepResult> result; ///< null when no candidate could be simulated
    std::vector<Error> problems;              ///< of the cluster, or of the candidates that could not run
    std::optional<Error> projectPlanProblem;  ///< the one of `problems` that the project's plan has
    double milliseconds = 0;                  ///< wall time of topology and simulation
};

/// Simulates the first candidate that can run. topology: of the project's cluster; nullptr expands it. After a stop the
/// problem is that it was cancelled.
Simulation simulate(const Engine &engine, const ProjectSnapshot &project, std::vector<PlanCandidate> candidates,
                    Seconds startTime = {}, std::shared_ptr<const Topology> topology = nullptr,
                    const StopToken &stop = {});

/// True if simulations of the two projects are equal: they have equal cluster, workload and plans. Title, canvas, open
/// racks and groups without a rule do not matter.
bool samePhysics(const Project &a, const Project &b);
/// True if searches of the two projects are equal: they have equal cluster, workload and mappings.
bool sameSearch(const Project &a, const Project &b);

} // namespace heteroscope

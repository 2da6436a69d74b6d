// SPDX-License-Identifier: GPL-3.0-or-later
//
// One simulation as the window shows it: which project, which plan, what came out. A value made on a worker thread.
#pragma once

#include "document/document.h"
#include "jobs/engine.h"

#include <QString>

namespace heteroscope {

/// Where a plan that is shown comes from.
enum class PlanOrigin {
    none,
    project, ///< the project's first plan
    picked,  ///< a row of the ranking that the user picked
    best,    ///< the search's best, because the project has no plan that runs
};

struct PlanCandidate
{
    Plan plan;
    PlanOrigin origin = PlanOrigin::none;
};

struct Simulation
{
    ProjectSnapshot project;
    std::shared_ptr<const Topology> topology; ///< null when the cluster cannot be expanded
    Plan plan;
    PlanOrigin origin = PlanOrigin::none;
    Seconds startTime;                        ///< where in the scenario the step begins
    std::shared_ptr<const StepResult> result; ///< null when no candidate could be simulated
    std::vector<Error> problems;              ///< of the cluster, or of the candidates that could not run
    double milliseconds = 0;                  ///< wall time of topology and simulation
};

/// Expands the cluster and simulates the first candidate that can run.
Simulation simulate(const Engine &engine, const ProjectSnapshot &project, const std::vector<PlanCandidate> &candidates,
                    Seconds startTime = {});

/// What makes a simulation differ: cluster, workload and plans, but not title, canvas, which racks are open or groups
/// without a rule.
bool samePhysics(const Project &a, const Project &b);
/// What makes a search differ: cluster, workload and mappings.
bool sameSearch(const Project &a, const Project &b);

} // namespace heteroscope

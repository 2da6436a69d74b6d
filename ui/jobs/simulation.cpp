// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/simulation.h"

#include <chrono>

namespace heteroscope {

Simulation simulate(const Engine &engine, const ProjectSnapshot &project, const std::vector<PlanCandidate> &candidates,
                    Seconds startTime)
{
    const auto begin = std::chrono::steady_clock::now();
    Simulation simulation;
    simulation.project = project;
    simulation.startTime = startTime;
    Result<Topology> topology = Topology::build(project->cluster);
    if (!topology) {
        simulation.problems.push_back(topology.error());
        return simulation;
    }
    simulation.topology = std::make_shared<const Topology>(std::move(*topology));
    for (const PlanCandidate &candidate : candidates) {
        Result<StepResult> result = engine.simulate(*simulation.topology, project->workload, candidate.plan, startTime);
        if (!result) {
            simulation.problems.push_back(result.error());
            continue;
        }
        simulation.plan = candidate.plan;
        simulation.origin = candidate.origin;
        simulation.result = std::make_shared<const StepResult>(std::move(*result));
        break;
    }
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    simulation.milliseconds = taken.count();
    return simulation;
}

bool samePhysics(const Project &a, const Project &b) { return sameSearch(a, b) && a.plans == b.plans; }

bool sameSearch(const Project &a, const Project &b)
{
    return a.cluster == b.cluster && a.workload == b.workload && a.mappings == b.mappings;
}

} // namespace heteroscope

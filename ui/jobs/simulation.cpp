// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/simulation.h"

#include "jobs/engine.h"
#include "project/device_groups.h"

#include <algorithm>
#include <chrono>

namespace heteroscope {

Simulation simulate(const Engine &engine, const ProjectSnapshot &project, std::vector<PlanCandidate> candidates,
                    Seconds startTime, std::shared_ptr<const Topology> topology, const StopToken &stop)
{
    const auto begin = std::chrono::steady_clock::now();
    Simulation simulation;
    simulation.project = project;
    simulation.candidates = std::move(candidates);
    simulation.startTime = startTime;
    if (!topology) {
        Result<Topology> built = Topology::build(project->cluster);
        if (!built) {
            simulation.problems.push_back(built.error());
            return simulation;
        }
        topology = std::make_shared<const Topology>(std::move(*built));
    }
    simulation.topology = std::move(topology);
    for (const PlanCandidate &candidate : simulation.candidates) {
        Result<StepResult> result =
            engine.simulate(*simulation.topology, project->workload, candidate.plan, startTime, stop);
        if (!result) {
            simulation.problems.push_back(result.error());
            if (candidate.origin == PlanOrigin::project)
                simulation.projectPlanProblem = result.error();
            if (result.error().code == Error::Code::cancelled)
                break;
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

namespace {

/// Whether racks are open or closed makes no difference, nor do device groups.
bool sameGraph(const Cluster &a, const Cluster &b)
{
    if (a == b)
        return true;
    const auto alike = [](const Rack &one, const Rack &other) { return one.collapsed == other.collapsed; };
    if (a.racks.size() != b.racks.size() ||
        (a.deviceGroups == b.deviceGroups && std::equal(a.racks.begin(), a.racks.end(), b.racks.begin(), alike)))
        return false;
    Cluster other = b;
    other.deviceGroups = a.deviceGroups;
    for (std::size_t i = 0; i < a.racks.size(); ++i)
        other.racks[i].collapsed = a.racks[i].collapsed;
    return a == other;
}

/// Groups without a mapping are only names.
bool sameRules(const Project &a, const Project &b)
{
    const auto devicesOf = [](const Project &project, const std::string &group) {
        const DeviceGroup *found = findDeviceGroup(project.cluster, groupKey(group));
        return found ? found->devices : std::vector<std::string>();
    };
    return a.mappings == b.mappings && std::all_of(a.mappings.begin(), a.mappings.end(), [&](const Mapping &mapping) {
               return devicesOf(a, mapping.group) == devicesOf(b, mapping.group);
           });
}

} // namespace

bool samePhysics(const Project &a, const Project &b) { return &a == &b || (a.plans == b.plans && sameSearch(a, b)); }

bool sameSearch(const Project &a, const Project &b)
{
    return &a == &b || (a.workload == b.workload && sameGraph(a.cluster, b.cluster) && sameRules(a, b));
}

} // namespace heteroscope

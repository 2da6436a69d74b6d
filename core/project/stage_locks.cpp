// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/stage_locks.h"

#include "project/group_edits.h"

#include <algorithm>

namespace heteroscope {

namespace {

std::set<std::string> devicesOf(const Plan &plan, std::size_t stage)
{
    std::set<std::string> devices;
    for (const auto &pipeline : plan.pipelines) {
        if (stage >= pipeline.stages.size())
            continue;
        for (const auto &group : pipeline.stages[stage].groups)
            devices.insert(group.devices.begin(), group.devices.end());
    }
    return devices;
}

/// The mapping that locks the stage.
std::vector<Mapping>::const_iterator lockOf(const Project &project, const Plan &plan, std::size_t stage)
{
    const auto devices = devicesOf(plan, stage);
    return std::find_if(project.mappings.begin(), project.mappings.end(), [&](const Mapping &mapping) {
        if (mapping.rule != MappingRule::pin || mapping.target != MappingTarget::stages ||
            mapping.indices != std::vector<int>{static_cast<int>(stage)})
            return false;
        const auto &groups = project.cluster.deviceGroups;
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const DeviceGroup &each) { return each.name == mapping.group; });
        return group != groups.end() && std::set<std::string>(group->devices.begin(), group->devices.end()) == devices;
    });
}

} // namespace

std::set<std::size_t> lockedStages(const Project &project, const Plan &plan)
{
    std::set<std::size_t> locked;
    for (std::size_t stage = 0; stage < static_cast<std::size_t>(pipelineDegree(plan)); ++stage) {
        if (lockOf(project, plan, stage) != project.mappings.end())
            locked.insert(stage);
    }
    return locked;
}

Result<Project> lockStage(const Project &project, const Plan &plan, std::size_t stage)
{
    const auto devices = devicesOf(plan, stage);
    if (devices.empty())
        return Error{Error::Code::invalid,
                     {},
                     "/plans",
                     "no such stage",
                     "a stage of the plan",
                     "choose a stage that the plan has now"};
    DeviceGroup group;
    group.name = freeSetName(project.cluster, "stage");
    group.devices.assign(devices.begin(), devices.end());
    auto changed = addDeviceGroup(project, group);
    if (!changed)
        return changed;
    Mapping mapping;
    mapping.group = group.name;
    mapping.rule = MappingRule::pin;
    mapping.indices = {static_cast<int>(stage)};
    auto mappings = changed->mappings;
    mappings.push_back(std::move(mapping));
    return setMappings(*changed, mappings);
}

Result<Project> unlockStage(const Project &project, const Plan &plan, std::size_t stage)
{
    const auto lock = lockOf(project, plan, stage);
    if (lock == project.mappings.end())
        return project;
    const std::string group = lock->group;
    auto mappings = project.mappings;
    mappings.erase(mappings.begin() + (lock - project.mappings.begin()));
    const bool used =
        std::any_of(mappings.begin(), mappings.end(), [&](const Mapping &mapping) { return mapping.group == group; });
    auto changed = setMappings(project, mappings);
    return changed && !used ? removeDeviceGroup(*changed, group) : changed;
}

} // namespace heteroscope

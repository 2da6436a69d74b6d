// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/group_advice.h"

#include "project/device_groups.h"
#include "project/edit_check.h"
#include "project/group_edits.h"

#include <algorithm>

namespace heteroscope {

namespace {

void adviseEmpty(const Project &project, std::vector<Advice> &advice)
{
    for (const auto &group : project.cluster.deviceGroups) {
        if (deviceCount(project.cluster, group) > 0)
            continue;
        advice.push_back({groupKey(group.name), EmptyGroup{group.name}, true});
    }
}

void adviseOverlaps(const Project &project, std::vector<Advice> &advice)
{
    constexpr std::size_t maxCompared = 64; // groups; of more, the first
    std::vector<const DeviceGroup *> mapped;
    for (const auto &group : project.cluster.deviceGroups)
        if (mapped.size() < maxCompared &&
            std::any_of(project.mappings.begin(), project.mappings.end(),
                        [&group](const Mapping &mapping) { return mapping.group == group.name; }))
            mapped.push_back(&group);
    for (std::size_t i = 0; i < mapped.size(); ++i) {
        for (std::size_t k = i + 1; k < mapped.size(); ++k) {
            const auto shared = sharedDevices(project.cluster, *mapped[i], *mapped[k]);
            if (shared.empty())
                continue;
            // Nothing would be left of a group that gives up all its devices.
            advice.push_back({groupKey(mapped[k]->name),
                              OverlappingGroups{mapped[i]->name, mapped[k]->name, shared.front(), shared.size() - 1},
                              shared.size() < deviceCount(project.cluster, *mapped[k])});
        }
    }
}

void adviseConflicts(const Project &project, std::vector<Advice> &advice)
{
    const auto limits = placeLimits(project.cluster, project.workload);
    for (const auto &conflict : findMappingConflicts(project.mappings, project.cluster, limits)) {
        if (conflict.mappings.empty())
            continue;
        ImpossibleMappings impossible{conflict.kind, conflict.device, {}, limits};
        for (const auto m : conflict.mappings)
            impossible.mappings.push_back(project.mappings[m]);
        const std::string thing = groupKey(impossible.mappings.back().group);
        advice.push_back({thing, std::move(impossible), true});
    }
}

const DeviceGroup *groupNamed(const Cluster &cluster, const std::string &name)
{
    return findDeviceGroup(cluster, groupKey(name));
}

} // namespace

void adviseGroups(const Project &project, std::vector<Advice> &advice)
{
    adviseEmpty(project, advice);
    adviseConflicts(project, advice);
    adviseOverlaps(project, advice);
}

Result<Project> followGroupAdvice(const Project &project, const Advice &advice)
{
    if (const auto *impossible = std::get_if<ImpossibleMappings>(&advice.about)) {
        const Mapping &last = impossible->mappings.back();
        auto mappings = project.mappings;
        const auto dropped = std::find(mappings.rbegin(), mappings.rend(), last);
        if (dropped == mappings.rend())
            return absent("no such rule of " + last.group, "a rule of the project");
        mappings.erase(std::next(dropped).base());
        return setMappings(project, mappings);
    }
    if (std::holds_alternative<EmptyGroup>(advice.about)) {
        const DeviceGroup *empty = findDeviceGroup(project.cluster, advice.thing);
        return removeDeviceGroup(project, empty ? empty->name : std::string());
    }
    const auto &groups = std::get<OverlappingGroups>(advice.about);
    const DeviceGroup *first = groupNamed(project.cluster, groups.first);
    const DeviceGroup *second = groupNamed(project.cluster, groups.second);
    if (!first || !second)
        return absent("no group " + (first ? groups.second : groups.first), "a device group");
    return takeOutOfGroup(project, groups.second, sharedDevices(project.cluster, *first, *second));
}

} // namespace heteroscope

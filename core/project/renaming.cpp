// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/renaming.h"

#include "project/device_names.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

void renameIn(std::string &device, const std::string &from, const std::string &to)
{
    if (nodePart(device) == from)
        device.replace(0, from.size(), to);
}

void renameIn(std::vector<std::string> &devices, const std::string &from, const std::string &to)
{
    for (auto &device : devices)
        renameIn(device, from, to);
}

/// Applies a function to each list of devices of a plan: those of its groups, then the unused ones.
template<class Visit>
void forEachGroup(Plan &plan, Visit visit)
{
    for (auto &pipeline : plan.pipelines) {
        for (auto &stage : pipeline.stages) {
            for (auto &group : stage.groups)
                visit(group.devices);
        }
    }
}

/// Moves the "NAME/x-..." keys that belong to a canvas position.
void renameNested(Extensions &extensions, const std::string &from, const std::string &to)
{
    Extensions moved;
    for (auto it = extensions.lower_bound(from + "/"); it != extensions.end() && it->first.starts_with(from + "/");) {
        moved.emplace(to + it->first.substr(from.size()), std::move(it->second));
        it = extensions.erase(it);
    }
    extensions.merge(moved);
}

void eraseNested(Extensions &extensions, const std::string &name)
{
    std::erase_if(extensions, [&name](const auto &entry) { return entry.first.starts_with(name + "/"); });
}

} // namespace

void carryThingName(Project &project, const std::string &from, const std::string &to)
{
    auto &cluster = project.cluster;
    for (auto &link : cluster.links) {
        for (auto *end : {&link.from, &link.to}) {
            if (*end == from)
                *end = to;
        }
    }
    for (auto &rack : cluster.racks)
        std::replace(rack.members.begin(), rack.members.end(), from, to);
    for (auto &group : cluster.deviceGroups)
        renameIn(group.devices, from, to);
    for (auto &named : project.plans) {
        forEachGroup(named.plan, [&](std::vector<std::string> &devices) { renameIn(devices, from, to); });
        renameIn(named.plan.unusedDevices, from, to);
    }
    for (auto &marker : project.markers)
        renameIn(marker.device, from, to);
    for (auto &job : project.jobs) {
        renameIn(job.devices, from, to);
        if (job.plan) {
            forEachGroup(*job.plan, [&](std::vector<std::string> &devices) { renameIn(devices, from, to); });
            renameIn(job.plan->unusedDevices, from, to);
        }
    }
    for (auto &price : project.prices) {
        if (price.name == from)
            price.name = to;
    }
    if (auto position = project.canvas.extract(from)) {
        position.key() = to;
        project.canvas.insert(std::move(position));
    }
    renameNested(project.canvasExtensions, from, to);
}

void carryCopyNames(Project &project, const std::unordered_map<std::string, std::string> &nameOf)
{
    const auto renameOne = [&nameOf](std::string &device) {
        const auto end = std::min(device.find(':'), device.size());
        if (const auto found = nameOf.find(device.substr(0, end)); found != nameOf.end())
            device.replace(0, end, found->second);
    };
    const auto rename = [&renameOne](std::vector<std::string> &devices) {
        std::for_each(devices.begin(), devices.end(), renameOne);
    };
    for (auto &group : project.cluster.deviceGroups)
        rename(group.devices);
    for (auto &named : project.plans) {
        forEachGroup(named.plan, rename);
        rename(named.plan.unusedDevices);
    }
    for (auto &marker : project.markers)
        renameOne(marker.device);
    for (auto &job : project.jobs) {
        rename(job.devices);
        if (job.plan) {
            forEachGroup(*job.plan, rename);
            rename(job.plan->unusedDevices);
        }
    }
}

void carryLinkName(Project &project, const std::string &from, const std::string &to)
{
    for (auto &set : project.cluster.conflictSets)
        std::replace(set.links.begin(), set.links.end(), from, to);
}

void forgetThings(Project &project, const std::set<std::string> &gone)
{
    auto &cluster = project.cluster;
    std::erase_if(cluster.links, [&](const Link &link) { return gone.contains(link.from) || gone.contains(link.to); });
    std::erase_if(cluster.racks, [&](Rack &rack) {
        const auto removed =
            std::erase_if(rack.members, [&](const std::string &member) { return gone.contains(member); });
        return removed > 0 && rack.members.empty();
    });
    std::erase_if(project.prices, [&](const DevicePrice &price) { return gone.contains(price.name); });
    for (const auto &name : gone) {
        project.canvas.erase(name);
        eraseNested(project.canvasExtensions, name);
    }
}

void forgetMissingLinks(Project &project)
{
    std::unordered_set<std::string_view> names;
    for (const auto &link : project.cluster.links)
        names.insert(link.name);
    std::erase_if(project.cluster.conflictSets, [&](ConflictSet &set) {
        const auto removed = std::erase_if(set.links, [&](const std::string &link) { return !names.contains(link); });
        return removed > 0 && set.links.empty();
    });
}

void extendGroups(Project &project, const Cluster &before)
{
    if (project.cluster.deviceGroups.empty())
        return;
    const auto copiesIn = [](const Cluster &cluster) {
        std::unordered_map<std::string, int> copies;
        for (const auto &rack : cluster.racks)
            for (const auto &member : rack.members)
                copies.emplace(member, std::max(1, rack.repeat));
        return copies;
    };
    const auto old = copiesIn(before);
    const auto now = copiesIn(project.cluster);
    for (auto &group : project.cluster.deviceGroups) {
        std::unordered_map<std::string_view, int> held; // whole copies, by drawn node
        std::unordered_set<std::string> members(group.devices.begin(), group.devices.end());
        for (const auto &member : members)
            if (member.find(':') == std::string::npos)
                ++held[nodePart(member)];
        std::vector<std::string> extended;
        for (const auto &member : group.devices) {
            extended.push_back(member);
            // New copies stand behind the last of the old ones.
            const std::string node(nodePart(member));
            const auto had = old.find(node);
            const int copies = had == old.end() ? 1 : had->second;
            const auto has = now.find(node);
            if (has == now.end() || has->second <= copies ||
                member != (copies == 1 ? node : node + "#" + std::to_string(copies)) || held[node] < copies)
                continue;
            for (int copy = copies + 1; copy <= has->second; ++copy)
                extended.push_back(node + "#" + std::to_string(copy));
        }
        group.devices = std::move(extended);
    }
}

void forgetMissingDevices(Project &project)
{
    const DeviceNames devices(project.cluster);
    const auto isGone = [&devices](const std::string &name) { return !devices.has(name); };
    std::erase_if(project.cluster.deviceGroups, [&](DeviceGroup &group) {
        const auto removed = std::erase_if(group.devices, isGone);
        return removed > 0 && group.devices.empty();
    });
    std::erase_if(project.mappings, [&](const Mapping &mapping) {
        const auto &groups = project.cluster.deviceGroups;
        return std::none_of(groups.begin(), groups.end(),
                            [&](const DeviceGroup &group) { return group.name == mapping.group; });
    });
    const auto losesDevice = [&isGone](Plan &plan) {
        bool usesMissing = false;
        forEachGroup(plan, [&](const std::vector<std::string> &used) {
            usesMissing = usesMissing || std::any_of(used.begin(), used.end(), isGone);
        });
        std::erase_if(plan.unusedDevices, isGone);
        return usesMissing;
    };
    std::erase_if(project.plans, [&](NamedPlan &named) { return losesDevice(named.plan); });
    for (ProjectJob &job : project.jobs) {
        std::erase_if(job.devices, isGone);
        if (job.plan && losesDevice(*job.plan))
            job.plan.reset();
    }
    for (auto &marker : project.markers) {
        if (!marker.device.empty() && !devices.isDevice(marker.device))
            marker.device.clear();
    }
}

} // namespace heteroscope

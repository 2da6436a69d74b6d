// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/renaming.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

/// "node", "node:3", "node#2" and "node#2:3" begin with the name of the drawn node.
std::string_view nodePart(std::string_view device) { return device.substr(0, device.find_first_of("#:")); }

void renameIn(std::vector<std::string> &devices, const std::string &from, const std::string &to)
{
    for (auto &device : devices) {
        if (nodePart(device) == from)
            device.replace(0, from.size(), to);
    }
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

/// Which device names the cluster has, without expanding it.
class DeviceNames
{
public:
    explicit DeviceNames(const Cluster &cluster)
    {
        for (const auto &node : cluster.nodes)
            m_nodes.emplace(node.name, Counts{node.devices.size(), 1});
        for (const auto &rack : cluster.racks) {
            for (const auto &member : rack.members) {
                if (const auto node = m_nodes.find(member); node != m_nodes.end())
                    node->second.copies = static_cast<std::size_t>(std::max(1, rack.repeat));
            }
        }
    }

    bool has(std::string_view device) const
    {
        const auto node = m_nodes.find(std::string(nodePart(device)));
        if (node == m_nodes.end())
            return false;
        device.remove_prefix(nodePart(device).size());
        if (device.starts_with('#')) {
            const auto copy = takeNumber(device);
            if (copy < 2 || copy > node->second.copies)
                return false;
        }
        if (device.starts_with(':') && takeNumber(device) >= node->second.devices)
            return false;
        return device.empty();
    }

private:
    struct Counts
    {
        std::size_t devices = 0;
        std::size_t copies = 1;
    };

    /// The number behind the separator that the text begins with; both are taken away. 2^64 - 1 when there is none.
    static std::size_t takeNumber(std::string_view &text)
    {
        auto value = static_cast<std::size_t>(-1);
        const auto parsed = std::from_chars(text.data() + 1, text.data() + text.size(), value);
        text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
        return value;
    }

    std::unordered_map<std::string, Counts> m_nodes;
};

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
    if (auto position = project.canvas.extract(from)) {
        position.key() = to;
        project.canvas.insert(std::move(position));
    }
    renameNested(project.canvasExtensions, from, to);
}

void carryCopyNames(Project &project, const std::unordered_map<std::string, std::string> &nameOf)
{
    const auto rename = [&nameOf](std::vector<std::string> &devices) {
        for (auto &device : devices) {
            const auto end = std::min(device.find(':'), device.size());
            if (const auto found = nameOf.find(device.substr(0, end)); found != nameOf.end())
                device.replace(0, end, found->second);
        }
    };
    for (auto &group : project.cluster.deviceGroups)
        rename(group.devices);
    for (auto &named : project.plans) {
        forEachGroup(named.plan, rename);
        rename(named.plan.unusedDevices);
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
    std::erase_if(project.plans, [&](NamedPlan &named) {
        bool usesMissing = false;
        forEachGroup(named.plan, [&](const std::vector<std::string> &used) {
            usesMissing = usesMissing || std::any_of(used.begin(), used.end(), isGone);
        });
        std::erase_if(named.plan.unusedDevices, isGone);
        return usesMissing;
    });
}

} // namespace heteroscope

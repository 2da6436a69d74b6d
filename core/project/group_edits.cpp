// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/group_edits.h"

#include "cluster/cluster_json.h"
#include "project/device_groups.h"
#include "project/edit_check.h"
#include "json/object_reader.h"

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

template<class T>
auto findIn(std::vector<T> &things, const std::string &name)
{
    return std::find_if(things.begin(), things.end(), [&name](const T &thing) { return thing.name == name; });
}

/// What stands twice in the list; empty when nothing does.
std::string doubled(const std::vector<std::string> &names)
{
    std::set<std::string> seen;
    for (const auto &name : names) {
        if (!seen.insert(name).second)
            return name;
    }
    return {};
}

Status checkMembers(const ConflictSet &set)
{
    if (set.links.size() < 2)
        return refusal(set.links.empty() ? "no link" : "one link",
                       "at least two links: one alone has its capacity anyway", "add another link");
    if (const auto twice = doubled(set.links); !twice.empty())
        return refusal(quoteText(twice) + " again", "each link once", "name it once");
    return {};
}

Status checkMembers(const DeviceGroup &group)
{
    if (group.devices.empty())
        return refusal("no device", "at least one device or node", "add a device or node");
    if (const auto twice = doubled(group.devices); !twice.empty())
        return refusal(quoteText(twice) + " again", "each device once", "name it once");
    return {};
}

const std::vector<std::string> &members(const ConflictSet &set) { return set.links; }
const std::vector<std::string> &members(const DeviceGroup &group) { return group.devices; }

template<class T>
Result<Project> add(const Project &project, std::vector<T> Cluster::*list, const T &made)
{
    if (const auto fine = checkMembers(made); !fine)
        return fine.error();
    Project edited = project;
    (edited.cluster.*list).push_back(made);
    return checked(project, std::move(edited));
}

template<class T>
Result<Project> replace(const Project &project, std::vector<T> Cluster::*list, const std::string &name,
                        const T &changed, const char *expected)
{
    Project edited = project;
    const auto thing = findIn(edited.cluster.*list, name);
    if (thing == (edited.cluster.*list).end())
        return absent(quoteText(name), expected);
    // Members that were there before stay allowed, so that a set that lost a link can still get another name.
    if (members(*thing) != members(changed)) {
        if (const auto fine = checkMembers(changed); !fine)
            return fine.error();
    }
    *thing = changed;
    return checked(project, std::move(edited));
}

template<class T>
Result<Project> remove(const Project &project, std::vector<T> Cluster::*list, const std::string &name,
                       const char *expected)
{
    Project edited = project;
    const auto thing = findIn(edited.cluster.*list, name);
    if (thing == (edited.cluster.*list).end())
        return absent(quoteText(name), expected);
    (edited.cluster.*list).erase(thing);
    return edited;
}

} // namespace

bool isSetName(const Cluster &cluster, const std::string &name)
{
    const auto has = [&name](const auto &things) {
        return std::any_of(things.begin(), things.end(), [&name](const auto &thing) { return thing.name == name; });
    };
    return has(cluster.conflictSets) || has(cluster.deviceGroups);
}

std::string freeSetName(const Cluster &cluster, const std::string &base)
{
    for (std::size_t index = 0;; ++index) {
        auto name = base + "-" + std::to_string(index);
        if (!isSetName(cluster, name))
            return name;
    }
}

Result<Project> addConflictSet(const Project &project, const ConflictSet &set)
{
    return add(project, &Cluster::conflictSets, set);
}

Result<Project> replaceConflictSet(const Project &project, const std::string &name, const ConflictSet &set)
{
    return replace(project, &Cluster::conflictSets, name, set, "a conflict set");
}

Result<Project> removeConflictSet(const Project &project, const std::string &name)
{
    return remove(project, &Cluster::conflictSets, name, "a conflict set");
}

Result<Project> addDeviceGroup(const Project &project, const DeviceGroup &group)
{
    return add(project, &Cluster::deviceGroups, group);
}

Result<Project> replaceDeviceGroup(const Project &project, const std::string &name, const DeviceGroup &group)
{
    auto edited = replace(project, &Cluster::deviceGroups, name, group, "a device group");
    if (!edited)
        return edited;
    for (auto &mapping : edited->mappings) {
        if (mapping.group == name)
            mapping.group = group.name;
    }
    return edited;
}

Result<Project> removeDeviceGroup(const Project &project, const std::string &name)
{
    auto edited = remove(project, &Cluster::deviceGroups, name, "a device group");
    if (edited)
        std::erase_if(edited->mappings, [&name](const Mapping &mapping) { return mapping.group == name; });
    return edited;
}

Result<Project> addToGroup(const Project &project, const std::string &name, const std::vector<std::string> &members)
{
    const DeviceGroup *group = findDeviceGroup(project.cluster, groupKey(name));
    if (!group)
        return absent(quoteText(name), "a device group");
    DeviceGroup larger = *group;
    larger.devices = withMembers(group->devices, members);
    return replaceDeviceGroup(project, name, larger);
}

Result<Project> takeOutOfGroup(const Project &project, const std::string &name, const std::vector<std::string> &members)
{
    const DeviceGroup *group = findDeviceGroup(project.cluster, groupKey(name));
    if (!group)
        return absent(quoteText(name), "a device group");
    DeviceGroup smaller = *group;
    smaller.devices = withoutMembers(project.cluster, group->devices, members);
    return smaller.devices.empty() ? removeDeviceGroup(project, name) : replaceDeviceGroup(project, name, smaller);
}

Result<Project> setMappings(const Project &project, const std::vector<Mapping> &mappings)
{
    const auto mistakes = findMappingMistakes(mappings, project.cluster, "/mappings");
    if (!mistakes.ok())
        return mistakes.errors.front();
    Project edited = project;
    edited.mappings = mappings;
    return edited;
}

Result<Project> setMappingsOf(const Project &project, const std::string &group, const std::vector<Mapping> &mappings)
{
    for (const auto &mapping : mappings)
        if (mapping.group != group)
            return refusal("a mapping of " + quoteText(mapping.group), "one of " + quoteText(group),
                           "change the mapping of that group");
    std::vector<Mapping> all;
    auto next = mappings.begin();
    for (const auto &mapping : project.mappings) {
        if (mapping.group != group)
            all.push_back(mapping);
        else if (next != mappings.end())
            all.push_back(*next++);
    }
    all.insert(all.end(), next, mappings.end());
    return setMappings(project, all);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/fragment_entries.h"

#include "project/library_edits.h"

#include <algorithm>
#include <unordered_set>

namespace heteroscope {

namespace {

bool isLike(const Link &link, const LinkType &type)
{
    return link.technology == type.technology && link.bandwidth == type.bandwidth && link.latency == type.latency;
}

/// The entry's name in the list: its own, or the next that is free when that means something else. `find` gives what a
/// name means there already.
template<class T, class Find>
std::string addEntryTo(std::vector<T> &list, T entry, Find find)
{
    const std::string base = entry.name;
    for (int next = 2;; ++next) {
        const T *there = find(entry.name);
        if (there && *there == entry)
            return entry.name;
        if (!there) {
            list.push_back(std::move(entry));
            return list.back().name;
        }
        entry.name = base + " (" + std::to_string(next) + ")";
    }
}

void addDeviceTypes(Cluster &cluster, const std::vector<Node> &nodes, const Cluster &fragment, NameMap &nameOf)
{
    const auto find = [&cluster](const std::string &name) { return findDeviceType(cluster, name); };
    for (const auto &node : nodes) {
        for (const auto &device : node.devices) {
            if (nameOf.contains(device.type))
                continue;
            const DeviceType *type = findDeviceType(fragment, device.type);
            nameOf[device.type] = type ? addEntryTo(cluster.deviceTypes, *type, find) : device.type;
        }
    }
}

} // namespace

Library usedEntries(const Project &project, const Cluster &drawn)
{
    const Library &own = project.library;
    Library used;
    std::unordered_set<std::string_view> templates;
    for (const auto &node : drawn.nodes)
        templates.insert(node.templateName);
    std::copy_if(own.nodes.begin(), own.nodes.end(), std::back_inserter(used.nodes),
                 [&](const Node &node) { return templates.contains(node.name); });
    std::copy_if(own.links.begin(), own.links.end(), std::back_inserter(used.links), [&](const LinkType &type) {
        return std::any_of(drawn.links.begin(), drawn.links.end(),
                           [&type](const Link &link) { return isLike(link, type); });
    });
    std::copy_if(own.models.begin(), own.models.end(), std::back_inserter(used.models),
                 [&](const Model &model) { return model == project.workload.model; });
    return used;
}

CarriedNames addUsedEntries(Project &project, const Project &fragment)
{
    const Library used = usedEntries(fragment, fragment.cluster);
    CarriedNames names;
    addDeviceTypes(project.cluster, fragment.cluster.nodes, fragment.cluster, names.deviceTypes);
    addDeviceTypes(project.cluster, used.nodes, fragment.cluster, names.deviceTypes);
    for (Node node : used.nodes) {
        const std::string name = node.name;
        for (auto &device : node.devices)
            device.type = names.deviceTypes.at(device.type);
        names.templates[name] = addEntryTo(project.library.nodes, std::move(node), [&](const std::string &wanted) {
            return findNodeTemplate(project, wanted);
        });
    }
    for (const auto &type : used.links)
        addEntryTo(project.library.links, type,
                   [&](const std::string &wanted) { return findLinkType(project, wanted); });
    for (const auto &model : used.models)
        addEntryTo(project.library.models, model,
                   [&](const std::string &wanted) { return findModel(project, wanted); });
    return names;
}

} // namespace heteroscope

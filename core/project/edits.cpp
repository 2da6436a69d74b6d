// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/edits.h"

#include "cluster/attach.h"
#include "cluster/cluster_json.h"
#include "project/device_groups.h"
#include "project/edit_check.h"
#include "project/fragment.h"
#include "project/name_pool.h"
#include "project/renaming.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

std::string whyNotNew(const Cluster &cluster, const std::string &name)
{
    if (auto why = whyNotName(name); !why.empty())
        return why;
    return cluster.isNameTaken(name) ? "a name that no other node, switch, link or rack has" : std::string();
}

bool isThing(const Cluster &cluster, const std::string &name)
{
    return cluster.findNode(name) || cluster.findSwitch(name);
}

/// How many links stand at one copy of the thing, and how many copies of it there are.
std::size_t repeatOf(const Cluster &cluster, const std::string &name, const Rack **rack)
{
    *rack = nullptr;
    for (const auto &one : cluster.racks) {
        if (std::find(one.members.begin(), one.members.end(), name) != one.members.end()) {
            *rack = &one;
            return static_cast<std::size_t>(std::max(1, one.repeat));
        }
    }
    return 1;
}

std::size_t linksAt(const Cluster &cluster, const std::string &name)
{
    const Rack *own = nullptr;
    repeatOf(cluster, name, &own);
    std::size_t count = 0;
    for (const auto &link : cluster.links) {
        if (link.from != name && link.to != name)
            continue;
        const Rack *others = nullptr;
        const auto copies = repeatOf(cluster, link.from == name ? link.to : link.from, &others);
        count += own && own == others ? 1 : copies;
    }
    return count;
}

template<class T>
T *findMutable(std::vector<T> &things, const std::string &name)
{
    const auto it = std::find_if(things.begin(), things.end(), [&name](const T &thing) { return thing.name == name; });
    return it == things.end() ? nullptr : &*it;
}

Error unknown(const std::string &name, const char *expected) { return absent(quoteText(name), expected); }

/// What replaceNode, replaceSwitch, replaceLink and replaceRack have in common.
template<class T, class Carry>
Result<Project> replaceThing(const Project &project, std::vector<T> Cluster::*list, const std::string &name,
                             const T &changed, const char *expected, Carry carry)
{
    Project edited = project;
    T *thing = findMutable(edited.cluster.*list, name);
    if (!thing)
        return unknown(name, expected);
    if (*thing == changed)
        return edited;
    if (changed.name != name) {
        if (auto why = whyNotNew(project.cluster, changed.name); !why.empty())
            return refusal("the name " + quoteText(changed.name), std::move(why), "choose another name");
    }
    *thing = changed;
    carry(edited);
    return checked(project, std::move(edited));
}

/// Why two different things that are there can have no link more.
std::string whyNoFurtherLink(const Cluster &cluster, const std::string &from, const std::string &to)
{
    for (const auto *end : {&from, &to}) {
        if (const Node *node = cluster.findNode(*end); node && !attachPoint(*node))
            return quoteText(*end) + " has no place to attach a link: give it a vertex of kind nic";
        const Switch *one = cluster.findSwitch(*end);
        if (!one || one->ports == 0)
            continue;
        const Rack *own = nullptr;
        const Rack *others = nullptr;
        repeatOf(cluster, *end, &own);
        const auto copies = repeatOf(cluster, end == &from ? to : from, &others);
        if (linksAt(cluster, *end) + (own && own == others ? 1 : copies) > static_cast<std::size_t>(one->ports))
            return "all " + std::to_string(one->ports) + " ports of " + quoteText(*end) + " are in use";
    }
    return {};
}

} // namespace

std::string freeName(const Cluster &cluster, const std::string &base) { return NamePool(cluster).take(base); }

Result<Project> addNode(const Project &project, const Node &nodeTemplate, const std::string &name, CanvasPosition at)
{
    if (auto why = whyNotNew(project.cluster, name); !why.empty())
        return refusal("the name " + quoteText(name), std::move(why), "choose another name");
    Project edited = project;
    edited.cluster.nodes.push_back(nodeFrom(nodeTemplate, name));
    edited.canvas[name] = onCanvas(at);
    return checked(project, std::move(edited));
}

Result<Project> addSwitch(const Project &project, const std::string &name, CanvasPosition at)
{
    if (auto why = whyNotNew(project.cluster, name); !why.empty())
        return refusal("the name " + quoteText(name), std::move(why), "choose another name");
    Project edited = project;
    Switch made;
    made.name = name;
    edited.cluster.switches.push_back(std::move(made));
    edited.canvas[name] = onCanvas(at);
    return checked(project, std::move(edited));
}

std::string whyNotLinkable(const Cluster &cluster, const std::string &from, const std::string &to)
{
    for (const auto *end : {&from, &to}) {
        if (!isThing(cluster, *end))
            return "there is no node or switch " + quoteText(*end);
    }
    if (from == to)
        return "a link needs two different ends";
    for (const auto &link : cluster.links) {
        if ((link.from == from && link.to == to) || (link.from == to && link.to == from))
            return "already linked; duplicate the link for one more beside it";
    }
    return whyNoFurtherLink(cluster, from, to);
}

Result<Project> addLink(const Project &project, const std::string &from, const std::string &to, const LinkType &type)
{
    if (auto why = whyNotLinkable(project.cluster, from, to); !why.empty())
        return refusal("a link from " + quoteText(from) + " to " + quoteText(to), std::move(why),
                       "choose two other ends");
    Project edited = project;
    edited.cluster.links.push_back(linkFrom(type, NamePool(project.cluster).takeExactly(from + "-" + to), from, to));
    return checked(project, std::move(edited));
}

Result<Project> addParallelLink(const Project &project, const std::string &name)
{
    const Link *link = project.cluster.findLink(name);
    if (!link)
        return refusal("the link " + quoteText(name), "there is no such link", "choose a link of the cluster");
    if (auto why = whyNoFurtherLink(project.cluster, link->from, link->to); !why.empty())
        return refusal("a link more from " + quoteText(link->from) + " to " + quoteText(link->to), std::move(why),
                       "change the link that is there");
    Link made = *link;
    made.name = NamePool(project.cluster).takeExactly(link->from + "-" + link->to);
    Project edited = project;
    edited.cluster.links.push_back(std::move(made));
    return checked(project, std::move(edited));
}

Result<Project> removeThings(const Project &project, const std::set<std::string> &names)
{
    for (const auto &name : names) {
        if (!project.cluster.isNameTaken(name) && !findNote(project.notes, name) &&
            !findDeviceGroup(project.cluster, name))
            return unknown(name, "a node, switch, link, rack, note or device group");
    }
    Project edited = project;
    auto &cluster = edited.cluster;
    std::set<std::string> gone;
    for (const auto &name : names) {
        if (isThing(cluster, name))
            gone.insert(name);
    }
    const auto isNamed = [&names](const auto &thing) { return names.contains(thing.name); };
    std::erase_if(cluster.nodes, isNamed);
    std::erase_if(cluster.switches, isNamed);
    std::erase_if(cluster.links, isNamed);
    std::erase_if(cluster.racks, isNamed);
    std::erase_if(cluster.deviceGroups,
                  [&names](const DeviceGroup &group) { return names.contains(groupKey(group.name)); });
    std::erase_if(edited.notes, [&names](const Note &note) { return names.contains(noteKey(note.id)); });
    forgetThings(edited, gone);
    forgetMissingLinks(edited);
    forgetMissingDevices(edited);
    return checked(project, std::move(edited));
}

Result<Duplicated> duplicateThings(const Project &project, const std::set<std::string> &names, double dx, double dy)
{
    std::set<std::string_view> known;
    const auto add = [&known](const auto &things) {
        for (const auto &thing : things)
            known.insert(thing.name);
    };
    add(project.cluster.nodes);
    add(project.cluster.switches);
    add(project.cluster.links);
    for (const auto &name : names) {
        if (!known.contains(name) && !findNote(project.notes, name))
            return unknown(name, "a node, switch, link or note");
    }
    return addFragment(project, fragmentOf(project, names), dx, dy);
}

Project moveThings(const Project &project, const std::map<std::string, CanvasPosition> &positions)
{
    Project edited = project;
    for (const auto &[name, at] : positions) {
        if (std::isfinite(at.x) && std::isfinite(at.y) && isThing(project.cluster, name))
            edited.canvas[name] = onCanvas(at);
    }
    for (auto &note : edited.notes) {
        const auto to = positions.find(noteKey(note.id));
        if (to != positions.end() && std::isfinite(to->second.x) && std::isfinite(to->second.y))
            note.at = onCanvas(to->second);
    }
    return edited;
}

Result<Project> replaceNode(const Project &project, const std::string &name, const Node &node)
{
    return replaceThing(project, &Cluster::nodes, name, node, "a node", [&](Project &edited) {
        if (node.name != name)
            carryThingName(edited, name, node.name);
        forgetMissingDevices(edited);
    });
}

Result<Project> replaceSwitch(const Project &project, const std::string &name, const Switch &changed)
{
    return replaceThing(project, &Cluster::switches, name, changed, "a switch", [&](Project &edited) {
        if (changed.name != name)
            carryThingName(edited, name, changed.name);
    });
}

Result<Project> replaceLink(const Project &project, const std::string &name, const Link &link)
{
    if (const Link *old = project.cluster.findLink(name); old && (old->from != link.from || old->to != link.to)) {
        Cluster without = project.cluster;
        std::erase_if(without.links, [&name](const Link &one) { return one.name == name; });
        if (auto why = whyNotLinkable(without, link.from, link.to); !why.empty())
            return refusal("a link from " + quoteText(link.from) + " to " + quoteText(link.to), std::move(why),
                           "choose two other ends");
    }
    return replaceThing(project, &Cluster::links, name, link, "a link", [&](Project &edited) {
        if (link.name != name)
            carryLinkName(edited, name, link.name);
    });
}

Result<Project> addRack(const Project &project, const Rack &rack)
{
    if (auto why = whyNotNew(project.cluster, rack.name); !why.empty())
        return refusal("the name " + quoteText(rack.name), std::move(why), "choose another name");
    if (rack.members.empty())
        return refusal("no node and no switch", "at least one member", "select nodes or switches first");
    Project edited = project;
    edited.cluster.racks.push_back(rack);
    extendGroups(edited, project.cluster);
    return checked(project, std::move(edited));
}

Result<Project> replaceRack(const Project &project, const std::string &name, const Rack &rack)
{
    return replaceThing(project, &Cluster::racks, name, rack, "a rack", [&project](Project &edited) {
        forgetMissingDevices(edited);
        extendGroups(edited, project.cluster);
    });
}

Project setTitle(const Project &project, const std::string &title, const std::string &description)
{
    Project edited = project;
    edited.title = title;
    edited.description = description;
    return edited;
}

Result<Project> setPowerUsageEffectiveness(const Project &project, double value)
{
    Project edited = project;
    edited.cluster.powerUsageEffectiveness = value;
    return checked(project, std::move(edited));
}

Project setWorkload(const Project &project, const Workload &workload)
{
    Project edited = project;
    edited.workload = workload;
    return edited;
}

Project applyPlan(const Project &project, const std::string &name, const Plan &plan)
{
    Project edited = project;
    NamedPlan named;
    named.name = name;
    if (const auto *old = findMutable(edited.plans, name)) {
        named = *old;
        if (old->plan != plan) {
            named.measured.reset();
            std::erase_if(named.extensions, [](const auto &entry) { return entry.first.starts_with("measured/"); });
        }
        std::erase_if(edited.plans, [&name](const NamedPlan &one) { return one.name == name; });
    }
    named.plan = plan;
    edited.plans.insert(edited.plans.begin(), std::move(named));
    return edited;
}

Project adoptPlan(const Project &project, const std::string &name, const Plan &plan)
{
    Project edited = project;
    auto &plans = edited.plans;
    const auto known = std::find_if(plans.begin(), plans.end(), [&](const NamedPlan &one) { return one.plan == plan; });
    if (known != plans.end()) {
        std::rotate(plans.begin(), known, known + 1);
        return edited;
    }
    std::string unused = name;
    for (int number = 2; findMutable(plans, unused); ++number)
        unused = name + ' ' + std::to_string(number);
    plans.insert(plans.begin(), {unused, plan, std::nullopt, {}});
    return edited;
}

Project removePlan(const Project &project, const std::string &name)
{
    Project edited = project;
    std::erase_if(edited.plans, [&name](const NamedPlan &one) { return one.name == name; });
    return edited;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/sensitivity_subject.h"

#include "cluster/catalog.h"
#include "project/edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace heteroscope {

namespace {

/// Equal but for their names; links end at equal nodes or at the same switch.
bool isAlike(const Node &a, const Node &b)
{
    return a.devices == b.devices && a.vertices == b.vertices && a.fabric == b.fabric && a.power == b.power;
}

bool isAlikeEnd(const Cluster &cluster, const std::string &a, const std::string &b)
{
    const Node *nodeA = cluster.findNode(a), *nodeB = cluster.findNode(b);
    return nodeA && nodeB ? isAlike(*nodeA, *nodeB) : a == b;
}

bool isAlike(const Cluster &cluster, const Link &a, const Link &b)
{
    return a.technology == b.technology && a.bandwidth == b.bandwidth && a.latency == b.latency && a.rate == b.rate &&
           ((isAlikeEnd(cluster, a.from, b.from) && isAlikeEnd(cluster, a.to, b.to)) ||
            (isAlikeEnd(cluster, a.from, b.to) && isAlikeEnd(cluster, a.to, b.from)));
}

/// What a node is linked to, and with what bandwidth, sorted.
std::vector<std::pair<std::string, double>> neighbours(const Cluster &cluster, const std::string &node)
{
    std::vector<std::pair<std::string, double>> found;
    for (const Link &link : cluster.links)
        if (link.from == node || link.to == node)
            found.emplace_back(link.from == node ? link.to : link.from, link.bandwidth.value);
    std::sort(found.begin(), found.end());
    return found;
}

/// The same, and linked alike: one of them can stand for another.
bool isExchangeable(const Cluster &cluster, const Node &a, const Node &b)
{
    return isAlike(a, b) && neighbours(cluster, a.name) == neighbours(cluster, b.name);
}

class SubjectFinder
{
public:
    SubjectFinder(const Project &project, const Topology &topology)
        : m_cluster(project.cluster), m_precision(project.workload.job.precision), m_topology(topology)
    {}

    std::vector<SensitivitySubject> find()
    {
        links();
        nodeLinks();
        devices(SensitivityKind::deviceSpeed);
        devices(SensitivityKind::deviceMemory);
        counts();
        return std::move(m_found);
    }

private:
    /// A subject for each class of alike things.
    template<class Thing, class Alike>
    std::vector<std::vector<const Thing *>> classes(const std::vector<Thing> &things, const Alike &alike) const
    {
        std::vector<std::vector<const Thing *>> all;
        for (const Thing &thing : things) {
            const auto known = std::find_if(all.begin(), all.end(),
                                            [&](const auto &members) { return alike(*members.front(), thing); });
            if (known == all.end())
                all.push_back({&thing});
            else
                known->push_back(&thing);
        }
        return all;
    }
    template<class Thing>
    SensitivitySubject &add(SensitivityKind kind, const std::vector<const Thing *> &members, double present)
    {
        SensitivitySubject &subject = m_found.emplace_back();
        subject.kind = kind;
        subject.name = members.front()->name;
        for (const Thing *member : members)
            subject.members.push_back(member->name);
        subject.present = present;
        return subject;
    }

    void links()
    {
        for (const auto &members :
             classes(m_cluster.links, [this](const Link &a, const Link &b) { return isAlike(m_cluster, a, b); }))
            add(SensitivityKind::link, members, members.front()->bandwidth.value);
    }
    void nodeLinks()
    {
        for (const auto &members : classes(m_cluster.nodes, [](const Node &a, const Node &b) { return isAlike(a, b); }))
            if (!members.front()->fabric.empty() && members.front()->devices.size() > 1)
                add(SensitivityKind::nodeLink, members, members.front()->fabric.front().bandwidth.value);
    }
    void devices(SensitivityKind kind)
    {
        for (const DeviceType &type : m_topology.deviceTypes()) {
            const auto peak = type.peakAt(m_precision);
            const double present = kind == SensitivityKind::deviceMemory ? type.memory.value : peak ? peak->value : 0;
            if (present > 0)
                m_found.push_back({kind, type.name, {type.name}, present, {}});
        }
    }
    void counts()
    {
        for (const Rack &rack : m_cluster.racks) {
            double price = 0;
            bool isKnown = true;
            for (const std::string &member : rack.members)
                if (const Node *node = m_cluster.findNode(member))
                    addPrice(*node, price, isKnown);
            SensitivitySubject &subject = m_found.emplace_back();
            subject = {SensitivityKind::nodeCount, rack.name, {rack.name}, static_cast<double>(rack.repeat), {}};
            if (isKnown && price > 0)
                subject.pricePerHour = price;
        }
        std::vector<Node> single;
        for (const Node &node : m_cluster.nodes)
            if (!m_cluster.rackOf(node.name))
                single.push_back(node);
        for (const auto &members :
             classes(single, [this](const Node &a, const Node &b) { return isExchangeable(m_cluster, a, b); })) {
            double price = 0;
            bool isKnown = true;
            addPrice(*members.front(), price, isKnown);
            SensitivitySubject &subject = add(SensitivityKind::nodeCount, members, static_cast<double>(members.size()));
            if (isKnown && price > 0)
                subject.pricePerHour = price;
        }
    }
    void addPrice(const Node &node, double &price, bool &isKnown) const
    {
        for (const Device &device : node.devices) {
            const auto &types = m_topology.deviceTypes();
            const auto type = std::find_if(types.begin(), types.end(),
                                           [&device](const DeviceType &one) { return one.name == device.type; });
            if (type != types.end() && type->pricePerHour)
                price += *type->pricePerHour;
            else
                isKnown = false;
        }
    }

    const Cluster &m_cluster;
    Precision m_precision;
    const Topology &m_topology;
    std::vector<SensitivitySubject> m_found;
};

Error refusalOf(const SensitivitySubject &subject, double value, std::string expected)
{
    return {Error::Code::invalid,
            {},
            {},
            fmt::format("{} \"{}\" with the value {}", sensitivityKindNames[static_cast<std::size_t>(subject.kind)],
                        subject.name, value),
            std::move(expected),
            "choose another value"};
}

bool isMember(const SensitivitySubject &subject, const std::string &name)
{
    return std::find(subject.members.begin(), subject.members.end(), name) != subject.members.end();
}

void scaleDevices(Cluster &cluster, const SensitivitySubject &subject, double factor, const Topology &topology)
{
    const auto own = std::find_if(cluster.deviceTypes.begin(), cluster.deviceTypes.end(),
                                  [&subject](const DeviceType &type) { return type.name == subject.name; });
    DeviceType *type = nullptr;
    if (own != cluster.deviceTypes.end()) {
        type = &*own;
    } else {
        for (const DeviceType &one : topology.deviceTypes())
            if (one.name == subject.name)
                type = &cluster.deviceTypes.emplace_back(one);
    }
    if (!type)
        return;
    if (subject.kind == SensitivityKind::deviceMemory) {
        type->memory = type->memory * factor;
        return;
    }
    type->memoryBandwidth = BytesPerSecond(type->memoryBandwidth.value * factor);
    for (auto &peak : type->peak)
        if (peak)
            peak = FlopPerSecond(peak->value * factor);
}

/// One more of the nodes, with links of its own to what the others are linked to.
void addOne(Cluster &cluster, const std::string &like)
{
    Node node = *cluster.findNode(like);
    node.name = freeName(cluster, like);
    const std::vector<Link> before = cluster.links;
    const std::string name = node.name;
    cluster.nodes.push_back(std::move(node));
    for (const Link &one : before) {
        if (one.from != like && one.to != like)
            continue;
        Link made = one;
        (one.from == like ? made.from : made.to) = name;
        made.name = freeName(cluster, one.name);
        cluster.links.push_back(std::move(made));
    }
}

Result<Project> withCount(Project project, const SensitivitySubject &subject, int count)
{
    for (Rack &rack : project.cluster.racks)
        if (rack.name == subject.name && isMember(subject, rack.name)) {
            Rack changed = rack;
            changed.repeat = count;
            return replaceRack(project, rack.name, changed);
        }
    const int present = static_cast<int>(subject.members.size());
    if (count < present)
        return removeThings(project, {subject.members.begin() + count, subject.members.end()});
    for (int i = present; i < count; ++i)
        addOne(project.cluster, subject.name);
    return project;
}

} // namespace

std::vector<SensitivitySubject> sensitivitySubjects(const Project &project, const Topology &topology)
{
    return SubjectFinder(project, topology).find();
}

std::vector<std::string> alikeMembers(const Cluster &cluster, SensitivityKind kind, const std::string &name)
{
    std::vector<std::string> members;
    if (kind == SensitivityKind::link) {
        if (const Link *like = cluster.findLink(name))
            for (const Link &link : cluster.links)
                if (isAlike(cluster, *like, link))
                    members.push_back(link.name);
        return members;
    }
    const Node *like = cluster.findNode(name);
    for (const Node &node : cluster.nodes)
        if (like &&
            (kind == SensitivityKind::nodeCount ? !cluster.rackOf(node.name) && isExchangeable(cluster, *like, node)
                                                : isAlike(*like, node)))
            members.push_back(node.name);
    return members;
}

Result<Project> withSensitivityValue(const Project &project, const SensitivitySubject &subject, double value)
{
    const bool isCount = subject.kind == SensitivityKind::nodeCount;
    if (!std::isfinite(value) || value <= 0 || subject.present <= 0)
        return refusalOf(subject, value, "a value above 0");
    Project changed = project;
    const double factor = value / subject.present;
    switch (subject.kind) {
    case SensitivityKind::link:
        for (Link &link : changed.cluster.links)
            if (isMember(subject, link.name))
                link.bandwidth = BytesPerSecond(link.bandwidth.value * factor);
        break;
    case SensitivityKind::nodeLink:
        for (Node &node : changed.cluster.nodes)
            if (isMember(subject, node.name))
                for (FabricLink &link : node.fabric)
                    link.bandwidth = BytesPerSecond(link.bandwidth.value * factor);
        break;
    case SensitivityKind::deviceSpeed:
    case SensitivityKind::deviceMemory: {
        const auto topology = Topology::build(project.cluster);
        if (!topology)
            return topology.error();
        scaleDevices(changed.cluster, subject, factor, *topology);
        break;
    }
    case SensitivityKind::nodeCount: {
        const int count = static_cast<int>(std::lround(std::min(value, 1e6)));
        if (count < 1)
            return refusalOf(subject, value, "at least one");
        auto counted = withCount(std::move(changed), subject, count);
        if (!counted)
            return counted.error();
        changed = std::move(*counted);
        break;
    }
    }
    if (isCount && changed.cluster.nodes.empty())
        return refusalOf(subject, value, "a node that is left");
    return changed;
}

} // namespace heteroscope

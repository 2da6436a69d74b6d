// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/advice.h"

#include "cluster/catalog.h"
#include "project/edit_check.h"
#include "project/edits.h"
#include "project/group_advice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

/// What hangs together by links: nodes and switches as numbers, nodes first.
class Islands
{
public:
    explicit Islands(const Cluster &cluster) : m_cluster(cluster)
    {
        for (const auto &node : cluster.nodes)
            add(node.name);
        for (const auto &one : cluster.switches)
            add(one.name);
        m_links.resize(m_names.size(), 0);
        for (const auto &link : cluster.links) {
            const auto from = m_index.find(link.from);
            const auto to = m_index.find(link.to);
            if (from == m_index.end() || to == m_index.end())
                continue;
            ++m_links[from->second];
            ++m_links[to->second];
            m_parent[rootOf(from->second)] = rootOf(to->second);
        }
        for (std::size_t i = 0; i < m_names.size(); ++i)
            m_members[rootOf(i)].push_back(i);
    }

    /// The one with the most devices, then the first. There must be a node.
    std::size_t mainland()
    {
        std::vector<std::size_t> devices(m_names.size(), 0); // by root
        for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i)
            devices[rootOf(i)] += m_cluster.nodes[i].devices.size();
        std::size_t best = rootOf(0);
        for (std::size_t i = 1; i < m_cluster.nodes.size(); ++i)
            if (const auto root = rootOf(i); devices[root] > devices[best])
                best = root;
        return best;
    }

    /// Islands with nodes, in the order of their first one.
    std::vector<std::size_t> withNodes()
    {
        std::vector<std::size_t> roots;
        for (std::size_t i = 0; i < m_cluster.nodes.size(); ++i)
            if (const auto root = rootOf(i); m_members[root].front() == i)
                roots.push_back(root);
        return roots;
    }

    const std::string &firstNode(std::size_t island) { return m_names[m_members[island].front()]; }
    std::size_t nodesOf(std::size_t island)
    {
        return static_cast<std::size_t>(std::count_if(m_members[island].begin(), m_members[island].end(),
                                                      [this](std::size_t i) { return isNode(i); }));
    }

    /// Its switch with the most links, else its first node.
    const std::string &hub(std::size_t island)
    {
        const auto &members = m_members[island];
        std::size_t best = members.front();
        for (const auto member : members)
            if (!isNode(member) && (isNode(best) || m_links[member] > m_links[best]))
                best = member;
        return m_names[best];
    }

private:
    void add(const std::string &name)
    {
        m_index.emplace(name, m_names.size());
        m_parent.push_back(m_names.size());
        m_names.push_back(name);
    }

    bool isNode(std::size_t i) const { return i < m_cluster.nodes.size(); }

    std::size_t rootOf(std::size_t i)
    {
        while (m_parent[i] != i)
            i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }

    const Cluster &m_cluster;
    std::vector<std::string> m_names;
    std::vector<std::size_t> m_parent;
    std::vector<std::size_t> m_links;
    std::unordered_map<std::string, std::size_t> m_index;
    std::unordered_map<std::size_t, std::vector<std::size_t>> m_members;
};

void adviseUnreachable(const Cluster &cluster, std::vector<Advice> &advice)
{
    if (cluster.nodes.size() < 2)
        return;
    Islands islands(cluster);
    const auto roots = islands.withNodes();
    if (roots.size() < 2)
        return;
    // Whether two things can be linked takes a look at all links: a drawing in which nothing is linked yet has more
    // islands than anybody fixes one by one.
    constexpr int maxFixes = 100;
    int fixes = 0;
    const auto mainland = islands.mainland();
    const std::string &port = islands.hub(mainland);
    for (const auto island : roots) {
        if (island == mainland)
            continue;
        const UnreachableNodes nodes{islands.nodesOf(island) - 1, islands.hub(island), port};
        const bool linkable = fixes++ < maxFixes && whyNotLinkable(cluster, nodes.from, nodes.to).empty();
        advice.push_back({islands.firstNode(island), nodes, linkable});
    }
}

/// Bandwidths of the catalog for each technology.
bool isUsual(LinkTechnology technology, double bandwidth)
{
    constexpr double tolerance = 1e-6;
    const auto &links = builtinCatalog().links;
    return std::any_of(links.begin(), links.end(), [&](const LinkType &type) {
        return type.technology == technology && std::abs(type.bandwidth.value - bandwidth) < tolerance * bandwidth;
    });
}

void adviseBits(const Cluster &cluster, std::vector<Advice> &advice)
{
    constexpr double bitsInByte = 8;
    for (const auto &link : cluster.links) {
        const double eighth = link.bandwidth.value / bitsInByte;
        if (isUsual(link.technology, link.bandwidth.value) || !isUsual(link.technology, eighth))
            continue;
        advice.push_back({link.name, BitsForBytes{link.bandwidth, BytesPerSecond(eighth)}, true});
    }
}

void advisePrecision(const Project &project, std::vector<Advice> &advice)
{
    std::vector<std::pair<const DeviceType *, std::string>> used; // with the first node that holds it
    std::unordered_set<std::string_view> seen;
    for (const auto &node : project.cluster.nodes) {
        for (const auto &device : node.devices) {
            if (!seen.insert(device.type).second)
                continue;
            if (const DeviceType *type = findDeviceType(project.cluster, device.type))
                used.emplace_back(type, node.name);
        }
    }
    const auto allCompute = [&used](Precision precision) {
        return std::all_of(used.begin(), used.end(),
                           [precision](const auto &one) { return one.first->peakAt(precision).has_value(); });
    };
    const Precision wanted = project.workload.job.precision;
    for (const auto &[type, node] : used) {
        if (type->peakAt(wanted))
            continue;
        UnsupportedPrecision unsupported{type->name, wanted, {}};
        constexpr std::array preferred = {Precision::bf16, Precision::fp16, Precision::tf32, Precision::fp32};
        if (const auto *one = std::find_if(preferred.begin(), preferred.end(), allCompute); one != preferred.end())
            unsupported.common = *one;
        const bool canBeFollowed = unsupported.common.has_value();
        advice.push_back({node, std::move(unsupported), canBeFollowed});
    }
}

void adviseOversubscribed(const Cluster &cluster, std::vector<Advice> &advice)
{
    // Ports that are alike are one line, at the first of them.
    const auto all = findOversubscribed(cluster);
    std::map<std::tuple<bool, double, double>, std::size_t> alike; // how many others
    std::vector<const Oversubscription *> first;
    for (const auto &port : all) {
        const auto [at, isFirst] = alike.try_emplace({port.isNode, port.inward.value, port.outward.value}, 0);
        if (isFirst)
            first.push_back(&port);
        else
            ++at->second;
    }
    for (const auto *one : first)
        advice.push_back({one->thing,
                          OversubscribedPort{*one, alike.at({one->isNode, one->inward.value, one->outward.value})},
                          false});
}

/// Like the links that are at its ends already.
LinkType linkTypeFor(const Cluster &cluster, const UnreachableNodes &nodes)
{
    const auto like = [](const Link &link) {
        LinkType type;
        type.technology = link.technology;
        type.bandwidth = link.bandwidth;
        type.latency = link.latency;
        return type;
    };
    for (const auto *end : {&nodes.to, &nodes.from}) {
        for (const auto &link : cluster.links)
            if (link.from == *end || link.to == *end)
                return like(link);
    }
    const LinkType *usual = builtinCatalog().findLink("InfiniBand HDR 200G");
    return usual ? *usual : LinkType{};
}

} // namespace

std::vector<Advice> findAdvice(const Project &project)
{
    std::vector<Advice> advice;
    adviseUnreachable(project.cluster, advice);
    for (ImpossibleLink &link : findImpossibleLinks(project.cluster))
        advice.push_back({link.link, std::move(link), false});
    adviseBits(project.cluster, advice);
    advisePrecision(project, advice);
    adviseOversubscribed(project.cluster, advice);
    adviseGroups(project, advice);
    return advice;
}

bool Advice::isNote() const
{
    return std::holds_alternative<OversubscribedPort>(about) || std::holds_alternative<OverlappingGroups>(about);
}

Result<Project> followAdvice(const Project &project, const Advice &advice)
{
    if (!advice.canBeFollowed)
        return refusal({}, "advice that can be followed at once", "make the change by hand");
    if (const auto *nodes = std::get_if<UnreachableNodes>(&advice.about))
        return addLink(project, nodes->from, nodes->to, linkTypeFor(project.cluster, *nodes));
    if (const auto *bits = std::get_if<BitsForBytes>(&advice.about)) {
        const Link *link = project.cluster.findLink(advice.thing);
        if (!link)
            return absent("no link " + advice.thing, "a link of the cluster");
        Link changed = *link;
        changed.bandwidth = bits->meant;
        return replaceLink(project, advice.thing, changed);
    }
    if (const auto *unsupported = std::get_if<UnsupportedPrecision>(&advice.about)) {
        Workload workload = project.workload;
        workload.job.precision = *unsupported->common;
        return setWorkload(project, workload);
    }
    return followGroupAdvice(project, advice);
}

} // namespace heteroscope

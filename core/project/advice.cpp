// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/advice.h"

#include "cluster/catalog.h"
#include "project/edit_check.h"
#include "project/edits.h"
#include "project/group_advice.h"
#include "project/oversubscription.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace heteroscope {

namespace {

std::string gigabytes(BytesPerSecond rate)
{
    constexpr double tera = 1e12;
    return rate.value < tera ? fmt::format("{:.3g} GB/s", rate.value / 1e9)
                             : fmt::format("{:.3g} TB/s", rate.value / tera);
}

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
    // islands than anybody mends one by one.
    constexpr int mostMends = 100;
    int mends = 0;
    const auto mainland = islands.mainland();
    const std::string &port = islands.hub(mainland);
    for (const auto island : roots) {
        if (island == mainland)
            continue;
        Advice one{Advice::Kind::unreachable, islands.firstNode(island), {}, islands.hub(island), port, {}, {}, {}};
        const auto others = islands.nodesOf(island) - 1;
        one.about.found =
            one.thing + (others == 0   ? " is not linked to the other nodes"
                         : others == 1 ? " and one more node are not linked to the others"
                                       : fmt::format(" and {} more nodes are not linked to the others", others));
        if (mends++ < mostMends && whyNotLinkable(cluster, one.from, one.to).empty())
            one.about.hint = "link " + one.from + " to " + one.to;
        advice.push_back(std::move(one));
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
        Advice one{Advice::Kind::bitsForBytes, link.name, {}, {}, {}, BytesPerSecond(eighth), {}, {}};
        one.about.found = fmt::format("{} of {}: bits taken for bytes?", link.name, gigabytes(link.bandwidth));
        one.about.expected = fmt::format("{:.3g} Gb/s are {}", link.bandwidth.value / 1e9, gigabytes(one.bandwidth));
        one.about.hint = "set it to " + gigabytes(one.bandwidth);
        advice.push_back(std::move(one));
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
        Advice one{Advice::Kind::unsupportedPrecision, node, {}, {}, {}, {}, wanted, {}};
        one.about.found =
            fmt::format("{} does not compute in {}", type->name, precisionNames[static_cast<std::size_t>(wanted)]);
        for (const Precision precision : {Precision::bf16, Precision::fp16, Precision::tf32, Precision::fp32}) {
            if (!allCompute(precision))
                continue;
            one.precision = precision;
            one.about.hint = fmt::format("train in {}", precisionNames[static_cast<std::size_t>(precision)]);
            break;
        }
        advice.push_back(std::move(one));
    }
}

Advice adviceAbout(const Oversubscription &port, std::size_t alike)
{
    Advice one{Advice::Kind::oversubscribed, port.thing, {}, {}, {}, {}, {}, {}};
    const std::string subject = alike == 0   ? port.thing + " is"
                                : alike == 1 ? port.thing + " and one more like it are"
                                             : fmt::format("{} and {} more like it are", port.thing, alike);
    const char *ways = port.isNode ? "links" : "uplinks";
    one.about.found =
        fmt::format("{} over-subscribed {:.3g}:1: {}{} share {} of {}", subject, port.ratio(), gigabytes(port.inward),
                    port.isNode ? " of devices" : " from below", gigabytes(port.outward), ways);
    one.about.expected = fmt::format("{} of {} would make it 1:1", gigabytes(port.inward), ways);
    return one;
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
        advice.push_back(adviceAbout(*one, alike.at({one->isNode, one->inward.value, one->outward.value})));
}

/// Like the links that are at its ends already.
LinkType linkTypeFor(const Cluster &cluster, const Advice &advice)
{
    const auto like = [](const Link &link) {
        LinkType type;
        type.technology = link.technology;
        type.bandwidth = link.bandwidth;
        type.latency = link.latency;
        return type;
    };
    for (const auto *end : {&advice.to, &advice.from}) {
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
    adviseBits(project.cluster, advice);
    advisePrecision(project, advice);
    adviseOversubscribed(project.cluster, advice);
    adviseGroups(project, advice);
    return advice;
}

Result<Project> followAdvice(const Project &project, const Advice &advice)
{
    if (advice.about.hint.empty())
        return refusal(advice.about.found, "something that can be mended at once");
    switch (advice.kind) {
    case Advice::Kind::unreachable:
        return addLink(project, advice.from, advice.to, linkTypeFor(project.cluster, advice));
    case Advice::Kind::bitsForBytes: {
        const Link *link = project.cluster.findLink(advice.thing);
        if (!link)
            return refusal("no link " + advice.thing, "a link of the cluster", Error::Code::reference);
        Link mended = *link;
        mended.bandwidth = advice.bandwidth;
        return replaceLink(project, advice.thing, mended);
    }
    case Advice::Kind::emptyGroup:
    case Advice::Kind::overlappingGroups:
    case Advice::Kind::impossibleMappings:
        return followGroupAdvice(project, advice);
    case Advice::Kind::oversubscribed: // a matter of what was bought; it has no hint
    case Advice::Kind::unsupportedPrecision:
        break;
    }
    Workload workload = project.workload;
    workload.job.precision = advice.precision;
    return setWorkload(project, workload);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/topology.h"

#include "cluster/topology_builder.h"

#include <algorithm>
#include <limits>

namespace heteroscope {

namespace {

constexpr std::int32_t unreached = -1;

/// What the search notes at the vertices it meets; kept between calls so that a call costs only what it touches.
struct Scratch
{
    std::vector<std::int32_t> level;    // hops from the start; unreached
    std::vector<double> width;          // of the widest shortest way from the start
    std::vector<double> latency;        // of the best way on to the goal; infinite: not on one
    std::vector<std::uint32_t> touched; // in order of levels
    std::vector<EdgeId> equal;          // ways on from a vertex that are as good as each other

    void prepare(std::size_t vertices)
    {
        for (const auto vertex : touched) {
            if (vertex < level.size())
                level[vertex] = unreached;
        }
        touched.clear();
        if (level.size() < vertices) {
            level.resize(vertices, unreached);
            width.resize(vertices);
            latency.resize(vertices);
        }
    }
};

} // namespace

std::optional<DeviceId> Topology::findDevice(const std::string &name) const
{
    const auto it = m_deviceByName.find(name);
    return it == m_deviceByName.end() ? std::nullopt : std::optional(it->second);
}

std::optional<Route> Topology::route(DeviceId from, DeviceId to) const
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (!from.isValid() || !to.isValid() || from.index() >= m_devices.size() || to.index() >= m_devices.size())
        return std::nullopt;
    if (from == to)
        return Route{{}, BytesPerSecond(infinite), Seconds(0), false, false};

    thread_local Scratch scratch;
    scratch.prepare(m_vertices.size());
    auto &level = scratch.level;
    auto &width = scratch.width;
    auto &latency = scratch.latency;
    auto &touched = scratch.touched;
    auto &equal = scratch.equal;
    const auto start = static_cast<std::uint32_t>(from.index());
    const auto goal = static_cast<std::uint32_t>(to.index());

    // A shortest way visits no vertex twice, so it does not go into a dead end other than its own two nodes.
    const auto leadsNowhere = [&](std::uint32_t vertex) {
        const auto &node = m_vertices[vertex].node;
        return node && m_isDeadEnd[*node] && node != m_vertices[start].node && node != m_vertices[goal].node;
    };

    // Level by level: hops, and over the shortest ways the widest. Widths of a level are final before the next begins.
    level[start] = 0;
    width[start] = infinite;
    touched.push_back(start);
    for (std::size_t next = 0; next < touched.size(); ++next) {
        const auto vertex = touched[next];
        if (level[goal] != unreached && level[vertex] >= level[goal])
            break;
        if (!m_vertices[vertex].forwards && vertex != start)
            continue;
        for (const auto id : m_outgoing[vertex]) {
            const auto &edge = m_edges[id.index()];
            const auto other = static_cast<std::uint32_t>(edge.to.index());
            if ((!m_vertices[other].forwards && other != goal) || leadsNowhere(other))
                continue;
            const double reachable = std::min(width[vertex], edge.bandwidth.value);
            if (level[other] == unreached) {
                level[other] = level[vertex] + 1;
                width[other] = reachable;
                touched.push_back(other);
            } else if (level[other] == level[vertex] + 1) {
                width[other] = std::max(width[other], reachable);
            }
        }
    }
    if (level[goal] == unreached)
        return std::nullopt;
    const double bottleneck = width[goal];

    // Backwards over the levels: the least latency to the goal by edges that are wide enough.
    const auto isOnWay = [&](std::uint32_t vertex, const TopologyEdge &edge) {
        const auto other = edge.to.index();
        return edge.bandwidth.value >= bottleneck && level[other] == level[vertex] + 1 && latency[other] < infinite;
    };
    const auto latencyBy = [&](const TopologyEdge &edge) {
        const auto other = edge.to.index();
        return edge.latency.value + (other == goal ? 0.0 : m_vertices[other].latency.value) + latency[other];
    };
    for (const auto vertex : touched)
        latency[vertex] = infinite;
    latency[goal] = 0;
    for (auto it = touched.rbegin(); it != touched.rend(); ++it) {
        const auto vertex = *it;
        if (level[vertex] >= level[goal])
            continue;
        for (const auto id : m_outgoing[vertex]) {
            const auto &edge = m_edges[id.index()];
            if (isOnWay(vertex, edge))
                latency[vertex] = std::min(latency[vertex], latencyBy(edge));
        }
    }

    // Forwards: of the edges with that latency the one that the destination chooses; they are sorted by vertex.
    const auto choice = m_devices[goal].indexInNode;
    Route route{{}, BytesPerSecond(bottleneck), Seconds(latency[start]), false, false};
    bool passesPlain = false;
    bool passesReducing = false;
    for (auto vertex = start; vertex != goal;) {
        equal.clear();
        for (const auto id : m_outgoing[vertex]) {
            const auto &edge = m_edges[id.index()];
            if (isOnWay(vertex, edge) && latencyBy(edge) == latency[vertex])
                equal.push_back(id);
        }
        route.edges.push_back(equal[choice % equal.size()]);
        vertex = static_cast<std::uint32_t>(m_edges[route.edges.back().index()].to.index());
        route.crossesNodes = route.crossesNodes || m_vertices[vertex].node != m_vertices[start].node;
        const auto &here = m_vertices[vertex];
        if (here.reduces)
            passesReducing = true;
        else if (here.node != m_vertices[start].node && here.node != m_vertices[goal].node)
            passesPlain = true;
    }
    route.reduces = passesReducing && !passesPlain;
    return route;
}

Result<Topology> Topology::build(const Cluster &cluster)
{
    auto findings = findClusterMistakes(cluster, "/cluster");
    if (!findings.ok())
        return std::move(findings.errors.front());
    return TopologyBuilder(cluster).build();
}

} // namespace heteroscope

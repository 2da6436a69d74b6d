// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/route_search.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr std::int32_t unreached = -1;
constexpr std::int32_t notEntered = -1;

} // namespace

/// What the search notes at the vertices it meets; kept between calls so that a call costs only what it touches.
struct RouteSearch::Scratch
{
    std::vector<std::int32_t> level;    // hops from the start; unreached
    std::vector<double> width;          // of the widest shortest way from the start
    std::vector<double> latency;        // of the best way on to the goal; infinity: not on one
    std::vector<std::uint32_t> touched; // in order of levels
    std::vector<EdgeId> equal;          // ways on from a vertex that are as good as each other
    std::vector<std::int32_t> entered;  // by vertex: the dead end with the goal that is entered from there
    std::vector<std::size_t> entrances; // the vertices for which there is one

    void prepare(std::size_t vertices)
    {
        for (const auto vertex : touched) {
            if (vertex < level.size())
                level[vertex] = unreached;
        }
        for (const auto vertex : entrances) {
            if (vertex < entered.size())
                entered[vertex] = notEntered;
        }
        touched.clear();
        entrances.clear();
        if (level.size() < vertices) {
            level.resize(vertices, unreached);
            width.resize(vertices);
            latency.resize(vertices);
            entered.resize(vertices, notEntered);
        }
    }
};

RouteSearch::RouteSearch(const Topology &topology, DeviceId from, DeviceId to)
    : m_topology(topology),
      m_start(static_cast<std::uint32_t>(from.index())),
      m_goal(static_cast<std::uint32_t>(to.index())),
      m_scratch([]() -> Scratch & {
          thread_local Scratch scratch;
          return scratch;
      }())
{
    m_scratch.prepare(topology.m_vertices.size());
    for (auto point = topology.m_devices[to.index()].node; !topology.m_into[point].empty();) {
        const auto entrance = topology.edge(topology.m_into[point].front()).from;
        m_scratch.entered[entrance.index()] = static_cast<std::int32_t>(point);
        m_scratch.entrances.push_back(entrance.index());
        point = topology.pointOf(entrance);
    }
}

std::optional<Route> RouteSearch::run()
{
    if (!findLevels())
        return std::nullopt;
    findLatencies();
    return follow();
}

/// Is it neither in the first nor in the last node?
bool RouteSearch::isOutside(std::uint32_t vertex) const
{
    const auto &vertices = m_topology.m_vertices;
    return vertices[vertex].node != vertices[m_start].node && vertices[vertex].node != vertices[m_goal].node;
}

/// Every edge from the vertex that a shortest way may use.
template<class Visit>
void RouteSearch::forEachWay(std::uint32_t vertex, const Visit &visit) const
{
    for (const auto id : m_topology.m_outgoing[vertex])
        visit(id);
    if (const auto point = m_scratch.entered[vertex]; point != notEntered) {
        for (const auto id : m_topology.m_into[static_cast<std::size_t>(point)])
            visit(id);
    }
}

/// Level by level: hops, and over the shortest ways the widest. Widths of a level are final before the next begins.
bool RouteSearch::findLevels()
{
    const auto &vertices = m_topology.m_vertices;
    auto &level = m_scratch.level;
    auto &width = m_scratch.width;
    auto &touched = m_scratch.touched;
    level[m_start] = 0;
    width[m_start] = infinity;
    touched.push_back(m_start);
    for (std::size_t next = 0; next < touched.size(); ++next) {
        const auto vertex = touched[next];
        if (level[m_goal] != unreached && level[vertex] >= level[m_goal])
            break;
        if (!vertices[vertex].forwards && vertex != m_start)
            continue;
        forEachWay(vertex, [&](EdgeId id) {
            const auto &edge = m_topology.m_edges[id.index()];
            const auto other = static_cast<std::uint32_t>(edge.to.index());
            if (!vertices[other].forwards && other != m_goal)
                return;
            const double reachable = std::min(width[vertex], edge.bandwidth.value);
            if (level[other] == unreached) {
                level[other] = level[vertex] + 1;
                width[other] = reachable;
                touched.push_back(other);
            } else if (level[other] == level[vertex] + 1) {
                width[other] = std::max(width[other], reachable);
            }
        });
    }
    m_bottleneck = width[m_goal];
    return level[m_goal] != unreached;
}

bool RouteSearch::isOnWay(std::uint32_t vertex, const TopologyEdge &edge) const
{
    const auto other = edge.to.index();
    return edge.bandwidth.value >= m_bottleneck && m_scratch.level[other] == m_scratch.level[vertex] + 1 &&
           m_scratch.latency[other] < infinity;
}

double RouteSearch::latencyBy(const TopologyEdge &edge) const
{
    const auto other = edge.to.index();
    const double through = other == m_goal ? 0.0 : m_topology.m_vertices[other].latency.value;
    return edge.latency.value + through + m_scratch.latency[other];
}

/// Backwards over the levels: the min latency to the goal by edges that are wide enough.
void RouteSearch::findLatencies()
{
    const auto &level = m_scratch.level;
    const auto &touched = m_scratch.touched;
    auto &latency = m_scratch.latency;
    for (const auto vertex : touched)
        latency[vertex] = infinity;
    latency[m_goal] = 0;
    for (auto it = touched.rbegin(); it != touched.rend(); ++it) {
        const auto vertex = *it;
        if (level[vertex] >= level[m_goal])
            continue;
        forEachWay(vertex, [&](EdgeId id) {
            const auto &edge = m_topology.m_edges[id.index()];
            if (isOnWay(vertex, edge))
                latency[vertex] = std::min(latency[vertex], latencyBy(edge));
        });
    }
}

/// Forwards: of the edges with the min latency the one that the destination chooses; they are sorted by vertex.
Route RouteSearch::follow()
{
    const auto &vertices = m_topology.m_vertices;
    const auto &latency = m_scratch.latency;
    auto &equal = m_scratch.equal;
    const auto choice = m_topology.m_devices[m_goal].indexInNode;
    Route route{{}, BytesPerSecond(m_bottleneck), Seconds(latency[m_start]), false, false};
    bool passesPlain = false;
    bool passesReducing = false;
    for (auto vertex = m_start; vertex != m_goal;) {
        equal.clear();
        forEachWay(vertex, [&](EdgeId id) {
            const auto &edge = m_topology.m_edges[id.index()];
            if (isOnWay(vertex, edge) && latencyBy(edge) == latency[vertex])
                equal.push_back(id);
        });
        route.edges.push_back(equal[choice % equal.size()]);
        vertex = static_cast<std::uint32_t>(m_topology.m_edges[route.edges.back().index()].to.index());
        route.crossesNodes = route.crossesNodes || vertices[vertex].node != vertices[m_start].node;
        if (vertices[vertex].reduces)
            passesReducing = true;
        else if (isOutside(vertex))
            passesPlain = true;
    }
    route.reduces = passesReducing && !passesPlain;
    return route;
}

std::optional<Route> Topology::route(DeviceId from, DeviceId to) const
{
    if (!from.isValid() || !to.isValid() || from.index() >= m_devices.size() || to.index() >= m_devices.size())
        return std::nullopt;
    if (from == to)
        return Route{{}, BytesPerSecond(infinity), Seconds(0), false, false};
    return RouteSearch(*this, from, to).run();
}

} // namespace heteroscope

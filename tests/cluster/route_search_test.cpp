// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search for routes leaves out what cannot be on one (Topology::m_outgoing). It finds the routes of a search that
// looks at everything.
#include "cluster/topology.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>
#include <map>

using namespace heteroscope;

namespace {

/// Trees and rings of switches, nodes at one or two of them or at each other, some without any link.
Cluster randomNetwork()
{
    Cluster cluster;
    std::vector<std::string> names;
    const auto connect = [&](const std::string &from, const std::string &to) {
        auto link = test::link("l" + std::to_string(cluster.links.size()), from, to,
                               BytesPerSecond(*rc::gen::element(1e10, 2e10, 4e10)));
        link.latency = Seconds(*rc::gen::element(1e-6, 2e-6));
        cluster.links.push_back(link);
    };
    const auto any = [&] { return names[*rc::gen::inRange<std::size_t>(0, names.size())]; };
    const int switches = *rc::gen::inRange(0, 7);
    const int extra = *rc::gen::element(0, 0, 2, 5);
    for (int i = 0; i < switches; ++i) {
        const auto name = "s" + std::to_string(i);
        cluster.switches.push_back({name, 0, Seconds(*rc::gen::element(0.0, 1e-7)), false, {}});
        if (!names.empty())
            connect(name, any());
        names.push_back(name);
    }
    for (int i = 0; i < extra && names.size() > 1; ++i) {
        const auto from = any(), to = any();
        if (from != to)
            connect(from, to);
    }
    const int nodes = *rc::gen::inRange(2, 6);
    for (int i = 0; i < nodes; ++i) {
        const auto name = "n" + std::to_string(i);
        cluster.nodes.push_back(test::node(name, "A100-80GB SXM", *rc::gen::inRange<std::size_t>(1, 4)));
        for (int links = *rc::gen::element(0, 1, 1, 1, 2, 3); links > 0 && !names.empty(); --links)
            connect(name, any());
        names.push_back(name);
    }
    return cluster;
}

/// The edges of the route by the rules in topology.h, over all edges of the graph.
std::vector<EdgeId> plainRoute(const Topology &topology, std::size_t start, std::size_t goal)
{
    const auto &edges = topology.edges();
    const auto &vertices = topology.vertices();
    const auto isOpen = [&](std::size_t vertex, std::size_t end) { return vertices[vertex].forwards || vertex == end; };
    std::map<std::size_t, int> level = {{start, 0}};
    std::map<std::size_t, double> width = {{start, infinity}}, latency = {{goal, 0}};
    for (int l = 0; !level.contains(goal); ++l) {
        const auto before = level;
        for (const auto &edge : edges) {
            const auto from = edge.from.index(), to = edge.to.index();
            const auto at = before.find(from);
            if (at == before.end() || at->second != l || !isOpen(from, start) || !isOpen(to, goal))
                continue;
            if (const int next = level.try_emplace(to, l + 1).first->second; next == l + 1)
                width[to] = std::max(width[to], std::min(width[from], edge.bandwidth.value));
        }
        if (level.size() == before.size())
            return {};
    }
    const auto latencyBy = [&](const TopologyEdge &edge) {
        const auto from = level.find(edge.from.index()), to = level.find(edge.to.index());
        if (from == level.end() || to == level.end() || to->second != from->second + 1 ||
            edge.bandwidth.value < width[goal] || !latency.contains(to->first))
            return infinity;
        return edge.latency.value + (to->first == goal ? 0.0 : vertices[to->first].latency.value) + latency[to->first];
    };
    for (int l = level[goal] - 1; l >= 0; --l) {
        for (const auto &edge : edges) {
            const auto from = level.find(edge.from.index());
            if (from == level.end() || from->second != l || !isOpen(from->first, start))
                continue;
            if (const double by = latencyBy(edge); by < infinity)
                latency[from->first] = std::min(by, latency.try_emplace(from->first, by).first->second);
        }
    }
    std::vector<EdgeId> route;
    for (auto vertex = start; vertex != goal;) {
        std::vector<std::pair<VertexId, EdgeId>> equal;
        for (std::size_t e = 0; e < edges.size(); ++e) {
            if (edges[e].from.index() == vertex && latencyBy(edges[e]) == latency[vertex])
                equal.emplace_back(edges[e].to, EdgeId(e));
        }
        std::sort(equal.begin(), equal.end());
        route.push_back(equal[topology.devices()[goal].indexInNode % equal.size()].second);
        vertex = edges[route.back().index()].to.index();
    }
    return route;
}

} // namespace

class RouteSearchTest : public StrictTest
{
    Q_OBJECT

private slots:
    void routesAreThoseOfASearchThatLooksAtEverything()
    {
        HETEROSCOPE_PROPERTY("the same edges", [] {
            for (int i = 0; i < 10; ++i) {
                const auto topology = Topology::build(randomNetwork());
                RC_ASSERT(bool(topology));
                const auto devices = topology->devices().size();
                for (std::size_t from = 0; from < devices; ++from) {
                    for (std::size_t to = 0; to < devices; ++to) {
                        if (from == to)
                            continue;
                        const auto found = topology->route(DeviceId(from), DeviceId(to));
                        RC_ASSERT((found ? found->edges : std::vector<EdgeId>()) == plainRoute(*topology, from, to));
                    }
                }
            }
        });
    }
};

QTEST_GUILESS_MAIN(RouteSearchTest)
#include "route_search_test.moc"

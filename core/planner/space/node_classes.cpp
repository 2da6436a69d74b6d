// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/node_classes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace heteroscope {

namespace {

struct InnerLink
{
    std::size_t from; ///< counted within the node
    std::size_t to;
    const TopologyEdge *edge;
    friend bool operator==(const InnerLink &a, const InnerLink &b)
    {
        return a.from == b.from && a.to == b.to && a.edge->bandwidth == b.edge->bandwidth &&
               a.edge->latency == b.edge->latency && a.edge->technology == b.edge->technology &&
               a.edge->rate == b.edge->rate;
    }
};

struct Build
{
    std::vector<std::size_t> types;
    std::vector<double> latencies; ///< of inner vertices
    std::vector<InnerLink> links;
    friend bool operator==(const Build &, const Build &) = default;
};

void mix(std::size_t &sum, std::size_t value) { sum = (sum ^ value) * 0x100000001B3ULL; }
void mix(std::size_t &sum, double value) { mix(sum, std::hash<double>()(value)); }

void mix(std::size_t &sum, const RateCurve &curve)
{
    for (const auto &point : curve.points) {
        mix(sum, point.at.value);
        mix(sum, point.factor);
    }
}

std::size_t fingerprintOf(const Build &build)
{
    std::size_t sum = 0xcbf29ce484222325ULL;
    for (const auto type : build.types)
        mix(sum, type);
    for (const auto &link : build.links) {
        mix(sum, link.from);
        mix(sum, link.to);
        mix(sum, link.edge->bandwidth.value);
        mix(sum, link.edge->latency.value);
    }
    return sum;
}

} // namespace

std::vector<std::size_t> nodeClasses(const Topology &topology, const StopToken &stop)
{
    StopMeter meter(stop);
    std::vector<Build> builds(topology.nodes().size());
    std::vector<std::size_t> place(topology.vertices().size(), 0);
    for (std::size_t v = 0; v < topology.vertices().size(); ++v) {
        const auto &vertex = topology.vertices()[v];
        if (meter.stopAfter())
            return {};
        if (!vertex.node)
            continue;
        Build &build = builds[*vertex.node];
        place[v] = build.latencies.size();
        build.latencies.push_back(vertex.latency.value);
        if (v < topology.devices().size())
            build.types.push_back(topology.devices()[v].type);
    }
    for (const auto &edge : topology.edges()) {
        if (meter.stopAfter())
            return {};
        const auto from = topology.vertices()[edge.from.index()].node;
        if (from && from == topology.vertices()[edge.to.index()].node)
            builds[*from].links.push_back({place[edge.from.index()], place[edge.to.index()], &edge});
    }
    std::vector<std::size_t> classes(builds.size());
    std::unordered_map<std::size_t, std::vector<std::size_t>> examples; // by fingerprint, a node of each class
    std::size_t count = 0;
    for (std::size_t n = 0; n < builds.size(); ++n) {
        if (meter.stopAfter(1 + builds[n].links.size()))
            return {};
        auto &candidates = examples[fingerprintOf(builds[n])];
        const auto found = std::find_if(candidates.begin(), candidates.end(),
                                        [&](std::size_t example) { return builds[example] == builds[n]; });
        classes[n] = found == candidates.end() ? count++ : classes[*found];
        if (found == candidates.end())
            candidates.push_back(n);
    }
    return classes;
}

std::vector<std::size_t> exchangeableNodes(const Topology &topology, const std::vector<std::size_t> &classes)
{
    struct Outer
    {
        std::size_t place; ///< in the node
        std::size_t other; ///< the switch
        bool leaves;
        const TopologyEdge *edge;
        bool operator==(const Outer &o) const
        {
            return place == o.place && other == o.other && leaves == o.leaves && edge->bandwidth == o.edge->bandwidth &&
                   edge->latency == o.edge->latency && edge->technology == o.edge->technology &&
                   edge->rate == o.edge->rate;
        }
    };
    const auto &vertices = topology.vertices();
    const auto &nodes = topology.nodes();
    std::vector<std::size_t> place(vertices.size(), 0), count(nodes.size(), 0);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (vertices[v].node)
            place[v] = count[*vertices[v].node]++;
    }
    std::vector<std::vector<Outer>> outer(nodes.size());
    std::vector<bool> alone(nodes.size(), false);
    for (const auto &edge : topology.edges()) {
        const auto from = vertices[edge.from.index()].node, to = vertices[edge.to.index()].node;
        if (from == to)
            continue;
        if (from && to) {
            alone[*from] = alone[*to] = true;
            continue;
        }
        const auto node = from ? *from : *to;
        const Outer link{place[(from ? edge.from : edge.to).index()], (from ? edge.to : edge.from).index(),
                         from.has_value(), &edge};
        alone[node] = alone[node] || std::any_of(outer[node].begin(), outer[node].end(), [&](const Outer &other) {
                          return other.place == link.place && other.other == link.other && other.leaves == link.leaves;
                      });
        outer[node].push_back(link);
    }
    const auto speedsEqual = [&](std::size_t a, std::size_t b) {
        return std::equal(nodes[a].devices.begin(), nodes[a].devices.end(), nodes[b].devices.begin(),
                          nodes[b].devices.end(),
                          [&](DeviceId x, DeviceId y) { return topology.device(x).speed == topology.device(y).speed; });
    };
    std::vector<std::size_t> result(nodes.size());
    std::map<std::size_t, std::vector<std::size_t>> examples; // by class, one node of each new class
    std::size_t fresh = 0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        auto &known = examples[classes[n]];
        const auto found = alone[n] ? known.end() : std::find_if(known.begin(), known.end(), [&](std::size_t other) {
            return outer[other] == outer[n] && speedsEqual(other, n);
        });
        result[n] = found == known.end() ? fresh++ : result[*found];
        if (found == known.end() && !alone[n])
            known.push_back(n);
    }
    return result;
}

bool areAlike(const Topology &topology, const std::vector<std::size_t> &classes, const std::vector<DeviceId> &group,
              const std::vector<DeviceId> &other)
{
    return std::equal(group.begin(), group.end(), other.begin(), other.end(), [&](DeviceId a, DeviceId b) {
        const auto &one = topology.device(a), &two = topology.device(b);
        // A device alone sends nothing to itself: where it stands does not matter.
        const bool placed =
            group.size() == 1 || (one.indexInNode == two.indexInNode && classes[one.node] == classes[two.node]);
        return one.type == two.type && one.speed == two.speed && placed;
    });
}

std::size_t fingerprintOf(const Topology &topology, const std::vector<std::size_t> &classes,
                          const std::vector<DeviceId> &group)
{
    std::size_t sum = group.size();
    for (const DeviceId id : group) {
        const auto &device = topology.device(id);
        mix(sum, device.type);
        mix(sum, device.speed);
        if (group.size() > 1) {
            mix(sum, device.indexInNode);
            mix(sum, classes[device.node]);
        }
    }
    return sum;
}

} // namespace heteroscope

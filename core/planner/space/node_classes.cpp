// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/node_classes.h"

#include <algorithm>

namespace heteroscope {

namespace {

struct InnerLink
{
    std::size_t from; ///< counted within the node
    std::size_t to;
    double bandwidth;
    double latency;
    LinkTechnology technology;
    RateCurve rate;
    friend bool operator==(const InnerLink &, const InnerLink &) = default;
};

struct Build
{
    std::vector<std::size_t> types;
    std::vector<double> latencies; ///< of inner vertices
    std::vector<InnerLink> links;
    friend bool operator==(const Build &, const Build &) = default;
};

} // namespace

std::vector<std::size_t> nodeClasses(const Topology &topology)
{
    std::vector<Build> builds(topology.nodes().size());
    std::vector<std::size_t> place(topology.vertices().size(), 0);
    for (std::size_t v = 0; v < topology.vertices().size(); ++v) {
        const auto &vertex = topology.vertices()[v];
        if (!vertex.node)
            continue;
        Build &build = builds[*vertex.node];
        place[v] = build.latencies.size();
        build.latencies.push_back(vertex.latency.value);
        if (v < topology.devices().size())
            build.types.push_back(topology.devices()[v].type);
    }
    for (const auto &edge : topology.edges()) {
        const auto from = topology.vertices()[edge.from.index()].node;
        if (from && from == topology.vertices()[edge.to.index()].node)
            builds[*from].links.push_back({place[edge.from.index()], place[edge.to.index()], edge.bandwidth.value,
                                           edge.latency.value, edge.technology, edge.rate});
    }
    std::vector<std::size_t> classes(builds.size());
    std::vector<std::size_t> examples;
    for (std::size_t n = 0; n < builds.size(); ++n) {
        const auto found = std::find_if(examples.begin(), examples.end(),
                                        [&](std::size_t example) { return builds[example] == builds[n]; });
        classes[n] = static_cast<std::size_t>(found - examples.begin());
        if (found == examples.end())
            examples.push_back(n);
    }
    return classes;
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

} // namespace heteroscope

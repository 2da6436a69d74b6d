// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/way.h"

#include <algorithm>

namespace heteroscope {

namespace {

Error noNode(const std::string &name, std::string found)
{
    return {Error::Code::reference,
            {},
            {},
            std::move(found),
            "two nodes with devices",
            "measure from a node to another one, not " + quoteText(name)};
}

Result<DeviceId> firstDevice(const Topology &topology, const std::string &name)
{
    const auto &nodes = topology.nodes();
    const auto node =
        std::find_if(nodes.begin(), nodes.end(), [&name](const TopologyNode &one) { return one.name == name; });
    if (node == nodes.end())
        return noNode(name, quoteText(name) + ", which is no node");
    if (node->devices.empty())
        return noNode(name, quoteText(name) + ", which has no device");
    return node->devices.front();
}

} // namespace

Result<Way> wayBetween(Network &network, const std::string &from, const std::string &to)
{
    const auto &topology = network.topology();
    const auto first = firstDevice(topology, from);
    const auto last = firstDevice(topology, to);
    if (!first || !last)
        return first ? last.error() : first.error();
    if (*first == *last)
        return noNode(to, quoteText(from) + " twice");
    const auto route = network.route(*first, *last);
    if (!route)
        return route.error();
    const auto cost = network.transfer({*first}, {*last});
    if (!cost)
        return cost.error();
    Way way;
    for (const EdgeId id : (*route)->edges) {
        const auto &edge = topology.edge(id);
        const auto &begin = topology.vertices()[edge.from.index()].node;
        if (!begin || begin != topology.vertices()[edge.to.index()].node)
            way.links.push_back(edge.link);
    }
    way.narrowest = topology.edge(cost->narrowest.edge).link;
    way.rate = BytesPerSecond(1 / cost->secondsPerByte);
    way.latency = cost->latency;
    return way;
}

} // namespace heteroscope

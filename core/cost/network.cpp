// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/network.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

/// From one member of a ring to the next.
struct RingHop
{
    DeviceId from;
    DeviceId to;
    bool leavesNode = false;
};

namespace {

/// Members of a ring node by node, so that each node is entered and left once, and the nodes of a switch one after the
/// other.
std::vector<std::vector<DeviceId>> byNode(const Topology &topology, std::vector<DeviceId> group)
{
    std::stable_sort(group.begin(), group.end(), [&](DeviceId a, DeviceId b) {
        const auto &first = topology.device(a);
        const auto &second = topology.device(b);
        return std::pair(topology.ringPlace(first.node), first.indexInNode) <
               std::pair(topology.ringPlace(second.node), second.indexInNode);
    });
    std::vector<std::vector<DeviceId>> nodes;
    for (const DeviceId device : group) {
        if (nodes.empty() || topology.device(nodes.back().front()).node != topology.device(device).node)
            nodes.emplace_back();
        nodes.back().push_back(device);
    }
    return nodes;
}

/// As many rings as the node with the fewest members has members; ring c enters every node at its c-th member.
std::vector<std::vector<RingHop>> ringsThrough(const std::vector<std::vector<DeviceId>> &nodes)
{
    std::size_t channels = nodes.size() == 1 ? 1 : nodes.front().size();
    for (const auto &node : nodes)
        channels = std::min(channels, node.size());
    std::vector<std::vector<RingHop>> rings(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        const auto memberAt = [&](std::size_t k, std::size_t i) {
            const auto &node = nodes[k % nodes.size()];
            return node[(c * node.size() / channels + i) % node.size()];
        };
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            const std::size_t last = nodes[k].size() - 1;
            for (std::size_t i = 0; i < last; ++i)
                rings[c].push_back({memberAt(k, i), memberAt(k, i + 1), false});
            rings[c].push_back({memberAt(k, last), memberAt(k + 1, 0), nodes.size() > 1});
        }
    }
    return rings;
}

/// Of the rate at an instant, or where that is 0 of the first one after it that is not.
double factorOnceUp(const RateCurve &rate, Seconds at)
{
    double factor = rate.factorAt(at);
    for (const auto &point : rate.points) {
        if (factor > 0)
            break;
        if (point.at > at)
            factor = point.factor;
    }
    return factor;
}

} // namespace

Network::Network(const Topology &topology, const CalibrationValues &calibration, Seconds at, StopToken stop)
    : m_topology(&topology), m_calibration(&calibration), m_stop(std::move(stop)), m_meter(m_stop)
{
    m_capacity.reserve(topology.edges().size());
    for (std::size_t i = 0; i < topology.edges().size(); ++i)
        m_capacity.push_back(fullCapacity(EdgeId(i)) * factorOnceUp(topology.edges()[i].rate, at));
}

double Network::fullCapacity(EdgeId id) const
{
    const auto &edge = m_topology->edge(id);
    return edge.bandwidth.value * m_calibration->linkOf(edge.technology).efficiency;
}

Result<const KnownRoute *> Network::route(DeviceId from, DeviceId to)
{
    if (const auto *known = m_routes.find(from, to))
        return known;
    if (const auto refused = m_refused.find({from, to}); refused != m_refused.end())
        return refused->second;
    if (m_stop.stop_requested())
        return cancelledError();
    const auto refuse = [&](std::string found, std::string expected, std::string hint) {
        Error error{Error::Code::infeasible, {}, {}, std::move(found), std::move(expected), std::move(hint)};
        return m_refused.emplace(std::pair(from, to), std::move(error)).first->second;
    };
    const auto &a = m_topology->device(from).name;
    const auto &b = m_topology->device(to).name;
    const auto found = m_topology->route(from, to);
    if (!found)
        return refuse("no route from " + a + " to " + b, "a connected cluster", "draw a link between their nodes");
    for (const EdgeId edge : found->edges) {
        if (!(m_capacity[edge.index()] > 0))
            return refuse("link " + m_topology->edge(edge).link + " down between " + a + " and " + b,
                          "a link with bandwidth", "change its rate curve or the start time");
    }
    return m_routes.add(from, to, *found);
}

Result<const KnownRoute *> Network::addFlow(Flows &flows, DeviceId from, DeviceId to, double share)
{
    if (from == to)
        return nullptr;
    if (m_meter.stopAfter(8))
        return cancelledError();
    const auto way = route(from, to);
    if (!way)
        return way.error();
    for (const EdgeId edge : (*way)->edges)
        flows.traffic.add(edge, share);
    flows.latency = std::max(flows.latency, (*way)->latency);
    flows.crossesNodes = flows.crossesNodes || (*way)->crossesNodes;
    return way;
}

TransferCost Network::costOf(const Flows &flows, double leastShare) const
{
    TransferCost cost;
    cost.latency = flows.latency;
    cost.crossesNodes = flows.crossesNodes;
    const auto edges = flows.traffic.edges();
    cost.traffic.reserve(edges.size());
    for (const EdgeId edge : edges) {
        const double share = flows.traffic.of(edge);
        if (share < leastShare)
            continue;
        cost.traffic.push_back({edge, share});
        const double capacity = m_capacity[edge.index()];
        // Of edges that are equally narrow the first by id.
        const double secondsPerByte = share / capacity;
        if (cost.narrowestRate.value <= 0 || secondsPerByte > cost.secondsPerByte) {
            cost.secondsPerByte = secondsPerByte;
            cost.narrowest = cost.traffic.back();
            cost.narrowestRate = BytesPerSecond(capacity);
        }
    }
    return cost;
}

Result<TransferCost> Network::transfer(const std::vector<DeviceId> &from, const std::vector<DeviceId> &to)
{
    Flows flows(m_sums);
    const std::size_t count = std::max(from.size(), to.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto way =
            addFlow(flows, from[i * from.size() / count], to[i * to.size() / count], 1.0 / static_cast<double>(count));
        if (!way)
            return way.error();
    }
    auto cost = costOf(flows);
    cost.perConnection = 1.0 / static_cast<double>(count);
    return cost;
}

Seconds Network::stepOf(const KnownRoute &route) const
{
    // A step crosses one ring edge; its software cost is that of the slowest technology on the way.
    Seconds software;
    for (const EdgeId edge : route.edges)
        software = std::max(software, m_calibration->linkOf(m_topology->edge(edge).technology).hop);
    return software + route.latency;
}

Result<bool> Network::switchesReduce(const std::vector<std::vector<RingHop>> &rings)
{
    for (const auto &ring : rings) {
        for (const auto &hop : ring) {
            if (!hop.leavesNode)
                continue;
            const auto way = route(hop.from, hop.to);
            if (!way)
                return way.error();
            if (!(*way)->reduces)
                return false;
        }
    }
    return true;
}

Result<TransferCost> Network::ring(const std::vector<std::vector<DeviceId>> &groups, double rounds)
{
    const auto passed = [](std::size_t count) { return static_cast<double>(count - 1) / static_cast<double>(count); };
    Flows flows(m_sums);
    Seconds latency;
    Seconds treeLatency;
    bool anyTree = false;
    std::size_t members = 0;
    double busFactor = 0;
    double perConnection = 0;
    bool allInSwitch = true;
    for (const auto &group : groups) {
        const std::size_t n = group.size();
        if (n < 2)
            continue;
        members = std::max(members, n);
        const auto nodes = byNode(*m_topology, group);
        const auto rings = ringsThrough(nodes);
        const auto channels = static_cast<double>(rings.size());
        const bool allReduceOfNodes = rounds == 2 && nodes.size() > 1;
        bool inSwitch = false;
        if (allReduceOfNodes && nodes.size() > 2) {
            const auto reduce = switchesReduce(rings);
            if (!reduce)
                return reduce.error();
            inSwitch = *reduce;
        }
        allInSwitch = allInSwitch && inSwitch;
        const bool hasTree = allReduceOfNodes && !inSwitch;
        anyTree = anyTree || hasTree;
        busFactor = std::max(busFactor, rounds * passed(n));
        const double share = rounds * passed(n) / channels;
        const double shareBetween = inSwitch           ? 1 / channels
                                    : allReduceOfNodes ? rounds * passed(nodes.size()) / channels
                                                       : share;
        perConnection = std::max(perConnection, share);
        for (const auto &ring : rings) {
            Seconds hops, inside, between;
            for (const auto &hop : ring) {
                const auto way = addFlow(flows, hop.from, hop.to, hop.leavesNode ? shareBetween : share);
                if (!way)
                    return way.error();
                const Seconds step = stepOf(**way);
                hops += step;
                (hop.leavesNode ? between : inside) = std::max(hop.leavesNode ? between : inside, step);
            }
            const std::size_t largestNode = (n + nodes.size() - 1) / nodes.size();
            const auto inNode = static_cast<double>(largestNode);
            const Seconds insideNodes = inside * (rounds * (inNode - 1));
            // rounds (n-1) steps, each over every edge at once: on average a step costs the mean edge. A switch gives
            // the sum back as the parts come in: one step.
            const Seconds longest = inSwitch ? insideNodes + between : hops * (rounds * passed(n));
            latency = std::max(latency, longest);
            const double depth = std::log2(static_cast<double>(nodes.size()));
            treeLatency = std::max(treeLatency, hasTree ? insideNodes + between * (rounds * depth) : longest);
        }
    }
    auto cost = costOf(flows);
    cost.latency = latency;
    cost.form = members > 0 && allInSwitch ? TransferForm::inSwitch : TransferForm::ring;
    cost.members = static_cast<int>(members);
    cost.busFactor = busFactor;
    cost.perConnection = perConnection > 0 ? perConnection : 1;
    if (anyTree)
        cost.treeLatency = treeLatency;
    return cost;
}

Result<TransferCost> Network::allReduce(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 2); }

Result<TransferCost> Network::allGather(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 1); }

Result<TransferCost> Network::allToAll(const std::vector<std::vector<DeviceId>> &groups)
{
    Flows flows(m_sums);
    std::size_t members = 0;
    double perConnection = 0;
    for (const auto &group : groups) {
        members = std::max(members, group.size());
        // bytes = what one member sends in all; 1/n of it to each member.
        const double share = 1 / static_cast<double>(group.size());
        perConnection = std::max(perConnection, share);
        for (const DeviceId from : group) {
            for (const DeviceId to : group) {
                if (const auto way = addFlow(flows, from, to, share); !way)
                    return way.error();
            }
        }
    }
    auto cost = costOf(flows);
    cost.form = TransferForm::allToAll;
    cost.members = static_cast<int>(members);
    cost.perConnection = perConnection > 0 ? perConnection : 1;
    return cost;
}

Result<TransferCost> Network::exchangeOfFirst(const std::vector<DeviceId> &group)
{
    Flows flows(m_sums);
    const double share = 1 / static_cast<double>(group.size());
    for (const DeviceId to : group) {
        if (const auto way = addFlow(flows, group.front(), to, share); !way)
            return way.error();
    }
    // What goes to one peer alone meets there what its other peers send: as much as it sends itself, in its own part.
    auto cost = costOf(flows, group.size() > 2 ? 1.5 * share : 0);
    cost.perConnection = share;
    return cost;
}

} // namespace heteroscope

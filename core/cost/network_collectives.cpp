// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives: rings and trees, with what switches add up.
#include "cluster/intra_link.h"
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

/// By protocol: Simple; LL128, which carries 120 bytes in 128; LL, which carries 4 in 8 (NCCL, primitives of both in
/// src/device).
constexpr std::array protocolEfficiency = {1.0, 120.0 / 128, 0.5};

} // namespace

std::vector<std::vector<DeviceId>> Network::byNode(const Topology &topology, std::vector<DeviceId> group)
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

Network::Steps Network::stepsOf(const KnownRoute &route) const
{
    // A step crosses one ring edge; its software cost is that of the slowest technology on the way.
    Steps software{};
    for (const EdgeId edge : route.edges) {
        const Steps &hops = m_edges[edge.index()].software;
        for (std::size_t p = 0; p < hops.size(); ++p)
            software[p] = std::max(software[p], hops[p]);
    }
    for (Seconds &step : software)
        step += route.latency;
    return software;
}

Seconds Network::stepOf(const KnownRoute &route) const { return stepsOf(route).front(); }

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

Result<bool> Network::nodeReduces(const std::vector<DeviceId> &members)
{
    const auto &nvlink = m_calibration->linkOf(LinkTechnology::nvlink);
    const auto m = static_cast<double>(members.size());
    if (!(nvlink.inSwitch > 0) || (m + 1) / m / nvlink.inSwitch >= 2 * (m - 1) / m / nvlink.efficiency)
        return false;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (intraLink(m_topology->typeOf(members[i])).nvlink < 4)
            return false;
        const auto way = route(members[i], members[(i + 1) % members.size()]);
        if (!way)
            return way.error();
        // Up to the switch and down.
        if ((*way)->edges.size() != 2 || std::any_of((*way)->edges.begin(), (*way)->edges.end(), [this](EdgeId edge) {
                return m_topology->edge(edge).technology != LinkTechnology::nvlink;
            }))
            return false;
    }
    return true;
}

/// Returns the latency of its two steps.
Result<Network::Steps> Network::addNodeReduction(Flows &flows, const std::vector<DeviceId> &members)
{
    const auto &nvlink = m_calibration->linkOf(LinkTechnology::nvlink);
    const auto m = static_cast<double>(members.size());
    // The edges' capacity is that of a ring.
    const double share = (m + 1) / m * nvlink.efficiency / nvlink.inSwitch;
    Steps both{};
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto way = addFlow(flows, members[i], members[(i + 1) % members.size()], share);
        if (!way)
            return way.error();
        const auto steps = stepsOf(**way);
        for (std::size_t p = 0; p < both.size(); ++p)
            both[p] = std::max(both[p], steps[p] * 2);
    }
    both.front() += nvlink.inSwitchFill;
    return both;
}

/// One group of a collective over rings, with what its nodes and the switches between them do.
struct Network::RingGroup
{
    std::size_t members = 0;
    std::size_t nodes = 0;
    double rounds = 1;
    double channels = 1;
    bool inSwitch = false; ///< the switches between the nodes add up
    bool inNodes = false;  ///< the switches inside the nodes add up
    Steps nodeSteps{};     ///< of these
    Steps latency{}, treeLatency{};
    static double passed(std::size_t count) { return static_cast<double>(count - 1) / static_cast<double>(count); }
    void addSteps(std::size_t p, Seconds hops, Seconds inside, Seconds between);
    bool isAllReduceOfNodes() const { return rounds == 2 && nodes > 1; }
    bool hasTree() const { return isAllReduceOfNodes() && !inSwitch; }
    double share() const { return rounds * passed(members) / channels; }
    double shareBetween() const
    {
        if (inSwitch)
            return 1 / channels;
        return isAllReduceOfNodes() ? rounds * passed(nodes) / channels : share();
    }
};

Status Network::addRing(Flows &flows, RingGroup &group, const std::vector<RingHop> &ring)
{
    Steps hops{}, inside{}, between{};
    for (const auto &hop : ring) {
        if (group.inNodes && !hop.leavesNode)
            continue;
        const auto way = addFlow(flows, hop.from, hop.to, hop.leavesNode ? group.shareBetween() : group.share());
        if (!way)
            return way.error();
        const auto steps = stepsOf(**way);
        auto &most = hop.leavesNode ? between : inside;
        for (std::size_t p = 0; p < steps.size(); ++p) {
            hops[p] += steps[p];
            most[p] = std::max(most[p], steps[p]);
        }
    }
    for (std::size_t p = 0; p < hops.size(); ++p) {
        const std::size_t as = p == 1 && group.inNodes ? 0 : p; // no LL128 there
        group.addSteps(p, hops[as], inside[as], between[as]);
    }
    return {};
}

/// Of a ring with the protocol p: the sum of the steps over its edges, and the longest of each kind.
void Network::RingGroup::addSteps(std::size_t p, Seconds hops, Seconds inside, Seconds between)
{
    const std::size_t largestNode = (members + nodes - 1) / nodes;
    const Seconds insideNodes = inNodes ? nodeSteps[p] : inside * (rounds * (static_cast<double>(largestNode) - 1));
    // rounds (n-1) steps, each over every edge at once: on average a step costs the mean edge. A switch gives the sum
    // back as the parts come in: one step.
    Seconds longest = hops * (rounds * passed(members));
    if (inSwitch)
        longest = insideNodes + between;
    else if (inNodes)
        longest = insideNodes + between * (rounds * static_cast<double>(nodes - 1));
    latency[p] = std::max(latency[p], longest);
    const double depth = std::log2(static_cast<double>(nodes));
    treeLatency[p] = std::max(treeLatency[p], hasTree() ? insideNodes + between * (rounds * depth) : longest);
}

Status Network::addRings(Flows &flows, RingGroup &group, const std::vector<std::vector<DeviceId>> &nodes)
{
    const auto rings = ringsThrough(nodes);
    group.channels = static_cast<double>(rings.size());
    if (group.isAllReduceOfNodes() && nodes.size() > 2) {
        const auto reduce = switchesReduce(rings);
        if (!reduce)
            return reduce.error();
        group.inSwitch = *reduce;
    }
    if (group.rounds == 2) {
        group.inNodes = true;
        for (std::size_t i = 0; i < nodes.size() && group.inNodes; ++i) {
            const auto reduces = nodeReduces(nodes[i]);
            if (!reduces)
                return reduces.error();
            group.inNodes = *reduces;
        }
        for (std::size_t i = 0; i < nodes.size() && group.inNodes; ++i) {
            const auto steps = addNodeReduction(flows, nodes[i]);
            if (!steps)
                return steps.error();
            for (std::size_t p = 0; p < steps->size(); ++p)
                group.nodeSteps[p] = std::max(group.nodeSteps[p], (*steps)[p == 1 ? 0 : p]);
        }
    }
    for (const auto &ring : rings) {
        if (auto status = addRing(flows, group, ring); !status)
            return status;
    }
    return {};
}

Result<TransferCost> Network::ring(const std::vector<std::vector<DeviceId>> &groups, double rounds)
{
    Flows flows(m_sums);
    TransferCost sum;
    Steps latency{}, treeLatency{};
    bool anyTree = false;
    double perConnection = 0;
    bool allInSwitch = true;
    for (const auto &devices : groups) {
        if (devices.size() < 2)
            continue;
        const auto nodes = byNode(*m_topology, devices);
        RingGroup group;
        group.members = devices.size();
        group.nodes = nodes.size();
        group.rounds = rounds;
        if (auto status = addRings(flows, group, nodes); !status)
            return status.error();
        allInSwitch = allInSwitch && (group.inSwitch || (group.inNodes && group.nodes == 1));
        anyTree = anyTree || group.hasTree();
        sum.members = std::max(sum.members, static_cast<int>(group.members));
        sum.busFactor = std::max(sum.busFactor, rounds * RingGroup::passed(group.members));
        perConnection = std::max(perConnection, group.share());
        for (std::size_t p = 0; p < latency.size(); ++p) {
            latency[p] = std::max(latency[p], group.latency[p]);
            treeLatency[p] = std::max(treeLatency[p], group.treeLatency[p]);
        }
    }
    auto cost = costOf(flows);
    cost.latency = latency.front();
    cost.form = sum.members > 0 && allInSwitch ? TransferForm::inSwitch : TransferForm::ring;
    cost.members = sum.members;
    cost.busFactor = sum.busFactor;
    cost.perConnection = perConnection > 0 ? perConnection : 1;
    if (anyTree)
        cost.treeLatency = treeLatency.front();
    for (std::size_t p = 1; p < latency.size(); ++p) {
        const Seconds least = std::min(latency[p], treeLatency[p]);
        if (least < cost.longLatency())
            cost.quick[p - 1] = {least, protocolEfficiency[p]};
    }
    return cost;
}

Result<TransferCost> Network::allReduce(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 2); }

Result<TransferCost> Network::allGather(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 1); }

TransferCost Network::inTurn(const TransferCost &first, const TransferCost &second, double share)
{
    Flows flows(m_sums);
    for (const auto &[cost, part] : {std::pair(&first, share), std::pair(&second, 1 - share)}) {
        for (const auto &edge : cost->traffic)
            flows.traffic.add(edge.edge, edge.perByte * part);
        flows.crossesNodes = flows.crossesNodes || cost->crossesNodes;
    }
    auto both = costOf(flows);
    both.latency = first.longLatency() + second.longLatency();
    for (std::size_t i = 0; i < both.quick.size(); ++i) {
        const auto quick = [i](const TransferCost &cost) {
            return cost.quick[i].efficiency > 0 ? cost.quick[i].latency : cost.longLatency();
        };
        if (const Seconds latency = quick(first) + quick(second); latency < both.latency)
            both.quick[i] = {latency, protocolEfficiency[i + 1]};
    }
    both.form = first.form;
    both.members = first.members;
    both.busFactor = first.busFactor * share + second.busFactor * (1 - share);
    both.perConnection = first.perConnection;
    return both;
}

} // namespace heteroscope

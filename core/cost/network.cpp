// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/network.h"

#include "cluster/intra_link.h"

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

/// Peers in other nodes that a member of an all-to-all serves at once: NCCL starts sends in batches of eight
/// (src/enqueue.cc).
constexpr double sendsAtOnce = 8;
/// A send and a receive for each of them.
constexpr double stepsOfPeer = 2;

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
        flows.traffic.add(
            edge, flows.betweenPairs ? share / m_calibration->linkOf(m_topology->edge(edge).technology).pairs : share);
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
Result<Seconds> Network::addNodeReduction(Flows &flows, const std::vector<DeviceId> &members)
{
    const auto &nvlink = m_calibration->linkOf(LinkTechnology::nvlink);
    const auto m = static_cast<double>(members.size());
    // The edges' capacity is that of a ring.
    const double share = (m + 1) / m * nvlink.efficiency / nvlink.inSwitch;
    Seconds step;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto way = addFlow(flows, members[i], members[(i + 1) % members.size()], share);
        if (!way)
            return way.error();
        step = std::max(step, stepOf(**way));
    }
    return step * 2;
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
    Seconds nodeSteps;     ///< of these
    Seconds latency, treeLatency;
    static double passed(std::size_t count) { return static_cast<double>(count - 1) / static_cast<double>(count); }
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
    Seconds hops, inside, between;
    for (const auto &hop : ring) {
        if (group.inNodes && !hop.leavesNode)
            continue;
        const auto way = addFlow(flows, hop.from, hop.to, hop.leavesNode ? group.shareBetween() : group.share());
        if (!way)
            return way.error();
        const Seconds step = stepOf(**way);
        hops += step;
        (hop.leavesNode ? between : inside) = std::max(hop.leavesNode ? between : inside, step);
    }
    const std::size_t largestNode = (group.members + group.nodes - 1) / group.nodes;
    const Seconds insideNodes =
        group.inNodes ? group.nodeSteps : inside * (group.rounds * (static_cast<double>(largestNode) - 1));
    // rounds (n-1) steps, each over every edge at once: on average a step costs the mean edge. A switch gives the sum
    // back as the parts come in: one step.
    Seconds longest = hops * (group.rounds * RingGroup::passed(group.members));
    if (group.inSwitch)
        longest = insideNodes + between;
    else if (group.inNodes)
        longest = insideNodes + between * (group.rounds * static_cast<double>(group.nodes - 1));
    group.latency = std::max(group.latency, longest);
    const double depth = std::log2(static_cast<double>(group.nodes));
    group.treeLatency =
        std::max(group.treeLatency, group.hasTree() ? insideNodes + between * (group.rounds * depth) : longest);
    return {};
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
            group.nodeSteps = std::max(group.nodeSteps, *steps);
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
    Seconds treeLatency;
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
        sum.latency = std::max(sum.latency, group.latency);
        treeLatency = std::max(treeLatency, group.treeLatency);
    }
    auto cost = costOf(flows);
    cost.latency = sum.latency;
    cost.form = sum.members > 0 && allInSwitch ? TransferForm::inSwitch : TransferForm::ring;
    cost.members = sum.members;
    cost.busFactor = sum.busFactor;
    cost.perConnection = perConnection > 0 ? perConnection : 1;
    if (anyTree)
        cost.treeLatency = treeLatency;
    return cost;
}

Result<TransferCost> Network::allReduce(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 2); }

Result<TransferCost> Network::allGather(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 1); }

/// One group of an all-to-all.
struct Network::Exchange
{
    std::vector<std::vector<DeviceId>> nodes; ///< its members
    double share = 1;                         ///< of the bytes of a member for each other one
    std::optional<double> perNode;

    Exchange(const Topology &topology, const std::vector<DeviceId> &group, std::optional<double> once)
        : share(1 / static_cast<double>(group.size())), perNode(once)
    {
        if (once)
            nodes = byNode(topology, group);
        else
            nodes.push_back(group);
    }
};

Result<Seconds> Network::addExchange(Flows &flows, const Exchange &exchange, DeviceId from)
{
    Seconds near, far;
    const auto send = [&](DeviceId sender, DeviceId to, double share) -> Status {
        const auto way = addFlow(flows, sender, to, share);
        if (!way)
            return way.error();
        if (*way)
            ((*way)->crossesNodes ? far : near) += stepOf(**way);
        return {};
    };
    std::size_t place = 0; // in its node
    for (const auto &node : exchange.nodes) {
        if (const auto own = std::find(node.begin(), node.end(), from); own != node.end())
            place = static_cast<std::size_t>(own - node.begin());
    }
    for (const auto &node : exchange.nodes) {
        const bool isOwn = std::find(node.begin(), node.end(), from) != node.end();
        const DeviceId relay = exchange.perNode && !isOwn ? node[place % node.size()] : from;
        if (relay != from) {
            if (auto status = send(from, relay, exchange.share * static_cast<double>(node.size()) * *exchange.perNode);
                !status)
                return status.error();
        }
        for (const DeviceId to : node) {
            if (auto status = send(relay, to, exchange.share); !status)
                return status.error();
        }
    }
    return (near + far / sendsAtOnce) * stepsOfPeer;
}

Result<const TransferCost *> Network::allToAll(const std::vector<std::vector<DeviceId>> &groups,
                                               std::optional<double> perNode)
{
    const std::pair key(groups, perNode);
    if (const auto known = m_allToAlls.find(key); known != m_allToAlls.end())
        return &known->second;
    Flows flows(m_sums);
    flows.betweenPairs = true;
    Seconds latency;
    std::size_t members = 0;
    double perConnection = 0;
    for (const auto &group : groups) {
        members = std::max(members, group.size());
        const Exchange exchange(*m_topology, group, perNode);
        perConnection = std::max(perConnection, exchange.share);
        for (const DeviceId from : group) {
            const auto steps = addExchange(flows, exchange, from);
            if (!steps)
                return steps.error();
            latency = std::max(latency, *steps);
        }
    }
    auto cost = costOf(flows);
    // Few peers are served at once, but none in less than its own step.
    cost.latency = std::max(cost.latency, latency);
    cost.form = TransferForm::allToAll;
    cost.members = static_cast<int>(members);
    cost.perConnection = perConnection > 0 ? perConnection : 1;
    return &m_allToAlls.emplace(key, std::move(cost)).first->second;
}

Result<TransferCost> Network::exchangeOf(const std::vector<std::vector<DeviceId>> &groups,
                                         const std::vector<DeviceId> &senders, int together,
                                         std::optional<double> perNode)
{
    Flows flows(m_sums);
    flows.betweenPairs = true;
    double share = 0;
    bool hasOthers = false;
    for (const auto &group : groups) {
        const Exchange exchange(*m_topology, group, perNode);
        share = exchange.share;
        hasOthers = hasOthers || group.size() > 2 * static_cast<std::size_t>(together);
        for (const DeviceId from : group) {
            if (std::find(senders.begin(), senders.end(), from) == senders.end())
                continue;
            if (const auto steps = addExchange(flows, exchange, from); !steps)
                return steps.error();
        }
    }
    // What goes to one peer alone meets there what its other peers send: as much as it sends itself, in its own part.
    const double toOnePeer = static_cast<double>(senders.size()) * together * share;
    auto cost = costOf(flows, hasOthers ? 1.5 * toOnePeer : 0);
    cost.perConnection = share > 0 ? share : 1;
    return cost;
}

TransferCost Network::inTurn(const TransferCost &first, const TransferCost &second, double share)
{
    Flows flows(m_sums);
    for (const auto &[cost, part] : {std::pair(&first, share), std::pair(&second, 1 - share)}) {
        for (const auto &edge : cost->traffic)
            flows.traffic.add(edge.edge, edge.perByte * part);
        flows.crossesNodes = flows.crossesNodes || cost->crossesNodes;
    }
    auto both = costOf(flows);
    both.latency = first.shortestLatency() + second.shortestLatency();
    both.form = first.form;
    both.members = first.members;
    both.busFactor = first.busFactor * share + second.busFactor * (1 - share);
    both.perConnection = first.perConnection;
    return both;
}

} // namespace heteroscope

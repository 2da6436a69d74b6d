// SPDX-License-Identifier: GPL-3.0-or-later
//
// All-to-alls: what the members of a group exchange, and what of it one of their TP groups sends.
#include "cost/network.h"

#include <algorithm>
#include <span>

namespace heteroscope {

namespace {

/// Peers in other nodes that a member of an all-to-all serves at once: NCCL starts sends in batches of eight
/// (src/enqueue.cc).
constexpr double sendsAtOnce = 8;
/// A send and a receive for each of them.
constexpr double stepsOfPeer = 2;

} // namespace

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

/// Which edges flows lead over to several peers, each `together` neighbouring members of a group.
class Network::PeerEdges
{
public:
    PeerEdges(std::size_t edges, int together) : m_together(static_cast<std::size_t>(together)), m_peer(edges, none) {}

    void setGroup(const std::vector<DeviceId> &group)
    {
        m_members.clear();
        for (std::size_t i = 0; i < group.size(); ++i)
            m_members.emplace_back(group[i], static_cast<int>(i / m_together));
        std::sort(m_members.begin(), m_members.end());
    }
    /// The way is that of bytes for the member `to`; ownSide: it begins at their sender.
    void add(const KnownRoute &way, DeviceId to, bool ownSide)
    {
        const int peer = std::lower_bound(m_members.begin(), m_members.end(), std::pair(to, 0))->second;
        for (std::size_t i = 0; i < way.edges.size(); ++i) {
            int &known = m_peer[way.edges[i].index()];
            // Up to the middle of its way all that a member sends is its own traffic, whomever it is for.
            const bool first = ownSide && 2 * i < way.edges.size();
            known = first || (known != none && known != peer) ? several : peer;
        }
    }
    bool leadsToSeveral(EdgeId edge) const { return m_peer[edge.index()] == several; }

private:
    static constexpr int none = -1, several = -2;
    std::size_t m_together;
    std::vector<std::pair<DeviceId, int>> m_members; ///< with their peer, sorted
    std::vector<int> m_peer;                         ///< by edge
};

Result<Seconds> Network::addExchange(Flows &flows, const Exchange &exchange, DeviceId from, PeerEdges *edges)
{
    Seconds near, far;
    const auto send = [&](DeviceId sender, DeviceId to, double share, std::span<const DeviceId> reached) -> Status {
        const auto way = addFlow(flows, sender, to, share);
        if (!way)
            return way.error();
        if (!*way)
            return {};
        ((*way)->crossesNodes ? far : near) += stepOf(**way);
        for (std::size_t i = 0; edges && i < reached.size(); ++i)
            edges->add(**way, reached[i], sender == from);
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
            if (auto status =
                    send(from, relay, exchange.share * static_cast<double>(node.size()) * *exchange.perNode, node);
                !status)
                return status.error();
        }
        for (const DeviceId &to : node) {
            if (auto status = send(relay, to, exchange.share, {&to, 1}); !status)
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
            const auto steps = addExchange(flows, exchange, from, nullptr);
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
    PeerEdges edges(m_topology->edges().size(), together);
    for (const auto &group : groups) {
        const Exchange exchange(*m_topology, group, perNode);
        share = exchange.share;
        hasOthers = hasOthers || group.size() > 2 * static_cast<std::size_t>(together);
        edges.setGroup(group);
        for (const DeviceId from : group) {
            if (std::find(senders.begin(), senders.end(), from) == senders.end())
                continue;
            if (const auto steps = addExchange(flows, exchange, from, &edges); !steps)
                return steps.error();
        }
    }
    // What goes to one peer alone meets there what its other peers send: as much as it sends itself, in its own part.
    const auto leads = [&edges](EdgeId edge) { return edges.leadsToSeveral(edge); };
    auto cost = hasOthers ? costOf(flows, leads) : costOf(flows);
    cost.perConnection = share > 0 ? share : 1;
    return cost;
}

} // namespace heteroscope

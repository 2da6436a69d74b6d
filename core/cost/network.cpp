// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/network.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Members of a ring in the order of their names' nodes, so that each node is entered and left once.
std::vector<std::vector<DeviceId>> byNode(const Topology &topology, std::vector<DeviceId> group)
{
    std::stable_sort(group.begin(), group.end(), [&](DeviceId a, DeviceId b) {
        const auto &first = topology.device(a);
        const auto &second = topology.device(b);
        return std::pair(first.node, first.indexInNode) < std::pair(second.node, second.indexInNode);
    });
    std::vector<std::vector<DeviceId>> nodes;
    for (const DeviceId device : group) {
        if (nodes.empty() || topology.device(nodes.back().front()).node != topology.device(device).node)
            nodes.emplace_back();
        nodes.back().push_back(device);
    }
    return nodes;
}

} // namespace

Network::Network(const Topology &topology, const CalibrationValues &calibration, Seconds at)
    : m_topology(&topology), m_calibration(&calibration)
{
    m_capacity.reserve(topology.edges().size());
    for (const auto &edge : topology.edges())
        m_capacity.push_back(edge.bandwidth.value * edge.rate.factorAt(at) *
                             calibration.linkOf(edge.technology).efficiency);
}

Result<const Route *> Network::route(DeviceId from, DeviceId to)
{
    const auto key = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(from.value)) << 32) |
                     static_cast<std::uint32_t>(to.value);
    auto it = m_routes.find(key);
    if (it == m_routes.end()) {
        const auto &a = m_topology->device(from).name;
        const auto &b = m_topology->device(to).name;
        const auto way = [&]() -> Result<Route> {
            auto found = m_topology->route(from, to);
            if (!found)
                return Error{
                    Error::Code::infeasible,          {}, {}, "no way from " + a + " to " + b, "a connected cluster",
                    "draw a link between their nodes"};
            for (const EdgeId edge : found->edges) {
                if (!(m_capacity[edge.index()] > 0))
                    return Error{Error::Code::infeasible,
                                 {},
                                 {},
                                 "link " + m_topology->edge(edge).link + " down between " + a + " and " + b,
                                 "a link with bandwidth",
                                 "change its rate curve or the start time"};
            }
            return std::move(*found);
        };
        it = m_routes.emplace(key, way()).first;
    }
    if (!it->second)
        return it->second.error();
    return &it->second.value();
}

Status Network::addFlow(TrafficMap &traffic, DeviceId from, DeviceId to, double share)
{
    if (from == to)
        return {};
    const auto way = route(from, to);
    if (!way)
        return way.error();
    for (const EdgeId edge : (*way)->edges)
        traffic[edge.value] += share;
    return {};
}

TransferCost Network::costOf(const TrafficMap &traffic) const
{
    TransferCost cost;
    cost.traffic.reserve(traffic.size());
    for (const auto &[edge, share] : traffic) {
        EdgeTraffic entry;
        entry.edge.value = edge;
        entry.perByte = share;
        cost.traffic.push_back(entry);
        cost.secondsPerByte = std::max(cost.secondsPerByte, share / m_capacity[entry.edge.index()]);
    }
    std::sort(cost.traffic.begin(), cost.traffic.end(),
              [](const EdgeTraffic &a, const EdgeTraffic &b) { return a.edge < b.edge; });
    return cost;
}

Result<TransferCost> Network::transfer(const std::vector<DeviceId> &from, const std::vector<DeviceId> &to)
{
    TrafficMap traffic;
    const std::size_t flows = std::max(from.size(), to.size());
    Seconds latency;
    bool crosses = false;
    for (std::size_t i = 0; i < flows; ++i) {
        const DeviceId source = from[i * from.size() / flows];
        const DeviceId target = to[i * to.size() / flows];
        if (source == target)
            continue;
        if (const auto status = addFlow(traffic, source, target, 1.0 / static_cast<double>(flows)); !status)
            return status.error();
        const Route *way = *route(source, target);
        latency = std::max(latency, way->latency);
        crosses = crosses || way->crossesNodes;
    }
    auto cost = costOf(traffic);
    cost.latency = latency;
    cost.crossesNodes = crosses;
    return cost;
}

Result<TransferCost> Network::ring(const std::vector<std::vector<DeviceId>> &groups, double rounds)
{
    TrafficMap traffic;
    Seconds latency;
    bool crosses = false;
    for (const auto &group : groups) {
        const std::size_t n = group.size();
        if (n < 2)
            continue;
        const auto nodes = byNode(*m_topology, group);
        std::size_t channels = group.size();
        for (const auto &members : nodes)
            channels = std::min(channels, members.size());
        if (nodes.size() == 1)
            channels = 1;
        // Each of `channels` rings carries its part; ring c enters every node at its c-th member.
        const double share =
            rounds * static_cast<double>(n - 1) / static_cast<double>(n) / static_cast<double>(channels);
        for (std::size_t c = 0; c < channels; ++c) {
            std::vector<DeviceId> ring;
            for (const auto &members : nodes) {
                const std::size_t first = c * members.size() / channels;
                for (std::size_t i = 0; i < members.size(); ++i)
                    ring.push_back(members[(first + i) % members.size()]);
            }
            Seconds hops;
            for (std::size_t i = 0; i < n; ++i) {
                const DeviceId from = ring[i];
                const DeviceId to = ring[(i + 1) % n];
                if (const auto status = addFlow(traffic, from, to, share); !status)
                    return status.error();
                const Route *way = *route(from, to);
                // A step crosses one ring edge; its software cost is that of the slowest technology on the way.
                Seconds software;
                for (const EdgeId edge : way->edges)
                    software = std::max(software, m_calibration->linkOf(m_topology->edge(edge).technology).hop);
                hops += software + way->latency;
                crosses = crosses || way->crossesNodes;
            }
            // rounds (n-1) steps, each over every edge at once: on average a step costs the mean edge.
            latency = std::max(latency, hops * (rounds * static_cast<double>(n - 1) / static_cast<double>(n)));
        }
    }
    auto cost = costOf(traffic);
    cost.latency = latency;
    cost.crossesNodes = crosses;
    return cost;
}

Result<TransferCost> Network::allReduce(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 2); }

Result<TransferCost> Network::allGather(const std::vector<std::vector<DeviceId>> &groups) { return ring(groups, 1); }

Result<TransferCost> Network::allToAll(const std::vector<std::vector<DeviceId>> &groups)
{
    TrafficMap traffic;
    Seconds latency;
    bool crosses = false;
    for (const auto &group : groups) {
        const double n = static_cast<double>(group.size());
        for (const DeviceId from : group) {
            for (const DeviceId to : group) {
                if (from == to)
                    continue;
                // bytes = what one member sends in all; 1/n of it to each member.
                if (const auto status = addFlow(traffic, from, to, 1 / n); !status)
                    return status.error();
                const Route *way = *route(from, to);
                latency = std::max(latency, way->latency);
                crosses = crosses || way->crossesNodes;
            }
        }
    }
    auto cost = costOf(traffic);
    cost.latency = latency;
    cost.crossesNodes = crosses;
    return cost;
}

} // namespace heteroscope

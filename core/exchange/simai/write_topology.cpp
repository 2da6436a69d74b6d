// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/simai/write_topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace heteroscope {

namespace {

constexpr std::array<std::string_view, 5> simaiDevices = {"H100", "H800", "A100", "A800", "H20"};

struct WrittenLink
{
    double rate = 0;    ///< bytes/s
    double latency = 0; ///< seconds
};
using WrittenLinks = std::map<std::pair<std::size_t, std::size_t>, WrittenLink>;

void addLink(WrittenLinks &links, std::size_t a, std::size_t b, double rate, double latency)
{
    WrittenLink &link = links[std::minmax(a, b)];
    link.rate += rate;
    link.latency = std::max(link.latency, latency);
}

/// Where a link of a node ends outside: the number of a switch.
struct NodeLink
{
    std::size_t to = 0;
    double rate = 0;
    double latency = 0;
};

/// The narrowest part of the way from a device out of its node, and its latency.
WrittenLink wayOut(const Topology &topology, const Route &route, std::size_t node)
{
    WrittenLink way{1e300, 0};
    for (const EdgeId id : route.edges) {
        const TopologyEdge &edge = topology.edge(id);
        if (topology.vertices()[edge.to.index()].node != node)
            break;
        way.rate = std::min(way.rate, edge.bandwidth.value);
        way.latency += edge.latency.value + topology.vertices()[edge.to.index()].latency.value;
    }
    return way;
}

std::string_view nameForSimai(const DeviceType &type)
{
    for (const std::string_view name : simaiDevices) {
        if (type.name.starts_with(name))
            return name;
    }
    return "NONE";
}

class SimaiTopologyWriter
{
public:
    explicit SimaiTopologyWriter(const Topology &topology) : m_topology(topology) {}

    Result<WrittenTopology> write()
    {
        const auto &nodes = m_topology.nodes();
        if (m_topology.devices().empty())
            return refuse("/cluster/nodes", "no device", "a cluster with devices", "draw a node");
        m_perServer = nodes.front().devices.size();
        for (const TopologyNode &node : nodes) {
            if (node.devices.size() != m_perServer)
                return refuse("/cluster/nodes",
                              fmt::format("{} devices in {} and {} in {}", m_perServer, nodes.front().name,
                                          node.devices.size(), node.name),
                              "the same number in each node, because the format has one for all",
                              "leave nodes out, or export astra-sim, whose topology.txt has any");
        }
        m_insideSwitches = m_perServer > 1 ? nodes.size() : 0;
        m_next = m_topology.devices().size() + m_insideSwitches;
        collectOutside();
        for (std::size_t node = 0; node < nodes.size(); ++node) {
            if (const auto status = addNode(node); !status)
                return status.error();
        }
        return WrittenTopology{text(), notes()};
    }

private:
    static Error refuse(std::string path, std::string found, std::string expected, std::string hint)
    {
        return {Error::Code::invalid, {}, std::move(path), std::move(found), std::move(expected), std::move(hint)};
    }

    std::size_t switchNumber(std::size_t vertex)
    {
        const auto [at, isNew] = m_switches.try_emplace(vertex, m_next);
        m_next += isNew ? 1 : 0;
        return at->second;
    }

    /// Links between switches, and by node those that leave it.
    void collectOutside()
    {
        m_leaving.resize(m_topology.nodes().size());
        for (const TopologyEdge &edge : m_topology.edges()) {
            const TopologyVertex &from = m_topology.vertices()[edge.from.index()];
            const TopologyVertex &to = m_topology.vertices()[edge.to.index()];
            if (edge.to < edge.from || (from.node && from.node == to.node))
                continue; // the other direction of the same link, or inside a node
            // A route passes two links at each switch.
            const double latency =
                edge.latency.value + ((from.node ? 0 : from.latency.value / 2)) + (to.node ? 0 : to.latency.value / 2);
            if (!from.node && !to.node) {
                addLink(m_links, switchNumber(edge.from.index()), switchNumber(edge.to.index()), edge.bandwidth.value,
                        latency);
            } else if (from.node && to.node) {
                const std::size_t between = m_next++;
                ++m_between;
                m_leaving[*from.node].push_back({between, edge.bandwidth.value, latency / 2});
                m_leaving[*to.node].push_back({between, edge.bandwidth.value, latency / 2});
            } else {
                const std::size_t node = from.node ? *from.node : *to.node;
                const std::size_t end = switchNumber(from.node ? edge.to.index() : edge.from.index());
                m_leaving[node].push_back({end, edge.bandwidth.value, latency});
            }
        }
    }

    Status addNode(std::size_t index)
    {
        const TopologyNode &node = m_topology.nodes()[index];
        for (std::size_t i = 0; i < node.devices.size() && m_insideSwitches > 0; ++i) {
            const DeviceId device = node.devices[i];
            const DeviceId other = node.devices[i == 0 ? 1 : 0];
            const auto route = m_topology.route(device, other);
            if (!route)
                return refuse(
                    "/cluster/nodes",
                    fmt::format("no path from {} to {}", m_topology.device(device).name, m_topology.device(other).name),
                    "links between the devices of a node", "draw them in the node's editor");
            addLink(m_links, device.index(), m_topology.devices().size() + index, route->bandwidth.value,
                    route->latency.value / 2);
        }
        // Devices and links in turn, so that both are used evenly.
        const auto &leaving = m_leaving[index];
        const std::size_t devices = node.devices.size();
        const std::size_t turns = leaving.empty() ? 0 : std::max(devices, leaving.size());
        std::vector<std::size_t> users(leaving.size());
        for (std::size_t turn = 0; turn < turns; ++turn)
            ++users[turn % leaving.size()];
        const DeviceId outside = m_topology.nodes()[index == 0 ? m_topology.nodes().size() - 1 : 0].devices.front();
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const DeviceId device = node.devices[turn % devices];
            const NodeLink &link = leaving[turn % leaving.size()];
            WrittenLink way{1e300, 0};
            if (const auto route = m_topology.nodes().size() > 1 ? m_topology.route(device, outside) : std::nullopt)
                way = wayOut(m_topology, *route, index);
            addLink(m_links, device.index(), link.to,
                    std::min(link.rate / static_cast<double>(users[turn % leaving.size()]), way.rate),
                    link.latency + way.latency);
        }
        return {};
    }

    std::string text() const
    {
        const std::size_t devices = m_topology.devices().size();
        std::string text = fmt::format("{} {} {} {} {} {}\n", m_next, m_perServer, m_insideSwitches,
                                       m_next - devices - m_insideSwitches, m_links.size(),
                                       nameForSimai(m_topology.typeOf(DeviceId(std::size_t(0)))));
        for (std::size_t number = devices; number < m_next; ++number)
            text += fmt::format("{} ", number);
        text += '\n';
        for (const auto &[ends, link] : m_links)
            text += fmt::format("{} {} {:.6g}Gbps {:.6g}ms 0\n", ends.first, ends.second, link.rate * 8e-9,
                                link.latency * 1e3);
        return text;
    }

    std::vector<std::string> notes() const
    {
        std::vector<std::string> notes;
        const DeviceType &first = m_topology.typeOf(DeviceId(std::size_t(0)));
        if (m_topology.deviceTypes().size() > 1)
            notes.push_back(fmt::format("the format has one kind of device: {}, that of the first node", first.name));
        if (nameForSimai(first) == "NONE")
            notes.push_back(
                fmt::format("SimAI does not know {}: NONE is written, and times come from the workload", first.name));
        if (m_between > 0)
            notes.push_back("nodes that are linked directly got a switch between them");
        return notes;
    }

    const Topology &m_topology;
    std::size_t m_perServer = 0;
    std::size_t m_insideSwitches = 0; // one for each server of several devices
    std::size_t m_next = 0;
    std::size_t m_between = 0;
    std::map<std::size_t, std::size_t> m_switches; // numbers by vertex
    std::vector<std::vector<NodeLink>> m_leaving;  // by node
    WrittenLinks m_links;
};

} // namespace

Result<WrittenTopology> simaiTopology(const Topology &topology) { return SimaiTopologyWriter(topology).write(); }

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/astra_sim/write_files.h"

#include "json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace heteroscope {

namespace {

using VertexPair = std::pair<std::size_t, std::size_t>;

/// The network as the ns-3 backend reads it.
std::string packetTopology(const StepRanks &ranks, const Topology &topology)
{
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> numbers(topology.vertices().size(), none);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        numbers[ranks.deviceOf(rank).index()] = rank; // vertex i is device i
    std::size_t next = ranks.size();
    std::string switches;
    std::map<VertexPair, std::pair<double, double>> links; // bits/s and seconds, by the numbers of the ends
    const auto numberOf = [&](VertexId id) {
        std::size_t &number = numbers[id.index()];
        if (number == none && topology.vertices()[id.index()].forwards) {
            switches += fmt::format("{}{}", next == ranks.size() ? "" : " ", next);
            number = next++;
        }
        return number;
    };
    for (const TopologyEdge &edge : topology.edges()) {
        if (edge.to < edge.from)
            continue; // the other direction of the same link
        const std::size_t a = numberOf(edge.from);
        const std::size_t b = numberOf(edge.to);
        if (a == none || b == none)
            continue; // of a device that the plan leaves out
        // A route passes two links at each switch.
        const double atEnds =
            (topology.vertices()[edge.from.index()].latency + topology.vertices()[edge.to.index()].latency).value / 2;
        auto &[rate, latency] = links[std::minmax(a, b)];
        rate += edge.bandwidth.value * 8;
        latency = std::max(latency, edge.latency.value + atEnds);
    }
    std::string text = fmt::format("{} {} {}\n{}\n", next, next - ranks.size(), links.size(), switches);
    for (const auto &[ends, link] : links)
        text +=
            fmt::format("{} {} {:.6g}Gbps {:.6g}ms 0\n", ends.first, ends.second, link.first * 1e-9, link.second * 1e3);
    return text;
}

/// The two dimensions of the analytical backend.
struct SwitchedShape
{
    std::size_t ofNode = 0; ///< devices
    std::size_t nodes = 0;
    BytesPerSecond inside{1e300};  ///< of a device, each direction
    BytesPerSecond between{1e300}; ///< the same
    Seconds insideLatency;         ///< of a link
    Seconds betweenLatency;
    bool unlikeInside = false;
    bool unlikeBetween = false;
};

void narrow(BytesPerSecond &least, BytesPerSecond found, bool &unlike)
{
    constexpr double equal = 1e-9;
    unlike =
        unlike || (least.value < 1e299 && std::max(least, found).value > std::min(least, found).value * (1 + equal));
    least = std::min(least, found);
}

Error notConnected(const Topology &topology, DeviceId a, DeviceId b)
{
    return {Error::Code::invalid,
            {},
            "/cluster/links",
            fmt::format("no path from {} to {}", topology.device(a).name, topology.device(b).name),
            "a network that joins all devices of the plan",
            "draw a link between them"};
}

/// nullopt: the nodes have unlike numbers of devices of the plan.
Result<std::optional<SwitchedShape>> switchedShape(const StepRanks &ranks, const Topology &topology)
{
    std::map<std::size_t, std::vector<DeviceId>> byNode;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        byNode[topology.device(ranks.deviceOf(rank)).node].push_back(ranks.deviceOf(rank));
    SwitchedShape shape;
    shape.ofNode = byNode.begin()->second.size();
    shape.nodes = byNode.size();
    for (const auto &[node, devices] : byNode) {
        if (devices.size() != shape.ofNode)
            return std::optional<SwitchedShape>();
        if (devices.size() < 2)
            continue;
        const auto route = topology.route(devices[0], devices[1]);
        if (!route)
            return notConnected(topology, devices[0], devices[1]);
        narrow(shape.inside, route->bandwidth, shape.unlikeInside);
        shape.insideLatency = std::max(shape.insideLatency, route->latency / 2);
    }
    std::map<std::size_t, BytesPerSecond> leaving;
    for (const TopologyEdge &edge : topology.edges()) {
        const auto from = topology.vertices()[edge.from.index()].node;
        if (from && topology.vertices()[edge.to.index()].node != from)
            leaving[*from] = leaving[*from] + edge.bandwidth;
    }
    const DeviceId first = byNode.begin()->second.front();
    for (const auto &[node, devices] : byNode) {
        if (devices.front() == first)
            continue;
        const auto route = topology.route(first, devices.front());
        if (!route)
            return notConnected(topology, first, devices.front());
        shape.betweenLatency = std::max(shape.betweenLatency, route->latency / 2);
        narrow(shape.between, std::min(route->bandwidth, leaving[node] / static_cast<double>(shape.ofNode)),
               shape.unlikeBetween);
    }
    if (shape.nodes > 1) {
        const std::size_t node = byNode.begin()->first;
        narrow(shape.between, leaving[node] / static_cast<double>(shape.ofNode), shape.unlikeBetween);
    }
    return std::optional<SwitchedShape>(shape);
}

/// One value for each dimension that has more than one member, "[ 8, 4 ]".
std::string eachDimension(const SwitchedShape &shape, const std::string &inside, const std::string &between)
{
    if (shape.nodes < 2)
        return "[ " + inside + " ]";
    return shape.ofNode < 2 ? "[ " + between + " ]" : "[ " + inside + ", " + between + " ]";
}

std::string analyticalNetwork(const SwitchedShape &shape)
{
    const auto numbers = [&shape](double inside, double between) {
        return eachDimension(shape, fmt::format("{:.6g}", inside), fmt::format("{:.6g}", between));
    };
    return fmt::format("topology: {}\nnpus_count: {}\nbandwidth: {}  # GB/s\nlatency: {}  # ns\n",
                       eachDimension(shape, "Switch", "Switch"),
                       eachDimension(shape, std::to_string(shape.ofNode), std::to_string(shape.nodes)),
                       numbers(shape.inside.value * 1e-9, shape.between.value * 1e-9),
                       numbers(shape.insideLatency.value * 1e9, shape.betweenLatency.value * 1e9));
}

std::string systemFile(const StepRanks &ranks, const Topology &topology, Precision precision, std::size_t dimensions)
{
    double memory = std::numeric_limits<double>::max();
    double peak = memory;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        const DeviceType &type = topology.typeOf(ranks.deviceOf(rank));
        memory = std::min(memory, type.memoryBandwidth.value);
        peak = std::min(peak, type.peakAt(precision).value_or(FlopPerSecond(0)).value);
    }
    const Json ring(std::vector<std::string>(dimensions, "ring"));
    return toText({{"scheduling-policy", "LIFO"},
                   {"endpoint-delay", 10},
                   {"active-chunks-per-dimension", 1},
                   {"preferred-dataset-splits", 4},
                   {"all-reduce-implementation", ring},
                   {"all-gather-implementation", ring},
                   {"reduce-scatter-implementation", ring},
                   {"all-to-all-implementation", ring},
                   {"collective-optimization", "localBWAware"},
                   {"local-mem-bw", std::round(memory * 1e-6) * 1e-3},
                   {"boost-mode", 0},
                   {"roofline-enabled", 0},
                   {"peak-perf", std::round(peak * 1e-9) * 1e-3}});
}

} // namespace

Result<SimulatorFiles> astraSimFiles(const StepRanks &ranks, const Topology &topology, Precision precision)
{
    const auto shape = switchedShape(ranks, topology);
    if (!shape)
        return shape.error();
    SimulatorFiles result;
    Json logical = Json::array();
    if (const auto &found = *shape) {
        result.files.push_back({".network.yml", analyticalNetwork(*found)});
        for (const std::size_t count : {found->ofNode, found->nodes}) {
            if (count > 1 || (logical.empty() && found->nodes < 2))
                logical.push_back(std::to_string(count));
        }
        if (found->unlikeInside || found->unlikeBetween)
            result.notes.push_back(fmt::format("network.yml has one rate for all: that of the slowest {}; topology.txt "
                                               "has each link",
                                               !found->unlikeBetween ? "node inside"
                                               : found->unlikeInside ? "node inside and outside"
                                                                     : "link of a node"));
        if (found->nodes > 1)
            result.notes.push_back("network.yml has no switches above those of the nodes, so nothing there is "
                                   "oversubscribed; topology.txt has them");
    } else {
        logical.push_back(std::to_string(ranks.size()));
        result.notes.push_back(
            "no network.yml: its dimensions need the same number of the plan's devices in each node; "
            "take topology.txt and the ns-3 backend");
    }
    const std::size_t dimensions = logical.size();
    result.files.push_back({".topology.txt", packetTopology(ranks, topology)});
    result.files.push_back({".logical.json", toText({{"logical-dims", std::move(logical)}})});
    result.files.push_back({".system.json", systemFile(ranks, topology, precision, dimensions)});
    result.files.push_back({".memory.json", toText({{"memory-type", "NO_MEMORY_EXPANSION"}})});
    if (ranks.plan().sharing.group > 0)
        result.notes.push_back("gradients and weights are written as shared by all replicas, not by groups of them");
    if (ranks.plan().contextParallel > 1)
        result.notes.push_back("the exchange of context-parallel slices is written as an all-reduce of the same bytes");
    return result;
}

} // namespace heteroscope

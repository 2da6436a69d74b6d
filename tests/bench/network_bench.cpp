// SPDX-License-Identifier: GPL-3.0-or-later
//
// simulate/allreduce/1GiB/1024: a ring all-reduce of 1 GiB over 1,024 single-device nodes behind one switch, one flow
// per ring edge over the topology's routes: its network built, filled and run to the last end. Counter `seconds` must
// be 2(n-1)/n S/B + 2(n-1) alpha within 1e-9, else the benchmark reports an error. simulate/flows/4096: fair shares of
// 4,096 flows over 512 links worked out from nothing, all in one component. simulate/flows/alone: a start and an end of
// flows that meet nobody, 64 under way at a time; ops_per_second. simulate/flows/shared: the same with each link shared
// by two flows.
#include "cluster/topology.h"
#include "simulator/network/flow_network.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

namespace {

using namespace heteroscope;

constexpr std::size_t ringDevices = 1024;

Result<Topology> ringTopology()
{
    Cluster cluster;
    DeviceType type;
    type.name = "device";
    type.peak[static_cast<std::size_t>(Precision::bf16)] = FlopPerSecond(1e14);
    type.memory = Bytes(1e11);
    type.memoryBandwidth = BytesPerSecond(1e12);
    cluster.deviceTypes.push_back(type);
    Switch spine;
    spine.name = "spine";
    spine.latency = Seconds(3e-7);
    cluster.switches.push_back(spine);
    for (std::size_t i = 0; i < ringDevices; ++i) {
        Node node;
        node.name = "n" + std::to_string(i);
        node.devices.push_back({.type = type.name, .speed = {}});
        Link link;
        link.name = node.name + "-spine";
        link.from = node.name;
        link.to = spine.name;
        link.bandwidth = BytesPerSecond(2.5e10);
        link.latency = Seconds(1e-6);
        cluster.nodes.push_back(std::move(node));
        cluster.links.push_back(std::move(link));
    }
    return Topology::build(cluster);
}

void allReduce(benchmark::State &state)
{
    const Result<Topology> topology = ringTopology();
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    std::vector<Route> routes;
    for (std::size_t i = 0; i < ringDevices; ++i) {
        auto route = topology->route(DeviceId(i), DeviceId((i + 1) % ringDevices));
        if (!route) {
            state.SkipWithError("no route from a device to the next");
            return;
        }
        routes.push_back(std::move(*route));
    }
    const double size = 1024.0 * 1024.0 * 1024.0;
    const double n = static_cast<double>(ringDevices);
    const double expected =
        2 * (n - 1) / n * size / routes.front().bandwidth.value + 2 * (n - 1) * routes.front().latency.value;
    for (auto _ : state) {
        std::vector<NetworkEdge> edges;
        edges.reserve(topology->edges().size());
        for (const TopologyEdge &edge : topology->edges())
            edges.push_back({edge.bandwidth.value, {}});
        FlowNetwork network(edges, {});
        const Ticks latency = toTicks(Seconds(2 * (n - 1) * routes.front().latency.value));
        for (const Route &route : routes) {
            std::vector<FlowShare> shares;
            for (const EdgeId edge : route.edges)
                shares.push_back({static_cast<std::int32_t>(edge.index()), 2 * (n - 1) / n});
            const int number = network.addRoute(std::move(shares), 1);
            network.start(latency, number, size, number);
        }
        std::vector<std::int64_t> ended;
        Ticks now;
        while (network.activeCount() > 0 && network.nextChange().count < std::numeric_limits<std::int64_t>::max()) {
            now = network.nextChange();
            network.advance(now, ended);
        }
        const double seconds = toSeconds(now).value;
        if (ended.size() != ringDevices || std::abs(seconds - expected) > 1e-9 * expected) {
            state.SkipWithError("the all-reduce does not take 2(n-1)/n S/B + 2(n-1) alpha");
            return;
        }
        state.counters["seconds"] = seconds;
    }
}
BENCHMARK(allReduce)->Name("simulate/allreduce/1GiB/1024")->Unit(benchmark::kMillisecond);

/// 4,096 flows over random pairs of 512 links of a few capacities.
void manyFlows(benchmark::State &state)
{
    std::mt19937_64 random(1);
    std::vector<NetworkEdge> edges;
    for (int e = 0; e < 512; ++e)
        edges.push_back({1e10 * static_cast<double>(1 + random() % 4), {}});
    // The last link's factor steps so often that each iteration has a change of its own.
    NetworkEdge stepping{1e10, {}};
    for (std::int64_t i = 0; i < 100'000; ++i) {
        stepping.rate.at.push_back(Ticks(i * 1000));
        stepping.rate.factor.push_back(i % 2 == 0 ? 1 : 0.5);
    }
    edges.back() = stepping;
    FlowNetwork network(edges, {});
    for (int f = 0; f < 4096; ++f) {
        const int route = network.addRoute(
            {{static_cast<std::int32_t>(random() % 512), 1}, {static_cast<std::int32_t>(random() % 512), 1}}, 1);
        network.start(Ticks(0), route, 1e15, route);
    }
    std::vector<std::int64_t> ended;
    double sum = 0;
    for (auto _ : state) {
        const Ticks next = network.nextChange();
        network.advance(next, ended);
        sum += network.rate(0);
        if (network.activeCount() != 4096 || !ended.empty() || next.count == std::numeric_limits<std::int64_t>::max()) {
            state.SkipWithError("the flows ended");
            return;
        }
    }
    benchmark::DoNotOptimize(sum);
}
BENCHMARK(manyFlows)->Name("simulate/flows/4096")->Unit(benchmark::kMicrosecond);

/// Flows of unlike size over routes of four edges, one after the other on each route.
void churn(benchmark::State &state, std::int32_t flowsPerLink)
{
    constexpr std::int32_t routes = 64;
    FlowNetwork network(std::vector<NetworkEdge>(routes * 4, {1e10, {}}), {});
    for (std::int32_t r = 0; r < routes; ++r) {
        const std::int32_t first = r / flowsPerLink * 4;
        network.addRoute({{first, 1}, {first + 1, 1}, {first + 2, 1}, {first + 3, 1}}, 1);
        network.start(Ticks(0), r, 1e6 + r * 1e3, r);
    }
    std::vector<std::int64_t> ended;
    std::int64_t operations = 0;
    for (auto _ : state) {
        const Ticks now = network.nextChange();
        ended.clear();
        network.advance(now, ended);
        for (const std::int64_t tag : ended)
            network.start(now, static_cast<int>(tag), 1e6 + static_cast<double>(tag) * 1e3, tag);
        operations += 2 * static_cast<std::int64_t>(ended.size());
    }
    state.counters["ops_per_second"] = benchmark::Counter(static_cast<double>(operations), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(churn, alone, 1)->Name("simulate/flows/alone");
BENCHMARK_CAPTURE(churn, shared, 2)->Name("simulate/flows/shared");

} // namespace

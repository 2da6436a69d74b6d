// SPDX-License-Identifier: GPL-3.0-or-later
//
// cluster/topology/1024: expands 128 nodes of eight devices into the graph of devices, vertices and edges.
// cluster/route/1024: one route between two devices of different nodes of it.
#include "bench_cases.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

const char *const nodeTemplate = "8x H100 HGX";

void clusterTopology(benchmark::State &state)
{
    const Result<Cluster> cluster = bench::starCluster(nodeTemplate, 128);
    if (!cluster) {
        state.SkipWithError(toString(cluster.error()).c_str());
        return;
    }
    for (auto _ : state) {
        const Result<Topology> topology = Topology::build(*cluster);
        if (!topology) {
            state.SkipWithError(toString(topology.error()).c_str());
            return;
        }
        state.counters["devices"] = static_cast<double>(topology->devices().size());
    }
}
BENCHMARK(clusterTopology)->Name("cluster/topology/1024")->Unit(benchmark::kMillisecond);

void clusterRoute(benchmark::State &state)
{
    const Result<Cluster> cluster = bench::starCluster(nodeTemplate, 128);
    const Result<Topology> topology = cluster ? Topology::build(*cluster) : Result<Topology>(cluster.error());
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    const std::size_t count = topology->devices().size();
    std::size_t from = 0;
    for (auto _ : state) {
        const std::optional<Route> route = topology->route(DeviceId(from), DeviceId((from + count / 2) % count));
        if (!route) {
            state.SkipWithError("no route");
            return;
        }
        benchmark::DoNotOptimize(route->latency);
        from = (from + 1) % count;
    }
}
BENCHMARK(clusterRoute)->Name("cluster/route/1024")->Unit(benchmark::kMicrosecond);

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan/16mixed, plan/32mixed: a whole search until proved, on the shipped examples of so many devices of several types,
// in space C of planner/space/space.h. plan/64mixed, plan/1024same, plan/1024mixed: the same for clusters of catalog
// nodes behind one switch (32 H100 + 32 A100; 1,024 H100; 344 H100, 344 A100 and 336 V100) and the workload of a
// shipped example; after 10 s the best so far is taken. Counters: proved, gap, families, simulated.
//
// plan/threads/CASE: the same search with one thread and then with two; the time is that of two. Counters: one and two
// in seconds, speedUp = one / two, same = 1 if both have the same answer, bound and verdict.
#include "bench_cases.h"

#include "planner/search.h"
#include "project/project_file.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using namespace heteroscope;

const Project *example(std::string_view file)
{
    for (const Example &example : builtinExamples()) {
        if (example.file == file)
            return &example.project;
    }
    return nullptr;
}

using Measure = void(benchmark::State &, const Topology &, const Workload &);

void onCluster(benchmark::State &state, const Cluster &cluster, const Workload &workload, Measure *measure)
{
    if (const Result<Topology> topology = Topology::build(cluster))
        measure(state, *topology, workload);
    else
        state.SkipWithError(toString(topology.error()).c_str());
}

void search(benchmark::State &state, const Topology &topology, const Workload &workload)
{
    SearchOptions options;
    options.space = SearchSpace::C;
    options.budget = Seconds(10);
    for (auto _ : state) {
        const Result<SearchResult> result = searchPlans(topology, workload, options);
        if (!result) {
            state.SkipWithError(toString(result.error()).c_str());
            return;
        }
        if (result->plans.empty()) {
            state.SkipWithError("no feasible plan");
            return;
        }
        state.counters["proved"] = result->proved ? 1 : 0;
        state.counters["gap"] = result->gap;
        state.counters["families"] = static_cast<double>(result->enumerated);
        state.counters["simulated"] = static_cast<double>(result->simulated);
    }
}

void plan(benchmark::State &state, const char *file)
{
    if (const Project *project = example(file))
        onCluster(state, project->cluster, project->workload, search);
    else
        state.SkipWithError((std::string("no shipped example ") + file).c_str());
}

/// So many nodes of each template behind one switch, and the workload of an example.
void onStar(benchmark::State &state, const bench::NodeCounts &nodes, const char *file, Measure *measure)
{
    const Project *project = example(file);
    if (!project) {
        state.SkipWithError((std::string("no shipped example ") + file).c_str());
        return;
    }
    const Result<Cluster> cluster = bench::starCluster(nodes);
    if (!cluster) {
        state.SkipWithError(toString(cluster.error()).c_str());
        return;
    }
    onCluster(state, *cluster, project->workload, measure);
}

void onTwoThreads(benchmark::State &state, const Topology &topology, const Workload &workload)
{
    SearchOptions options;
    options.space = SearchSpace::C;
    double one = 0, two = 0;
    bool same = true;
    for (auto _ : state) {
        options.threads = 1;
        const auto alone = searchPlans(topology, workload, options);
        options.threads = 2;
        const auto together = searchPlans(topology, workload, options);
        if (!alone || !together || alone->plans.empty() || together->plans.empty()) {
            state.SkipWithError("no plan was found");
            return;
        }
        one += alone->searchTime.value;
        two += together->searchTime.value;
        same = same && alone->plans.front().plan == together->plans.front().plan &&
               alone->lowerValue == together->lowerValue && alone->proved == together->proved;
        state.SetIterationTime(together->searchTime.value);
    }
    const auto count = static_cast<double>(state.iterations());
    state.counters["one"] = one / count;
    state.counters["two"] = two / count;
    state.counters["speedUp"] = one / two;
    state.counters["same"] = same ? 1 : 0;
}

BENCHMARK_CAPTURE(plan, 16, "rtx3090-titan.hscope.json")->Name("plan/16mixed")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, 32, "mixed-32.hscope.json")->Name("plan/32mixed")->Unit(benchmark::kMillisecond);

const int registeredStars = [] {
    const std::vector<std::tuple<const char *, bench::NodeCounts, const char *>> cases = {
        {"64mixed", {{"8x H100 HGX", 4}, {"8x A100-80GB HGX", 4}}, "mixed-32.hscope.json"},
        {"1024same", {{"8x H100 HGX", 128}}, "gpt3-175b-64.hscope.json"},
        {"1024mixed",
         {{"8x H100 HGX", 43}, {"8x A100-80GB HGX", 43}, {"8x V100-32GB DGX-1", 42}},
         "mixed-32.hscope.json"},
    };
    for (const auto &[name, nodes, file] : cases) {
        benchmark::RegisterBenchmark((std::string("plan/") + name).c_str(), [nodes = nodes,
                                                                             file = file](benchmark::State &state) {
            onStar(state, nodes, file, search);
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(
            (std::string("plan/threads/") + name).c_str(),
            [nodes = nodes, file = file](benchmark::State &state) { onStar(state, nodes, file, onTwoThreads); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
    }
    return 0;
}();

} // namespace

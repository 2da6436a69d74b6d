// SPDX-License-Identifier: GPL-3.0-or-later
//
// stop/plan/1024same, stop/plan/10000layers, stop/plan/100000devices, stop/simulate/16384: how long after a stop a
// computation can still run. One thread works for three seconds and then is stopped; every check point is timed.
// Counters: longest, the longest time between two check points, and answer, from the stop to the result, in seconds;
// checks. 0.1 s is promised for both (README.md).
#include "bench_cases.h"

#include "planner/search.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace {

using namespace heteroscope;
using SteadyTime = std::chrono::steady_clock::time_point;

/// Times its check points; to be asked from one thread.
struct TimedStop
{
    static constexpr double workFor = 3; // seconds
    SteadyTime start = std::chrono::steady_clock::now();
    SteadyTime last = start;
    double longest = 0;
    double checks = 0;

    static double seconds(SteadyTime from, SteadyTime to) { return std::chrono::duration<double>(to - from).count(); }
    StopToken token()
    {
        return StopToken().orWhen([this] {
            const auto now = std::chrono::steady_clock::now();
            longest = std::max(longest, seconds(std::exchange(last, now), now));
            ++checks;
            return seconds(start, now) > workFor;
        });
    }
    void report(benchmark::State &state)
    {
        const double answer = seconds(last, std::chrono::steady_clock::now());
        state.counters["longest"] = std::max(longest, answer);
        state.counters["answer"] = answer;
        state.counters["checks"] = checks;
    }
};

void searchUntilStopped(benchmark::State &state, const Result<Cluster> &cluster, Workload workload)
{
    const auto topology = cluster ? Topology::build(*cluster) : Result<Topology>(cluster.error());
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    for (auto _ : state) {
        TimedStop stop;
        SearchOptions options;
        options.threads = 1;
        const auto result = searchPlans(*topology, workload, options, stop.token());
        stop.report(state);
        if (!result)
            state.SkipWithError(toString(result.error()).c_str());
    }
}

Workload exampleWorkload(int layers = 0)
{
    for (const Example &example : builtinExamples()) {
        if (example.file != "gpt3-175b-64.hscope.json")
            continue;
        Workload workload = example.project.workload;
        workload.model.layers = layers > 0 ? layers : workload.model.layers;
        return workload;
    }
    return {};
}

void planSame(benchmark::State &state)
{
    searchUntilStopped(state, bench::starCluster("8x H100 HGX", 128), exampleWorkload());
}

void planDeep(benchmark::State &state)
{
    searchUntilStopped(state, bench::starCluster("8x H100 HGX", 16), exampleWorkload(10'000));
}

void planWide(benchmark::State &state)
{
    searchUntilStopped(state, bench::starCluster("8x H100 HGX", 12'500), exampleWorkload());
}

void simulateLarge(benchmark::State &state)
{
    const auto asked = bench::largeCase(true);
    const auto topology = asked ? Topology::build(asked->cluster) : Result<Topology>(asked.error());
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    for (auto _ : state) {
        TimedStop stop;
        PredictOptions options;
        options.stop = stop.token();
        options.linkLoads = true;
        benchmark::DoNotOptimize(predictStep(*topology, asked->workload, asked->plan, options));
        stop.report(state);
    }
}

BENCHMARK(planSame)->Name("stop/plan/1024same")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(planDeep)->Name("stop/plan/10000layers")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(planWide)->Name("stop/plan/100000devices")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(simulateLarge)->Name("stop/simulate/16384")->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace

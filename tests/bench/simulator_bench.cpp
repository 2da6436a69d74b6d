// SPDX-License-Identifier: GPL-3.0-or-later
//
// simulate/*: the array pass, the full engine with link flows, operation by operation, and steps of 16,384 devices.
// Programs are built once; an iteration is one run of the engine, from the program to the finished trace. The
// 16,384-device cases and simulate/predict/* time predictStep, from topology and plan to the result.
#include "bench_cases.h"

#include "simulator/array/one_f_one_b_chain.h"
#include "simulator/engine/engine.h"
#include "simulator/predict_step.h"
#include "simulator/program/operations.h"
#include "simulator/program/step_builder.h"

#include <benchmark/benchmark.h>
#include <sys/resource.h>

namespace {

using namespace heteroscope;

void failed(benchmark::State &state, const Error &error) { state.SkipWithError(toString(error).c_str()); }

/// Uneven stages, link latency and occupancy.
StageChain unevenChain(int stages)
{
    StageChain chain;
    for (int s = 0; s < stages; ++s) {
        const std::int64_t forward = 1'000'000 + 37'000 * (s % 7);
        chain.forward.push_back(forward);
        chain.backward.push_back(2 * forward + 11'000 * (s % 5));
        if (s + 1 < stages) {
            chain.forwardOccupancy.push_back(120'000 + 9'000 * (s % 3));
            chain.forwardLatency.push_back(10'000);
            chain.backwardOccupancy.push_back(130'000);
            chain.backwardLatency.push_back(10'000 + 1'000 * (s % 4));
        }
    }
    return chain;
}

void array(benchmark::State &state, int stages, int microBatches)
{
    StageChain chain = unevenChain(stages);
    OneFOneBChain pass;
    std::int64_t step = 0;
    std::size_t turn = 0;
    for (auto _ : state) {
        chain.forward[turn++ % chain.forward.size()] += 1; // no two iterations time the same chain
        step = pass.run(chain, microBatches).front();
        benchmark::DoNotOptimize(step);
    }
    state.counters["stepTime"] = toSeconds(Ticks(step)).value;
}
BENCHMARK_CAPTURE(array, 16, 16, 512)->Name("simulate/array/16x512")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(array, 64, 64, 512)->Name("simulate/array/64x512")->Unit(benchmark::kMicrosecond);

/// A case with everything its program needs to live.
struct Prepared
{
    bench::StepCase pipeline;
    Topology topology;
    std::unique_ptr<GroupPricer> pricer;
    BuiltStep built;
};

Result<std::unique_ptr<Prepared>> prepare(Result<bench::StepCase> pipeline, bool operations)
{
    if (!pipeline)
        return pipeline.error();
    auto topology = Topology::build(pipeline->cluster);
    if (!topology)
        return topology.error();
    auto prepared = std::make_unique<Prepared>(Prepared{std::move(*pipeline), std::move(*topology), {}, {}});
    prepared->pricer = std::make_unique<GroupPricer>(prepared->topology, prepared->pipeline.workload);
    auto built = buildStep(*prepared->pricer, prepared->pipeline.plan);
    if (!built)
        return built.error();
    prepared->built = std::move(*built);
    if (operations) {
        if (auto status = openPasses(prepared->built, *prepared->pricer, prepared->pipeline.plan); !status)
            return status.error();
    }
    return prepared;
}

void engine(benchmark::State &state, const Result<std::unique_ptr<Prepared>> &prepared, bool traffic)
{
    if (!prepared)
        return failed(state, prepared.error());
    std::int64_t events = 0;
    for (auto _ : state) {
        const auto trace = runStep((*prepared)->built.program, {traffic, {}});
        if (!trace)
            return state.SkipWithError("the step has no end");
        events += trace->events;
        state.counters["stepTime"] = toSeconds(trace->stepTime).value;
        std::size_t operations = 0;
        for (const auto &lane : trace->lanes) {
            operations += static_cast<std::size_t>(std::count_if(
                lane.intervals.begin(), lane.intervals.end(), [](const LaneInterval &i) { return i.operation >= 0; }));
        }
        if (operations > 0)
            state.counters["operations"] = static_cast<double>(operations);
    }
    state.counters["flows"] = static_cast<double>((*prepared)->built.program.routes.size());
    state.counters["ops_per_second"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
void oneFOneB(benchmark::State &state, int stages, int microBatches)
{
    engine(state, prepare(bench::pipelineCase(stages, microBatches), false), true);
}
BENCHMARK_CAPTURE(oneFOneB, 16, 16, 512)->Name("simulate/1f1b/16x512")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(oneFOneB, 64, 64, 512)->Name("simulate/1f1b/64x512")->Unit(benchmark::kMillisecond);
// Cost by size: 1x, 4x, 16x.
BENCHMARK_CAPTURE(oneFOneB, x1, 16, 128)->Name("simulate/1f1b/16x128")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(oneFOneB, x16, 16, 2048)->Name("simulate/1f1b/16x2048")->Unit(benchmark::kMillisecond);

void operations(benchmark::State &state) { engine(state, prepare(bench::blockPipelineCase(8, 32, 128), true), false); }
BENCHMARK(operations)->Name("simulate/1f1b/8x128/operations")->Unit(benchmark::kMillisecond);

void events(benchmark::State &state) { engine(state, prepare(bench::pipelineCase(64, 512), false), false); }
BENCHMARK(events)->Name("simulate/events")->Unit(benchmark::kMillisecond);

void predict(benchmark::State &state, const Result<bench::StepCase> &pipeline)
{
    if (!pipeline)
        return failed(state, pipeline.error());
    const auto topology = Topology::build(pipeline->cluster);
    if (!topology)
        return failed(state, topology.error());
    for (auto _ : state) {
        const auto result = predictStep(*topology, pipeline->workload, pipeline->plan);
        if (!result)
            return failed(state, result.error());
        std::size_t devices = 0;
        for (std::size_t i = 0; i < result->lanes.size() && i < result->simulatedLanes; ++i)
            devices += result->lanes[i].devices.size();
        state.counters["stepTime"] = toSeconds(result->stepTime).value;
        state.counters["devices"] = static_cast<double>(topology->devices().size());
        state.counters["simulatedDevices"] = static_cast<double>(devices);
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peakBytes"] = static_cast<double>(usage.ru_maxrss) * 1024;
}
void folded(benchmark::State &state) { predict(state, bench::largeCase(false)); }
void oneSlowDevice(benchmark::State &state) { predict(state, bench::largeCase(true)); }
BENCHMARK(folded)->Name("simulate/step/16384/folded")->Unit(benchmark::kMillisecond);
BENCHMARK(oneSlowDevice)->Name("simulate/step/16384/oneSlowDevice")->Unit(benchmark::kMillisecond);
void experts(benchmark::State &state) { predict(state, bench::expertCase()); }
BENCHMARK(experts)->Name("simulate/step/256/experts")->Unit(benchmark::kMillisecond);
void predict64(benchmark::State &state) { predict(state, bench::pipelineCase(64, 512)); }
BENCHMARK(predict64)->Name("simulate/predict/64x512")->Unit(benchmark::kMillisecond);

} // namespace

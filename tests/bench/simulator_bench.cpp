// SPDX-License-Identifier: GPL-3.0-or-later
//
// simulate/1f1b/16x512, simulate/1f1b/64x512: predictStep, from topology and plan to the finished timeline, for a
// pipeline of so many stages x micro-batches; uneven stages of two device types, one transfer a micro-batch and stage
// in each direction. The counter `intervals` is the number of stretches of the timeline.
#include "bench_cases.h"

#include "simulator/predict_step.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

void simulate(benchmark::State &state, int stages, int microBatches)
{
    const Result<bench::StepCase> pipeline = bench::pipelineCase(stages, microBatches);
    const Result<Topology> topology =
        pipeline ? Topology::build(pipeline->cluster) : Result<Topology>(pipeline.error());
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    for (auto _ : state) {
        const Result<StepResult> result = predictStep(*topology, pipeline->workload, pipeline->plan);
        if (!result) {
            state.SkipWithError(toString(result.error()).c_str());
            return;
        }
        state.counters["intervals"] = static_cast<double>(result->intervalCount());
        state.counters["stepTime"] = toSeconds(result->stepTime).value;
    }
}
BENCHMARK_CAPTURE(simulate, 16, 16, 512)->Name("simulate/1f1b/16x512")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(simulate, 64, 64, 512)->Name("simulate/1f1b/64x512")->Unit(benchmark::kMillisecond);

} // namespace

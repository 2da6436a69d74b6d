// SPDX-License-Identifier: GPL-3.0-or-later
//
// cost/plan: price and memory of one plan an iteration, without simulation: 16 stages, two device types, 4,096
// different plans in rotation. Prices of TP groups are remembered between plans, as in a search.
#include "bench_cases.h"

#include "cost/group_pricer.h"
#include "cost/memory.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace {

using namespace heteroscope;

/// Slowest stage's time of one micro-batch, and whether every stage holds its memory.
Result<Seconds> pricePlan(const Plan &plan, GroupPricer &pricer, const SoftwareStack &stack, bool &fits)
{
    const Topology &topology = pricer.topology();
    const Workload &workload = pricer.workload();
    const Pipeline &pipeline = plan.pipelines.front();
    const int stages = static_cast<int>(pipeline.stages.size());
    Seconds slowest;
    fits = true;
    for (int s = 0; s < stages; ++s) {
        const Stage &stage = pipeline.stages[static_cast<std::size_t>(s)];
        GroupOptions options;
        options.recompute = stage.recompute;
        const std::optional<DeviceId> device = topology.findDevice(stage.groups.front().devices.front());
        if (!device)
            return Error{.code = Error::Code::reference,
                         .file = {},
                         .path = {},
                         .found = {},
                         .expected = "a device",
                         .hint = {}};
        const Result<const GroupCost *> cost = pricer.groupCost({*device}, options);
        if (!cost)
            return cost.error();
        Seconds time;
        Bytes memory = stateMemory(workload, stack, stage.chunks, {}, 1.0).total();
        const int inFlight = std::min(stages - s, pipeline.microBatches);
        for (const LayerRange &chunk : stage.chunks) {
            for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
                const LayerCost &layerCost = (*cost)->layer(layerKind(workload.model, layer));
                time += layerCost.forwardTotal() + layerCost.backwardTotal();
                memory += layerCost.activations * inFlight;
            }
        }
        slowest = std::max(slowest, time);
        fits = fits && memory <= (*cost)->smallestMemory;
    }
    return slowest;
}

void costPlan(benchmark::State &state)
{
    const Result<bench::StepCase> pipeline = bench::pipelineCase(16, 512);
    const Result<Topology> topology =
        pipeline ? Topology::build(pipeline->cluster) : Result<Topology>(pipeline.error());
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    const auto stack = findSoftwareStack(builtinCalibration(), pipeline->workload.job);
    if (!stack) {
        state.SkipWithError(toString(stack.error()).c_str());
        return;
    }
    constexpr int variants = 4096;
    std::vector<Plan> plans;
    for (int variant = 0; variant < variants; ++variant)
        plans.push_back(bench::pipelinePlan(*pipeline, variant));

    GroupPricer pricer(*topology, pipeline->workload);
    std::size_t next = 0;
    for (auto _ : state) {
        bool fits = false;
        const Result<Seconds> price = pricePlan(plans[next++ % variants], pricer, **stack, fits);
        if (!price) {
            state.SkipWithError(toString(price.error()).c_str());
            return;
        }
        benchmark::DoNotOptimize(price->value);
        benchmark::DoNotOptimize(fits);
    }
}
BENCHMARK(costPlan)->Name("cost/plan")->Unit(benchmark::kMicrosecond);

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
//
// workload/layer: operations, collectives and activations of one transformer block.
#include "workload/layer_work.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

void workloadLayer(benchmark::State &state)
{
    const std::vector<Model> &models = builtinModels();
    if (models.empty()) {
        state.SkipWithError("no models in the catalog");
        return;
    }
    Workload workload;
    std::size_t next = 0;
    for (auto _ : state) {
        workload.model = models[next++ % models.size()];
        const LayerWork work = layerWork(workload, 1, {.tp = 4, .cp = 1, .ep = 1, .sequenceParallel = true}, 2.0);
        benchmark::DoNotOptimize(work.activations);
    }
}
BENCHMARK(workloadLayer)->Name("workload/layer")->Unit(benchmark::kMicrosecond);

} // namespace

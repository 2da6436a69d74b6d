// SPDX-License-Identifier: GPL-3.0-or-later
//
// design/10000: 10,142 clusters of up to 512 devices (0 to 20 nodes of 8 H100, 0 to 20 of 8 A100, 0 to 22 of 8 V100)
// for Llama 3 8B, in space P, stopped after 60 s. V100 lack bf16. design/10000/usable: with 8 RTX 4090 in their place,
// and with gains below 5 % left out. Counters: enumerated; decided, clusters that are planned or excluded by their
// bound by then; front, its number of clusters; gap, up to which it is certified.
#include "design/design_search.h"
#include "project/recipe_text.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

DesignChoice choiceOf(const char *node, double pricePerHour, int most)
{
    const auto recipe = parseRecipe(std::string("1x") + node);
    DesignChoice choice{{{recipe->groups.front(), pricePerHour, 8}}, {}};
    for (int count = 0; count <= most; ++count)
        choice.counts.push_back(count);
    return choice;
}

void designMany(benchmark::State &state, const char *third, double gap)
{
    DesignSpec spec;
    spec.workload.model = *findModel("Llama 3 8B");
    spec.workload.job.globalBatch = 512;
    spec.workload.job.sequenceLength = 8192;
    spec.choices = {choiceOf("8 H100 ndr400x8", 20, 20), choiceOf("8 A100 hdr200x4", 14, 20), choiceOf(third, 4, 22)};
    spec.gap = gap;
    spec.fabrics.emplace_back();
    spec.maxDevices = 512;
    for (auto _ : state) {
        const auto deadline = systemClock()() + std::chrono::seconds(60);
        const auto result = searchDesigns(spec, {}, StopToken().withDeadline(deadline));
        if (!result) {
            state.SkipWithError("no search");
            return;
        }
        const auto open = result->prunedBy.find(DesignRejection::notReached);
        const std::size_t left = open == result->prunedBy.end() ? 0 : open->second;
        state.counters["enumerated"] = static_cast<double>(result->enumerated);
        state.counters["decided"] = static_cast<double>(result->enumerated - left);
        state.counters["front"] = static_cast<double>(result->front.size());
        state.counters["gap"] = result->gap;
    }
}

BENCHMARK_CAPTURE(designMany, v100, "8 V100 edr100x4", 0)
    ->Name("design/10000")
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(designMany, rtx4090, "8 RTX 4090 edr100x4", 0.05)
    ->Name("design/10000/usable")
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

} // namespace

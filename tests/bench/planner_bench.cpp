// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan/16mixed, plan/32mixed: a whole search until proved, on the shipped examples of so many devices of several types,
// in the space of planner/space.h. Counters: proved, gap, families, simulated.
#include "planner/search.h"
#include "project/project_file.h"

#include <benchmark/benchmark.h>

#include <string_view>

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

void plan(benchmark::State &state, const char *file)
{
    const Project *project = example(file);
    if (!project) {
        state.SkipWithError((std::string("no shipped example ") + file).c_str());
        return;
    }
    const Result<Topology> topology = Topology::build(project->cluster);
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    for (auto _ : state) {
        const Result<SearchResult> result = searchPlans(*topology, project->workload, {});
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
BENCHMARK_CAPTURE(plan, 16, "rtx3090-titan.hscope.json")->Name("plan/16mixed")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, 32, "mixed-32.hscope.json")->Name("plan/32mixed")->Unit(benchmark::kMillisecond);

} // namespace

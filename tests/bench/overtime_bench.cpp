// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning over time, in space P. overtime/day32: a day of 1,440 one-minute segments on the 32-device example, whose
// slow uplink has the bandwidth of a cloud over a day (scenario_shapes.h, seed 1). overtime/week128: a week of 10,080
// such segments on 64 H100 and 64 A100, Llama 3 8B; the links of four nodes follow the day, one flaps, and one node
// leaves and returns. All searches together have 40 s, as of hscope replan. Counters: gain over the best fixed plan,
// switches, searches, whether these proved their plans; segments, states, candidates.
//
// overtime/warm/day32, /week128: the searches of the same scenarios but for the first one, each begun with what the one
// before found. Counters: cold, the seconds of the same searches begun with nothing; faster, cold / warm; searches.
#include "bench_cases.h"

#include "cluster/scenario_shapes.h"
#include "planner/overtime/replan.h"
#include "project/project_file.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

void planScenario(benchmark::State &state, const Project &project, double horizon)
{
    ReplanOptions options;
    options.scenario.horizon = Seconds(horizon);
    options.scenario.decideEvery = Seconds(60);
    options.searchBudget = Seconds(40); // as hscope replan
    for (auto _ : state) {
        const auto result = planOverTime(project, options);
        if (!result) {
            state.SkipWithError(toString(result.error()).c_str());
            return;
        }
        state.counters["gain"] = result->gain();
        state.counters["switches"] = static_cast<double>(result->switches.size());
        state.counters["searches"] = static_cast<double>(result->searches);
        state.counters["proved"] = result->proved ? 1 : 0;
        state.counters["segments"] = static_cast<double>(result->scenario.pieces.size());
        state.counters["states"] = static_cast<double>(result->scenario.states.size());
        state.counters["candidates"] = static_cast<double>(result->candidates.size());
    }
}

/// Seconds of the searches of the scenario after the first one.
Result<double> searchSeconds(const Project &project, const std::vector<Cluster> &clusters, bool isWarm)
{
    SearchOptions options;
    double seconds = 0;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const auto topology = Topology::build(clusters[i]);
        if (!topology)
            return topology.error();
        options.mappings = resolveMappings(project.mappings, clusters[i], *topology);
        const auto found = searchPlans(*topology, project.workload, options);
        if (!found)
            return found.error();
        if (i > 0)
            seconds += found->searchTime.value;
        if (isWarm)
            options.before = found->seed;
    }
    return seconds;
}

void searchScenario(benchmark::State &state, const Project &project, double horizon)
{
    const ReplanOptions options;
    const Scenario scenario = scenarioOf(project.cluster, {Seconds(horizon), Seconds(60), 200});
    std::vector<Cluster> clusters;
    for (const std::size_t index : statesToSearch(scenario, options.alike, options.mostSearches))
        clusters.push_back(remainingCluster(project.cluster, scenario.states[index]));
    const auto cold = searchSeconds(project, clusters, false);
    for (auto _ : state) {
        const auto warm = searchSeconds(project, clusters, true);
        if (!cold || !warm) {
            state.SkipWithError(toString(!cold ? cold.error() : warm.error()).c_str());
            return;
        }
        state.counters["cold"] = *cold;
        state.counters["faster"] = *cold / *warm;
        state.counters["searches"] = static_cast<double>(clusters.size()) - 1;
    }
}

using ScenarioWork = void (*)(benchmark::State &state, const Project &project, double horizon);

void overtimeDay(benchmark::State &state, ScenarioWork work)
{
    for (const Example &example : builtinExamples()) {
        if (example.file != "mixed-32.hscope.json")
            continue;
        Project project = example.project;
        ShapeOptions day;
        day.low = 0.1;
        for (Link &link : project.cluster.links) {
            if (link.name == "up-1")
                link.rate = scenarioCurve(ScenarioShape::diurnal, day);
        }
        return work(state, project, day.horizon.value);
    }
    state.SkipWithError("no shipped example mixed-32.hscope.json");
}

void overtimeWeek(benchmark::State &state, ScenarioWork work)
{
    auto cluster = bench::starCluster({{"8x H100 HGX", 8}, {"8x A100-80GB HGX", 8}});
    const Model *model = findModel("Llama 3 8B");
    if (!cluster || !model || cluster->links.size() < 16) {
        state.SkipWithError("no such cluster or model");
        return;
    }
    Project project;
    project.cluster = std::move(*cluster);
    project.workload.model = *model;
    project.workload.job.sequenceLength = 8'192;
    project.workload.job.globalBatch = 512;
    project.workload.job.flashAttention = true;
    project.workload.job.softwareStack = "NeMo";
    ShapeOptions week;
    week.horizon = Seconds(7 * 86'400.0);
    week.low = 0.2;
    const RateCurve day = scenarioCurve(ScenarioShape::diurnal, week);
    for (std::size_t i = 8; i < 12; ++i)
        project.cluster.links[i].rate = day;
    week.low = 0.05;
    week.meanUp = Seconds(8 * 3600.0);
    week.meanDown = Seconds(3600);
    project.cluster.links[0].rate = scenarioCurve(ScenarioShape::flapping, week);
    week.meanUp = Seconds(20 * 3600.0);
    week.meanDown = Seconds(4 * 3600.0);
    week.seed = 2;
    const RateCurve spot = scenarioCurve(ScenarioShape::preemption, week);
    for (Device &device : project.cluster.nodes.back().devices)
        device.speed = spot;
    work(state, project, week.horizon.value);
}

BENCHMARK_CAPTURE(overtimeDay, plan, planScenario)->Name("overtime/day32")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(overtimeWeek, plan, planScenario)->Name("overtime/week128")->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(overtimeDay, search, searchScenario)
    ->Name("overtime/warm/day32")
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(overtimeWeek, search, searchScenario)
    ->Name("overtime/warm/week128")
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searches after an edit, to proof, in space P unless it says another one. replan/live/32: one search an iteration, in
// space C, with one link of the 32-device example at the next of 64 bandwidths, which begins with what the search
// before it found, as the window does while a bandwidth is dragged. replan/live/32/P: likewise in the space that the
// window searches, /P/default without the ticks of the example, with what its stack runs by itself. Counters: proved,
// families.
//
// replan/warm/CASE/EDIT: the edits are one link at half its bandwidth, a batch twice as large, and one node more. An
// iteration searches the edited project with and without what was found before the edit; the time of the iteration is
// that of the search with it. Counters: warm and cold in seconds, speedUp = cold / warm, same = 1 if both have the same
// step time and verdict.
#include "bench_cases.h"

#include "planner/search.h"
#include "project/project_file.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace {

using namespace heteroscope;

const Project *mixedExample()
{
    for (const Example &example : builtinExamples()) {
        if (example.file == "mixed-32.hscope.json")
            return &example.project;
    }
    return nullptr;
}

void replanLive(benchmark::State &state, SearchSpace space, bool ticks)
{
    const Project *project = mixedExample();
    if (!project || project->cluster.links.empty()) {
        state.SkipWithError("no shipped example mixed-32.hscope.json with links");
        return;
    }
    Workload workload = project->workload;
    if (!ticks)
        workload.job.runs = {};
    constexpr std::size_t values = 64;
    std::vector<Topology> topologies;
    for (std::size_t i = 0; i < values; ++i) {
        Cluster cluster = project->cluster;
        Link &link = cluster.links.front();
        link.bandwidth = link.bandwidth * (0.25 + 1.5 * static_cast<double>(i) / values);
        Result<Topology> topology = Topology::build(cluster);
        if (!topology) {
            state.SkipWithError(toString(topology.error()).c_str());
            return;
        }
        topologies.push_back(std::move(*topology));
    }
    SearchOptions options;
    options.space = space;
    if (const auto first = searchPlans(topologies.back(), workload, options))
        options.before = first->seed;
    std::size_t next = 0;
    double proved = 1;
    for (auto _ : state) {
        const Result<SearchResult> result = searchPlans(topologies[next++ % values], workload, options);
        if (!result || result->plans.empty()) {
            state.SkipWithError(result ? "no feasible plan" : toString(result.error()).c_str());
            return;
        }
        options.before = result->seed;
        proved = std::min(proved, result->proved ? 1.0 : 0.0);
        state.counters["families"] = static_cast<double>(result->enumerated);
    }
    state.counters["proved"] = proved;
}

struct Question
{
    Cluster cluster;
    Workload workload;
};

std::optional<Question> question(const std::string &name)
{
    if (name == "mixed-32") {
        const Project *project = mixedExample();
        return project ? std::optional(Question{project->cluster, project->workload}) : std::nullopt;
    }
    Result<Cluster> cluster = bench::starCluster({{"8x H100 HGX", 8}});
    const bool isMixtral = name == "mixtral-64";
    const Model *model = findModel(isMixtral ? "Mixtral 8x7B" : "Llama 3 70B");
    if (!cluster || !model)
        return std::nullopt;
    for (Link &link : cluster->links)
        link.bandwidth = BytesPerSecond(4e11);
    Workload workload;
    workload.model = *model;
    workload.job.sequenceLength = isMixtral ? 4'096 : 8'192;
    workload.job.globalBatch = isMixtral ? 256 : 512;
    workload.job.flashAttention = true;
    workload.job.softwareStack = "NeMo";
    return Question{std::move(*cluster), std::move(workload)};
}

/// One more like the last node, on links like its own.
void addNode(Cluster &cluster)
{
    Node added = cluster.nodes.back();
    const std::string last = added.name;
    added.name = last + "-more";
    cluster.nodes.push_back(added);
    const std::vector<Link> links = cluster.links;
    for (Link link : links) {
        if (link.from != last && link.to != last)
            continue;
        (link.from == last ? link.from : link.to) = added.name;
        link.name += "-more";
        cluster.links.push_back(std::move(link));
    }
}

void replanWarm(benchmark::State &state, const std::string &name, const std::string &edit)
{
    auto asked = question(name);
    if (!asked || asked->cluster.links.empty()) {
        state.SkipWithError("no such case");
        return;
    }
    const Result<Topology> before = Topology::build(asked->cluster);
    SearchOptions options;
    const auto first = before ? searchPlans(*before, asked->workload, options) : before.error();
    if (edit == "link")
        asked->cluster.links.front().bandwidth = asked->cluster.links.front().bandwidth * 0.5;
    else if (edit == "batch")
        asked->workload.job.globalBatch *= 2;
    else
        addNode(asked->cluster);
    const Result<Topology> topology = Topology::build(asked->cluster);
    if (!first || !topology) {
        state.SkipWithError(toString(first ? topology.error() : first.error()).c_str());
        return;
    }
    double cold = 0, warm = 0;
    bool same = true;
    for (auto _ : state) {
        options.before = nullptr;
        const auto without = searchPlans(*topology, asked->workload, options);
        options.before = first->seed;
        const auto with = searchPlans(*topology, asked->workload, options);
        if (!without || !with) {
            state.SkipWithError(toString(without ? with.error() : without.error()).c_str());
            return;
        }
        cold += without->searchTime.value;
        warm += with->searchTime.value;
        same = same && with->bestValue == without->bestValue && with->proved == without->proved;
        state.SetIterationTime(with->searchTime.value);
    }
    const auto count = static_cast<double>(state.iterations());
    state.counters["warm"] = warm / count;
    state.counters["cold"] = cold / count;
    state.counters["speedUp"] = cold / warm;
    state.counters["same"] = same ? 1 : 0;
}

BENCHMARK_CAPTURE(replanLive, "", SearchSpace::C, true)->Name("replan/live/32")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replanLive, "", SearchSpace::P, true)->Name("replan/live/32/P")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(replanLive, "", SearchSpace::P, false)
    ->Name("replan/live/32/P/default")
    ->Unit(benchmark::kMillisecond);

const int registeredReplans = [] {
    int count = 0;
    for (const std::string name : {"mixed-32", "mixtral-64", "llama70b-64"}) {
        for (const std::string edit : {"link", "batch", "node"}) {
            benchmark::RegisterBenchmark(("replan/warm/" + name + "/" + edit).c_str(), replanWarm, name, edit)
                ->Unit(benchmark::kMillisecond)
                ->UseManualTime();
            ++count;
        }
    }
    return count;
}();

} // namespace

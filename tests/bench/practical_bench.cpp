// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan/practical/CASE: one search of space P (planner/space/space.h) of what people really run: models with experts,
// long sequences, sharded data parallelism, nodes of two and three types. Every node has 400 GB/s to one switch
// (64slow: 12.5 GB/s); the software is NeMo, but for fsdp-*; in CASE/unlike it runs pipelines that differ too. After 10
// s (1024mixed: 30 s) the best so far is taken. Counters: stepTime and universalBound in seconds, proved, gap,
// families; seconds after which the answer was told, and a plan that is at most 3 % slower; cpu: seconds of all
// threads.
#include "bench_cases.h"

#include "planner/search.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace {

using namespace heteroscope;

constexpr BytesPerSecond ofNode(4e11);

struct PracticalCase
{
    bench::NodeCounts nodes;
    const char *model = "";
    int batch = 1;
    int sequence = 4096;
    const char *stack = "NeMo";
    Precision precision = Precision::bf16;
    double budget = 10;           ///< seconds
    bool unlikeStages = false;    ///< ticked beside what the software has: TP and recompute by stage
    bool unlikePipelines = false; ///< likewise
    bool modules = false;         ///< likewise: parts of blocks are recomputed alone
    BytesPerSecond link = ofNode; ///< of each node to the switch
};

void practical(benchmark::State &state, const PracticalCase &asked)
{
    Result<Cluster> cluster = bench::starCluster(asked.nodes);
    const Model *model = findModel(asked.model);
    if (!cluster || !model) {
        state.SkipWithError(cluster ? "no such model" : toString(cluster.error()).c_str());
        return;
    }
    for (Link &link : cluster->links)
        link.bandwidth = asked.link;
    Workload workload;
    workload.model = *model;
    workload.job.sequenceLength = asked.sequence;
    workload.job.globalBatch = asked.batch;
    workload.job.precision = asked.precision;
    workload.job.flashAttention = true;
    workload.job.softwareStack = asked.stack;
    auto degrees = builtinCalibration().findStack(asked.stack)->degrees;
    degrees.tpByStage = degrees.recomputeByStage = asked.unlikeStages;
    degrees.unlikePipelines = asked.unlikePipelines;
    workload.job.runs.degrees = degrees;
    if (asked.modules) // as Megatron-Core has them since 0.12
        workload.job.runs.recomputeModules = builtinCalibration().findStack("Megatron-Core")->recomputeModules;
    const Result<Topology> topology = Topology::build(*cluster);
    if (!topology) {
        state.SkipWithError(toString(topology.error()).c_str());
        return;
    }
    SearchOptions options;
    options.space = SearchSpace::P;
    options.budget = Seconds(asked.budget);
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        const auto cpuStart = std::clock();
        std::vector<std::pair<double, double>> told; // step time, when
        const ImprovementCallback improved = [&](const RankedPlan &plan) {
            const std::chrono::duration<double> now = std::chrono::steady_clock::now() - start;
            told.emplace_back(toSeconds(plan.result->stepTime).value, now.count());
        };
        const Result<SearchResult> result = searchPlans(*topology, workload, options, {}, nullptr, improved);
        if (!result || result->plans.empty()) {
            state.SkipWithError(result ? "no plan was found" : toString(result.error()).c_str());
            return;
        }
        const double stepTime = toSeconds(result->plans.front().result->stepTime).value;
        const auto within = [&](double share) {
            const auto first = std::find_if(told.begin(), told.end(),
                                            [&](const auto &each) { return each.first <= stepTime * (1 + share); });
            return first == told.end() ? result->searchTime.value : first->second;
        };
        state.counters["stepTime"] = stepTime;
        state.counters["answered"] = within(0);
        state.counters["near"] = within(0.03);
        state.counters["cpu"] = static_cast<double>(std::clock() - cpuStart) / CLOCKS_PER_SEC;
        state.counters["proved"] = result->proved ? 1 : 0;
        state.counters["gap"] = result->gap;
        state.counters["universalBound"] = result->universalBound.value;
        state.counters["families"] = static_cast<double>(result->enumerated);
    }
}

const int registeredPractical = [] {
    constexpr const char *h100 = "8x H100 HGX", *a100 = "8x A100-80GB HGX";
    const std::vector<std::pair<const char *, PracticalCase>> cases = {
        {"mixtral-64", {{{h100, 8}}, "Mixtral 8x7B", 256}},
        {"qwen3-30b-32", {{{h100, 4}}, "Qwen3 30B-A3B", 256}},
        {"llama8b-128k-64", {{{h100, 8}}, "Llama 3.1 8B", 32, 131'072}},
        {"deepseek-v3-256", {{{h100, 32}}, "DeepSeek-V3 671B", 2'048, 4'096, "NeMo", Precision::fp8}},
        {"fsdp-8", {{{h100, 1}}, "Llama 3 8B", 64, 4'096, "PyTorch FSDP"}},
        {"fsdp-16mixed", {{{h100, 1}, {a100, 1}}, "Llama 2 13B", 128, 4'096, "PyTorch FSDP"}},
        {"fsdp-32mixed", {{{h100, 2}, {a100, 2}}, "Code Llama 34B", 256, 4'096, "PyTorch FSDP"}},
        {"llama13b-32three", {{{h100, 2}, {a100, 1}, {"8x RTX 3090 PCIe", 1}}, "Llama 2 13B", 256}},
        {"llama70b-64", {{{h100, 8}}, "Llama 3 70B", 512, 8'192}},
        {"llama405b-256", {{{h100, 32}}, "Llama 3.1 405B", 512, 8'192}},
        {"mixtral-64mixed", {{{h100, 4}, {a100, 4}}, "Mixtral 8x7B", 256}},
        {"mixtral-64slow",
         {.nodes = {{h100, 4}, {a100, 4}}, .model = "Mixtral 8x7B", .batch = 256, .link = BytesPerSecond(12.5e9)}},
        {"deepseek-v3-256mixed", {{{"8x H800 HGX", 16}, {a100, 16}}, "DeepSeek-V3 671B", 2'048}},
        {"llama70b-12+12nodes", {{{h100, 12}, {a100, 12}}, "Llama 3 70B", 768, 8'192}},
        {"llama70b-512", {{{h100, 64}}, "Llama 3 70B", 1'024, 8'192}},
        {"llama70b-96+96", {{{h100, 96}, {a100, 96}}, "Llama 3 70B", 1'536, 8'192}},
        {"mixtral-1024mixed",
         {{{h100, 43}, {a100, 43}, {"8x V100-32GB DGX-1", 42}},
          "Mixtral 8x7B",
          1'024,
          4'096,
          "NeMo",
          Precision::fp16,
          30}},
    };
    // The same with stages that differ, and with these and pipelines that differ.
    std::vector<std::pair<std::string, PracticalCase>> all(cases.begin(), cases.end());
    for (const auto &[name, asked] : cases) {
        all.emplace_back(std::string(name) + "/stages", asked);
        all.back().second.unlikeStages = true;
        if (asked.nodes.size() < 2)
            continue;
        all.emplace_back(std::string(name) + "/unlike", asked);
        all.back().second.unlikeStages = all.back().second.unlikePipelines = true;
    }
    for (const auto &[name, asked] : cases) {
        all.emplace_back(std::string(name) + "/modules", asked);
        all.back().second.modules = true;
    }
    for (const auto &[name, asked] : all)
        benchmark::RegisterBenchmark(("plan/practical/" + name).c_str(), practical, asked)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    return static_cast<int>(all.size());
}();

} // namespace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/run_case.h"

#include "calibration/run_cluster.h"
#include "calibration/run_model.h"
#include "calibration/run_words.h"
#include "cost/nearest_stack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

Result<ScheduleKind> scheduleOfRun(const RunConfiguration &run)
{
    // The words the sources use; an empty cell is what the frameworks do by default.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> words = {{{"", "1f1b"},
                                                                                      {"1f1b", "1f1b"},
                                                                                      {"1F1B", "1f1b"},
                                                                                      {"1f1b (DeepSpeed)", "1f1b"},
                                                                                      {"1f1b (DeepSpeed PP)", "1f1b"},
                                                                                      {"interleaved 1f1b", "1f1b"},
                                                                                      {"1F1B-I", "1f1b"},
                                                                                      {"ZB-1p", "zb-h1"},
                                                                                      {"ZB-2p", "zb-h2"},
                                                                                      {"H-1F1B", "eager-1f1b"}}};
    const auto word =
        std::find_if(words.begin(), words.end(), [&](const auto &pair) { return pair.first == run.schedule; });
    const std::string_view wanted = word == words.end() ? std::string_view(run.schedule) : word->second;
    if (wanted == "1f1b" && run.virtualStages != 1 && run.pp > 1)
        return ScheduleKind::interleaved;
    if (const auto kind = findSchedule(wanted))
        return *kind;
    return cannot("schedule " + run.schedule, "a schedule that the simulator has");
}

Recompute recomputeOfRun(const RunConfiguration &run)
{
    if (run.recompute.starts_with("full"))
        return Recompute::full;
    return run.recompute.starts_with("selective") ? Recompute::selective : Recompute::none;
}

/// Layers of every chunk in model order (chunk 0 of all stages, then chunk 1 ...), embedding and head counted. Where
/// blocks, embedding and head together divide evenly and the blocks alone do not, frameworks count all of them as
/// layers (BLOOM, Llama 405B); else the blocks are spread evenly, the first chunks taking what is left over.
Result<std::vector<int>> chunkSizes(const RunConfiguration &run, int virtualStages)
{
    if (static_cast<std::int64_t>(run.pp) * virtualStages > run.layers + 2)
        return cannot(std::to_string(run.pp) + " x " + std::to_string(virtualStages) + " chunks",
                      "at most one for each layer");
    const int chunks = run.pp * virtualStages;
    std::vector<int> sizes;
    if (!run.stageLayers.empty()) {
        for (const double size : run.stageLayers)
            sizes.push_back(static_cast<int>(size));
        const double sum = std::accumulate(run.stageLayers.begin(), run.stageLayers.end(), 0.0);
        if (cutsLayers(run))
            return cannot("a cut inside a layer", "whole layers (wholeLayerRuns makes two runs of such a run)");
        if (static_cast<int>(sizes.size()) != chunks || sum != run.layers + 2)
            return cannot("a stage map of other layers",
                          std::to_string(run.layers + 2) + " layers on " + std::to_string(chunks) + " stages");
        return sizes;
    }
    if (run.layers % chunks != 0 && (run.layers + 2) % chunks == 0) {
        sizes.assign(static_cast<std::size_t>(chunks), (run.layers + 2) / chunks);
        return sizes;
    }
    for (int chunk = 0; chunk < chunks; ++chunk)
        sizes.push_back(run.layers / chunks + (chunk < run.layers % chunks ? 1 : 0));
    sizes.front() += 1;
    sizes.back() += 1;
    return sizes;
}

/// nanotron cuts by parameters of blocks and head (build_model of its models/base.py; get_block_compute_costs of
/// models/llama.py).
bool balancesParameters(const SoftwareStack &stack) { return stack.name == "nanotron"; }

/// Layers of every stage, embedding and head counted, as nanotron cuts: each stage takes layers until the sum over all
/// stages so far exceeds its even part of the whole. Last stages that get nothing but the loss would be empty here, so
/// the stages before them are cut in two, from behind, and the one with the head stays whole and last.
Result<std::vector<int>> balancedStages(const RunConfiguration &run)
{
    if (run.pp > run.layers + 2)
        return cannot(std::to_string(run.pp) + " stages", "at most one for each layer");
    const double block = 4.0 * run.hidden * run.hidden + 3.0 * run.ffn * run.hidden;
    const double head = static_cast<double>(run.vocab) * run.hidden;
    const double whole = run.layers * block + head;
    std::vector<int> sizes(1, 1); // the embedding costs nothing
    double sum = 0;
    for (int layer = 1; layer <= run.layers + 1; ++layer) {
        sum += layer > run.layers ? head : block;
        ++sizes.back();
        const auto stages = static_cast<int>(sizes.size());
        if (layer <= run.layers && stages < run.pp && sum > whole * stages / run.pp)
            sizes.push_back(0);
    }
    while (static_cast<int>(sizes.size()) < run.pp) {
        const auto divisible = std::find_if(sizes.rbegin() + 1, sizes.rend(), [](int size) { return size > 1; });
        const auto cut = divisible == sizes.rend() ? sizes.end() - 1 : divisible.base() - 1;
        const int rest = *cut / 2;
        *cut -= rest;
        sizes.insert(cut + 1, rest);
    }
    return sizes;
}

/// Names of the devices in rank order. Without the nodes themselves, a node of a mixed cluster holds one group of its
/// stage map.
std::vector<std::string> rankNames(const Cluster &cluster, const RunConfiguration &run)
{
    std::vector<std::string> names;
    for (const auto &node : cluster.nodes) {
        const auto used = run.nodes.empty() && !run.stageDevices.empty() && run.gpu.find('+') != std::string::npos
                              ? static_cast<std::size_t>(run.tp) * static_cast<std::size_t>(run.cp)
                              : node.devices.size();
        for (std::size_t i = 0; i < std::min(used, node.devices.size()); ++i)
            names.push_back(node.name + ":" + std::to_string(i));
    }
    return names;
}

/// Ranks of each stage, over all replicas. Ranks of Megatron-LM: TP innermost, then CP, then DP, stages outermost.
std::vector<std::vector<int>> ranksOfStages(const RunConfiguration &run)
{
    if (!run.stageRanks.empty())
        return run.stageRanks;
    std::vector<std::vector<int>> stages(static_cast<std::size_t>(run.pp));
    int next = 0;
    for (auto &stage : stages) {
        stage.resize(static_cast<std::size_t>(run.gpus / run.pp));
        std::iota(stage.begin(), stage.end(), next);
        next += run.gpus / run.pp;
    }
    return stages;
}

/// How the ranks of a run share its work.
struct Shares
{
    std::vector<std::vector<int>> stages; ///< ranks
    int replicas = 1;
    std::int64_t perMicroBatch = 1; ///< sequences of one micro-batch of all replicas
};

Result<Shares> sharesOf(const RunConfiguration &run)
{
    Shares shares;
    const auto groupSize = static_cast<std::int64_t>(run.tp) * run.cp;
    const auto perReplica = groupSize * run.pp;
    if (!run.sharedStages && run.gpus % perReplica != 0)
        return cannot(std::to_string(run.gpus) + " devices",
                      "a multiple of tp x pp x cp, " + std::to_string(perReplica));
    shares.stages = ranksOfStages(run);
    shares.replicas = run.sharedStages ? 1 : static_cast<int>(run.gpus / perReplica);
    shares.perMicroBatch = static_cast<std::int64_t>(shares.replicas) * run.microBatch;
    if (static_cast<int>(shares.stages.size()) != run.pp)
        return cannot("ranks of " + std::to_string(shares.stages.size()) + " stages", std::to_string(run.pp));
    for (const auto &ranks : shares.stages) {
        const auto size = static_cast<std::int64_t>(ranks.size());
        if (run.sharedStages ? size % groupSize != 0 || size == 0 || run.microBatch < size / groupSize
                             : size != groupSize * shares.replicas)
            return cannot("a stage of " + std::to_string(size) + " ranks",
                          run.sharedStages ? "groups of tp x cp ranks, each with a sequence of the micro-batch"
                                           : std::to_string(groupSize * shares.replicas) + " (tp x cp x replicas)");
    }
    if (run.globalBatch % shares.perMicroBatch != 0)
        return cannot("a global batch of " + std::to_string(run.globalBatch),
                      "a multiple of replicas x micro-batch, " + std::to_string(shares.perMicroBatch));
    return shares;
}

/// The groups of one replica's stage. Several share each micro-batch as evenly as whole sequences allow.
Result<std::vector<TensorGroup>> groupsOf(const RunConfiguration &run, const std::vector<int> &ranks, int replica,
                                          const std::vector<std::string> &names)
{
    const auto groupSize = static_cast<std::size_t>(run.tp * run.cp);
    const auto count = run.sharedStages ? ranks.size() / groupSize : 1;
    auto rank = ranks.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(replica) * groupSize * count);
    std::vector<TensorGroup> groups(count);
    for (std::size_t g = 0; g < count; ++g) {
        auto &group = groups[g];
        for (std::size_t i = 0; i < groupSize; ++i, ++rank) {
            if (static_cast<std::size_t>(*rank) >= names.size())
                return cannot("rank " + std::to_string(*rank),
                              "one of the " + std::to_string(names.size()) + " devices of the nodes");
            group.devices.push_back(names[static_cast<std::size_t>(*rank)]);
        }
        group.tp = run.tp;
        group.cp = run.cp;
        const auto share = static_cast<std::size_t>(run.microBatch);
        group.samples = static_cast<int>(share * (g + 1) / count - share * g / count);
    }
    return groups;
}

Result<Plan> planOf(const RunConfiguration &run, const Cluster &cluster, const SoftwareStack &stack)
{
    Plan plan;
    const auto schedule = scheduleOfRun(run);
    if (!schedule)
        return schedule.error();
    plan.schedule = *schedule;
    const auto shares = sharesOf(run);
    if (!shares)
        return shares.error();
    int virtualStages = run.virtualStages;
    if (virtualStages == RunConfiguration::largestVirtualStages)
        virtualStages = std::max(1, (run.layers + 2) / run.pp);
    if (plan.schedule != ScheduleKind::interleaved)
        virtualStages = 1;
    const auto sizes = balancesParameters(stack) && run.stageLayers.empty() && virtualStages == 1
                           ? balancedStages(run)
                           : chunkSizes(run, virtualStages);
    if (!sizes)
        return sizes.error();

    plan.microBatchSize = run.microBatch;
    plan.zeroStage = run.zeroStage;
    // Fewer devices than a group are one group.
    const int replicas = shares->replicas * run.cp;
    if (run.zeroGroup < replicas && run.zeroGroup > 0 && replicas % run.zeroGroup == 0)
        plan.sharing.group = run.zeroGroup;
    if (run.narrowGathers && run.zeroStage == 3)
        plan.sharing.gatherPrecision = Precision::fp8;
    plan.sequenceParallel = run.sequenceParallel && run.tp > 1;
    plan.contextParallel = run.cp;
    // More expert-parallel ranks than devices in a stage cannot be; such a row is taken to spread over all of them.
    plan.expertParallel = run.experts > 0 ? std::min(run.ep, shares->replicas * run.tp * run.cp) : 1;
    plan.overlap = overlapOf(stack);
    // Eager 1F1B keeps more micro-batches in flight in order to send beside computing.
    plan.overlap.pp = plan.overlap.pp || plan.schedule == ScheduleKind::eager;
    std::vector<LayerRange> ranges;
    for (const int size : *sizes)
        ranges.push_back({ranges.empty() ? 0 : ranges.back().first + ranges.back().count, size});

    const auto names = rankNames(cluster, run);
    if (names.size() < static_cast<std::size_t>(run.gpus))
        return cannot("a cluster of " + std::to_string(names.size()) + " devices", std::to_string(run.gpus));
    for (int replica = 0; replica < shares->replicas; ++replica) {
        Pipeline pipeline;
        pipeline.microBatches = static_cast<int>(run.globalBatch / shares->perMicroBatch);
        for (std::size_t s = 0; s < shares->stages.size(); ++s) {
            Stage stage;
            stage.recompute = recomputeOfRun(run);
            for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(virtualStages); ++chunk)
                stage.chunks.push_back(ranges[chunk * shares->stages.size() + s]);
            auto groups = groupsOf(run, shares->stages[s], replica, names);
            if (!groups)
                return groups.error();
            stage.groups = std::move(*groups);
            for (auto &group : stage.groups)
                group.ep = plan.expertParallel;
            pipeline.stages.push_back(std::move(stage));
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    return plan;
}

/// The run with every cut inside a layer moved by `move` halves.
RunConfiguration withCutsMoved(RunConfiguration run, double move)
{
    double before = 0;
    double cut = 0;
    for (double &size : run.stageLayers) {
        cut += size;
        const double moved = cut == std::floor(cut) ? cut : cut + move;
        size = moved - before;
        before = moved;
    }
    return run;
}

} // namespace

std::string softwareStackOf(const std::string &framework)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> others = {
        {{"NeMo/Megatron-Core", "NeMo"},
         {"Megatron-LM fork", "Megatron-LM"},
         {"Megatron-LM (TE)", "Megatron-Core"},
         {"Megatron-LM (CI)", "Megatron-Core"},
         {"llm-foundry (Composer FSDP)", "Composer FSDP"},
         {"Sailor (Megatron-DeepSpeed)", "Megatron-DeepSpeed"},
         {"torchtitan", "torchtitan"},
         {"InternEvo", "InternEvo"}}};
    for (const auto &[word, stack] : others) {
        if (framework == word)
            return std::string(stack);
    }
    return builtinCalibration().findStack(framework) ? framework : std::string();
}

std::string softwareStackOf(const RunConfiguration &run)
{
    auto stack = softwareStackOf(run.framework);
    if (stack == "Megatron-DeepSpeed" && run.before2021)
        return stack + " 2020";
    constexpr int graphedRelease = 2606;
    if (stack == "Megatron-Bridge" && run.nemoRelease >= graphedRelease)
        return stack + " 26.06";
    return stack;
}

bool statesRecompute(const RunConfiguration &run)
{
    constexpr std::array<std::string_view, 3> words = {"none", "full", "selective"};
    return run.recompute == "no" || std::any_of(words.begin(), words.end(),
                                                [&](std::string_view word) { return run.recompute.starts_with(word); });
}

OverlapOptions overlapOf(const SoftwareStack &stack)
{
    return {true, stack.overlapsGradients, stack.sendMode == SendMode::asynchronous};
}

bool cutsLayers(const RunConfiguration &run)
{
    return std::any_of(run.stageLayers.begin(), run.stageLayers.end(),
                       [](double size) { return size != std::floor(size); });
}

std::vector<RunConfiguration> wholeLayerRuns(const RunConfiguration &run)
{
    if (!cutsLayers(run))
        return {run};
    return {withCutsMoved(run, -0.5), withCutsMoved(run, 0.5)};
}

Result<RunCase> buildRunCase(const RunConfiguration &run, const NodeLinks &links)
{
    const auto name = softwareStackOf(run);
    // What a stack does that nobody calibrated is taken from the nearest, as its times are.
    const auto *stack = nearestStack(name.empty() ? run.framework : name, builtinCalibration().stacks);
    if (!stack)
        return cannot("framework " + run.framework, "shipped software stacks");
    RunCase result;
    auto cluster = clusterOfRun(run, links);
    if (!cluster)
        return cluster.error();
    result.cluster = std::move(*cluster);
    auto workload = workloadOfRun(run, *stack);
    if (!workload)
        return workload.error();
    result.workload = std::move(*workload);
    if (name.empty())
        result.workload.job.softwareStack = run.framework.empty() ? "not stated" : run.framework;
    auto plan = planOf(run, result.cluster, *stack);
    if (!plan)
        return plan.error();
    result.plan = std::move(*plan);
    return result;
}

} // namespace heteroscope

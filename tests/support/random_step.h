// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random steps on two unlike nodes: stacks, models with and without experts, schedules, replicas, TP, CP, EP (over
// pipelines, over CP and folded into TP), every ZeRO stage, states shared by groups of replicas, gathers block by block
// and once a step, offload, recompute by stage, by number of blocks and by module. Not all of them
// are possible.
#pragma once

#include "cost/calibration_values.h"
#include "strategy/expert_layout.h"
#include "support/clusters.h"

#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace heteroscope::test {

inline int number(int low, int high) { return *rc::gen::inRange(low, high + 1); }
inline bool coin() { return number(0, 1) == 1; }
template<class T>
T pick(std::initializer_list<T> values)
{
    return *rc::gen::elementOf(std::vector<T>(values));
}

struct RandomStep
{
    Cluster cluster;
    Workload workload;
    Plan plan;
};

inline Workload randomWorkload()
{
    auto workload = smallGpt(number(1, 5), pick({512, 1024, 2048}));
    auto &model = workload.model;
    auto &job = workload.job;
    model.gatedMlp = coin();
    model.kvHeads = coin() ? model.heads : model.heads / 4;
    model.vocab = pick({32000, 50257});
    model.tiedEmbeddings = coin();
    if (coin())
        model.moe = MixtureOfExperts{pick({4, 8}), 2, number(0, 2), 512, number(0, 1), 4, number(0, 3)};
    if (number(0, 3) == 0)
        model.mla = LatentAttention{number(0, 1) * 256, 128, 64, 32, 64};
    const auto &stacks = builtinCalibration().stacks;
    job.softwareStack = stacks[static_cast<std::size_t>(number(0, static_cast<int>(stacks.size()) - 1))].name;
    job.flashAttention = coin();
    job.precision = pick({Precision::fp16, Precision::bf16, Precision::tf32});
    if (coin())
        job.expertDispatch = pick({ExpertDispatch::pairs, ExpertDispatch::nodes});
    if (coin())
        job.expertOverlap = pick({ExpertOverlap::none, ExpertOverlap::sharedExperts, ExpertOverlap::passes});
    if (number(0, 3) == 0) {
        job.frozenBase = true;
        job.adapterRank = pick({0, 8, 64});
        job.adapterTargets = pick({AdapterTargets::attention, AdapterTargets::all, AdapterTargets::experts});
    }
    job.sequenceLength = pick({512, 1024});
    return workload;
}

/// The degrees of every group of a plan. Together they need no more devices than the two nodes have.
struct RandomDegrees
{
    int dp = 1, tp = 1, cp = 1, ep = 1, stages = 1;
};

inline RandomDegrees randomDegrees(const Model &model)
{
    constexpr int devices = 16;
    RandomDegrees degrees;
    degrees.dp = pick({1, 2, 2, 3, 4});
    degrees.tp = pick({1, 2});
    degrees.cp = pick({1, 1, 2});
    degrees.stages = number(1, std::min(3, devices / (degrees.dp * degrees.tp * degrees.cp)));
    if (model.moe) {
        std::vector<int> possible;
        for (int ep = coin() ? 1 : 2; ep <= model.moe->experts; ep *= 2) {
            if (expertLayout(ep, degrees.tp, degrees.cp, degrees.dp).isWhole)
                possible.push_back(ep);
        }
        if (!possible.empty())
            degrees.ep = *rc::gen::elementOf(possible);
    }
    return degrees;
}

/// How replicas share states: shard groups, gathers in advance or once a step, their precision, offload.
inline void drawSharing(Plan &plan, int replicas)
{
    if (plan.zeroStage < 1)
        return;
    auto &sharing = plan.sharing;
    if (plan.expertParallel == 1 && coin()) {
        std::vector<int> divisors;
        for (int group = 1; group <= replicas; ++group) {
            if (replicas % group == 0)
                divisors.push_back(group);
        }
        sharing.group = *rc::gen::elementOf(divisors);
    }
    if (number(0, 3) == 0)
        sharing.gatherPrecision = pick({Precision::fp32, Precision::fp8});
    plan.offload.optimizer = number(0, 3) == 0;
    plan.offload.activations = number(0, 3) == 0;
    if (plan.zeroStage < 3)
        return;
    sharing.reshards = number(0, 2) > 0;
    if (sharing.reshards && coin())
        sharing.prefetch = number(0, 2);
    plan.offload.parameters = sharing.reshards && number(0, 3) == 0;
}

/// What a stage recomputes, with Stage::recomputeLayers.
using RandomRecompute = std::pair<Recompute, std::optional<int>>;

/// A pipeline on devices from `next` on; layers as even as they go, every stage with a recompute of its own.
inline Pipeline randomPipeline(const RandomDegrees &degrees, int layers, int microBatches,
                               const std::vector<RandomRecompute> &recompute, RecomputeModules modules,
                               std::size_t &next)
{
    Pipeline pipeline;
    pipeline.microBatches = microBatches;
    int first = 0;
    for (int s = 0; s < degrees.stages; ++s) {
        Stage stage;
        std::tie(stage.recompute, stage.recomputeLayers) = recompute[static_cast<std::size_t>(s)];
        if (stage.recompute == Recompute::selective && modules.has(RecomputeModule::norms)) // drawn: any set with norms
            stage.recomputeModules = modules;
        const int count = layers * (s + 1) / degrees.stages - first;
        stage.chunks = {{first, count}};
        first += count;
        TensorGroup group;
        group.tp = degrees.tp;
        group.cp = degrees.cp;
        group.ep = degrees.ep;
        for (int i = 0; i < degrees.tp * degrees.cp; ++i, ++next)
            group.devices.push_back((next < 8 ? "a:" : "h:") + std::to_string(next % 8));
        stage.groups = {group};
        pipeline.stages.push_back(stage);
    }
    return pipeline;
}

inline RandomStep randomStep()
{
    RandomStep step;
    step.cluster = star({node("a", "A100-80GB SXM", 8), node("h", "H100-80GB SXM", 8)});
    if (coin())
        step.cluster.nodes[0].devices[1].speed.points = {{Seconds(0), 0.7}};
    step.workload = randomWorkload();
    const auto degrees = randomDegrees(step.workload.model);
    const int microBatches = number(1, 6);
    step.plan.schedule = pick({ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::zbH1});
    step.plan.zeroStage = pick({0, 0, 1, 2, 3, 3});
    step.plan.contextParallel = degrees.cp;
    step.plan.expertParallel = degrees.ep;
    step.plan.sequenceParallel = coin();
    step.plan.overlap.tp = coin();
    for (auto &node : step.cluster.nodes)
        node.hostBandwidth = BytesPerSecond(25e9);
    drawSharing(step.plan, degrees.dp * degrees.cp);
    if (coin())
        step.plan.gradientBucket = Bytes(pick({1e6, 25e6}));
    RecomputeModules modules;
    for (std::size_t i = 0; i < recomputeModuleNames.size(); ++i) {
        if (coin())
            modules.add(static_cast<RecomputeModule>(i));
    }
    step.workload.job.globalBatch = microBatches * degrees.dp;
    std::vector<RandomRecompute> recompute;
    for (int s = 0; s < degrees.stages; ++s) {
        recompute.emplace_back(pick({Recompute::none, Recompute::selective, Recompute::full, Recompute::full}),
                               std::nullopt);
        if (recompute.back().first == Recompute::full && coin())
            recompute.back().second = number(0, 3);
    }
    std::size_t next = 0;
    for (int d = 0; d < degrees.dp; ++d)
        step.plan.pipelines.push_back(
            randomPipeline(degrees, step.workload.model.planLayers(), microBatches, recompute, modules, next));
    return step;
}

/// Every stage on one device, stage by stage on the one node and the other: all that pipelines send is on links.
inline void spreadOverNodes(RandomStep &step, int mostEp = 16)
{
    const int ep = std::gcd(std::min(step.plan.expertParallel, mostEp), static_cast<int>(step.plan.pipelines.size()));
    step.plan.contextParallel = 1;
    step.plan.expertParallel = ep;
    int &shared = step.plan.sharing.group;
    if (shared > 0)
        shared = ep > 1 ? 0 : std::gcd(shared, static_cast<int>(step.plan.pipelines.size()));
    int next = 0;
    for (auto &pipeline : step.plan.pipelines) {
        for (auto &stage : pipeline.stages) {
            TensorGroup group;
            group.devices = {(next % 2 == 0 ? "a:" : "h:") + std::to_string(next / 2)};
            group.ep = ep;
            stage.groups = {group};
            ++next;
        }
    }
}

/// How many steps had what of the plans that a property ran over.
struct DrawnFeatures
{
    int experts = 0;       ///< EP above 1
    int foldedExperts = 0; ///< EP over tensor ranks
    int contexts = 0;
    int gathered = 0; ///< ZeRO-3 over several replicas
    int recomputed = 0;
    int recomputedInPart = 0; ///< some blocks of a stage
    int shardGroups = 0;      ///< states shared by fewer than all replicas
    int prefetched = 0;       ///< gathers block by block
    int gatheredOnce = 0;     ///< ZeRO-3 that keeps weights
    int offloaded = 0;
    int modules = 0; ///< recomputed by name

    void count(const RandomStep &step)
    {
        const auto &plan = step.plan;
        const auto &group = plan.pipelines.front().stages.front().groups.front();
        const auto replicas = static_cast<int>(plan.pipelines.size());
        experts += plan.expertParallel > 1 ? 1 : 0;
        foldedExperts += expertLayout(group.ep, group.tp, group.cp, replicas).tensors > 1 ? 1 : 0;
        contexts += plan.contextParallel > 1 ? 1 : 0;
        gathered += plan.zeroStage >= 3 && replicas * group.cp > 1 ? 1 : 0;
        const bool several = replicas * group.cp > 1;
        shardGroups += plan.sharing.group > 0 && plan.sharing.group < replicas * group.cp ? 1 : 0;
        prefetched += several && plan.sharing.prefetch ? 1 : 0;
        gatheredOnce += several && !plan.sharing.reshards ? 1 : 0;
        offloaded += plan.offload != Offload() ? 1 : 0;
        const auto &stages = plan.pipelines.front().stages;
        modules += std::any_of(stages.begin(), stages.end(),
                               [](const Stage &stage) { return !stage.recomputeModules.isEmpty(); })
                       ? 1
                       : 0;
        recomputed += stages.front().recompute != Recompute::none ? 1 : 0;
        recomputedInPart +=
            std::any_of(stages.begin(), stages.end(),
                        [&](const Stage &stage) { return !recomputesAlike(stage, step.workload.model.planLayers()); })
                ? 1
                : 0;
    }
    int fewest() const
    {
        return std::min({experts, foldedExperts, contexts, gathered, recomputed, recomputedInPart, shardGroups,
                         prefetched, gatheredOnce, offloaded, modules});
    }
};

} // namespace heteroscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random steps on two unlike nodes: stacks, models, schedules, sharding, replicas. Not all of them are possible.
#pragma once

#include "cost/calibration_values.h"
#include "support/clusters.h"

#include <rapidcheck.h>

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
    if (number(0, 2) == 0)
        model.moe = MixtureOfExperts{8, 2, number(0, 1), 512, number(0, 1)};
    if (number(0, 3) == 0)
        model.mla = LatentAttention{number(0, 1) * 256, 128, 64, 32, 64};
    const auto &stacks = builtinCalibration().stacks;
    job.softwareStack = stacks[static_cast<std::size_t>(number(0, static_cast<int>(stacks.size()) - 1))].name;
    job.flashAttention = coin();
    job.precision = pick({Precision::fp16, Precision::bf16, Precision::tf32});
    job.sequenceLength = pick({512, 1024});
    return workload;
}

/// A pipeline of p stages of tp devices each, taken from `next` on; layers as even as they go.
inline Pipeline randomPipeline(int p, int tp, int layers, int microBatches, Recompute recompute, std::size_t &next)
{
    Pipeline pipeline;
    pipeline.microBatches = microBatches;
    int first = 0;
    for (int s = 0; s < p; ++s) {
        Stage stage;
        stage.recompute = recompute;
        const int count = layers * (s + 1) / p - first;
        stage.chunks = {{first, count}};
        first += count;
        TensorGroup group;
        group.tp = tp;
        for (int i = 0; i < tp; ++i, ++next)
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
    const int p = number(1, 3), tp = pick({1, 2}), dp = number(1, 2);
    const int microBatches = number(1, 6);
    step.plan.schedule = pick({ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::zbH1});
    step.plan.zeroStage = pick({0, 0, 1, 3});
    step.plan.sequenceParallel = coin();
    step.plan.overlap.tp = coin();
    step.workload.job.globalBatch = microBatches * dp;
    std::size_t next = 0;
    const auto recompute = pick({Recompute::none, Recompute::selective, Recompute::full});
    for (int d = 0; d < dp; ++d)
        step.plan.pipelines.push_back(
            randomPipeline(p, tp, step.workload.model.planLayers(), microBatches, recompute, next));
    return step;
}

} // namespace heteroscope::test

// SPDX-License-Identifier: GPL-3.0-or-later
//
// A ranking made by hand, for the tests of the table of strategies and of the reasons beside it.
#pragma once

#include "jobs/session.h"
#include "support/synthetic_step.h"

#include <memory>
#include <string>

namespace heteroscope {

inline Bytes gibibytes(double count) { return Bytes(count * 1024 * 1024 * 1024); }

inline Plan planOf(int tp, int stages, int replicas, int microBatches)
{
    Plan plan;
    plan.zeroStage = 1;
    for (int r = 0; r < replicas; ++r) {
        Pipeline pipeline;
        pipeline.microBatches = microBatches;
        for (int s = 0; s < stages; ++s) {
            Stage stage;
            stage.chunks = {{s * 10, 10}};
            TensorGroup group;
            group.tp = tp;
            for (int d = 0; d < tp; ++d)
                group.devices.push_back("node-" + std::to_string(s) + ":" + std::to_string(r * tp + d));
            stage.groups = {group};
            pipeline.stages.push_back(stage);
        }
        plan.pipelines.push_back(pipeline);
    }
    return plan;
}

inline FamilyName familyOf(int tp, int dp)
{
    FamilyName name;
    name.tp = {tp};
    name.dp = dp;
    name.microBatches = 8;
    name.types = {"H100", "A100"};
    return name;
}

/// A ranking of four plans and two families that are ruled out.
inline std::shared_ptr<Ranking> ranking(std::shared_ptr<const Topology> topology = nullptr)
{
    auto made = std::make_shared<Ranking>();
    made->topology = std::move(topology);
    SearchResult *search = &made->result;
    search->proved = true;
    search->gap = 0;
    search->searchTime = Seconds(0.18);
    search->enumerated = 318;
    search->simulated = 41;
    search->prunedBy = {{Rejection::outOfMemory, 120}, {Rejection::bounded, 157}};
    for (int i = 0; i < 4; ++i) {
        synthetic::Pipeline1F1B shape;
        shape.stages = 2 + i;
        shape.forward = {(100 + 10 * i) * synthetic::ms};
        RankedPlan ranked;
        ranked.plan = planOf(4, shape.stages, 2 + i, 16); // no two are alike in all but one thing
        auto result = synthetic::oneFOneB(shape);
        result.mfu = 0.4 - 0.07 * ((i * 2) % 3);
        ranked.result = std::make_shared<const StepResult>(std::move(result));
        ranked.family = planLabel(ranked.plan);
        if (i > 0)
            ranked.whyNotFirst = WhySlower{TimeCause::bubble, 0.1 * i};
        search->plans.push_back(std::move(ranked));
    }
    RejectedFamily large;
    large.family = familyOf(2, 4);
    large.family.chunks = 2;
    large.family.schedule = ScheduleKind::interleaved;
    large.rejection = Rejection::outOfMemory;
    large.detail = MemoryShortfall{MemoryShortfall::Part::activations, gibibytes(85.2), "h100-0:3"};
    large.plan = std::make_shared<const Plan>(planOf(2, 4, 4, 16));
    large.peakMemory = gibibytes(165);
    large.memoryCapacity = gibibytes(80);
    RejectedFamily slow;
    slow.family = familyOf(8, 4);
    slow.detail = LowerBound{7.1, 5.98};
    search->rejected = {large, slow};
    return made;
}

/// The second plan is the first without ZeRO, the fourth with other micro-batches.
inline std::shared_ptr<Ranking> alikeRanking()
{
    auto made = ranking();
    auto &plans = made->result.plans;
    plans[1].plan = plans[3].plan = plans[0].plan;
    plans[1].plan.zeroStage = 0;
    for (Pipeline &pipeline : plans[3].plan.pipelines)
        pipeline.microBatches = 8;
    return made;
}

/// The user's own plan with the step of the third of the ranking.
inline std::shared_ptr<Simulation> ownStep(std::shared_ptr<const Topology> topology = nullptr)
{
    auto own = std::make_shared<Simulation>();
    own->topology = std::move(topology);
    own->plan = planOf(4, 4, 4, 16);
    own->origin = PlanOrigin::project;
    own->result = ranking()->result.plans[2].result;
    return own;
}

} // namespace heteroscope

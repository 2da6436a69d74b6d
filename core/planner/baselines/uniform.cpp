// SPDX-License-Identifier: GPL-3.0-or-later
//
// Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM", SC'21, section
// 3: TP up to the devices of a node before pipeline stages (3.2, takeaway 1); as little model parallelism as fits, the
// rest data parallelism (3.3, takeaway 2); the micro-batch b with the least (b'/b + p - 1)(t_f(b) + t_b(b)) (3.4,
// equation 1); recomputing activations where they do not fit (3.5). Stages hold equally many blocks. It knows of no
// device types: the groups are taken as the nodes come. On the paper's table 1 it takes the degrees of the paper or,
// where the paper keeps room for larger micro-batches, less model parallelism (tests/planner/baseline_papers_test.cpp).
#include "planner/baselines/draft.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// One micro-batch size of one (t, p): every stage of `dp` groups and equally many blocks.
PlanDraft evenDraft(const std::vector<int> &groups, int stages, int dp, int size, int batch, const Model &model)
{
    PlanDraft draft;
    draft.microBatches = batch / dp / size;
    const int blocks = model.layers / stages;
    for (int s = 0; s < stages; ++s) {
        DraftStage stage;
        stage.groups.assign(groups.begin() + s * dp, groups.begin() + (s + 1) * dp);
        stage.samples.assign(static_cast<std::size_t>(dp), size);
        stage.first = s == 0 ? 0 : 1 + s * blocks;
        stage.last = s + 1 == stages ? model.planLayers() : 1 + (s + 1) * blocks;
        draft.stages.push_back(std::move(stage));
    }
    return draft;
}

} // namespace

void draftUniform(DraftPrices &prices, DraftRanking &ranking)
{
    const auto &model = prices.workload().model;
    const int batch = prices.workload().job.globalBatch;
    const auto degrees = prices.degrees();
    double order = 0; // the rules are an order, not an estimate
    bool found = false;
    const auto tryDegrees = [&](int tp, int stages) {
        std::vector<int> groups;
        for (std::size_t type = 0; type < prices.topology().deviceTypes().size(); ++type) {
            const auto more = prices.groupsOf(type, tp);
            groups.insert(groups.end(), more.begin(), more.end());
        }
        std::sort(groups.begin(), groups.end(), [&](int a, int b) {
            return prices.groups()[a].devices.front() < prices.groups()[b].devices.front();
        });
        int dp = static_cast<int>(groups.size()) / stages;
        while (dp > 0 && batch % dp != 0)
            --dp;
        for (const Recompute recompute : {Recompute::none, Recompute::full}) {
            if (prices.isStopped())
                return;
            std::vector<std::pair<double, PlanDraft>> fitting;
            for (const int size : dp > 0 ? microBatchSizes(batch / dp) : std::vector<int>()) {
                auto draft = evenDraft(groups, stages, dp, size, batch, model);
                draft.recompute = recompute;
                if (!prices.fits(draft))
                    continue;
                double pass = 0;
                for (const auto &stage : draft.stages)
                    pass = std::max(pass, prices.stageTime(stage, recompute));
                fitting.emplace_back((draft.microBatches + stages - 1) * pass, std::move(draft));
            }
            std::stable_sort(fitting.begin(), fitting.end(),
                             [](const auto &a, const auto &b) { return a.first < b.first; });
            for (const auto &[time, draft] : fitting)
                ranking.offer(order++, draft);
            found = found || !fitting.empty();
        }
    };
    for (std::size_t i = 0; i + 1 < degrees.size() && !found; ++i)
        tryDegrees(degrees[i], 1);
    for (int stages = 1; stages <= model.layers && !found && !degrees.empty() && !prices.isStopped(); ++stages) {
        if (model.layers % stages == 0)
            tryDegrees(degrees.back(), stages);
    }
}

} // namespace heteroscope

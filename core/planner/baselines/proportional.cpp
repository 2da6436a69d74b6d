// SPDX-License-Identifier: GPL-3.0-or-later
//
// Jia et al., "Whale: Efficient Giant Model Training over Heterogeneous GPUs", USENIX ATC'22, hardware-aware load
// balance between task graphs: stages of one device type each, those with most memory first, as early stages hold most
// activations; layers in proportion to the stages' speed; a stage that is over its memory gives layers to the others.
// The degrees are not the paper's matter: all are tried, and the least estimate is taken. The paper's own cases
// (ResNet-50, GNMT and BERT-Large on P100 and V100, as speed-ups over an even division) cannot be expressed: the first
// two are no models of this project, and of the third only the speed-up is known here, not the plan.
#include "planner/baselines/draft.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace heteroscope {

namespace {

/// Moves layers from stages that are over their memory to the emptiest one, until all fit or nothing helps.
bool relieve(DraftPrices &prices, PlanDraft &draft, std::vector<int> &layers)
{
    const auto cut = [&] {
        int first = 0;
        for (std::size_t s = 0; s < layers.size(); ++s) {
            draft.stages[s].first = first;
            draft.stages[s].last = first += layers[s];
        }
    };
    cut();
    std::vector<double> fill(layers.size());
    std::size_t from = 0, to = layers.size(); // the stages that have changed
    for (int moves = std::accumulate(layers.begin(), layers.end(), 0); moves > 0; --moves) {
        for (std::size_t s = from; s < to; ++s) {
            fill[s] = prices.fill(draft, s);
            if (prices.isStopped())
                return false;
        }
        const auto fullest = std::max_element(fill.begin(), fill.end());
        if (*fullest <= 1)
            return true;
        const auto giving = static_cast<std::size_t>(fullest - fill.begin());
        const auto taking = static_cast<std::size_t>(std::min_element(fill.begin(), fill.end()) - fill.begin());
        if (layers[giving] < 2 || fill[taking] > 1)
            return false;
        --layers[giving];
        ++layers[taking];
        cut();
        std::tie(from, to) = std::minmax(giving, taking);
        ++to; // the stages between them keep their number of layers, but not which
    }
    return false;
}

} // namespace

void draftProportional(DraftPrices &prices, DraftRanking &ranking)
{
    const auto &workload = prices.workload();
    const auto &types = prices.topology().deviceTypes();
    std::vector<std::size_t> order(types.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return types[a].memory > types[b].memory; });
    const int batch = workload.job.globalBatch;
    const int layers = workload.model.planLayers();
    for (const int tp : prices.degrees()) {
        std::size_t most = 0;
        for (const std::size_t type : order)
            most = std::max(most, prices.groupsOf(type, tp).size());
        for (int dp = 1; dp <= static_cast<int>(most); ++dp) {
            if (batch % dp != 0)
                continue;
            if (prices.isStopped())
                return;
            PlanDraft draft;
            for (const std::size_t type : order) {
                const auto groups = prices.groupsOf(type, tp);
                for (std::size_t g = 0; g + static_cast<std::size_t>(dp) <= groups.size();
                     g += static_cast<std::size_t>(dp)) {
                    DraftStage stage;
                    stage.groups.assign(groups.begin() + static_cast<std::ptrdiff_t>(g),
                                        groups.begin() + static_cast<std::ptrdiff_t>(g) + dp);
                    draft.stages.push_back(std::move(stage));
                }
            }
            if (draft.stages.empty() || draft.stages.size() > static_cast<std::size_t>(layers))
                continue;
            for (const int size : microBatchSizes(batch / dp)) {
                draft.microBatches = batch / dp / size;
                for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                    draft.recompute = recompute;
                    std::vector<double> speeds;
                    for (auto &stage : draft.stages) {
                        stage.samples.assign(static_cast<std::size_t>(dp), size);
                        stage.first = 1;
                        stage.last = 2;
                        speeds.push_back(1 / prices.stageTime(stage, recompute));
                    }
                    auto counts = proportionalLayers(speeds, layers);
                    if (relieve(prices, draft, counts))
                        ranking.offer(prices.time(draft), draft);
                }
            }
        }
    }
}

} // namespace heteroscope

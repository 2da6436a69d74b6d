// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strati et al., "Sailor: Automating Distributed Training over Dynamic, Heterogeneous, and Geo-distributed Clusters",
// SOSP'25 (arXiv 2504.17096), the configuration planner and its pruning rules: layers split equally over the stages;
// the same data parallelism on every stage; the least TP of each type that fits in memory, doubled only where that
// makes a stage 1.5 times as fast; data parallelism grows until it no longer helps; TP groups stay in a node; a stage
// may mix types, at the pace of its slowest group.
//
// Simplified: where the paper chooses the devices of the stages by dynamic programming, each stage here takes the
// fastest that are left. That costs much: on clusters of 8 + 8 and 16 + 16 A100-40 and V100-16 with the authors'
// profiles of OPT-350M (tests/planner/baseline_papers_test.cpp) its plan is simulated 32 % and 31 % longer than the
// Metis-like one; the plan of the authors' planner is 2.4 % and 7.8 % slower than that of Metis by the authors'
// formula. Their cases in several zones and with prices of traffic cannot be expressed: links have no price here.
#include "planner/baselines/draft.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr double worthDoubling = 1.5;

class SailorRules
{
public:
    SailorRules(DraftPrices &prices, DraftRanking &ranking)
        : m_prices(prices), m_ranking(ranking), m_degrees(prices.degrees())
    {}

    void run()
    {
        const int layers = m_prices.workload().model.planLayers();
        const auto devices = static_cast<int>(m_prices.topology().devices().size());
        for (int stages = 1; stages <= std::min(layers, devices) && !m_prices.isStopped(); ++stages) {
            for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                for (const int size : microBatchSizes(m_prices.workload().job.globalBatch))
                    growReplicas(stages, size, recompute);
            }
        }
    }

private:
    void growReplicas(int stages, int size, Recompute recompute)
    {
        const int batch = m_prices.workload().job.globalBatch;
        double best = infinity;
        for (int dp = 1; batch / size / dp > 0 && !m_prices.isStopped(); ++dp) {
            if (batch / size % dp != 0)
                continue;
            PlanDraft draft;
            draft.recompute = recompute;
            draft.microBatches = batch / size / dp;
            if (!assign(draft, stages, dp, size))
                return;
            const double time = m_prices.time(draft);
            if (time >= best)
                return;
            best = time;
            m_ranking.offer(time, draft);
        }
    }

    /// From the first stage, which holds most activations, on: the fastest devices that are left.
    bool assign(PlanDraft &draft, int stages, int dp, int size)
    {
        const auto &types = m_prices.topology().deviceTypes();
        std::vector<int> taken(types.size(), 0); // devices
        const int layers = m_prices.workload().model.planLayers();
        draft.stages.resize(static_cast<std::size_t>(stages));
        for (int s = 0; s < stages; ++s) {
            if (m_prices.isStopped())
                return false;
            auto &stage = draft.stages[static_cast<std::size_t>(s)];
            stage.first = layers * s / stages;
            stage.last = layers * (s + 1) / stages;
            struct Choice
            {
                double time;
                std::size_t type;
                int tp;
            };
            std::vector<Choice> choices;
            for (std::size_t type = 0; type < types.size(); ++type) {
                if (const int tp = degreeFor(draft, s, type, size); tp > 0)
                    choices.push_back({m_prices.passes(m_prices.groups().first(type, tp), size, stage.first, stage.last,
                                                       draft.recompute),
                                       type, tp});
            }
            std::stable_sort(choices.begin(), choices.end(),
                             [](const Choice &a, const Choice &b) { return a.time < b.time; });
            stage.groups.clear();
            for (const auto &[time, type, tp] : choices) {
                const int count = m_prices.groups().count(type, tp);
                for (int g = (taken[type] + tp - 1) / tp; g < count && static_cast<int>(stage.groups.size()) < dp;
                     ++g) {
                    stage.groups.push_back(m_prices.groups().first(type, tp) + g);
                    taken[type] = (g + 1) * tp;
                }
            }
            if (static_cast<int>(stage.groups.size()) < dp)
                return false;
            stage.samples.assign(static_cast<std::size_t>(dp), size);
        }
        return true;
    }

    /// TP of a type for a stage; 0 when no degree fits.
    int degreeFor(PlanDraft &draft, int s, std::size_t type, int size)
    {
        auto &stage = draft.stages[static_cast<std::size_t>(s)];
        int chosen = 0;
        double before = infinity;
        for (const int tp : m_degrees) {
            if (!m_prices.hasGroups(type, tp))
                break;
            const int group = m_prices.groups().first(type, tp);
            stage.groups = {group};
            stage.samples = {size};
            if (m_prices.fill(draft, static_cast<std::size_t>(s)) > 1)
                continue;
            const double time = m_prices.passes(group, size, stage.first, stage.last, draft.recompute);
            if (chosen > 0 && before < worthDoubling * time)
                break;
            chosen = tp;
            before = time;
        }
        return chosen;
    }

    DraftPrices &m_prices;
    DraftRanking &m_ranking;
    std::vector<int> m_degrees;
};

} // namespace

void draftSailor(DraftPrices &prices, DraftRanking &ranking) { SailorRules(prices, ranking).run(); }

} // namespace heteroscope

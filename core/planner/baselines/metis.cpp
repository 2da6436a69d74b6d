// SPDX-License-Identifier: GPL-3.0-or-later
//
// Um et al., "Metis: Fast Automatic Distributed Training on Heterogeneous GPUs", USENIX ATC'24. Device groups are runs
// of the devices in every order of their types; each begins with data parallelism alone and changes to more TP while it
// is over its memory (data before tensor parallelism inside a stage); the samples of a micro-batch are shared out by
// the speed of the groups (data load balance) and the layers by the performance of the stages (layer load balance). The
// number of micro-batches is tried in powers of two.
//
// Simplified: groups of equal size only, and TP groups inside one node; the paper also tries unequal sizes. The paper's
// own profiles are not at hand; on Sailor's clusters of 8 + 8 and 16 + 16 devices, where Metis finds the plan that is
// best by Sailor's formula, the rules give its form too (tests/planner/baseline_papers_test.cpp).
#include "planner/baselines/draft.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr std::size_t maxOrders = 24;

class MetisRules
{
public:
    MetisRules(DraftPrices &prices, DraftRanking &ranking) : m_prices(prices), m_ranking(ranking)
    {
        for (std::size_t type = 0; type < prices.topology().deviceTypes().size(); ++type) {
            if (!prices.groupsOf(type, 1).empty())
                m_types.push_back(type);
        }
    }

    void run()
    {
        std::size_t orders = 0;
        do {
            std::vector<std::size_t> devices; // types, one for each device
            for (const std::size_t type : m_types)
                devices.insert(devices.end(), m_prices.groupsOf(type, 1).size(), type);
            const int layers = m_prices.workload().model.planLayers();
            for (std::size_t stages = 1; stages <= devices.size() && static_cast<int>(stages) <= layers; stages *= 2) {
                if (devices.size() % stages == 0)
                    tryStages(devices, stages);
            }
        } while (++orders < maxOrders && std::next_permutation(m_types.begin(), m_types.end()));
    }

private:
    void tryStages(const std::vector<std::size_t> &devices, std::size_t stages)
    {
        const int batch = m_prices.workload().job.globalBatch;
        for (int count = 1; count <= batch && batch % count == 0 && !m_prices.isStopped(); count *= 2) {
            // As in the paper, recomputing is not in the space; the baseline may where nothing else fits.
            for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                PlanDraft draft;
                draft.microBatches = count;
                draft.recompute = recompute;
                if (settle(devices, stages, batch / count, draft)) {
                    m_ranking.offer(m_prices.time(draft), draft);
                    break;
                }
            }
        }
    }

    /// TP rises stage by stage where memory asks for it. False: it does not fit at all.
    bool settle(const std::vector<std::size_t> &devices, std::size_t stages, int samples, PlanDraft &draft)
    {
        std::vector<std::size_t> degree(stages, 0);
        const auto degrees = m_prices.degrees();
        while (!m_prices.isStopped()) {
            if (!cutDevices(devices, stages, degree, degrees, draft) || !shareSamples(samples, draft)) {
                // Too many groups for so few samples: more TP everywhere that has least of it.
                const auto least = std::min_element(degree.begin(), degree.end());
                if (++*least >= degrees.size())
                    return false;
                continue;
            }
            balanceLayers(draft);
            std::size_t fullest = 0;
            double most = 0;
            for (std::size_t s = 0; s < stages; ++s) {
                if (const double fill = m_prices.fill(draft, s); fill > most) {
                    most = fill;
                    fullest = s;
                }
            }
            if (most <= 1)
                return true;
            if (++degree[fullest] >= degrees.size())
                return false;
        }
        return false;
    }

    /// The devices of each stage as TP groups of its degree. False: they cannot be cut so.
    bool cutDevices(const std::vector<std::size_t> &devices, std::size_t stages, const std::vector<std::size_t> &degree,
                    const std::vector<int> &degrees, PlanDraft &draft) const
    {
        if (degrees.empty())
            return false;
        draft.stages.assign(stages, {});
        std::vector<int> taken(m_prices.topology().deviceTypes().size(), 0); // devices of each type
        const std::size_t size = devices.size() / stages;
        for (std::size_t s = 0; s < stages; ++s) {
            const int tp = degrees[degree[s]];
            for (std::size_t d = s * size; d < (s + 1) * size;) {
                const std::size_t type = devices[d];
                std::size_t same = d;
                while (same < (s + 1) * size && devices[same] == type)
                    ++same;
                const int run = static_cast<int>(same - d);
                if (run % tp != 0 || taken[type] % tp != 0)
                    return false;
                const int first = taken[type] / tp;
                if (first + run / tp > m_prices.groups().count(type, tp))
                    return false;
                for (int g = first; g < first + run / tp; ++g)
                    draft.stages[s].groups.push_back(m_prices.groups().first(type, tp) + g);
                taken[type] += run;
                d = same;
            }
        }
        return true;
    }

    /// Samples of a micro-batch by the speed of the groups, at least one each.
    bool shareSamples(int samples, PlanDraft &draft)
    {
        for (auto &stage : draft.stages) {
            if (stage.groups.size() > static_cast<std::size_t>(samples))
                return false;
            std::vector<double> speeds;
            for (const int group : stage.groups)
                speeds.push_back(1 / m_prices.passes(group, 1, 1, 2, draft.recompute));
            stage.samples = proportionalLayers(speeds, samples);
        }
        return true;
    }

    void balanceLayers(PlanDraft &draft)
    {
        std::vector<double> speeds;
        for (auto &stage : draft.stages) {
            stage.first = 1;
            stage.last = 2;
            speeds.push_back(1 / m_prices.stageTime(stage, draft.recompute));
        }
        const auto counts = proportionalLayers(speeds, m_prices.workload().model.planLayers());
        int first = 0;
        for (std::size_t s = 0; s < counts.size(); ++s) {
            draft.stages[s].first = first;
            draft.stages[s].last = first += counts[s];
        }
    }

    DraftPrices &m_prices;
    DraftRanking &m_ranking;
    std::vector<std::size_t> m_types;
};

} // namespace

void draftMetis(DraftPrices &prices, DraftRanking &ranking) { MetisRules(prices, ranking).run(); }

} // namespace heteroscope

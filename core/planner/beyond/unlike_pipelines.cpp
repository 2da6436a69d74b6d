// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/unlike_pipelines.h"

#include "planner/baselines/draft.h"
#include "strategy/plan_edits.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int maxUnlikeStages = 16;
constexpr std::size_t maxWaysOfType = 12; ///< that are combined with those of other types
constexpr std::size_t maxTypes = 3;

/// How all devices of a type work: `pipelines` pipelines of `stages` stages.
struct TypeWay
{
    std::size_t type = 0;
    int tp = 1;
    int stages = 1;
    int pipelines = 1;
    double pace = 0; ///< seconds a micro-batch
    std::vector<int> cut;
};

struct Combination
{
    double time = 0;
    int microBatchSize = 1;
    Recompute recompute = Recompute::none;
    std::vector<TypeWay> ways;
};

class Drafting
{
public:
    Drafting(PriceBook &book, std::size_t most) : m_prices(book), m_book(book), m_most(most) {}

    std::vector<Plan> run()
    {
        const int batch = m_prices.workload().job.globalBatch;
        for (const int size : microBatchSizes(batch)) {
            for (const Recompute recompute : {Recompute::none, Recompute::full}) {
                std::vector<std::vector<TypeWay>> ways;
                for (std::size_t type = 0; type < m_prices.topology().deviceTypes().size(); ++type) {
                    auto each = waysOf(type, size, recompute);
                    if (!each.empty() && ways.size() < maxTypes)
                        ways.push_back(std::move(each));
                }
                Combination combination{0, size, recompute, {}};
                if (ways.size() > 1)
                    combine(ways, combination);
            }
        }
        std::vector<Plan> plans;
        for (const auto &combination : m_best) {
            if (m_prices.isStopped())
                break;
            plans.push_back(planOf(combination));
        }
        return plans;
    }

private:
    std::vector<TypeWay> waysOf(std::size_t type, int size, Recompute recompute)
    {
        std::vector<TypeWay> ways;
        for (const int tp : m_prices.degrees()) {
            if (m_prices.isStopped())
                break;
            const auto groups = m_prices.groupsOf(type, tp);
            if (groups.empty())
                continue;
            const int layers = m_prices.workload().model.planLayers();
            std::vector<double> before{0};
            for (int l = 1; l <= layers; ++l)
                before.push_back(m_prices.passes(groups.front(), size, 0, l, recompute));
            if (!std::isfinite(before.back()))
                continue;
            for (int stages = 1; stages <= std::min({maxUnlikeStages, layers, static_cast<int>(groups.size())});
                 ++stages) {
                TypeWay way{type, tp, stages, static_cast<int>(groups.size()) / stages, before.back() / stages, {}};
                way.cut = evenCut(before, stages);
                if (fits(way, groups.front(), size, recompute))
                    ways.push_back(std::move(way));
            }
        }
        std::stable_sort(ways.begin(), ways.end(), [](const TypeWay &a, const TypeWay &b) {
            return a.pace / a.pipelines < b.pace / b.pipelines;
        });
        if (ways.size() > maxWaysOfType)
            ways.resize(maxWaysOfType);
        return ways;
    }

    /// Ends of the stages, each as near as possible to its share of the time, with a layer at least.
    static std::vector<int> evenCut(const std::vector<double> &before, int stages)
    {
        const auto layers = static_cast<int>(before.size()) - 1;
        std::vector<int> cut;
        for (int s = 1; s < stages; ++s) {
            const double wanted = before.back() * s / stages;
            int end = (cut.empty() ? 0 : cut.back()) + 1;
            const int last = layers - (stages - s);
            while (end < last &&
                   before[static_cast<std::size_t>(end) + 1] - wanted < wanted - before[static_cast<std::size_t>(end)])
                ++end;
            cut.push_back(end);
        }
        cut.push_back(layers);
        return cut;
    }

    bool fits(const TypeWay &way, int group, int size, Recompute recompute)
    {
        PlanDraft draft;
        draft.microBatches = std::max(1, m_prices.workload().job.globalBatch / size);
        draft.recompute = recompute;
        int first = 0;
        for (const int end : way.cut) {
            draft.stages.push_back({{group}, {size}, first, end});
            first = end;
        }
        return m_prices.fits(draft);
    }

    void combine(const std::vector<std::vector<TypeWay>> &ways, Combination &combination)
    {
        if (combination.ways.size() == ways.size()) {
            offer(combination);
            return;
        }
        for (const auto &way : ways[combination.ways.size()]) {
            combination.ways.push_back(way);
            combine(ways, combination);
            combination.ways.pop_back();
        }
    }

    void offer(Combination &combination)
    {
        const int microBatches = m_prices.workload().job.globalBatch / combination.microBatchSize;
        double work = microBatches, rate = 0;
        int pipelines = 0;
        for (const auto &way : combination.ways) {
            pipelines += way.pipelines;
            work += way.pipelines * (way.stages - 1);
            rate += way.pipelines / way.pace;
        }
        combination.time = work / rate;
        if (pipelines > microBatches)
            return;
        const auto at = std::upper_bound(m_best.begin(), m_best.end(), combination.time,
                                         [](double time, const Combination &ranked) { return time < ranked.time; });
        m_best.insert(at, combination);
        if (m_best.size() > m_most)
            m_best.pop_back();
    }

    Plan planOf(const Combination &combination) const
    {
        const auto &topology = m_prices.topology();
        Plan plan;
        plan.microBatchSize = combination.microBatchSize;
        plan.overlap = stackOverlap(m_book.stack());
        std::vector<double> paces;
        for (const auto &way : combination.ways) {
            plan.sequenceParallel = plan.sequenceParallel || way.tp > 1;
            int group = m_prices.groups().first(way.type, way.tp);
            for (int p = 0; p < way.pipelines; ++p) {
                Pipeline pipeline;
                int first = 0;
                for (const int end : way.cut) {
                    TensorGroup made;
                    made.tp = way.tp;
                    made.samples = combination.microBatchSize;
                    for (const DeviceId id : m_prices.groups()[group++].devices)
                        made.devices.push_back(topology.device(id).name);
                    Stage stage;
                    stage.recompute = combination.recompute;
                    stage.chunks = {{first, end - first}};
                    stage.groups.push_back(std::move(made));
                    pipeline.stages.push_back(std::move(stage));
                    first = end;
                }
                plan.pipelines.push_back(std::move(pipeline));
                paces.push_back(way.pace);
            }
        }
        shareMicroBatches(plan, paces);
        plan.unusedDevices = devicesLeft(plan, topology);
        return plan;
    }

    /// One by one to the pipeline that would be done with it first.
    void shareMicroBatches(Plan &plan, const std::vector<double> &paces) const
    {
        const auto doneWithNext = [&](std::size_t p) {
            const auto &pipeline = plan.pipelines[p];
            return (pipeline.microBatches + 1 + static_cast<double>(pipeline.stages.size()) - 1) * paces[p];
        };
        int left = m_prices.workload().job.globalBatch / plan.microBatchSize - static_cast<int>(paces.size());
        for (; left > 0; --left) {
            std::size_t next = 0;
            for (std::size_t p = 1; p < paces.size(); ++p) {
                if (doneWithNext(p) < doneWithNext(next))
                    next = p;
            }
            ++plan.pipelines[next].microBatches;
        }
    }

    DraftPrices m_prices;
    PriceBook &m_book;
    std::size_t m_most;
    std::vector<Combination> m_best;
};

} // namespace

std::vector<Plan> draftUnlikePipelines(PriceBook &book, std::size_t most) { return Drafting(book, most).run(); }

} // namespace heteroscope

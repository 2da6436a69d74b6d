// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/rank_plans.h"

#include "planner/explain/explain.h"

namespace heteroscope {
namespace {

constexpr std::size_t rankedPlans = 40;

} // namespace

SearchOptions searchOptions(const Project &project, const Topology &topology, Seconds startTime,
                            std::optional<Seconds> budget)
{
    SearchOptions options;
    options.startTime = startTime;
    options.top = rankedPlans;
    options.budget = budget;
    options.mappings = resolveMappings(project.mappings, project.cluster, topology);
    return options;
}

SearchOptions searchOptions(const Ranking &ranking, std::optional<Seconds> budget)
{
    return searchOptions(*ranking.snapshot, *ranking.topology, ranking.result.startTime, budget);
}

bool GrowingRanking::begin(const std::vector<RankedPlan> &plans)
{
    const std::lock_guard lock(m_mutex);
    m_ranking.result.plans = plans;
    m_ranking.isFromBefore = true;
    for (std::size_t i = 1; i < plans.size(); ++i)
        m_ranking.result.plans[i].whyNotFirst =
            whySlower(*plans[i].result, *plans.front().result, plans[i].plan.zeroStage);
    return !std::exchange(m_changed, true);
}

bool GrowingRanking::add(const RankedPlan &plan)
{
    const std::lock_guard lock(m_mutex);
    auto &plans = m_ranking.result.plans;
    std::erase_if(plans, [&plan](const RankedPlan &known) { return known.plan == plan.plan; });
    plans.insert(plans.begin(), plan);
    if (plans.size() > rankedPlans)
        plans.resize(rankedPlans);
    return !std::exchange(m_changed, true);
}

std::shared_ptr<const Ranking> GrowingRanking::copy()
{
    const std::lock_guard lock(m_mutex);
    m_changed = false;
    return std::make_shared<const Ranking>(m_ranking);
}

Result<Ranking> rankPlans(const Engine &engine, const ProjectSnapshot &snapshot, Seconds startTime,
                          std::optional<Seconds> budget, std::shared_ptr<const SearchSeed> before,
                          const StopToken &stop, Progress *progress, const RankingCallback &improved)
{
    Result<Topology> topology = Topology::build(snapshot->cluster);
    if (!topology)
        return topology.error();
    const auto shared = std::make_shared<const Topology>(std::move(*topology));
    Ranking begun{snapshot, shared, {}};
    begun.result.startTime = startTime;
    begun.result.stopped = true; // what is known so far proves nothing
    begun.result.seed = before;
    const auto sofar = std::make_shared<GrowingRanking>(std::move(begun));
    SearchOptions options = searchOptions(*snapshot, *shared, startTime, budget);
    options.before = std::move(before);
    options.followed = [&sofar, &improved](const std::vector<RankedPlan> &plans) {
        if (sofar->begin(plans))
            improved(sofar);
    };
    Result<SearchResult> result = engine.search(*shared, snapshot->workload, options, stop, progress,
                                                [&sofar, &improved](const RankedPlan &plan) {
                                                    if (sofar->add(plan))
                                                        improved(sofar);
                                                });
    if (!result)
        return result.error();
    result->startTime = startTime;
    return Ranking{snapshot, shared, std::move(*result)};
}

} // namespace heteroscope

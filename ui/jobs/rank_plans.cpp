// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/rank_plans.h"

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

bool GrowingRanking::add(const RankedPlan &plan)
{
    const std::lock_guard lock(m_mutex);
    auto &plans = m_ranking.result.plans;
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
                          std::optional<Seconds> budget, const StopToken &stop, Progress *progress,
                          const RankingCallback &improved)
{
    Result<Topology> topology = Topology::build(snapshot->cluster);
    if (!topology)
        return topology.error();
    const auto shared = std::make_shared<const Topology>(std::move(*topology));
    Ranking begun{snapshot, shared, {}};
    begun.result.startTime = startTime;
    begun.result.stopped = true; // what is known so far proves nothing
    const auto sofar = std::make_shared<GrowingRanking>(std::move(begun));
    Result<SearchResult> result =
        engine.search(*shared, snapshot->workload, searchOptions(*snapshot, *shared, startTime, budget), stop, progress,
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/nearest.h"

#include "planner/prices/step_options.h"
#include "planner/search/search_run.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Plans simulated to find the nearest, those of the min lower bound.
constexpr std::size_t nearestSimulated = 8;

} // namespace

double memoryShare(const StepResult &result)
{
    const Lane *fullest = result.fullestLane();
    return fullest ? fullest->memory.total() / fullest->memoryCapacity : 0;
}

NearestPlan makeNearest(const Topology &topology, std::vector<PlanChange> changes, Plan plan,
                        std::shared_ptr<const StepResult> result)
{
    NearestPlan nearest{std::move(changes), std::move(plan), std::move(result), 0, {}, {}, topology.devices().size()};
    nearest.share = memoryShare(*nearest.result);
    for (const Lane &lane : nearest.result->lanes)
        nearest.needed += lane.memory.total() * static_cast<double>(lane.devices.size());
    for (std::size_t d = 0; d < topology.devices().size(); ++d)
        nearest.available += usableMemory(topology.typeOf(DeviceId(d)).memory, nearest.result->memoryHeadroom);
    return nearest;
}

void SearchRun::findNearest()
{
    if (m_best || m_baseline || m_result.stopped || shouldStop() || whyNoPlan(m_result) == NoPlan::noneInBudget)
        return;
    struct Candidate
    {
        double share = 0; ///< by a lower bound, then simulated
        Plan plan;
        std::shared_ptr<const StepResult> result{};
    };
    std::vector<std::pair<double, std::size_t>> families;
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (m_states[i].outcome().nearest)
            families.emplace_back(m_states[i].outcome().nearestShare, i);
    }
    std::sort(families.begin(), families.end());
    if (families.size() > nearestSimulated)
        families.resize(nearestSimulated);
    std::vector<Candidate> candidates;
    candidates.reserve(families.size());
    for (const auto &[share, index] : families)
        candidates.push_back(
            {share, m_workers.front()->search.planOf(family(index), *m_states[index].outcome().nearest)});
    for (const auto &baseline : m_result.baselines) {
        const auto *reason = std::get_if<PlainReason>(&baseline.reason);
        if (baseline.plan && reason && *reason == PlainReason::planOfTheRulesTooLarge)
            candidates.push_back({infinity, *baseline.plan});
    }
    parallelFor(m_threads, candidates.size(), [&](std::size_t i, unsigned worker) {
        auto &each = candidates[i];
        auto &pricer = m_workers[worker]->book.pricer();
        auto step = predictStep(pricer, each.plan, keptStep(pricer));
        if (!step)
            return;
        each.result = std::make_shared<const StepResult>(std::move(*step));
        each.share = memoryShare(*each.result);
    });
    std::erase_if(candidates, [](const Candidate &each) { return !each.result || each.result->feasible; });
    const auto nearest = std::min_element(candidates.begin(), candidates.end(),
                                          [](const Candidate &a, const Candidate &b) { return a.share < b.share; });
    if (nearest != candidates.end())
        m_result.nearest = makeNearest(m_topology, {}, std::move(nearest->plan), std::move(nearest->result));
}

} // namespace heteroscope

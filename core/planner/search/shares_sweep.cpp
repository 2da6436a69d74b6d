// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of a shares family (planner/space/sample_shares.h): every way to share the samples of a micro-batch whose
// types are all fast enough.
#include "planner/bounds/share_times.h"
#include "planner/explain/why_not.h"
#include "planner/search/family_search.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Plans of a family that wait to be simulated, in those that may be.
constexpr std::size_t waitingSharesPerSimulated = 16;

} // namespace

double FamilySearch::sharesWork(const Family &family, const FamilyPlan &plan)
{
    double joules = 0;
    auto first = plan.placed.begin();
    for (std::size_t part = 0; part < plan.shares.size(); ++part) {
        const Family ranks = ranksOf(family, part, plan.shares[part], m_book.groups(), 0);
        joules += m_cutWork.joules(ranks, std::vector<int>(first, first + ranks.dp), plan.cut);
        first += ranks.dp;
    }
    return joules;
}

void FamilySearch::sweepShares(const Family &family, FamilySweep &sweep)
{
    ++sweep.layouts;
    ShareTimes times(family, m_book, m_clock);
    double least = 0; // of all plans
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        double shortest = infinity;
        for (int samples = 1; samples <= times.largestShareOf(part); ++samples) {
            if (isStopped())
                return sweep.leave(0);
            shortest = std::min(shortest, times.least(part, samples));
        }
        least = std::max(least, shortest);
    }
    if (least >= sweep.limit)
        return;
    const std::size_t mostWaiting = waitingSharesPerSimulated * sweep.effort.simulated;
    const auto &topology = m_book.pricer().topology();
    const auto keepFastest = [&] {
        std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                         [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
        if (sweep.plans.size() > mostWaiting) {
            sweep.leave(sweep.plans[mostWaiting].time);
            sweep.plans.resize(mostWaiting);
        }
    };
    const Cut whole = {cutUnits(family, m_book.workload().model)};
    const auto visit = [&](const SampleShares &shares) {
        FamilyPlan plan{times.placed(), whole, {}, 0};
        for (std::size_t part = 0; part < shares.size(); ++part)
            plan.time = std::max(plan.time, times.least(part, shares[part]));
        plan.shares = shares;
        plan.recomputed = times.recomputed(shares);
        if (!isWanted(family, plan, sweep))
            return true;
        if (!m_mappings.empty() && findBreach(m_mappings, topology, placesOf(planOf(family, plan), topology)))
            return true;
        sweep.plans.push_back(std::move(plan));
        if (sweep.plans.size() > 2 * mostWaiting)
            keepFastest();
        return true;
    };
    bool through = true;
    forEachShares(family, m_book.groups(), visit, m_book.pricer().stop(), [&](std::size_t part, int samples) {
        through = through && ++sweep.nodes <= sweep.effort.nodes;
        return through && times.least(part, samples) < sweep.limit;
    });
    if (!through)
        sweep.leave(least);
    keepFastest();
}

Plan FamilySearch::sharesPlan(const Family &family, const FamilyPlan &plan) const
{
    return sharesPlanOf(family, plan.shares, plan.recomputed, m_book.groups(), m_book.pricer().topology(),
                        m_book.workload(), m_book.stack());
}

} // namespace heteroscope

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

/// Samples of a part that may be below the limit.
struct OpenShare
{
    int samples = 0;
    double least = 0;
};

} // namespace

void FamilySearch::sweepShares(const Family &family, double limit, FamilySweep &sweep)
{
    sweep.limit = std::min(m_objective.timeFor(limit, sweep.work), m_budget.timeCeiling());
    ++sweep.layouts;
    ShareTimes times(family, m_book, m_clock);
    std::vector<std::vector<OpenShare>> open(family.parts.size());
    double least = 0; // of all plans
    for (std::size_t part = 0; part < open.size(); ++part) {
        double shortest = infinity;
        for (int samples = 1; samples <= times.largestShareOf(part); ++samples) {
            if (isStopped())
                return sweep.leave(0);
            const double time = times.least(part, samples);
            if (time < sweep.limit)
                open[part].push_back({samples, time});
            shortest = std::min(shortest, time);
        }
        if (open[part].empty())
            return;
        least = std::max(least, shortest);
    }
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
    SampleShares shares(open.size());
    const std::function<bool(std::size_t, int, double)> share = [&](std::size_t part, int left, double time) {
        if (part == open.size()) {
            const bool alike = std::all_of(shares.begin(), shares.end(), [&](int each) { return each == shares[0]; });
            if (left > 0 || alike)
                return true;
            FamilyPlan plan{times.placed(), whole, {}, time};
            plan.shares = shares;
            plan.recomputed = times.recomputed(shares);
            if (!m_mappings.empty() &&
                findBreach(m_mappings, topology, heteroscope::placesOf(planOf(family, plan), topology)))
                return true;
            sweep.plans.push_back(std::move(plan));
            if (sweep.plans.size() > 2 * mostWaiting)
                keepFastest();
            return true;
        }
        const int count = groupsOfPart(family, part, m_book.groups());
        for (const auto &each : open[part]) {
            if (each.samples * count > left)
                break;
            if (++sweep.nodes > sweep.effort.nodes || isStopped())
                return false;
            // The last part has what is left.
            if (part + 1 == open.size() && each.samples * count < left)
                continue;
            shares[part] = each.samples;
            if (!share(part + 1, left - each.samples * count, std::max(time, each.least)))
                return false;
        }
        return true;
    };
    if (!share(0, family.microBatchSize, 0))
        sweep.leave(least);
    keepFastest();
}

Plan FamilySearch::sharesPlan(const Family &family, const FamilyPlan &plan) const
{
    return sharesPlanOf(family, plan.shares, plan.recomputed, m_book.groups(), m_book.pricer().topology(),
                        m_book.workload(), m_book.stack());
}

} // namespace heteroscope

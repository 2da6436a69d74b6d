// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of a shares family (planner/space/sample_shares.h): every way to share the samples of a micro-batch whose
// types are all fast enough, with several stages also every cut.
#include "planner/bounds/share_times.h"
#include "planner/explain/why_not.h"
#include "planner/search/apart_clock.h"
#include "planner/search/family_search.h"

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

/// Plans of a family that wait to be simulated, in those that may be.
constexpr std::size_t waitingSharesPerSimulated = 16;

} // namespace

double FamilySearch::sharesWork(const Family &family, const FamilyPlan &plan)
{
    const auto layout = ranksLayout(family, static_cast<int>(plan.cut.size()), m_book.groups());
    const auto shared = withShares(family, plan.shares);
    double joules = 0;
    for (std::size_t part = 0; part < layout.size(); ++part)
        joules += m_cutWork.joules(aloneOf(shared, part, layout[part], {}),
                                   placedApart(family, part, layout[part], m_book.groups()), plan.cut);
    return joules;
}

void FamilySearch::sweepShares(const Family &family, FamilySweep &sweep)
{
    std::optional<NodeExits> exits;
    std::map<std::pair<std::size_t, int>, Result<ApartPart>> ranks; // by part and samples
    for (int stages = family.fewestStages; stages <= family.maxStages; ++stages) {
        if (isStopped())
            return sweep.leave(0);
        if (!allowsStages(family, stages))
            continue;
        ++sweep.layouts;
        if (stages == 1) {
            sweepSharesOfOneStage(family, sweep);
            continue;
        }
        if (!exits)
            exits.emplace(family, m_book);
        const auto least = [&](std::size_t part, int samples) {
            auto known = ranks.find({part, samples});
            if (known == ranks.end()) {
                auto shared = family;
                shared.parts[part].samples = samples;
                known = ranks.emplace(std::pair(part, samples), ApartPart::build(shared, part, m_book)).first;
            }
            return known->second ? known->second->least(stages, family.microBatches) : infinity;
        };
        sweepSharesOfStages(family, stages, *exits, least, sweep);
    }
    keepFastestShares(sweep);
}

/// Of the plans that wait to be simulated.
void FamilySearch::keepFastestShares(FamilySweep &sweep)
{
    const std::size_t mostWaiting = waitingSharesPerSimulated * sweep.effort.simulated;
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
    if (sweep.plans.size() > mostWaiting) {
        sweep.leave(sweep.plans[mostWaiting].time);
        sweep.plans.resize(mostWaiting);
    }
}

void FamilySearch::addSharesPlan(const Family &family, FamilyPlan plan, FamilySweep &sweep)
{
    if (!isWanted(family, plan, sweep))
        return;
    const auto &topology = m_book.pricer().topology();
    if (!m_mappings.empty() && findBreach(m_mappings, topology, placesOf(planOf(family, plan), topology)))
        return;
    sweep.plans.push_back(std::move(plan));
    if (sweep.plans.size() > 2 * waitingSharesPerSimulated * sweep.effort.simulated)
        keepFastestShares(sweep);
}

void FamilySearch::sweepSharesOfOneStage(const Family &family, FamilySweep &sweep)
{
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
    const Cut whole = {cutUnits(family, m_book.workload().model)};
    const auto visit = [&](const SampleShares &shares) {
        FamilyPlan plan{times.placed(), whole, {}, 0};
        for (std::size_t part = 0; part < shares.size(); ++part)
            plan.time = std::max(plan.time, times.least(part, shares[part]));
        plan.shares = shares;
        plan.recomputed = {times.recomputed(shares)};
        addSharesPlan(family, std::move(plan), sweep);
        return true;
    };
    bool through = true;
    forEachShares(family, 1, m_book.groups(), visit, m_book.pricer().stop(), [&](std::size_t part, int samples) {
        through = through && ++sweep.nodes <= sweep.effort.nodes;
        return through && times.least(part, samples) < sweep.limit;
    });
    if (!through)
        sweep.leave(least);
}

/// With several stages. least: a bound in seconds on the ranks of a part with so many samples, whatever the cut.
void FamilySearch::sweepSharesOfStages(const Family &family, int stages, const NodeExits &exits,
                                       const std::function<double(std::size_t, int)> &least, FamilySweep &sweep)
{
    const auto layout = ranksLayout(family, stages, m_book.groups());
    const auto placed = placedShares(family, stages, m_book.groups());
    bool through = true;
    const auto visit = [&](const SampleShares &shares) {
        const auto shared = withShares(family, shares);
        double bound = 0;
        std::size_t slowest = 0; // whose cuts are fewest, mostly
        for (std::size_t part = 0; part < shares.size(); ++part) {
            const double own = least(part, shares[part]);
            slowest = own > bound ? part : slowest;
            bound = std::max(bound, own);
        }
        ApartClock clock(shared, layout, exits, m_book, m_clock);
        for (std::size_t part = 0; part < shares.size(); ++part) {
            if (!clock.mayBeat(part, sweep.limit))
                return true;
        }
        if (sweep.nodes >= sweep.effort.nodes || sweep.timed >= sweep.effort.cuts) {
            sweep.leave(std::max(bound, clock.shownBelow(slowest, sweep.limit)));
            return true;
        }
        const std::size_t nodes = sweep.effort.nodes - sweep.nodes, timed = sweep.effort.cuts - sweep.timed;
        std::size_t nodesLeft = nodes, timedLeft = timed;
        const auto cuts = clock.cuts(slowest, sweep.limit, nodesLeft, timedLeft);
        sweep.nodes += nodes - nodesLeft;
        sweep.timed += timed - timedLeft;
        if (!cuts.isWhole)
            sweep.leave(std::max(bound, clock.shownBelow(slowest, sweep.limit)));
        std::vector<std::optional<ApartCut>> own(shares.size());
        for (const auto &cut : cuts.cuts) {
            std::vector<const ApartCut *> chosen;
            for (std::size_t part = 0; part < shares.size() && !isStopped(); ++part) {
                own[part] = part == slowest ? cut : clock.cutOf(part, cut.cut, sweep.limit);
                if (!own[part])
                    break;
                chosen.push_back(&*own[part]);
            }
            if (chosen.size() < shares.size())
                continue;
            FamilyPlan plan{placed, cut.cut, {}, clock.time(chosen)};
            if (plan.time >= sweep.limit)
                continue;
            plan.shares = shares;
            plan.recomputed = clock.recomputedTogether(cut.cut);
            addSharesPlan(family, std::move(plan), sweep);
        }
        return true;
    };
    forEachShares(family, stages, m_book.groups(), visit, m_book.pricer().stop(), [&](std::size_t part, int samples) {
        through = through && ++sweep.nodes <= sweep.effort.nodes;
        return through && least(part, samples) < sweep.limit;
    });
    if (!through)
        sweep.leave(0);
}

Plan FamilySearch::sharesPlan(const Family &family, const FamilyPlan &plan) const
{
    return sharesPlanOf(family, plan.shares, plan.cut, plan.recomputed, m_book.groups(), m_book.pricer().topology(),
                        m_book.workload(), m_book.stack());
}

} // namespace heteroscope

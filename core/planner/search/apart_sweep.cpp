// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of an apart family (planner/space/apart.h), layout by layout in the order of their bounds.
#include "planner/search/apart_clock.h"
#include "planner/search/apart_layouts.h"
#include "planner/search/family_search.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

/// Of the effort of a family, what the cuts of one type in one layout may take: a type that has time to spare has more
/// cuts than can be looked at, and the other layouts are to be looked at too.
constexpr std::size_t partsOfEffort = 4;
/// Cuts of all types of one layout that are closed together.
constexpr std::size_t maxChoicesOfLayout = 20'000;
/// Plans of a family that wait to be simulated, in those that may be.
constexpr std::size_t waitingPerSimulated = 16;

/// The cut of a part in a plan's cuts, which follow each other; each ends with the last unit.
Cut cutOfPart(const Cut &cuts, std::size_t part)
{
    auto begin = cuts.begin();
    for (;; --part) {
        const auto end = std::find(begin, cuts.end(), cuts.back()) + 1;
        if (part == 0)
            return Cut(begin, end);
        begin = end;
    }
}

/// Of the other parts.
std::vector<int> stagesBeside(const ApartLayout &layout, std::size_t part)
{
    std::vector<int> stages;
    for (std::size_t other = 0; other < layout.size(); ++other) {
        if (other != part)
            stages.push_back(layout[other].stages);
    }
    return stages;
}

/// The cuts of a type in a layout that may be below the limit, as far as the effort of the sweep goes.
ApartCuts apartCuts(ApartClock &clock, std::size_t part, FamilySweep &sweep)
{
    const auto mostOf = [](std::size_t effort, std::size_t spent) {
        return std::min(effort - std::min(effort, spent), effort / partsOfEffort);
    };
    std::size_t nodes = mostOf(sweep.effort.nodes, sweep.nodes), timed = mostOf(sweep.effort.cuts, sweep.timed);
    sweep.nodes += nodes;
    sweep.timed += timed;
    auto found = clock.cuts(part, sweep.limit, nodes, timed);
    sweep.nodes -= nodes;
    sweep.timed -= timed;
    return found;
}

} // namespace

Plan FamilySearch::apartPlan(const Family &family, const FamilyPlan &plan) const
{
    const auto &topology = m_book.pricer().topology();
    const auto alone = aloneFamilies(family, *plan.apart, m_book.groups(), topology);
    std::vector<PartCut> cuts(plan.apart->size());
    for (std::size_t part = 0; part < cuts.size(); ++part) {
        cuts[part].cut = cutOfPart(plan.cut, part);
        const auto placed = placedApart(family, part, (*plan.apart)[part], m_book.groups());
        auto recomputed = LayoutModel::recomputedParts(alone[part], placed, cuts[part].cut, m_book);
        cuts[part].recomputed =
            recomputed ? std::move(*recomputed) : std::vector<RecomputedPart>(cuts[part].cut.size());
    }
    return apartPlanOf(family, *plan.apart, cuts, m_book.groups(), topology, m_book.workload(), m_book.stack());
}

bool FamilySearch::isForbidden(const Family &family, const ApartLayout &layout) const
{
    if (m_mappings.empty())
        return false;
    const auto &topology = m_book.pricer().topology();
    std::vector<std::optional<DevicePlace>> places(topology.devices().size());
    int before = 0; // pipelines
    for (std::size_t part = 0; part < layout.size(); ++part) {
        const auto placed = placedApart(family, part, layout[part], m_book.groups());
        for (std::size_t g = 0; g < placed.size(); ++g) {
            const int index = static_cast<int>(g), pipelines = layout[part].pipelines;
            for (const DeviceId device : m_book.groups()[placed[g]].devices)
                places[device.index()] = DevicePlace{index / pipelines, before + index % pipelines};
        }
        before += layout[part].pipelines;
    }
    return findBreach(m_mappings, topology, places).has_value();
}

double FamilySearch::apartWork(const Family &family, const FamilyPlan &plan)
{
    double joules = 0;
    for (std::size_t part = 0; part < plan.apart->size(); ++part) {
        const auto &own = (*plan.apart)[part];
        joules += m_cutWork.joules(aloneOf(family, part, own, {}), placedApart(family, part, own, m_book.groups()),
                                   cutOfPart(plan.cut, part));
    }
    return joules;
}

FamilySearch::ApartWay FamilySearch::apartWay(const ApartLayout &layout, std::size_t part, int nodes)
{
    std::vector<int> others; // pipelines
    for (std::size_t other = 0; other < layout.size(); ++other) {
        if (other != part)
            others.push_back(layout[other].pipelines);
    }
    return {part, layout[part], std::move(others), nodes};
}

/// Gives the layouts the bounds over all cuts of each type, and leaves those out that are not below the limit: what has
/// to stay open for its effort then has a tight bound, and the best come first.
void FamilySearch::tightenApart(const Family &family, const NodeExits &exits, double limit,
                                std::vector<OpenApartLayout> &layouts)
{
    std::map<ApartWay, double> known;
    for (auto &open : layouts) {
        ApartClock clock(family, open.layout, exits, m_book, m_clock);
        for (std::size_t part = 0; part < open.layout.size(); ++part) {
            if (isStopped())
                return;
            const auto [least, isNew] = known.try_emplace(apartWay(open.layout, part, clock.nodes()), infinity);
            if (isNew && clock.mayBeat(part, limit))
                least->second = clock.shownBelow(part, limit);
            if (least->second > open.least) {
                open.least = least->second;
                open.slowest = part;
            }
        }
    }
    std::erase_if(layouts, [&](const OpenApartLayout &open) { return open.least >= limit; });
    std::sort(layouts.begin(), layouts.end());
}

/// Adds the plans of a layout that may be below the limit, and simulates the fastest.
void FamilySearch::sweepApartLayout(const Family &family, const OpenApartLayout &open, const NodeExits &exits,
                                    SlowWays &slow, FamilySweep &sweep)
{
    ApartClock clock(family, open.layout, exits, m_book, m_clock);
    const std::size_t parts = open.layout.size();
    const auto wayOf = [&](std::size_t part) { return apartWay(open.layout, part, clock.nodes()); };
    // The slowest first: mostly none of its cuts is fast enough, and the others have many that are.
    std::vector<std::size_t> order(parts);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::swap(order.front(), order[open.slowest]);
    for (const std::size_t part : order) {
        const auto way = wayOf(part);
        if (slow.alone.contains(way) || slow.beside.contains({way, stagesBeside(open.layout, part)}))
            return;
        if (!clock.mayBeat(part, sweep.limit)) {
            slow.alone.insert(way);
            return;
        }
    }
    std::vector<ApartCuts> cuts(parts);
    double shown = open.least; // of the plans with cuts that were not looked at
    for (const std::size_t part : order) {
        cuts[part] = apartCuts(clock, part, sweep);
        auto &own = cuts[part].cuts;
        if (!cuts[part].isWhole) {
            shown = std::max(shown, clock.shownBelow(part, sweep.limit));
            continue;
        }
        if (own.empty())
            slow.alone.insert(wayOf(part));
        for (auto &cut : own)
            cut.least = clock.leastBeside(part, cut);
        std::erase_if(own, [&](const ApartCut &cut) { return cut.least >= sweep.limit; });
        if (own.empty()) { // whatever the cuts of the other types
            slow.beside.emplace(wayOf(part), stagesBeside(open.layout, part));
            return;
        }
        std::stable_sort(own.begin(), own.end(),
                         [](const ApartCut &a, const ApartCut &b) { return a.least < b.least; });
        shown = std::max(shown, own.front().least);
    }
    if (!std::all_of(cuts.begin(), cuts.end(), [](const ApartCuts &own) { return own.isWhole; }))
        sweep.leave(shown);
    if (std::any_of(cuts.begin(), cuts.end(), [](const ApartCuts &own) { return own.cuts.empty(); }))
        return;
    std::vector<int> placed;
    for (std::size_t part = 0; part < parts; ++part)
        placed.insert(placed.end(), clock.placed(part).begin(), clock.placed(part).end());
    std::vector<FamilyPlan> plans;
    std::vector<const ApartCut *> chosen(parts);
    std::size_t choices = 0;
    // A cut of each part from this one on, beside those before, which take `least`. False: enough was looked at.
    const std::function<bool(std::size_t, double)> choose = [&](std::size_t part, double least) {
        for (const auto &cut : cuts[part].cuts) {
            const double own = std::max(least, cut.least);
            if (own >= sweep.limit || isStopped())
                break;
            chosen[part] = &cut;
            if (part + 1 < parts) {
                if (!choose(part + 1, own))
                    return false;
                continue;
            }
            if (++choices > maxChoicesOfLayout) { // all others are not below the shortest of those that are left
                sweep.leave(shown);
                return false;
            }
            if (const double time = clock.time(chosen); time < sweep.limit) {
                FamilyPlan plan{placed, {}, {}, time};
                for (const auto *each : chosen)
                    plan.cut.insert(plan.cut.end(), each->cut.begin(), each->cut.end());
                plan.apart = open.layout;
                if (isWanted(family, plan, sweep))
                    plans.push_back(std::move(plan));
            }
        }
        return true;
    };
    choose(0, 0);
    if (plans.empty())
        return;
    std::stable_sort(plans.begin(), plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
    // The fastest at once: what it lowers the limit to spares the others, and other layouts.
    std::size_t next = 0;
    if (!sweep.front && sweep.maySimulate()) {
        simulatePlan(family, std::move(plans.front()), sweep);
        next = 1;
    }
    for (; next < plans.size() && plans[next].time < sweep.limit; ++next)
        sweep.plans.push_back(std::move(plans[next]));
}

void FamilySearch::sweepApart(const Family &family, FamilySweep &sweep)
{
    auto open = openApartLayouts(family, m_book, sweep.limit, sweep.effort.layouts);
    if (!open) // a part cannot be used, as the family's bound said
        return sweep.leave(0);
    if (open->open < sweep.limit)
        sweep.leave(open->open);
    const NodeExits exits(family, m_book);
    if (sweep.limit < infinity)
        tightenApart(family, exits, sweep.limit, open->layouts);
    SlowWays slow;
    const std::size_t mostWaiting = waitingPerSimulated * sweep.effort.simulated;
    for (const auto &layout : open->layouts) {
        if (isStopped())
            return sweep.leave(0);
        if (layout.least >= sweep.limit)
            break;
        // All that follow take as long at least.
        if (sweep.nodes >= sweep.effort.nodes || sweep.timed >= sweep.effort.cuts)
            return sweep.leave(layout.least);
        ++sweep.layouts;
        if (isForbidden(family, layout.layout))
            continue;
        sweepApartLayout(family, layout, exits, slow, sweep);
        if (sweep.plans.size() > 2 * mostWaiting) {
            std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                             [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
            sweep.leave(sweep.plans[mostWaiting].time);
            sweep.plans.resize(mostWaiting);
        }
    }
    std::erase_if(sweep.plans, [&](const FamilyPlan &plan) { return plan.time >= sweep.limit; });
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
}

} // namespace heteroscope

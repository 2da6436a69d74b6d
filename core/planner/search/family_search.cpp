// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/family_search.h"

#include "planner/bounds/open_layouts.h"
#include "planner/prices/step_options.h"
#include "planner/rounding.h"
#include "planner/search/rough_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

/// Layouts a seed is looked for in, and those of them that are cut.
constexpr std::size_t seedLayouts = 400;
constexpr std::size_t seedCuts = 2;
/// How exactly the least bound of a seed is found.
constexpr double withinSeed = 1e-2;
/// Nodes of a layout's search tree before a good cut is looked for near the least bound.
constexpr std::size_t nodesBeforeProbe = 1'000;
/// Layouts whose bounds are compared then, and by what share a bound is better.
constexpr std::size_t layoutsCompared = 200;
constexpr double clearly = 1e-3;
/// How far above the least bound, in steps, and with how much effort for each.
constexpr std::array<double, 3> probedShares = {1e-5, 1e-4, 1e-3};
constexpr std::size_t nodesOfProbe = 60'000;
constexpr std::size_t cutsOfProbe = 2'000;
/// Of families that are too slow, to see whether they fit.
constexpr std::size_t layoutsLookedAt = 8;
/// Layouts that do not fit whose nearest cut is computed.
constexpr std::size_t layoutsMeasured = 8;

} // namespace

Plan FamilySearch::planOf(const Family &family, const FamilyPlan &plan) const
{
    if (plan.apart)
        return apartPlan(family, plan);
    if (!plan.shares.empty())
        return sharesPlan(family, plan);
    auto recomputed = LayoutModel::recomputedParts(family, plan.placed, plan.cut, m_book);
    if (!recomputed) // its groups cannot be used, as its simulation says
        recomputed = std::vector<RecomputedPart>(plan.cut.size());
    return heteroscope::planOf(family, plan.placed, plan.cut, *recomputed, m_book.groups(), m_book.pricer().topology(),
                               m_book.workload(), m_book.stack());
}

Result<StepResult> FamilySearch::simulate(const Family &family, const FamilyPlan &plan, bool timeline)
{
    if (isStopped())
        return cancelledError();
    auto &pricer = m_book.pricer();
    return predictStep(pricer, planOf(family, plan), timeline ? keptStep(pricer) : timedStep(pricer));
}

std::optional<MappingBreach> FamilySearch::forbidden(const Family &family, const Layout &layout) const
{
    if (m_mappings.empty())
        return std::nullopt;
    const auto placed = placedGroups(family, layout, m_book.groups());
    const auto &topology = m_book.pricer().topology();
    std::vector<std::optional<DevicePlace>> places(topology.devices().size());
    for (std::size_t g = 0; g < placed.size(); ++g) {
        const int index = static_cast<int>(g);
        for (const DeviceId device : m_book.groups()[placed[g]].devices)
            places[device.index()] = DevicePlace{index / family.dp, index % family.dp};
    }
    return findBreach(m_mappings, topology, places);
}

std::optional<FamilyPlan> FamilySearch::seed(const Family &family)
{
    const RoughTime rough(family, m_book);
    std::vector<std::pair<double, Layout>> layouts;
    forSomeLayouts(family, seedLayouts, [&](const Layout &layout) { layouts.emplace_back(rough.of(layout), layout); });
    std::sort(layouts.begin(), layouts.end());
    std::optional<FamilyPlan> best;
    std::size_t cuts = 0;
    for (const auto &[estimate, layout] : layouts) {
        if (cuts >= seedCuts)
            break;
        if (isStopped())
            return std::nullopt;
        if (forbidden(family, layout))
            continue;
        auto model = LayoutModel::build(family, layout, m_book);
        if (!model || !model->fits())
            continue;
        ++cuts;
        const auto look = [&](LayoutModel &bounds) {
            const auto least = bounds.minBound(withinSeed);
            if (!least)
                return;
            const auto time = m_clock.time(family, *model, least->second);
            if (time && (!best || toSeconds(*time).value < best->time))
                best = FamilyPlan{model->placed(), least->second, {}, toSeconds(*time).value};
        };
        const auto ranges = family.recomputesAlike && model->stages() > 1 ? model->alikeRanges(infinity)
                                                                          : std::vector<LayoutModel::AlikeRange>();
        if (ranges.size() <= 1)
            look(*model);
        for (std::size_t i = 0; ranges.size() > 1 && i < ranges.size(); ++i) {
            LayoutModel bounds = *model;
            bounds.onlyAlike({ranges[i].most, ranges[i].most}); // of blocks all, as far as stages have them
            look(bounds);
        }
    }
    if (isStopped())
        return std::nullopt;
    return best;
}

bool FamilySearch::isWanted(const Family &family, const FamilyPlan &plan, const FamilySweep &sweep)
{
    return isWanted(
        plan.time, [&] { return workOf(family, plan); }, sweep);
}

double FamilySearch::workOf(const Family &family, const FamilyPlan &plan)
{
    if (plan.apart)
        return apartWork(family, plan);
    return plan.shares.empty() ? m_cutWork.joules(family, plan.placed, plan.cut) : sharesWork(family, plan);
}

FamilySearch::Swept FamilySearch::sweepLayout(const Family &family, const Layout &layout, FamilySweep &sweep)
{
    if (isStopped() || sweep.layouts++ >= sweep.effort.layouts) {
        sweep.cutShort = true;
        sweep.open = 0;
        return Swept::ended;
    }
    auto model = fittingModel(family, layout, sweep);
    if (!model || !model->mayBeat(sweep.limit) || model->linkBound(m_book) >= sweep.limit)
        return Swept::through;
    if (!family.recomputesAlike || model->stages() == 1)
        return sweepCuts(family, *model, sweep);
    const auto ranges = model->alikeRanges(sweep.limit);
    if (ranges.size() == 1) // nothing, wherever the cut is
        return sweepCuts(family, *model, sweep);
    sweep.mayPutOff = false;
    for (const auto &range : ranges)
        sweepAlike(family, *model, range, sweep);
    return Swept::through;
}

/// The cuts of the layout all of whose stages recompute the same, with each choice of that: bounds that do not know it
/// let each stage recompute what it needs by itself.
void FamilySearch::sweepAlike(const Family &family, const LayoutModel &model, const LayoutModel::AlikeRange &range,
                              FamilySweep &sweep)
{
    LayoutModel own = model;
    own.onlyAlike(range);
    if (!own.fits() || !own.mayBeat(sweep.limit))
        return;
    if (const auto halves = LayoutModel::halves(range)) {
        sweepAlike(family, model, halves->first, sweep);
        sweepAlike(family, model, halves->second, sweep);
        return;
    }
    sweepCuts(family, own, sweep);
}

/// The model of the layout if plans of it can run and fit; notes in the sweep what stands against the others.
std::optional<LayoutModel> FamilySearch::fittingModel(const Family &family, const Layout &layout, FamilySweep &sweep)
{
    auto &outcome = sweep.outcome;
    if (auto breach = forbidden(family, layout)) {
        if (isEmpty(outcome.detail))
            outcome.detail = std::move(*breach);
        return std::nullopt;
    }
    // After the first layout that does not fit others say nothing new, so they need no prices.
    if (outcome.misfit && !sweep.fits && !sweep.wantsNearest && !LayoutModel::wouldFit(family, layout, m_book))
        return std::nullopt;
    auto model = LayoutModel::build(family, layout, m_book);
    if (!model) {
        if (!sweep.possible)
            outcome.detail = model.error();
        sweep.possible = true;
        return std::nullopt;
    }
    if (!sweep.runs)
        outcome.detail = {};
    sweep.possible = sweep.runs = true;
    if (!model->fits()) {
        if (!sweep.fits && !outcome.misfit)
            describeMisfit(family, *model, outcome);
        if (sweep.wantsNearest && !sweep.fits && sweep.measured++ < layoutsMeasured)
            lookForNearest(*model, sweep);
        return std::nullopt;
    }
    sweep.fits = true;
    return std::move(*model);
}

/// Times every cut of the layout that may beat the limit, within the effort.
FamilySearch::Swept FamilySearch::sweepCuts(const Family &family, LayoutModel &model, FamilySweep &sweep)
{
    if (sweep.nodes >= sweep.effort.nodes || sweep.timed >= sweep.effort.cuts) {
        leaveOpen(model, false, sweep);
        return Swept::through;
    }
    // First without the look at shared links, which costs more than most layouts do; with it once a cut seems to win.
    // Where cuts are many, first a good one, which lowers the limit.
    bool shared = false, probed = sweep.front != nullptr;
    const std::size_t before = sweep.plans.size();
    LayoutTimes known;
    for (;;) {
        const auto nodes = sweep.effort.nodes > sweep.nodes ? sweep.effort.nodes - sweep.nodes : 0;
        const auto most = probed ? nodes : std::min(nodes, nodesBeforeProbe);
        std::size_t visited = 0;
        bool promising = false;
        const bool through = model.forEachCut(sweep.limit, most, visited, [&](const Cut &cut) {
            if (sweep.timed >= sweep.effort.cuts || isStopped())
                return false;
            if (model.alike() && !model.alike()->contains(model.alikeRecomputed(cut)))
                return true;
            ++sweep.timed;
            const auto time = m_clock.time(family, model, cut, known);
            const auto work = [&] { return m_cutWork.joules(family, model.placed(), cut); };
            if (!time || !isWanted(toSeconds(*time).value, work, sweep))
                return true;
            promising = true;
            if (!shared)
                return false;
            sweep.plans.push_back({model.placed(), cut, {}, toSeconds(*time).value});
            return true;
        });
        sweep.nodes += visited;
        const bool closer = promising && !shared;
        const bool left = sweep.nodes < sweep.effort.nodes && sweep.timed < sweep.effort.cuts &&
                          sweep.simulated < sweep.effort.simulated;
        const bool probe = !through && !probed && !closer && left && !isStopped();
        if (probe && sweep.mayPutOff) {
            sweep.mayPutOff = false;
            --sweep.layouts;
            sweep.plans.resize(before);
            return Swept::putOff;
        }
        const bool share = closer || (probe && !shared);
        if (share) {
            model.shareLinks(m_book);
            known = {};
            shared = true;
        }
        if (probe) {
            probeLayout(family, model, known, sweep);
            probed = true;
        }
        if (share || probe) {
            sweep.plans.resize(before);
            if (!model.mayBeat(sweep.limit))
                return Swept::through;
            continue;
        }
        if (!through)
            leaveOpen(model, shared, sweep);
        return Swept::through;
    }
}

/// Cuts of the layout may be below the limit that were not looked at. shared: the model knows of shared links.
void FamilySearch::leaveOpen(LayoutModel &model, bool shared, FamilySweep &sweep)
{
    sweep.cutShort = true;
    // Only the least bound counts, and most layouts are left after others.
    const double least = std::min(sweep.open, sweep.limit);
    if (!model.mayBeat(least))
        return;
    if (!shared) {
        model.shareLinks(m_book);
        if (!model.mayBeat(least))
            return;
    }
    sweep.open = model.shownBelow(least);
}

/// Of the layouts from `next` on, the one whose cuts have clearly the least bound.
std::size_t FamilySearch::minBounded(const Family &family, const std::vector<std::pair<double, Layout>> &layouts,
                                     std::size_t next, const FamilySweep &sweep)
{
    double least = sweep.limit;
    std::size_t best = next;
    for (std::size_t i = next; i < std::min(layouts.size(), next + layoutsCompared) && !isStopped(); ++i) {
        if (forbidden(family, layouts[i].second))
            continue;
        auto model = LayoutModel::build(family, layouts[i].second, m_book);
        if (!model || !model->fits() || !model->mayBeat(least * (1 - clearly)))
            continue;
        least = model->shownBelow(least);
        best = i;
    }
    return best;
}

/// Simulates the fastest cut among those of the least bounds.
void FamilySearch::probeLayout(const Family &family, LayoutModel &model, LayoutTimes &known, FamilySweep &sweep)
{
    auto least = model.minBound(probedShares.front() / 10);
    if (!least)
        return;
    FamilyPlan best{model.placed(), {}, {}, sweep.limit};
    const auto look = [&](const Cut &cut) {
        const auto time = m_clock.time(family, model, cut, known);
        const auto work = [&] { return m_cutWork.joules(family, best.placed, cut); };
        if (!time || toSeconds(*time).value >= best.time || !isWanted(toSeconds(*time).value, work, sweep))
            return false;
        best.cut = cut;
        best.time = toSeconds(*time).value;
        return true;
    };
    look(least->second);
    for (const double share : probedShares) {
        double limit = std::min(best.time, least->first * (1 + share));
        if (!model.mayBeat(limit))
            continue;
        bool found = false;
        std::size_t looked = 0, nodes = 0;
        model.forEachCut(limit, nodesOfProbe, nodes, [&](const Cut &cut) {
            if (look(cut)) {
                found = true;
                limit = std::min(limit, best.time);
            }
            return ++looked < cutsOfProbe && !isStopped();
        });
        if (found && best.time <= least->first * (1 + share))
            break;
    }
    if (!best.cut.empty())
        simulatePlan(family, std::move(best), sweep);
}

/// Leaves in the sweep what is to be simulated, or decides it.
void FamilySearch::sweepAll(const Family &family, double limit, FamilySweep &sweep)
{
    const auto &effort = sweep.effort;
    sweep.wantsNearest = std::isinf(limit);
    sweep.limit = std::min(m_objective.timeFor(limit, sweep.work), m_budget.timeCeiling());
    auto &outcome = sweep.outcome;
    // The promising layouts first: what they lower the limit to ends the others early.
    std::vector<std::pair<double, Layout>> layouts;
    std::optional<RoughTime> rough; // most families have no open layout
    const auto looked = forEachOpenLayout(family, m_book, sweep.limit, effort.begun, [&](const Layout &layout) {
        if (!rough)
            rough.emplace(family, m_book);
        layouts.emplace_back(rough->of(layout), layout);
        return layouts.size() <= effort.layouts;
    });
    if (looked == OpenLayouts::cutShort) {
        sweep.cutShort = true;
        sweep.open = 0;
    }
    std::stable_sort(layouts.begin(), layouts.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    sweep.mayPutOff = true;
    for (std::size_t next = 0; next < layouts.size();) {
        const Swept swept = sweepLayout(family, layouts[next].second, sweep);
        if (swept == Swept::ended)
            break;
        if (swept == Swept::through) {
            ++next;
            continue;
        }
        const auto from = layouts.begin() + static_cast<std::ptrdiff_t>(next);
        const auto first = minBounded(family, layouts, next, sweep);
        std::rotate(from, layouts.begin() + static_cast<std::ptrdiff_t>(first),
                    layouts.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    }
    if (looked == OpenLayouts::some && !sweep.cutShort && !sweep.fits) {
        // Too slow without more ado, but perhaps also too large, which says more: an unlimited look at a few layouts.
        // With TP by stage there are too many for that.
        sweep.limit = 0;
        std::size_t tried = 0;
        bool wouldFit = family.kind == FamilyKind::byStage;
        const auto lookAt = [&](const Layout &layout) {
            wouldFit = !forbidden(family, layout) && LayoutModel::wouldFit(family, layout, m_book);
            return !wouldFit && tried++ < layoutsLookedAt && sweepLayout(family, layout, sweep) == Swept::through &&
                   !sweep.fits;
        };
        if (!wouldFit)
            forEachLayout(family, m_book.groups(), lookAt, m_book.pricer().stop());
        if (wouldFit || tried > layoutsLookedAt || sweep.fits || sweep.cutShort) {
            outcome = {};
            outcome.verdict = FamilyVerdict::bounded;
            outcome.value = limit;
            outcome.closed = sweep.isDecided = true;
            return;
        }
    }
    if (!sweep.cutShort && !sweep.fits) {
        outcome.verdict = !sweep.possible ? FamilyVerdict::mapping
                          : !sweep.runs   ? FamilyVerdict::cannotRun
                                          : FamilyVerdict::outOfMemory;
        outcome.closed = sweep.isDecided = true;
        return;
    }
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
}

FamilyCollection FamilySearch::collect(const Family &family, double base, const ValueFront &front,
                                       const SearchEffort &effort)
{
    FamilyCollection collection;
    ValueFront known = front;
    FamilySweep sweep{effort, m_objective.workOf(family, m_book)};
    sweep.front = &known;
    const auto limit = [&] {
        return std::min(m_budget.timeCeiling(), known.limit(m_objective.waiting() * (1 - boundRounding), sweep.work));
    };
    sweep.limit = limit();
    if (std::max(base, m_budget.timeFloor(sweep.work)) >= sweep.limit) {
        collection.closed = !isStopped();
        return collection;
    }
    if (family.isUnlike()) {
        sweepUnlike(family, sweep);
    } else {
        const auto looked = forEachOpenLayout(family, m_book, sweep.limit, effort.begun, [&](const Layout &layout) {
            return sweepLayout(family, layout, sweep) == Swept::through;
        });
        sweep.cutShort = sweep.cutShort || looked == OpenLayouts::cutShort;
    }
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
    std::size_t simulated = 0;
    for (auto &plan : sweep.plans) {
        sweep.limit = limit();
        if (!isWanted(family, plan, sweep))
            continue;
        if (simulated >= effort.simulated || isStopped()) {
            sweep.cutShort = true;
            break;
        }
        auto result = simulate(family, plan, false);
        simulated += result ? effortOf(*result) : 1;
        if (!result) {
            sweep.cutShort =
                sweep.cutShort || result.error().code == Error::Code::cancelled || isTooLarge(result.error());
            continue;
        }
        if (!result->feasible || !m_budget.allows(*result) ||
            !known.add(toSeconds(result->stepTime).value, result->energy))
            continue;
        plan.result = std::make_shared<StepResult>(std::move(*result));
        collection.plans.push_back(std::move(plan));
    }
    collection.closed = !sweep.cutShort && !isStopped();
    return collection;
}

void FamilySearch::lookForNearest(LayoutModel &model, FamilySweep &sweep)
{
    auto found = model.roomiestCut();
    if (!found || found->first >= sweep.outcome.nearestShare)
        return;
    sweep.outcome.nearestShare = found->first;
    sweep.outcome.nearest = FamilyPlan{model.placed(), std::move(found->second), {}, 0};
}

} // namespace heteroscope

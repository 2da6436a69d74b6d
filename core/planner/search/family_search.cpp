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
constexpr std::size_t seedCuts = 3;
/// How exactly the least bound of a seed is found.
constexpr double withinSeed = 3e-3;
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
/// As how many plans a step counts that takes long to simulate, and one that is too large to be.
constexpr std::size_t intervalsOfPlan = 1'000'000;
constexpr std::size_t plansOfTooLarge = 4;

} // namespace

struct FamilySearch::Sweep
{
    const SearchEffort &effort;
    double work = 0;        ///< joules, see ObjectiveBound
    double limit = 0;       ///< seconds: plans of this time or more are not wanted
    double open = infinity; ///< seconds: least time of what was left out
    std::size_t layouts = 0, nodes = 0, timed = 0;
    std::size_t simulated = 0; ///< plans, longer ones counted as several
    bool fits = false;
    bool possible = false; ///< some layout is not forbidden
    bool runs = false;
    bool wantsNearest = false; ///< no plan is known that fits
    std::size_t measured = 0;  ///< layouts that do not fit
    bool cutShort = false;
    bool mayPutOff = false;            ///< the next layout of too many cuts waits for the most promising one
    const ValueFront *front = nullptr; ///< plans that it covers are not wanted either
    const FamilyPlan *known = nullptr; ///< simulated before
    std::vector<FamilyPlan> plans{};
    double bestValue = infinity; ///< of outcome.best
    FamilyOutcome outcome{};
};

Plan FamilySearch::planOf(const Family &family, const FamilyPlan &plan) const
{
    auto recomputed = LayoutModel::recomputedUnits(family, plan.placed, plan.cut, m_book);
    if (!recomputed) // its groups cannot be used, as its simulation says
        recomputed = std::vector<int>(plan.cut.size());
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
        auto least = model->minBound(withinSeed);
        if (!least)
            continue;
        const auto time = m_clock.time(family, *model, least->second);
        if (time && (!best || toSeconds(*time).value < best->time))
            best = FamilyPlan{model->placed(), least->second, {}, toSeconds(*time).value};
    }
    if (isStopped())
        return std::nullopt;
    return best;
}

/// By its least time and energy.
bool FamilySearch::isWanted(const Family &family, const std::vector<int> &placed, const Cut &cut, double time,
                            const Sweep &sweep)
{
    if (time >= sweep.limit)
        return false;
    if (!sweep.front && !m_budget.limitsPower())
        return true;
    const double work = m_cutWork.joules(family, placed, cut);
    const double least = std::max(time, m_budget.timeFloor(work));
    return least < sweep.limit && !(sweep.front && sweep.front->covers(least, m_objective.valueAt(least, work)));
}

FamilySearch::Swept FamilySearch::sweepLayout(const Family &family, const Layout &layout, Sweep &sweep)
{
    if (isStopped() || sweep.layouts++ >= sweep.effort.layouts) {
        sweep.cutShort = true;
        sweep.open = 0;
        return Swept::ended;
    }
    auto model = fittingModel(family, layout, sweep);
    if (!model || !model->mayBeat(sweep.limit) || model->linkBound(m_book) >= sweep.limit)
        return Swept::through;
    return sweepCuts(family, *model, sweep);
}

/// The model of the layout if plans of it can run and fit; notes in the sweep what stands against the others.
std::optional<LayoutModel> FamilySearch::fittingModel(const Family &family, const Layout &layout, Sweep &sweep)
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
FamilySearch::Swept FamilySearch::sweepCuts(const Family &family, LayoutModel &model, Sweep &sweep)
{
    // First without the look at shared links, which costs more than most layouts do; with it once a cut seems to win.
    // Where cuts are many, first a good one, which lowers the limit.
    bool shared = false, probed = sweep.front != nullptr;
    const std::size_t known = sweep.plans.size();
    for (;;) {
        const auto nodes = sweep.effort.nodes > sweep.nodes ? sweep.effort.nodes - sweep.nodes : 0;
        const auto most = probed ? nodes : std::min(nodes, nodesBeforeProbe);
        std::size_t visited = 0;
        bool promising = false;
        const bool through = model.forEachCut(sweep.limit, most, visited, [&](const Cut &cut) {
            if (sweep.timed >= sweep.effort.cuts || isStopped())
                return false;
            ++sweep.timed;
            const auto time = m_clock.time(family, model, cut);
            if (!time || !isWanted(family, model.placed(), cut, toSeconds(*time).value, sweep))
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
            sweep.plans.resize(known);
            return Swept::putOff;
        }
        const bool share = closer || (probe && !shared);
        if (share) {
            model.shareLinks(m_book);
            shared = true;
        }
        if (probe) {
            probeLayout(family, model, sweep);
            probed = true;
        }
        if (share || probe) {
            sweep.plans.resize(known);
            if (!model.mayBeat(sweep.limit))
                return Swept::through;
            continue;
        }
        if (!through) {
            if (!shared)
                model.shareLinks(m_book);
            sweep.open = std::min(sweep.open, model.shownBelow(sweep.limit));
            sweep.cutShort = true;
        }
        return Swept::through;
    }
}

/// Of the layouts from `next` on, the one whose cuts have clearly the least bound.
std::size_t FamilySearch::minBounded(const Family &family, const std::vector<std::pair<double, Layout>> &layouts,
                                     std::size_t next, const Sweep &sweep)
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
void FamilySearch::probeLayout(const Family &family, LayoutModel &model, Sweep &sweep)
{
    auto least = model.minBound(probedShares.front() / 10);
    if (!least)
        return;
    FamilyPlan best{model.placed(), {}, {}, sweep.limit};
    const auto look = [&](const Cut &cut) {
        const auto time = m_clock.time(family, model, cut);
        if (!time || toSeconds(*time).value >= best.time ||
            !isWanted(family, best.placed, cut, toSeconds(*time).value, sweep))
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

/// False when there was no time or no effort left for it.
bool FamilySearch::simulatePlan(const Family &family, FamilyPlan plan, Sweep &sweep)
{
    auto &outcome = sweep.outcome;
    if (sweep.simulated >= sweep.effort.simulated || isStopped())
        return false;
    const bool isKnown = sweep.known && sweep.known->placed == plan.placed && sweep.known->cut == plan.cut;
    auto result = isKnown ? Result<StepResult>(*sweep.known->result) : simulate(family, plan, false);
    if (!result && result.error().code == Error::Code::cancelled)
        return false;
    if (!result && isTooLarge(result.error())) {
        if (!outcome.tooLarge)
            outcome.tooLarge = result.error();
        sweep.open = std::min(sweep.open, plan.time);
        sweep.cutShort = true;
        sweep.simulated += plansOfTooLarge;
        return true;
    }
    outcome.simulated += isKnown ? 0 : 1;
    sweep.simulated += 1 + (result ? dropLongRows(*result) / intervalsOfPlan : 0);
    if (!result || !result->feasible || !m_budget.allows(*result))
        return true;
    const double value = m_objective.valueOf(*result);
    if (value < sweep.bestValue) {
        sweep.bestValue = value;
        plan.result = std::make_shared<StepResult>(std::move(*result));
        outcome.best = std::move(plan);
        sweep.limit = std::min(sweep.limit, m_objective.timeFor(value, sweep.work));
    }
    return true;
}

void FamilySearch::simulateBest(const Family &family, Sweep &sweep)
{
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
    for (auto &plan : sweep.plans) {
        if (plan.time >= sweep.limit)
            break;
        const double time = plan.time;
        if (!simulatePlan(family, std::move(plan), sweep)) {
            sweep.open = std::min(sweep.open, time);
            sweep.cutShort = true;
            break;
        }
    }
}

FamilyOutcome FamilySearch::explore(const Family &family, double limit, const SearchEffort &effort,
                                    const FamilyPlan *known)
{
    Sweep sweep{effort, m_objective.workOf(family, m_book)};
    sweep.known = known;
    auto outcome = exploreAll(family, limit, sweep);
    outcome.layouts = sweep.layouts;
    if (!isStopped())
        return outcome;
    // What prices and bounds said after the stop is void; a plan that was simulated to its end is not.
    FamilyOutcome cut;
    cut.verdict = outcome.best ? FamilyVerdict::simulated : FamilyVerdict::notReached;
    cut.simulated = outcome.simulated;
    cut.best = std::move(outcome.best);
    return cut;
}

FamilyOutcome FamilySearch::exploreAll(const Family &family, double limit, Sweep &sweep)
{
    const auto &effort = sweep.effort;
    sweep.wantsNearest = std::isinf(limit);
    sweep.limit = std::min(m_objective.timeFor(limit, sweep.work), m_budget.timeCeiling());
    auto &outcome = sweep.outcome;
    // The promising layouts first: what they lower the limit to ends the others early.
    std::vector<std::pair<double, Layout>> layouts;
    const RoughTime rough(family, m_book);
    const auto looked = forEachOpenLayout(family, m_book, sweep.limit, effort.begun, [&](const Layout &layout) {
        layouts.emplace_back(rough.of(layout), layout);
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
            outcome.closed = true;
            return std::move(outcome);
        }
    }
    if (!sweep.cutShort && !sweep.fits) {
        outcome.verdict = !sweep.possible ? FamilyVerdict::mapping
                          : !sweep.runs   ? FamilyVerdict::cannotRun
                                          : FamilyVerdict::outOfMemory;
        outcome.closed = true;
        return std::move(outcome);
    }
    simulateBest(family, sweep);
    outcome.verdict = outcome.best ? FamilyVerdict::simulated : FamilyVerdict::bounded;
    // Nothing below the limit is left, but for what was cut short and what was simulated.
    outcome.value = sweep.cutShort ? std::min(limit, m_objective.valueAt(sweep.open, sweep.work)) : limit;
    outcome.closed = !sweep.cutShort || outcome.value >= limit;
    if (outcome.best) {
        const double value = m_objective.valueOf(*outcome.best->result);
        outcome.value = std::min(outcome.value, value);
        outcome.closed = !sweep.cutShort || m_objective.valueAt(sweep.open, sweep.work) >= value;
    }
    return std::move(outcome);
}

FamilyCollection FamilySearch::collect(const Family &family, double base, const ValueFront &front,
                                       const SearchEffort &effort)
{
    FamilyCollection collection;
    ValueFront known = front;
    Sweep sweep{effort, m_objective.workOf(family, m_book)};
    sweep.front = &known;
    const auto limit = [&] {
        return std::min(m_budget.timeCeiling(), known.limit(m_objective.waiting() * (1 - boundRounding), sweep.work));
    };
    sweep.limit = limit();
    if (std::max(base, m_budget.timeFloor(sweep.work)) >= sweep.limit) {
        collection.closed = !isStopped();
        return collection;
    }
    const auto looked = forEachOpenLayout(family, m_book, sweep.limit, effort.begun, [&](const Layout &layout) {
        return sweepLayout(family, layout, sweep) == Swept::through;
    });
    sweep.cutShort = sweep.cutShort || looked == OpenLayouts::cutShort;
    std::stable_sort(sweep.plans.begin(), sweep.plans.end(),
                     [](const FamilyPlan &a, const FamilyPlan &b) { return a.time < b.time; });
    std::size_t simulated = 0;
    for (auto &plan : sweep.plans) {
        sweep.limit = limit();
        if (!isWanted(family, plan.placed, plan.cut, plan.time, sweep))
            continue;
        if (simulated >= effort.simulated || isStopped()) {
            sweep.cutShort = true;
            break;
        }
        auto result = simulate(family, plan, false);
        simulated += 1 + (result ? dropLongRows(*result) / intervalsOfPlan : 0);
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

void FamilySearch::lookForNearest(LayoutModel &model, Sweep &sweep)
{
    auto found = model.roomiestCut();
    if (!found || found->first >= sweep.outcome.nearestShare)
        return;
    sweep.outcome.nearestShare = found->first;
    sweep.outcome.nearest = FamilyPlan{model.placed(), std::move(found->second), {}, 0};
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search claims of every family at its end, and the ranking.
#include "planner/search/search_run.h"

#include "planner/explain/explain.h"
#include "planner/prices/step_options.h"

namespace heteroscope {

namespace {

/// Of each reason the closest families are listed, up to so many; plans that do not fit are kept to be drawn.
constexpr std::size_t maxRejected = 150;
constexpr std::size_t maxMisfits = 60;

/// Of a family that was not simulated.
Rejection rejectionOf(FamilyVerdict verdict)
{
    switch (verdict) {
    case FamilyVerdict::outOfMemory:
        return Rejection::outOfMemory;
    case FamilyVerdict::cannotRun:
        return Rejection::cannotRun;
    case FamilyVerdict::mapping:
        return Rejection::mapping;
    case FamilyVerdict::notReached:
        return Rejection::notReached;
    case FamilyVerdict::simulated:
    case FamilyVerdict::bounded:
        break;
    }
    return Rejection::bounded;
}

} // namespace

NoPlan whyNoPlan(const SearchResult &result)
{
    if (result.stopped)
        return NoPlan::stopped;
    if (result.tooLarge || result.prunedBy.contains(Rejection::notReached))
        return NoPlan::notAllFollowed;
    return result.prunedBy.contains(Rejection::bounded) ? NoPlan::noneInBudget : NoPlan::noneFits;
}

RankedPlan SearchRun::rankedBaseline() const
{
    const auto &baseline = m_result.baselines[*m_baseline];
    RankedPlan ranked;
    ranked.plan = *baseline.plan;
    ranked.family = planLabel(*baseline.plan);
    ranked.baseline = baseline.kind;
    ranked.result = baseline.result;
    return ranked;
}

/// Counts the family, and keeps it while it is among the closest of its rejection.
void SearchRun::reject(std::size_t index, Rejection rejection, Reason detail)
{
    ++m_result.prunedBy[rejection];
    const auto &state = m_states[index];
    Rejected rejected;
    rejected.closeness = closenessOf(rejection, detail, state.outcome().peakMemory, state.outcome().memoryCapacity);
    rejected.rough = state.rough < infinity ? state.rough : state.base; // after an edit few are estimated
    rejected.index = index;
    auto &closest = m_rejected[rejection];
    if (closest.size() == maxRejected && !(rejected < closest.front()))
        return;
    rejected.detail = std::move(detail);
    closest.push_back(std::move(rejected));
    std::push_heap(closest.begin(), closest.end());
    if (closest.size() > maxRejected) {
        std::pop_heap(closest.begin(), closest.end());
        closest.pop_back();
    }
}

void SearchRun::listRejected()
{
    for (auto &[rejection, closest] : m_rejected)
        std::sort_heap(closest.begin(), closest.end());
    const auto list = [this](Rejection rejection, std::vector<Rejected> &closest) {
        std::size_t misfits = 0;
        for (auto &each : closest) {
            const auto &outcome = m_states[each.index].outcome();
            RejectedFamily rejected;
            rejected.family = familyName(family(each.index), m_topology);
            rejected.rejection = rejection;
            rejected.detail = std::move(each.detail);
            if (outcome.misfit && rejection == Rejection::outOfMemory && misfits++ < maxMisfits && !shouldStop()) {
                rejected.plan =
                    std::make_shared<const Plan>(m_workers.front()->search.planOf(family(each.index), *outcome.misfit));
                rejected.peakMemory = outcome.peakMemory;
                rejected.memoryCapacity = outcome.memoryCapacity;
            }
            m_result.rejected.push_back(std::move(rejected));
        }
    };
    // Those that do not fit are drawn: list them first.
    list(Rejection::outOfMemory, m_rejected[Rejection::outOfMemory]);
    for (auto &[rejection, closest] : m_rejected) {
        if (rejection != Rejection::outOfMemory)
            list(rejection, closest);
    }
}

void SearchRun::claim(std::size_t index, double best)
{
    auto &state = m_states[index];
    auto &claim = m_result.claims[index];
    if (state.outcome().tooLarge && !m_result.tooLarge)
        m_result.tooLarge = state.outcome().tooLarge;
    if (!state.prepared) {
        claim.verdict = FamilyVerdict::notReached;
        return reject(index, Rejection::notReached, PlainReason::searchStopped);
    }
    if (state.failure) {
        claim.verdict = FamilyVerdict::cannotRun;
        return reject(index, Rejection::cannotRun, *state.failure);
    }
    const auto verdict = state.outcome().verdict;
    if (state.explored && verdict != FamilyVerdict::simulated && verdict != FamilyVerdict::bounded) {
        claim.verdict = verdict;
        return reject(index, rejectionOf(verdict), state.outcome().detail);
    }
    claim.value = boundOf(index);
    const bool overBudget = std::isinf(best) && claim.value >= this->best();
    const auto plan = m_plans.find(index);
    if (plan != m_plans.end()) {
        claim.verdict = FamilyVerdict::simulated;
        claim.value = std::min(claim.value, m_objective.valueOf(*plan->second.result));
        ++m_result.simulated;
        return;
    }
    claim.verdict = claim.value >= best || overBudget ? FamilyVerdict::bounded : FamilyVerdict::notReached;
    if (overBudget && (m_options.maxCost || m_options.maxPower || m_options.maxTime))
        return reject(index, Rejection::bounded, PlainReason::familyOverBudget);
    if (overBudget) // followed to its end without a plan that fits
        return reject(index, Rejection::outOfMemory, PlainReason::noCutFits);
    if (state.outcome().tooLarge && claim.verdict == FamilyVerdict::notReached)
        return reject(index, Rejection::notReached, *state.outcome().tooLarge);
    LowerBound bound{claim.value, {}, m_options.objective};
    if (claim.value >= best)
        bound.best = best;
    reject(index, rejectionOf(claim.verdict), bound);
}

void SearchRun::conclude()
{
    const double bestValue = baselineWins() ? m_baselineValue : bestOfSpace();
    m_result.claims.resize(m_states.size());
    constexpr std::size_t slice = 256; // to name a family is too little work for a turn of its own
    parallelFor(m_threads, (m_states.size() + slice - 1) / slice, [&](std::size_t part, unsigned) {
        for (std::size_t i = part * slice; i < std::min(m_states.size(), (part + 1) * slice); ++i)
            m_result.claims[i].family = familyLabel(family(i), m_topology);
    });
    for (std::size_t i = 0; i < m_states.size(); ++i)
        claim(i, bestValue);
    listRejected();
    double lower = bestValue;
    for (const auto &claim : m_result.claims) {
        if (claim.verdict == FamilyVerdict::simulated || claim.verdict == FamilyVerdict::bounded ||
            claim.verdict == FamilyVerdict::notReached)
            lower = std::min(lower, claim.value);
    }
    m_result.lowerValue = std::isfinite(lower) ? lower : 0;
    m_result.bestValue = std::isfinite(bestValue) ? bestValue : 0;
    m_result.lowerBound = Seconds(m_options.objective == SearchObjective::energy ? 0 : m_result.lowerValue);
    const bool found = m_best || m_baseline;
    m_result.proved = found && lower >= bestValue;
    m_result.gap = !found ? 1 : m_result.proved ? 0 : (bestValue - lower) / bestValue;
    m_result.stopped = !m_result.proved && (m_result.stopped || shouldStop());
    for (const auto &mistake : m_space.refused) {
        ++m_result.prunedBy[Rejection::notValid];
        m_result.rejected.push_back({familyName(mistake), Rejection::notValid, mistake, {}, {}, {}});
    }
}

/// ranking: value and family of each plan, best first.
void SearchRun::leaveSeed(const std::vector<std::pair<double, std::size_t>> &ranking)
{
    if (ranking.empty())
        return;
    auto seed = emptySeed(m_topology);
    for (std::size_t i = 0; i < std::min(ranking.size(), m_options.top); ++i) {
        const auto &plan = m_plans.at(ranking[i].second);
        if (plan.apart || !plan.shares.empty()) // found again as soon
            continue;
        seed.plans.push_back(seedPlan(family(ranking[i].second), plan.placed, plan.cut, m_groups));
    }
    m_result.seed = std::make_shared<const SearchSeed>(std::move(seed));
}

void SearchRun::rank()
{
    std::vector<std::pair<double, std::size_t>> ranking;
    for (const auto &[index, plan] : m_plans)
        ranking.emplace_back(m_objective.valueOf(*plan.result), index);
    std::sort(ranking.begin(), ranking.end());
    leaveSeed(ranking);
    if (ranking.size() > m_options.top)
        ranking.resize(m_options.top);
    m_result.plans.resize(ranking.size());
    parallelFor(m_threads, ranking.size(), [&](std::size_t i, unsigned worker) {
        const auto index = ranking[i].second;
        const auto &plan = m_plans.at(index);
        auto &search = m_workers[worker]->search;
        auto &ranked = m_result.plans[i];
        ranked.plan = search.planOf(family(index), plan);
        ranked.family = planFamilyLabel(family(index), plan.placed, m_groups, m_topology, ranked.plan);
        // After a stop the rows without traffic have to do.
        auto full = search.simulate(family(index), plan, true);
        ranked.isFiller = !m_forAnswer.contains(index);
        ranked.result = full ? std::make_shared<StepResult>(std::move(*full)) : plan.result;
    });
    if (baselineWins()) {
        auto winner = rankedBaseline();
        auto &pricer = m_workers.front()->book.pricer();
        if (auto full = predictStep(pricer, winner.plan, keptStep(pricer)))
            winner.result = std::make_shared<StepResult>(std::move(*full));
        m_result.plans.insert(m_result.plans.begin(), std::move(winner));
        if (m_result.plans.size() > m_options.top)
            m_result.plans.pop_back();
    }
    for (std::size_t i = 1; i < m_result.plans.size(); ++i)
        m_result.plans[i].whyNotFirst =
            whySlower(*m_result.plans[i].result, *m_result.plans.front().result, m_result.plans[i].plan.zeroStage);
}

} // namespace heteroscope

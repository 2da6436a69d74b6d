// SPDX-License-Identifier: GPL-3.0-or-later
//
// A round of families: their layouts and cuts are looked at on all threads, then the plans that may be the best are
// simulated in the order of their least values, whatever family they are of. So the fastest lowers the limit of all
// others, and threads have work where most plans are of one family.
#include "planner/search/search_run.h"

#include <cmath>
#include <utility>

namespace heteroscope {

namespace {

/// Plans that are simulated at once: few at first, for each lowers the limit of the next, then more.
constexpr std::size_t fewestTogether = 2, mostTogether = 16;

/// A plan of a sweep.
struct Candidate
{
    double value = 0; ///< of the objective, at least
    std::size_t sweep = 0;
    std::size_t plan = 0;
};

std::vector<Candidate> candidatesOf(const std::vector<FamilySweep> &sweeps, const ObjectiveBound &objective)
{
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
        for (std::size_t k = 0; k < sweeps[i].plans.size() && !sweeps[i].isVoid; ++k)
            candidates.push_back({objective.valueAt(sweeps[i].plans[k].time, sweeps[i].work), i, k});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate &a, const Candidate &b) { return a.value < b.value; });
    return candidates;
}

} // namespace

/// The best plan of the sweep so far, to lower the limit of all.
void SearchRun::takeBest(std::size_t index, const FamilySweep &sweep)
{
    if (sweep.outcome.best && offer(index, *sweep.outcome.best))
        tell();
}

void SearchRun::simulateRound(const std::vector<std::size_t> &round, std::vector<FamilySweep> &sweeps)
{
    const auto candidates = candidatesOf(sweeps, m_objective);
    std::size_t next = 0, simulated = 0;
    while (next < candidates.size()) {
        const std::size_t together = std::clamp(simulated / 2, fewestTogether, mostTogether);
        std::vector<Candidate> batch;
        std::vector<std::size_t> waiting(sweeps.size()); // in the batch, by sweep
        for (; next < candidates.size() && batch.size() < together; ++next) {
            const auto &each = candidates[next];
            auto &sweep = sweeps[each.sweep];
            const auto &plan = sweep.plans[each.plan];
            if (each.value >= best() || plan.time >= sweep.limit)
                continue;
            if (shouldStop() || !sweep.maySimulate(waiting[each.sweep])) {
                sweep.leave(plan.time);
                continue;
            }
            ++waiting[each.sweep];
            batch.push_back(each);
        }
        std::vector<Result<StepResult>> results(batch.size(), Result<StepResult>(cancelledError()));
        parallelFor(m_threads, batch.size(), [&](std::size_t i, unsigned worker) {
            const auto &plan = sweeps[batch[i].sweep].plans[batch[i].plan];
            const auto known = FamilySearch::knownResult(plan, sweeps[batch[i].sweep]);
            results[i] =
                known ? *known : m_workers[worker]->search.simulate(family(round[batch[i].sweep]), plan, false);
        });
        for (std::size_t i = 0; i < batch.size(); ++i) {
            auto &sweep = sweeps[batch[i].sweep];
            m_workers.front()->search.take(std::move(sweep.plans[batch[i].plan]), std::move(results[i]), sweep);
            takeBest(round[batch[i].sweep], sweep);
        }
        simulated += batch.size();
    }
}

/// share: of the best plan's value, the limit that no plan shall be below.
bool SearchRun::exploreRound(const std::vector<std::size_t> &round, const SearchEffort &effort, double share)
{
    const double limit = best() * share;
    std::vector<FamilySweep> sweeps(round.size());
    const std::size_t aside = std::exchange(m_asideLeft, 0);
    parallelFor(m_threads, round.size() + aside, [&](std::size_t i, unsigned worker) {
        if (i >= round.size())
            return runAside(i - round.size(), worker);
        const auto known = m_plans.find(round[i]);
        sweeps[i].isVoid = true;
        if (!shouldStop())
            sweeps[i] = m_workers[worker]->search.sweep(family(round[i]), limit, effort,
                                                        known == m_plans.end() ? nullptr : &known->second);
    });
    for (std::size_t i = 0; i < round.size(); ++i)
        takeBest(round[i], sweeps[i]);
    simulateRound(round, sweeps);
    for (std::size_t i = 0; i < round.size(); ++i) {
        auto outcome = m_workers.front()->search.conclude(std::min(limit, best()), std::move(sweeps[i]));
        m_layouts += outcome.layouts;
        if (outcome.verdict == FamilyVerdict::notReached)
            continue;
        m_result.simulatedPlans += outcome.simulated;
        auto &state = m_states[round[i]];
        // A bound that was found stays true.
        outcome.value = std::max({outcome.value, state.outcome().value, std::min(state.base, limit)});
        state.cuts = std::max(state.cuts, effort.cuts);
        if (share < 1 && !outcome.best) { // what was known, with a better bound
            const double value = outcome.value;
            if (state.explored)
                outcome = *state.explored;
            else if (outcome.verdict == FamilyVerdict::bounded) // by a smaller limit
                outcome.closed = false;
            outcome.value = value;
        }
        state.explored = std::make_unique<const FamilyOutcome>(std::move(outcome));
    }
    return !shouldStop();
}

} // namespace heteroscope

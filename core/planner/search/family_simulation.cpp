// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the plans of a family that may be fast enough to what is known of the family.
#include "planner/prices/step_options.h"
#include "planner/search/family_search.h"

namespace heteroscope {

namespace {

/// As how many plans a step counts that takes long to simulate, and one that is too large to be.
constexpr std::size_t intervalsOfPlan = 1'000'000;
constexpr std::size_t plansOfTooLarge = 4;

} // namespace

std::optional<Result<StepResult>> FamilySearch::knownResult(const FamilyPlan &plan, const FamilySweep &sweep)
{
    if (!sweep.known || sweep.known->placed != plan.placed || sweep.known->cut != plan.cut ||
        sweep.known->apart != plan.apart || sweep.known->shares != plan.shares)
        return std::nullopt;
    return *sweep.known->result;
}

std::size_t FamilySearch::effortOf(StepResult &result) { return 1 + dropLongRows(result) / intervalsOfPlan; }

void FamilySearch::take(FamilyPlan plan, Result<StepResult> result, FamilySweep &sweep) const
{
    auto &outcome = sweep.outcome;
    if (!result && result.error().code == Error::Code::cancelled)
        return sweep.leave(plan.time);
    if (!result && isTooLarge(result.error())) {
        if (!outcome.tooLarge)
            outcome.tooLarge = result.error();
        sweep.simulated += plansOfTooLarge;
        return sweep.leave(plan.time);
    }
    outcome.simulated += knownResult(plan, sweep) ? 0 : 1;
    sweep.simulated += result ? effortOf(*result) : 1;
    if (!result || !result->feasible || !m_budget.allows(*result))
        return;
    const double value = m_objective.valueOf(*result);
    if (value < sweep.bestValue) {
        sweep.bestValue = value;
        plan.result = std::make_shared<StepResult>(std::move(*result));
        outcome.best = std::move(plan);
        sweep.limit = std::min(sweep.limit, m_objective.timeFor(value, sweep.work));
    }
}

void FamilySearch::simulatePlan(const Family &family, FamilyPlan plan, FamilySweep &sweep)
{
    if (!sweep.maySimulate())
        return;
    auto result = knownResult(plan, sweep);
    if (!result)
        result = simulate(family, plan, false);
    take(std::move(plan), std::move(*result), sweep);
}

void FamilySearch::sweepUnlike(const Family &family, FamilySweep &sweep)
{
    if (family.kind == FamilyKind::apart)
        sweepApart(family, sweep);
    else
        sweepShares(family, sweep);
}

FamilySweep FamilySearch::sweep(const Family &family, double limit, const SearchEffort &effort, const FamilyPlan *known)
{
    FamilySweep sweep{effort, m_objective.workOf(family, m_book)};
    sweep.known = known;
    if (family.isUnlike()) {
        sweep.limit = std::min(m_objective.timeFor(limit, sweep.work), m_budget.timeCeiling());
        sweepUnlike(family, sweep);
    } else {
        sweepAll(family, limit, sweep);
    }
    sweep.outcome.layouts = sweep.layouts;
    sweep.isVoid = isStopped();
    return sweep;
}

FamilyOutcome FamilySearch::conclude(double limit, FamilySweep sweep) const
{
    auto &outcome = sweep.outcome;
    if (sweep.isVoid) {
        // What prices and bounds said after the stop is void; a plan that was simulated to its end is not.
        FamilyOutcome cut;
        cut.verdict = outcome.best ? FamilyVerdict::simulated : FamilyVerdict::notReached;
        cut.simulated = outcome.simulated;
        cut.layouts = outcome.layouts;
        cut.best = std::move(outcome.best);
        return cut;
    }
    if (sweep.isDecided)
        return std::move(outcome);
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

FamilyOutcome FamilySearch::explore(const Family &family, double limit, const SearchEffort &effort,
                                    const FamilyPlan *known)
{
    auto looked = sweep(family, limit, effort, known);
    for (auto &plan : looked.plans) {
        if (plan.time >= looked.limit)
            break;
        if (!looked.maySimulate() || isStopped()) {
            looked.leave(plan.time);
            break;
        }
        simulatePlan(family, std::move(plan), looked);
    }
    looked.isVoid = looked.isVoid || isStopped();
    return conclude(limit, std::move(looked));
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/recommendation.h"

#include "planner/explain/explain.h"

#include <algorithm>

namespace heteroscope {

namespace {

double valueOf(const StepResult &result, SearchObjective objective)
{
    return objective == SearchObjective::energy ? result.energy : toSeconds(result.stepTime).value;
}

std::optional<SoftwareLack> lackOf(const Plan &plan, const SoftwareStack *stack)
{
    return stack ? softwareLack(plan, *stack) : std::nullopt;
}

/// Families that the search never looked at; a search that has not ended has looked at none for certain.
std::size_t notReached(const SearchResult &result)
{
    const auto found = result.prunedBy.find(Rejection::notReached);
    return result.claims.empty() && result.enumerated == 0 ? static_cast<std::size_t>(-1)
           : found == result.prunedBy.end()                ? 0
                                                           : found->second;
}

void addPlans(SearchResult &to, const SearchResult &from)
{
    const std::size_t most = std::max(to.plans.size(), from.plans.size());
    for (const RankedPlan &plan : from.plans) {
        if (std::none_of(to.plans.begin(), to.plans.end(),
                         [&plan](const RankedPlan &known) { return known.plan == plan.plan; })) {
            to.plans.push_back(plan);
            to.plans.back().isFiller = true; // what is looked for beyond the space follows from one search
        }
    }
    std::stable_sort(to.plans.begin(), to.plans.end(), [&to](const RankedPlan &a, const RankedPlan &b) {
        return valueOf(*a.result, to.objective) < valueOf(*b.result, to.objective);
    });
    if (to.plans.size() > most)
        to.plans.resize(most);
    for (std::size_t i = 0; i < to.plans.size(); ++i) {
        auto &why = to.plans[i].whyNotFirst;
        why.reset();
        if (i > 0)
            why = whySlower(*to.plans[i].result, *to.plans.front().result, to.plans[i].plan.zeroStage);
    }
}

} // namespace

Recommendation recommend(const SearchResult &result, const SoftwareStack *stack)
{
    Recommendation best;
    const auto offer = [&](const Plan &plan, const std::shared_ptr<const StepResult> &step, bool isBeyond) {
        if (step && !lackOf(plan, stack) &&
            (!best || valueOf(*step, result.objective) < valueOf(*best.result, result.objective)))
            best = {&plan, step, isBeyond};
    };
    for (const RankedPlan &ranked : result.plans)
        offer(ranked.plan, ranked.result, false);
    for (const BeyondPlan &beyond : result.beyond)
        offer(beyond.plan, beyond.result, true);
    if (!best && !result.plans.empty()) {
        const RankedPlan &first = result.plans.front();
        best = {&first.plan, first.result, false, lackOf(first.plan, stack)};
    } else if (!best && !result.beyond.empty()) {
        const BeyondPlan &first = result.beyond.front();
        best = {&first.plan, first.result, true, lackOf(first.plan, stack)};
    }
    return best;
}

bool beatsSpace(const SearchResult &result, const StepResult &plan)
{
    return valueOf(plan, result.objective) < result.lowerValue;
}

Recommendation betterBeyond(const SearchResult &result, const SoftwareStack *stack)
{
    if (result.beyond.empty())
        return {};
    const BeyondPlan &first = result.beyond.front();
    if (!result.plans.empty() &&
        valueOf(*first.result, result.objective) >= valueOf(*result.plans.front().result, result.objective))
        return {};
    return {&first.plan, first.result, true, lackOf(first.plan, stack)};
}

SearchResult joined(const SearchResult &one, const SearchResult &other)
{
    const bool otherIsFurther = notReached(other) < notReached(one);
    SearchResult result = otherIsFurther ? other : one;
    const SearchResult &rest = otherIsFurther ? one : other;
    addPlans(result, rest);
    if (result.beyond.empty()) {
        result.beyond = rest.beyond;
        result.beyondSimulated = rest.beyondSimulated;
    }
    if (!result.plans.empty() || !result.beyond.empty())
        result.nearest.reset();
    if (!result.seed)
        result.seed = rest.seed;
    result.lowerValue = std::max(one.lowerValue, other.lowerValue);
    result.lowerBound = std::max(one.lowerBound, other.lowerBound);
    if (!result.plans.empty()) {
        result.bestValue = valueOf(*result.plans.front().result, result.objective);
        result.proved = one.proved || other.proved || result.lowerValue >= result.bestValue;
        result.gap = result.proved ? 0 : (result.bestValue - result.lowerValue) / result.bestValue;
    }
    result.stopped = !result.proved && one.stopped && other.stopped;
    return result;
}

} // namespace heteroscope

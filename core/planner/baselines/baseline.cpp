// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/baselines/baseline.h"

#include "planner/baselines/best_uniform.h"
#include "planner/baselines/draft.h"
#include "planner/prices/step_options.h"

namespace heteroscope {

Baseline makeBaseline(BaselineKind kind, PriceBook &book, const BaselineCheck &check)
{
    if (kind == BaselineKind::bestUniform) {
        UniformGrids grids(book);
        return makeBestUniform(grids, grids.all(), check);
    }
    // Of the kinds behind it.
    constexpr std::array<void (*)(DraftPrices &, DraftRanking &), baselineNames.size() - 1> rules = {
        draftUniform, draftProportional, draftMetis, draftSailor};
    Baseline baseline;
    baseline.kind = kind;
    DraftPrices prices(book);
    DraftRanking ranking;
    rules[static_cast<std::size_t>(kind) - 1](prices, ranking);
    baseline.reason = PlainReason::noPlanOfTheRulesFits;
    for (const auto &[estimate, draft] : ranking.best()) {
        if (prices.isStopped())
            break;
        Plan plan = prices.plan(draft);
        auto result = predictStep(book.pricer(), plan, timedStep(book.pricer()));
        if (!result) {
            if (!baseline.plan)
                baseline.reason = result.error();
            continue;
        }
        const bool fits = result->feasible;
        if (!fits && baseline.plan)
            continue;
        baseline.reason = !fits ? PlainReason::planOfTheRulesTooLarge : check ? check(plan, *result) : Reason();
        baseline.plan = std::move(plan);
        baseline.result = std::make_shared<const StepResult>(std::move(*result));
        if (fits)
            break;
    }
    // Whether one of the others would fit is not known then.
    if (prices.isStopped() && !(baseline.result && baseline.result->feasible))
        baseline.reason = PlainReason::searchStopped;
    return baseline;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/baselines/baseline.h"

#include "planner/baselines/draft.h"
#include "simulator/predict_step.h"
#include "wording/step_text.h"

namespace heteroscope {

Baseline makeBaseline(BaselineKind kind, PriceBook &book, const BaselineCheck &check,
                      const std::function<bool()> &stopped)
{
    constexpr std::array<void (*)(DraftPrices &, DraftRanking &), baselineNames.size()> rules = {
        draftUniform, draftProportional, draftMetis, draftSailor};
    Baseline baseline;
    baseline.kind = kind;
    baseline.name = baselineNames[static_cast<std::size_t>(kind)];
    DraftPrices prices(book);
    DraftRanking ranking;
    rules[static_cast<std::size_t>(kind)](prices, ranking);
    baseline.reason = "no plan of its rules fits in memory";
    for (const auto &[estimate, draft] : ranking.best()) {
        if (stopped && stopped()) {
            baseline.reason = "the search was stopped before it";
            break;
        }
        Plan plan = prices.plan(draft);
        StepOptions options;
        options.timeline = false;
        options.stopped = stopped;
        auto result = predictStep(book.pricer(), plan, options);
        if (!result) {
            if (!baseline.plan)
                baseline.reason = toString(result.error());
            continue;
        }
        const bool fits = result->feasible;
        if (!fits && baseline.plan)
            continue;
        baseline.reason = !fits ? overflowText(result->overflows.front()) : check ? check(plan, *result) : std::string();
        baseline.plan = std::move(plan);
        baseline.result = std::make_shared<const StepResult>(std::move(*result));
        if (fits)
            break;
    }
    return baseline;
}

} // namespace heteroscope

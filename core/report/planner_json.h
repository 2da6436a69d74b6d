// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of a Pareto front and of the explanation why a plan is not the best one. Units: seconds, joules, USD, bytes.
#pragma once

#include "planner/explain/why_not_family.h"
#include "planner/pareto.h"
#include "planner/recommendation.h"
#include "json/json.h"

namespace heteroscope {

/// Its name; null for a plan that comes from no baseline.
Json baselineJson(const std::optional<BaselineKind> &baseline);

/// The plan to use: {stepTime, beyond, lacks, plan}; null if there is none. lacks: why the software of the job cannot
/// run it, where it can run none; else null.
Json answerJson(const Recommendation &best);

/// {first, second, exact, families, openFamilies, points: [{stepTime, cost, energy, family, baseline, plan}]}
Json paretoJson(const ParetoFront &front);

/// {verdict, reason, stepTime, slower, terms: [{term, seconds}], overflows: [{pipeline, stage, device, over, peak,
/// capacity}]}. stepTime and slower are null if the plan cannot run.
Json whyNotJson(const WhyNot &why);

/// The same for a family: verdict and reason of the family, the other members for its plan with the min lower bound,
/// and {family, minTime, everyLayout, minTimeTerms: [{term, where, seconds}], plan}. minTime and plan are null if
/// the family has no such plan.
Json whyNotFamilyJson(const WhyNotFamily &why);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The machine forms of what the planner says beside a ranking: a Pareto front and why a plan is not the answer.
// Seconds, joules, USD, bytes.
#pragma once

#include "planner/explain/why_not_family.h"
#include "planner/pareto.h"
#include "json/json.h"

namespace heteroscope {

/// {first, second, exact, families, openFamilies, points: [{stepTime, cost, energy, family, baseline, plan}]}
Json paretoJson(const ParetoFront &front);

/// {verdict, reason, stepTime, slower, terms: [{term, seconds}], overflows: [{pipeline, stage, device, over, peak,
/// capacity}]}; stepTime and slower are null for a plan that cannot run.
Json whyNotJson(const WhyNot &why);

/// The same of the family's plan of the least bound, with verdict and reason of the family, and {family, leastTime,
/// everyLayout, leastTimeTerms: [{term, where, seconds}], plan}; leastTime and plan are null where there is none.
Json whyNotFamilyJson(const WhyNotFamily &why);

} // namespace heteroscope

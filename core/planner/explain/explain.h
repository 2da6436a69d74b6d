// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why one plan is slower than another: the parts of a step's time by cause, and their differences.
#pragma once

#include "planner/explain/time_cause.h"
#include "simulator/result/step_result.h"

#include <vector>

namespace heteroscope {

/// All causes in a fixed order; their sum is the step time.
std::vector<StepTerm> stepTerms(const StepResult &result);

/// The term of the step that grew most against the best plan, per lane and averaged over devices. Other terms may have
/// shrunk, so it can exceed the difference in step time.
WhySlower whySlower(const StepResult &result, const StepResult &best);

/// Relative difference of a step time to the best one; negative if it is shorter.
double slowdown(const StepResult &result, const StepResult &best);

} // namespace heteroscope

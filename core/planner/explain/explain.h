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

/// What a plan of this ZeRO stage pays for a term of its step: ZeRO-3 gathers weights where others average gradients.
TimeCause causeOf(TimeCause term, int zeroStage);

/// The term of the step that grew most against the best plan, per lane and averaged over devices. Other terms may have
/// shrunk, so it can exceed the difference in step time. zeroStage: of the slower plan.
WhySlower whySlower(const StepResult &result, const StepResult &best, int zeroStage);

/// Relative difference of a step time to the best one; negative if it is shorter.
double slowdown(const StepResult &result, const StepResult &best);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why one plan is slower than another: the terms of a step, and what of them grew.
#pragma once

#include "simulator/result/step_result.h"

#include <string>

namespace heteroscope {

/// A cause of a step's time, averaged over the devices of the plan.
struct StepTerm
{
    std::string_view name; ///< "computation", "waits for sends", "bubble"
    double seconds = 0;
};

/// All causes, in a fixed order; they add up to the step.
std::vector<StepTerm> stepTerms(const StepResult &result);

/// The term of the step that grew most against the best plan, per lane and averaged over devices: "TP communication:
/// +38 ms". Other terms may have shrunk, so it can exceed the difference in step time.
std::string whySlower(const StepResult &result, const StepResult &best);

/// By how much a step is longer than the best one, relative; negative where it is shorter.
double slowdown(const StepResult &result, const StepResult &best);

/// "+38 ms", "-1.2 s".
std::string signedTime(double seconds);

} // namespace heteroscope

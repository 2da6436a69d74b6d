// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why one plan is slower than another, in one line.
#pragma once

#include "simulator/step_result.h"

#include <string>

namespace heteroscope {

/// The term of the step that grew most against the best plan, per lane and averaged over devices: "TP communication:
/// +38 ms". Other terms may have shrunk, so it can exceed the difference in step time.
std::string whySlower(const StepResult &result, const StepResult &best);

} // namespace heteroscope

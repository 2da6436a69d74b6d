// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the trace of a step to its result: names, sums, memory, links, energy, cost.
#pragma once

#include "simulator/step_builder.h"
#include "simulator/step_result.h"

namespace heteroscope {

StepResult summarizeStep(const StepPredictor &predictor, const Plan &plan, const BuiltStep &built, StepTrace trace);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts the trace of a step to its result: names, sums, memory, links, energy and cost.
#pragma once

#include "simulator/program/step_builder.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// After a stop (GroupPricer::stop) lanes are missing.
StepResult summarizeStep(const GroupPricer &pricer, const Plan &plan, const BuiltStep &built, StepTrace trace);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the trace of a step to its result: names, sums, memory, links, energy, cost.
#pragma once

#include "simulator/program/step_builder.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// Share of its power limit a device draws while it waits. From memory of idle and communication power of data-centre
/// GPUs.
inline constexpr double waitingPower = 0.3;

StepResult summarizeStep(const StepPredictor &predictor, const Plan &plan, const BuiltStep &built, StepTrace trace);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the planner simulates steps. A search simulates hundreds and keeps the rows of the best, which are compared and
// summed up but not looked at pass by pass. So the steady part of a long step is simulated once much sooner than that
// of a step that is shown; times and sums are the same. A step that is long and not steady costs seconds: a search
// leaves it open, with the bound on its time.
#pragma once

#include "cost/group_pricer.h"
#include "simulator/predict_step.h"

namespace heteroscope {

/// For the time of a step, its memory and energy. Up to 256 MB, which are about a million passes and a second.
StepOptions timedStep(const GroupPricer &pricer);

/// For a step that is kept with its rows, one of the many of a ranking. Up to 128 MB.
StepOptions keptStep(const GroupPricer &pricer);

/// True for the error of a step that there was no memory to simulate: of the errors of a step the one that is invalid
/// but stands at no place in the plan.
bool isTooLarge(const Error &error);

/// Empties the rows of a step that was simulated for its time if they are too long to be kept for many plans. Returns
/// the number of intervals that they had: a measure of the work that it took.
std::size_t dropLongRows(StepResult &result);

} // namespace heteroscope

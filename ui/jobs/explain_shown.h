// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of a lane of the step on show, for the views that open it. Takes up to a second on large steps, so
// they ask on a worker thread.
#pragma once

#include "jobs/simulation.h"
#include "simulator/result/explain_step.h"

namespace heteroscope {

/// With the constants in use. Errors: those of explainLane. shown must have a result.
Result<LaneExplanation> explainShown(const Simulation &shown, int lane);

} // namespace heteroscope

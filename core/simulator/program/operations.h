// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens the passes of a built step down to single operations.
#pragma once

#include "simulator/program/step_builder.h"

namespace heteroscope {

/// Fills PassWork::segments of all passes and StepProgram::operationNames. A pass keeps its length to the tick: its
/// sums are shared out over the layers' operations in proportion to what each costs by itself (host floors and stack
/// factors are in the sums), its collectives over the places where the layers call them; recompute stays one stretch a
/// layer.
Status openPasses(BuiltStep &step, StepPredictor &predictor, const Plan &plan);

} // namespace heteroscope

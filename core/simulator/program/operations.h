// SPDX-License-Identifier: GPL-3.0-or-later
//
// Splits the passes of a built step into single operations.
#pragma once

#include "simulator/program/step_builder.h"

namespace heteroscope {

/// Fills PassWork::segments of all passes and StepProgram::operations. The length of a pass does not change: its
/// computation time is divided over the operations of its layers in proportion to the operations' own times (host time
/// and factors of the software stack are thus shared by all), and its collectives are placed where the layers call
/// them. Recompute stays one segment per layer.
Status openPasses(BuiltStep &step, GroupPricer &pricer, const Plan &plan);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The critical path: the chain of work and transfers that determines the step time.
#pragma once

#include "simulator/engine/lane_row.h"

namespace heteroscope {

/// Starts at the end of the lane that ends last and goes back in time: along the work of a lane, and from a wait to the
/// sender of the last input. The pieces are ordered from the end of the step to its start; their sum is stepTime.
std::vector<PathPiece> criticalPath(const std::vector<const LaneRow *> &rows, Ticks stepTime);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chain of work and transfers that made the step as long as it is.
#pragma once

#include "simulator/engine/lane_row.h"

namespace heteroscope {

/// Walks back from the lane that ended last: over its work, and from a wait to the sender of its last input. The pieces
/// are in order from the end to the start and add up to stepTime.
std::vector<PathPiece> criticalPath(const std::vector<const LaneRow *> &rows, Ticks stepTime);

} // namespace heteroscope

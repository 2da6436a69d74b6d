// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chain of work and transfers that made the step as long as it is.
#pragma once

#include "simulator/engine/lane_row.h"

#include <utility>
#include <vector>

namespace heteroscope {

/// Walks back from the lane that ended last: over its work, and from a wait to the sender of its last input. The pieces
/// are in order from the end to the start, neighbours of one activity merged, and add up to stepTime.
std::vector<std::pair<Activity, Ticks>> criticalPath(const std::vector<const LaneRow *> &rows, Ticks stepTime);

} // namespace heteroscope

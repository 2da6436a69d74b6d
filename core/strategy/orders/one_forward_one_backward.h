// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of 1F1B and eager 1F1B: warm-up forwards, then one forward and one backward by turns, then the remaining
// backwards.
#pragma once

#include "strategy/schedule.h"

namespace heteroscope {

/// warmUp: number of warm-up forwards, at most microBatches.
WorkOrder oneForwardOneBackward(int microBatches, int warmUp);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What 1F1B and eager 1F1B share: forwards first, then one forward and one backward in turn, then the backwards left.
#pragma once

#include "simulator/schedules/schedule.h"

namespace heteroscope {

/// warmUp <= microBatches.
WorkOrder oneForwardOneBackward(int microBatches, int warmUp);

} // namespace heteroscope

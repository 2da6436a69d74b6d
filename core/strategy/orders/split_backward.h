// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of ZB-H1 and ZB-H2 (Zero Bubble, arXiv 2401.10241): 1F1B with separate weight-gradient passes that are
// delayed, so that they fill the waits at the end of the step.
#pragma once

#include "strategy/schedule.h"

namespace heteroscope {

/// First warmUp forwards. Then by turns a forward, an input gradient and, if more than putOff weight gradients are
/// pending, one weight gradient. After the last forward, a weight gradient after every input gradient.
WorkOrder splitBackwardOrder(int microBatches, int warmUp, int putOff);

} // namespace heteroscope

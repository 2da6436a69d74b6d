// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ZB-H1 and ZB-H2 share (arXiv 2401.10241): 1F1B with the weight gradient split off and put off, so that it fills
// the waits at the end of the step.
#pragma once

#include "simulator/schedules/schedule.h"

namespace heteroscope {

/// warmUp forwards; then a forward, an input gradient and, once more than putOff weight gradients wait, one of them;
/// when the forwards are done, a weight gradient after every input gradient.
WorkOrder splitBackwardOrder(int microBatches, int warmUp, int putOff);

} // namespace heteroscope

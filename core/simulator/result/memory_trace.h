// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of a device over the step, read from what the timeline draws: a forward begins to hold its activations when it
// starts (host time before it included), and the backward or weight gradient of the same chunk and micro-batch lets
// them go when it ends, its own collectives included. Everything else (weights, gradients, optimizer, logits, buffers,
// reserve, the working set of recompute) stands for the whole step.
#pragma once

#include "simulator/result/step_result.h"

namespace heteroscope {

/// From `at` on the device holds `total`, until the next point.
struct MemoryPoint
{
    Ticks at;
    Bytes total;
    int inFlight = 0; ///< (micro-batch, chunk) pairs whose activations are held
    friend bool operator==(const MemoryPoint &, const MemoryPoint &) = default;
};

/// By time, the first at 0, no two at one instant. The largest total is lane.memory.total(), first reached at
/// lane.peakAt; the largest inFlight is lane.peakInFlight. Linear in the intervals.
std::vector<MemoryPoint> memoryOverTime(const Lane &lane);

/// What makes the peak of this lane: "activations 41.2 GB of 74.0 GB (93 % of 80 GB): 4 micro-batches in flight from
/// 310 ms", or the part that stands for the whole step, where that is the largest.
std::string peakReason(const Lane &lane);

} // namespace heteroscope

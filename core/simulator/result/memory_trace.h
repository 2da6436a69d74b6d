// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of a device over the step, derived from the intervals of its lane. A forward pass allocates its activations
// when it starts, including the host time before it. The last gradient pass of the same chunk and micro-batch that
// takes time frees them when it ends, including its collectives. All other memory (weights, gradients, optimizer,
// logits, buffers, reserve, working memory of recompute) is constant over the step. Activations in the host's memory
// (Offload::activations) come and go with them; states there are constant.
#pragma once

#include "simulator/result/step_result.h"

namespace heteroscope {

/// The memory of the device from `at` until the next point.
struct MemoryPoint
{
    Ticks at;
    Bytes total;
    int inFlight = 0; ///< number of (micro-batch, chunk) pairs whose activations are stored
    Bytes onHost{};   ///< of the device in the memory of its host
    friend bool operator==(const MemoryPoint &, const MemoryPoint &) = default;
};

/// Sorted by time, the first at 0, without equal times. The max total is lane.memory.total(), first reached at
/// lane.peakAt; the max inFlight is lane.peakInFlight, the max onHost lane.hostMemory. Linear in the number of
/// intervals.
std::vector<MemoryPoint> memoryOverTime(const Lane &lane);

} // namespace heteroscope

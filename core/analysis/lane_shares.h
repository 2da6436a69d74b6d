// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shares of activities in each lane, in the order of the bars that show them. They add up exactly to the step,
// because they are sums of the lane's intervals.
#pragma once

#include "analysis/lane_index.h"

#include <vector>

namespace heteroscope {

struct SharePart
{
    Activity activity = Activity::idle;
    std::int64_t ticks = 0;
    double share = 0; ///< of the step
};

/// The parts with time above 0: work, then exposed communication by kind, bubble, straggler, overhead, idle.
std::vector<SharePart> laneShares(const StepResult &result, const Lane &lane);
/// The same for all lanes, weighted by their devices.
std::vector<SharePart> allShares(const StepResult &result);

/// Share of the step in which a lane computes: forward, backward, recompute, optimizer. 0 if stepTime is 0.
double busyShare(const Lane &lane, Ticks stepTime);

/// Time of all lanes within a part of the step, in ticks x devices.
struct StretchSum
{
    double total = 0;
    double busy = 0;   ///< computing or in the optimizer
    double bubble = 0; ///< bubble and straggler
};
/// The sums within [from, to). indices: the LaneIndex of each lane.
StretchSum sumOfStretch(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to);

/// Sum of bubble and straggler over all intervals of all lanes.
struct BubbleSum
{
    Seconds bubble;
    Seconds total;
    bool byDevices = false; ///< each lane is weighted by its devices, because lanes have different numbers of devices
};
BubbleSum bubbleSum(const StepResult &result);

/// The parts of a lane's memory at its peak, lowest first, and what lies beyond the capacity. They add up to the lane's
/// peak.
struct MemoryStack
{
    /// Bytes, cut at the capacity: weights, gradients, optimizer, activations, logits, buffers, reserve.
    std::array<double, 7> parts{};
    double over = 0; ///< bytes beyond the capacity
};
MemoryStack memoryStack(const Lane &lane);

/// The number of intervals of work and traffic; waiting is not an event.
std::size_t eventCount(const StepResult &result);

} // namespace heteroscope

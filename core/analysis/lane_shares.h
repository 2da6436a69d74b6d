// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a step goes, lane by lane: the parts of a share bar, in the order they are drawn. They add up to
// the whole step exactly, because they are the lane's own sums of intervals.
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

/// Parts with time in them: work, then exposed communication by kind, bubble, straggler, overhead, idle.
std::vector<SharePart> laneShares(const StepResult &result, const Lane &lane);
/// The same for all lanes, weighted by their devices.
std::vector<SharePart> allShares(const StepResult &result);

/// Share of the step that a lane computes: forward, backward, recompute, optimizer. 0 without a step.
double busyShare(const Lane &lane, Ticks stepTime);

/// Time of all lanes over a stretch of the step, in ticks times devices.
struct StretchSum
{
    double total = 0;
    double busy = 0;   ///< computing or in the optimizer
    double bubble = 0; ///< bubble and straggler
};
/// Over [from, to); `indices` are those of the lanes.
StretchSum sumOfStretch(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to);

/// Bubble and straggler in the time of all lanes, added up from all intervals.
struct BubbleSum
{
    Seconds bubble;
    Seconds total;
    bool byDevices = false; ///< each lane counts by its devices, because lanes have unlike numbers of them
};
BubbleSum bubbleSum(const StepResult &result);

/// Stretches of work and traffic; waiting is not an event.
std::size_t eventCount(const StepResult &result);

} // namespace heteroscope

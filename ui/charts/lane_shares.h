// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a step goes, lane by lane: the parts of a share bar, in the order they are drawn. They add up to
// the whole step exactly, because they are the lane's own sums of intervals.
#pragma once

#include "simulator/result/step_result.h"

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

} // namespace heteroscope

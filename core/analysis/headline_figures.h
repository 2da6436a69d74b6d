// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the figures of a step's headline are computed from, for those who open one.
#pragma once

#include "simulator/result/step_result.h"
#include "workload/workload.h"

#include <array>

namespace heteroscope {

struct HeadlineFigures
{
    double tokens = 0;       ///< of one step
    Flop modelWork;          ///< of one step, without recompute: the numerator of MFU
    FlopPerSecond peak;      ///< of all devices of the plan: modelWork / (MFU x step time); 0 if MFU is 0
    std::size_t devices = 0; ///< of the plan
    Seconds deviceTime;      ///< step time x devices
    std::array<Seconds, activityCount> time{}; ///< of all devices by activity; they add up to deviceTime
    int busiestLane = -1;                      ///< computes longest; -1 without lanes
    int waitingLane = -1;                      ///< has the longest bubble, stragglers included
    int exposedLane = -1;                      ///< waits longest for communication
    Activity exposed = Activity::exposedTp;    ///< that exposedLane waits longest for
    int fullestLane = -1;                      ///< has the highest share of its memory in use

    Seconds of(Activity activity) const { return time[static_cast<std::size_t>(activity)]; }
};

HeadlineFigures headlineFigures(const StepResult &result, const Workload &workload);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/step_result.h"

namespace heteroscope {

double StepResult::share(Activity activity) const
{
    double sum = 0;
    double all = 0;
    for (const auto &lane : lanes) {
        const auto devices = static_cast<double>(lane.devices.size());
        sum += devices * toSeconds(lane.time[static_cast<std::size_t>(activity)]).value;
        all += devices * toSeconds(stepTime).value;
    }
    return all > 0 ? sum / all : 0;
}

double StepResult::bubbleShare() const { return share(Activity::bubble) + share(Activity::straggler); }

double StepResult::exposedShare() const
{
    double sum = 0;
    for (std::size_t a = 0; a < activityCount; ++a) {
        if (isExposed(static_cast<Activity>(a)))
            sum += share(static_cast<Activity>(a));
    }
    return sum;
}

const Lane *StepResult::fullestLane() const
{
    const Lane *fullest = nullptr;
    for (const auto &lane : lanes) {
        if (!fullest || lane.memory.total() / lane.memoryCapacity > fullest->memory.total() / fullest->memoryCapacity)
            fullest = &lane;
    }
    return fullest;
}

std::size_t StepResult::intervalCount() const
{
    std::size_t count = 0;
    for (const auto &lane : lanes)
        count += lane.intervals.size() + lane.traffic.size();
    return count;
}

} // namespace heteroscope

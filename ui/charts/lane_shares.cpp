// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/lane_shares.h"

namespace heteroscope {

namespace {

constexpr std::array<Activity, activityCount> drawingOrder = {
    Activity::forward,   Activity::recompute, Activity::backward,  Activity::inputGradient, Activity::weightGradient,
    Activity::optimizer, Activity::overhead,  Activity::exposedTp, Activity::exposedPp,     Activity::exposedDp,
    Activity::exposedCp, Activity::exposedEp, Activity::bubble,    Activity::straggler,     Activity::idle};

} // namespace

std::vector<SharePart> laneShares(const StepResult &result, const Lane &lane)
{
    std::vector<SharePart> parts;
    for (const Activity activity : drawingOrder) {
        const std::int64_t ticks = lane.time[static_cast<std::size_t>(activity)].count;
        if (ticks > 0 && result.stepTime.count > 0)
            parts.push_back({activity, ticks, static_cast<double>(ticks) / static_cast<double>(result.stepTime.count)});
    }
    return parts;
}

std::vector<SharePart> allShares(const StepResult &result)
{
    std::vector<SharePart> parts;
    for (const Activity activity : drawingOrder) {
        std::int64_t ticks = 0;
        for (const Lane &lane : result.lanes)
            ticks +=
                lane.time[static_cast<std::size_t>(activity)].count * static_cast<std::int64_t>(lane.devices.size());
        if (ticks > 0)
            parts.push_back({activity, ticks, result.share(activity)});
    }
    return parts;
}

} // namespace heteroscope

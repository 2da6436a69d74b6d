// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lane_shares.h"

#include <algorithm>

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

double busyShare(const Lane &lane, Ticks stepTime)
{
    if (stepTime.count <= 0)
        return 0;
    std::int64_t busy = 0;
    for (std::size_t a = 0; a < activityCount; ++a)
        if (isCompute(static_cast<Activity>(a)) || static_cast<Activity>(a) == Activity::optimizer)
            busy += lane.time[a].count;
    return static_cast<double>(busy) / static_cast<double>(stepTime.count);
}

StretchSum sumOfStretch(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to)
{
    StretchSum sum;
    for (std::size_t l = 0; l < result.lanes.size() && l < indices.size(); ++l) {
        const Lane &lane = result.lanes[l];
        const double weight = static_cast<double>(std::max<std::size_t>(1, lane.devices.size()));
        const ActivityTicks ticks = indices[l].sumOver(lane, from, to);
        for (std::size_t a = 0; a < activityCount; ++a) {
            const auto activity = static_cast<Activity>(a);
            const double time = weight * static_cast<double>(ticks[a]);
            sum.total += time;
            if (isCompute(activity) || activity == Activity::optimizer)
                sum.busy += time;
            else if (activity == Activity::bubble || activity == Activity::straggler)
                sum.bubble += time;
        }
    }
    return sum;
}

BubbleSum bubbleSum(const StepResult &result)
{
    BubbleSum sum;
    for (const Lane &lane : result.lanes)
        sum.byDevices = sum.byDevices || lane.devices.size() != result.lanes.front().devices.size();
    for (const Lane &lane : result.lanes) {
        const double weight = sum.byDevices ? static_cast<double>(lane.devices.size()) : 1.0;
        for (std::size_t a = 0; a < activityCount; ++a) {
            const Seconds time(weight * toSeconds(lane.time[a]).value);
            sum.total += time;
            if (a == static_cast<std::size_t>(Activity::bubble) || a == static_cast<std::size_t>(Activity::straggler))
                sum.bubble += time;
        }
    }
    return sum;
}

MemoryStack memoryStack(const Lane &lane)
{
    const MemoryParts &m = lane.memory;
    const std::array<double, 7> whole = {m.weights.value,     m.gradients.value, m.optimizerState.value,
                                         m.activations.value, m.logits.value,    m.buffers.value,
                                         m.reserve.value};
    MemoryStack stack;
    double room = lane.memoryCapacity.value;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        stack.parts[i] = std::min(whole[i], std::max(0.0, room));
        stack.over += whole[i] - stack.parts[i];
        room -= whole[i];
    }
    return stack;
}

std::size_t eventCount(const StepResult &result)
{
    std::size_t count = 0;
    for (const Lane &lane : result.lanes) {
        count += lane.traffic.size();
        count += static_cast<std::size_t>(std::count_if(lane.intervals.begin(), lane.intervals.end(),
                                                        [](const LaneInterval &i) { return isWork(i.activity); }));
    }
    return count;
}

} // namespace heteroscope

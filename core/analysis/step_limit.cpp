// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_limit.h"

#include "analysis/critical_thread.h"

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

/// Time of a cause by lane.
using LaneTimes = std::map<int, std::int64_t>;

int laneWithMost(const LaneTimes &times)
{
    const auto most =
        std::max_element(times.begin(), times.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == times.end() ? -1 : most->first;
}

bool carries(const LinkFlow &flow, Activity cause)
{
    const Traffic wanted = trafficOf(cause);
    const bool isChannel = flow.traffic == Traffic::send || flow.traffic == Traffic::receive;
    return wanted == Traffic::receive ? isChannel : flow.traffic == wanted;
}

/// The link with such traffic that needs longest for its bytes.
std::optional<std::size_t> busiestLink(const StepResult &result, Activity cause)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < result.links.size(); ++i) {
        const LinkLoad &link = result.links[i];
        const bool isUsed = std::any_of(link.uses.begin(), link.uses.end(), [&](const LinkUse &use) {
            return carries(result.flows[static_cast<std::size_t>(use.flow)], cause);
        });
        if (isUsed && (!found || link.busy > result.links[*found].busy))
            found = i;
    }
    return found;
}

} // namespace

StepLimit stepLimit(const StepResult &result)
{
    StepLimit limit;
    limit.step = result.stepTime;
    std::array<LaneTimes, activityCount> times;
    std::array<std::int64_t, activityCount> sums{};
    LaneTimes computing;
    for (const PathPiece &piece : criticalThread(result)) {
        const std::int64_t length = (piece.end - piece.start).count;
        const auto cause = static_cast<std::size_t>(piece.activity);
        sums[cause] += length;
        times[cause][piece.lane] += length;
        if (isCompute(piece.activity)) {
            computing[piece.lane] += length;
            limit.compute.time += Ticks(length);
        }
    }
    limit.compute.lane = laneWithMost(computing);
    std::int64_t mostWork = 0;
    for (std::size_t i = 0; i < activityCount; ++i) {
        const auto cause = static_cast<Activity>(i);
        if (isCompute(cause)) {
            if (sums[i] > mostWork) {
                mostWork = sums[i];
                limit.compute.cause = cause;
            }
        } else if (sums[i] > limit.wait.time.count) {
            limit.wait.time = Ticks(sums[i]);
            limit.wait.cause = cause;
            limit.wait.lane = laneWithMost(times[i]);
        }
    }
    if (isExposed(limit.wait.cause))
        limit.wait.link = busiestLink(result, limit.wait.cause);
    return limit;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/rank_lanes.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace heteroscope {

std::vector<int> proposedLanes(const StepResult &result, const MeasuredTrace &trace)
{
    std::vector<int> order(result.lanes.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&result](int lane) {
        const Lane &one = result.lanes[static_cast<std::size_t>(lane)];
        return std::tuple(one.stage, one.pipeline, one.group);
    };
    std::stable_sort(order.begin(), order.end(), [&key](int a, int b) { return key(a) < key(b); });
    std::vector<int> ofDevice; // lane of each device in the order of ranks
    for (const int lane : order)
        ofDevice.insert(ofDevice.end(),
                        std::max<std::size_t>(1, result.lanes[static_cast<std::size_t>(lane)].devices.size()), lane);
    std::int64_t world = trace.worldSize;
    for (const MeasuredRank &rank : trace.ranks)
        world = std::max<std::int64_t>(world, std::int64_t{rank.rank} + 1);
    const auto devices = static_cast<std::int64_t>(ofDevice.size());
    std::vector<int> lanes;
    for (const MeasuredRank &rank : trace.ranks) {
        const std::int64_t number = std::max(0, rank.rank);
        lanes.push_back(ofDevice[static_cast<std::size_t>(std::min(devices - 1, number * devices / world))]);
    }
    return lanes;
}

} // namespace heteroscope

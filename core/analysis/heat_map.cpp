// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/heat_map.h"

#include "simulator/result/memory_trace.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool counts(HeatQuantity quantity, Activity activity)
{
    switch (quantity) {
    case HeatQuantity::busy:
        return isCompute(activity) || activity == Activity::optimizer;
    case HeatQuantity::exposed:
        return isExposed(activity);
    case HeatQuantity::bubble:
        return activity == Activity::bubble || activity == Activity::straggler;
    case HeatQuantity::memory:
        break;
    }
    return false;
}

void fillMemory(const Lane &lane, const HeatMap &map, std::size_t row, std::vector<double> &values)
{
    const auto points = memoryOverTime(lane);
    if (!(lane.memoryCapacity.value > 0) || points.empty())
        return;
    std::size_t at = 0;
    for (std::size_t column = 0; column < map.columns; ++column) {
        const Ticks from = map.start(column);
        const Ticks to = map.start(column + 1);
        while (at + 1 < points.size() && points[at + 1].at <= from)
            ++at;
        Bytes most = points[at].total;
        for (std::size_t i = at + 1; i < points.size() && points[i].at < to; ++i)
            most = std::max(most, points[i].total);
        values[row * map.columns + column] = most / lane.memoryCapacity;
    }
}

} // namespace

Ticks HeatMap::start(std::size_t column) const
{
    // Steps of up to 100 days have more ticks than a product with the column may have.
    const auto parts = static_cast<std::int64_t>(columns);
    const auto number = static_cast<std::int64_t>(column);
    return Ticks(stepEnd.count / parts * number + stepEnd.count % parts * number / parts);
}

HeatMap heatMap(const StepResult &result, const std::vector<LaneIndex> &indices, HeatQuantity quantity,
                std::size_t columns)
{
    HeatMap map{quantity, result.stepTime, std::max<std::size_t>(1, columns), {}};
    map.values.assign(result.lanes.size() * map.columns, 0.0);
    for (std::size_t row = 0; row < result.lanes.size(); ++row) {
        if (quantity == HeatQuantity::memory) {
            fillMemory(result.lanes[row], map, row, map.values);
            continue;
        }
        for (std::size_t column = 0; column < map.columns; ++column) {
            const Ticks from = map.start(column);
            const Ticks to = map.start(column + 1);
            if (to <= from)
                continue;
            const ActivityTicks sums = indices[row].sumOver(result.lanes[row], from, to);
            std::int64_t counted = 0;
            for (std::size_t a = 0; a < activityCount; ++a)
                counted += counts(quantity, static_cast<Activity>(a)) ? sums[a] : 0;
            map.values[row * map.columns + column] =
                static_cast<double>(counted) / static_cast<double>((to - from).count);
        }
    }
    return map;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lanes against time: what share of each part of the step a lane computes, waits for a link or stands in a bubble, and
// how full its memory is. Sums of the same intervals that the timeline draws.
#pragma once

#include "analysis/lane_index.h"

#include <vector>

namespace heteroscope {

enum class HeatQuantity : std::uint8_t {
    busy,    ///< computation and optimizer
    exposed, ///< waiting for communication
    bubble,  ///< bubble and straggler
    memory,  ///< largest of the part, relative to what plans may fill; may exceed 1
};
inline constexpr std::size_t heatQuantityCount = 4;

struct HeatMap
{
    HeatQuantity quantity = HeatQuantity::busy;
    Ticks stepEnd;
    std::size_t columns = 0;    ///< equal parts of the step
    std::vector<double> values; ///< lane by lane
    std::size_t lanes() const { return columns == 0 ? 0 : values.size() / columns; }
    double at(std::size_t lane, std::size_t column) const { return values[lane * columns + column]; }
    /// Where a part begins, to the tick; that of `columns` is the end of the step.
    Ticks start(std::size_t column) const;
};

/// columns: at least 1. O(lanes * columns * log intervals); of memory O(intervals).
HeatMap heatMap(const StepResult &result, const std::vector<LaneIndex> &indices, HeatQuantity quantity,
                std::size_t columns);

} // namespace heteroscope

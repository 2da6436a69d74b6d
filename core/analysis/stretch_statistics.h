// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a part of the step consists of: its work and waits by kind, its traffic by kind, and each lane's share of work;
// for the measure of the timeline. All figures come from the intervals that the timeline draws.
#pragma once

#include "analysis/lane_index.h"

#include <set>
#include <vector>

namespace heteroscope {

struct KindStatistics
{
    Activity activity = Activity::idle;
    std::size_t count = 0; ///< intervals with a part within
    Ticks total;           ///< of the parts within, over all lanes
    double share = 0;      ///< of the time of all lanes
};

struct TrafficStatistics
{
    Traffic traffic = Traffic::tp;
    std::size_t count = 0;
    Ticks total; ///< of the parts within; transfers of one lane may overlap
    Bytes bytes; ///< in proportion to the parts within
};

struct LaneStatistics
{
    int lane = 0;
    Ticks busy;   ///< computing or in the optimizer
    Ticks bubble; ///< bubble and straggler
};

struct StretchStatistics
{
    Ticks from;
    Ticks to;
    std::vector<KindStatistics> kinds;      ///< longest first; their totals add up to (to - from) x lanes
    std::vector<TrafficStatistics> traffic; ///< most bytes first
    std::vector<LaneStatistics> lanes;      ///< in their order
};

/// Of [from, to) within the step; lanes: which ones, empty for all. Linear in the intervals within.
StretchStatistics stretchStatistics(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from,
                                    Ticks to, const std::set<int> &lanes = {});

} // namespace heteroscope

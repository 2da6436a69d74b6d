// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline draws of a lane, as a list: one mark for a bar of at least 2 px, one for each run of narrower
// neighbours. The painter draws exactly this list, and the tests count it, so what is drawn is what was simulated.
// At most one mark for every 2 px, plus one for each bar that stands alone.
#pragma once

#include "analysis/lane_index.h"
#include "analysis/timeline_viewport.h"

namespace heteroscope {

inline constexpr double mergeBelow = 2; ///< px

struct ComputeMark
{
    double x0 = 0;
    double x1 = 0;
    std::size_t first = 0;              ///< index of its first interval
    std::size_t count = 1;              ///< intervals in it; more than one = merged
    Activity activity = Activity::idle; ///< of a merged run: the work that takes most of it
    Activity waiting = Activity::idle;  ///< of a merged run: the exposed communication that takes most
    std::int64_t ticks = 0;             ///< whole length; work + exposed + hatched + bare
    std::int64_t work = 0;
    std::int64_t exposed = 0;
    std::int64_t hatched = 0; ///< bubble and straggler: what is drawn with the hatch
    std::size_t works = 0;    ///< intervals that are work, of `count`
    std::int64_t bare = 0;    ///< no part in the plan: no ink

    bool isMerged() const { return count > 1; }
};

std::vector<ComputeMark> computeMarks(const Lane &lane, const LaneIndex &index, const TimelineViewport &viewport);

struct TrafficMark
{
    double x0 = 0;
    double x1 = 0;
    std::size_t first = 0; ///< index into Lane::traffic
    std::size_t count = 1;
    Traffic traffic = Traffic::tp;
};

/// By kind, then from left to right; at most one mark for every 2 px of each kind.
std::vector<TrafficMark> trafficMarks(const Lane &lane, const LaneIndex &index, const TimelineViewport &viewport);

} // namespace heteroscope

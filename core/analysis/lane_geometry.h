// SPDX-License-Identifier: GPL-3.0-or-later
//
// The marks that the timeline draws for a lane: one for each bar of at least 2 px, one for each run of narrower
// neighbours. The painter draws exactly these marks and tests count them, so the drawing agrees with the simulation. At
// most one mark per 2 px, plus one for each single bar.
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
    Activity activity = Activity::idle; ///< of a merged run: the work with the max time
    Activity waiting = Activity::idle;  ///< of a merged run: the exposed communication with the max time
    std::int64_t ticks = 0;             ///< whole length; work + exposed + hatched + bare
    std::int64_t work = 0;
    std::int64_t exposed = 0;
    std::int64_t hatched = 0; ///< bubble and straggler, drawn hatched
    std::size_t works = 0;    ///< intervals that are work, of `count`
    std::int64_t bare = 0;    ///< idle: not drawn

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

/// Sorted by kind, then from left to right; at most one mark per 2 px for each kind.
std::vector<TrafficMark> trafficMarks(const Lane &lane, const LaneIndex &index, const TimelineViewport &viewport);

} // namespace heteroscope

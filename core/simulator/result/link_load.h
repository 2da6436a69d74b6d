// SPDX-License-Identifier: GPL-3.0-or-later
//
// The load of a link over a step, from the flows of a result that was predicted with PredictOptions::linkLoads. What it
// adds up to over the step is LinkLoad::bytes.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// From `at` on, until the next point.
struct LoadPoint
{
    Ticks at;
    double rate = 0; ///< bytes/s on the link
    int flows = 0;   ///< that are under way on it; those that stand still too
    friend bool operator==(const LoadPoint &, const LoadPoint &) = default;
};

/// By time, the first at 0, no two at one instant or alike in a row. O(n log n) in the pieces of the link's flows.
std::vector<LoadPoint> loadOverTime(const StepResult &result, const LinkLoad &link);

/// What a long transfer reaches on the link at that time, bytes/s; 0 without linkLoads.
double capacityAt(const LinkLoad &link, Ticks time);

struct FlowNow
{
    std::int32_t flow = 0; ///< of StepResult::flows
    double rate = 0;       ///< bytes/s on the link
};
/// The flows under way on a link at that time, the fastest first.
std::vector<FlowNow> flowsAt(const StepResult &result, const LinkLoad &link, Ticks time);

/// The largest capacity that the link has in the step, bytes/s.
double fullCapacity(const LinkLoad &link);
/// What the link carries of what it could at its largest capacity, 0..1.
double meanLoad(const StepResult &result, const LinkLoad &link);

/// Links (indices into result.links) by mean load, the busiest first; those inside one node that the same flows load in
/// the same way together.
std::vector<std::vector<std::size_t>> alikeLinks(const StepResult &result, const Topology &topology);

/// Sets flowsAtOnce, mostFlowsAt and slower of every link; uses and capacity must be there.
void findSharing(StepResult &result);

} // namespace heteroscope

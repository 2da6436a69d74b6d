// SPDX-License-Identifier: GPL-3.0-or-later
//
// The load of links over a step, for a result predicted with StepOptions::linkLoads. The integral of a link's load
// over the step is LinkLoad::bytes.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

namespace heteroscope {

/// The load from `at` until the next point.
struct LoadPoint
{
    Ticks at;
    double rate = 0; ///< bytes/s on the link
    int flows = 0;   ///< number of active flows, including those with rate 0
    friend bool operator==(const LoadPoint &, const LoadPoint &) = default;
};

/// Sorted by time, the first at 0, without equal times and without equal consecutive values. O(n log n) for n pieces of
/// the link's flows.
std::vector<LoadPoint> loadOverTime(const StepResult &result, const LinkLoad &link);

/// The rate in bytes/s that a long transfer reaches on the link at this time; 0 without linkLoads.
double capacityAt(const LinkLoad &link, Ticks time);

struct FlowNow
{
    std::int32_t flow = 0; ///< of StepResult::flows
    double rate = 0;       ///< bytes/s on the link
};
/// The active flows on a link at this time, highest rate first.
std::vector<FlowNow> flowsAt(const StepResult &result, const LinkLoad &link, Ticks time);

/// The max capacity of the link during the step, in bytes/s.
double fullCapacity(const LinkLoad &link);
/// The bytes of the link, relative to those that its max capacity allows in the step; 0..1.
double meanLoad(const StepResult &result, const LinkLoad &link);

/// The links (indices into result.links) in groups, sorted by mean load, highest first. Links inside one node that the
/// same flows load equally are in one group.
std::vector<std::vector<std::size_t>> alikeLinks(const StepResult &result, const Topology &topology);

/// Sets flowsAtOnce, maxFlowsAt and slower of every link. Needs uses and capacity.
void findSharing(StepResult &result);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state of a step at one time: the activity of each lane and the traffic on links.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heteroscope {

struct LaneNow
{
    Activity activity = Activity::idle;
    std::int32_t microBatch = -1; ///< of the work; -1 none
};

struct LinkNow
{
    Traffic traffic = Traffic::tp;
    std::string from; ///< the sending end: name of a node or switch
    friend bool operator==(const LinkNow &, const LinkNow &) = default;
};

struct ReplayMoment
{
    Ticks at;
    double share = 0; ///< of the step that has passed, 0..1
    std::vector<LaneNow> lanes;
    std::map<std::string, LinkNow> links; ///< by name
};

/// Computes the state at any time of one step. Routes are computed on first use and cached.
class MomentFinder
{
public:
    MomentFinder(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology);

    /// A transfer uses the routes between the devices of its two lanes, a collective the routes between neighbours of
    /// its group. Only links with traffic in the step are included.
    ReplayMoment at(Ticks time);

private:
    using Hops = std::vector<std::pair<std::string, LinkNow>>;
    const Hops &between(int fromLane, int toLane);
    const Hops &within(int lane);
    void addRoute(Hops &hops, DeviceId from, DeviceId to) const;

    std::shared_ptr<const StepResult> m_result;
    std::shared_ptr<const Topology> m_topology; ///< nullptr: no links are known
    std::set<std::string> m_carrying;
    std::map<std::pair<int, int>, Hops> m_hops; ///< by lanes; equal ones: within the lane
};

} // namespace heteroscope

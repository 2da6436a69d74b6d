// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where one step is longer than another: the difference of their critical paths by node. A critical path covers its
// step with pieces of lanes, and a lane belongs to the node of its first device, so the nodes add up to the difference
// of the step times, in ticks exactly.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <string>
#include <vector>

namespace heteroscope {

struct NodeDifference
{
    std::string node;                ///< as it is drawn: copies of a rack are one
    std::int64_t ticks = 0;          ///< that the second step spends more there; may be 0
    Activity cause = Activity::idle; ///< that changed most in the direction of the sum; of equal sums the largest
    std::int64_t ofCause = 0;        ///< ticks of that cause
};

/// Of every node that either critical path runs through, the largest difference first, without regard to the sign.
std::vector<NodeDifference> nodeDifferences(const StepResult &a, const Topology &topologyOfA, const StepResult &b,
                                            const Topology &topologyOfB);

} // namespace heteroscope

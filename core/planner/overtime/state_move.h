// SPDX-License-Identifier: GPL-3.0-or-later
//
// What has to move when one plan follows another, from whom, and how long the links take for it.
//
// Each device gets the bytes that it lacks (held_state.h) and no others. Of several holders of a byte the one in the
// same node sends it, else the one that has sent least so far, else the first. All flows run at once; the time is that
// of the busiest link, its bytes over its capacity, as in cost/network.h, and the latency of the longest route.
#pragma once

#include "cost/network.h"
#include "planner/overtime/held_state.h"

namespace heteroscope {

struct StateMove
{
    std::uint64_t missing = 0; ///< bytes that devices of the new plan lack
    std::uint64_t moved = 0;   ///< bytes that devices send; equal to missing unless some are lost
    bool isLost = false;       ///< nobody holds some of the missing bytes any more
    bool isCut = false;        ///< a route does not exist
    Seconds latency;
    std::vector<std::pair<EdgeId, double>> load; ///< bytes by edge, by edge id
};

/// gone: by DeviceId, what it held is lost. network: of the whole cluster without rate curves.
StateMove stateMove(const HeldState &held, const HeldState &wanted, const std::vector<bool> &gone, Network &network);

/// factors: of the rate curve of each edge. Infinity if a needed link is down, a route is missing or bytes are lost.
Seconds moveTime(const StateMove &move, const Network &network, const std::vector<double> &factors);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The neighbours of a plan: a border between two stages moved by one layer, one sample moved between groups of a stage,
// a micro-batch moved between pipelines that differ. Equal parts are changed together.
#pragma once

#include "base/stop_token.h"
#include "strategy/plan.h"

namespace heteroscope {

/// At most `most` neighbours in a fixed order. They are not checked; the simulator rejects impossible ones.
std::vector<Plan> neighboursOf(const Plan &plan, const Topology &topology, std::size_t most,
                               const StopToken &stop = {});

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans one small step away from a plan: a border between two stages moved by a layer, a sample moved between
// groups that share a stage, micro-batches moved between pipelines that are not alike. Parts that are alike move
// together.
#pragma once

#include "strategy/plan.h"

namespace heteroscope {

/// In a fixed order, at most `most` of them. They need not be possible; the simulator tells.
std::vector<Plan> neighboursOf(const Plan &plan, const Topology &topology, std::size_t most);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which lanes of a step run on things of a drawing.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <set>
#include <string>
#include <vector>

namespace heteroscope {

/// Indices of the lanes of the step that run on some things: drawn nodes and racks with all their copies, device groups
/// by their keys, devices as "node:index". `cluster` says what is in a rack or group, and may be newer than the step.
std::vector<std::size_t> lanesOn(const Topology &topology, const StepResult &result, const Cluster &cluster,
                                 const std::set<std::string> &things);

} // namespace heteroscope

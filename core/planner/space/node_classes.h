// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which nodes are built alike inside, so that equally placed TP groups of them cost the same.
#pragma once

#include "cluster/topology.h"

#include <vector>

namespace heteroscope {

/// By node, the number of its class. Two nodes are of one class if their devices and inner vertices, in order, and the
/// links between those are the same but for names. Linear in the size of the graph.
std::vector<std::size_t> nodeClasses(const Topology &topology);

/// Do two TP groups cost the same: devices of the same types and speeds, in the same places of nodes of one class?
bool areAlike(const Topology &topology, const std::vector<std::size_t> &classes, const std::vector<DeviceId> &group,
              const std::vector<DeviceId> &other);

} // namespace heteroscope

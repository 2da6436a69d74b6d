// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of nodes with equal internals. TP groups at the same positions of nodes of one class have equal prices.
#pragma once

#include "base/stop_token.h"
#include "cluster/topology.h"

#include <vector>

namespace heteroscope {

/// The class of each node. Two nodes are in one class if their devices and inner vertices, in order, and the links
/// between them are equal except for names. Linear in the size of the graph. Empty
/// after a stop.
std::vector<std::size_t> nodeClasses(const Topology &topology, const StopToken &stop = {});

/// True if two TP groups have equal prices: devices of equal types and speeds at the same positions of nodes of one
/// class.
bool areAlike(const Topology &topology, const std::vector<std::size_t> &classes, const std::vector<DeviceId> &group,
              const std::vector<DeviceId> &other);

/// The class of each node by what it is exchangeable for: nodes of one class in `classes` (nodeClasses), whose devices
/// have equal speeds, with equal links from the same positions to the same switches and no two links between the same
/// vertices. A node that is linked to another node is alone in its class.
std::vector<std::size_t> exchangeableNodes(const Topology &topology, const std::vector<std::size_t> &classes);

/// Equal for groups that are alike.
std::size_t fingerprintOf(const Topology &topology, const std::vector<std::size_t> &classes,
                          const std::vector<DeviceId> &group);

} // namespace heteroscope

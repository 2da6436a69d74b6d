// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where links and devices attach to the fabric of a node.
#pragma once

#include "cluster/cluster.h"

#include <optional>

namespace heteroscope {

/// The vertex of the node that links from outside attach to ("nic", "host0", or "gpu0" for a node of one device and no
/// vertices); nullopt if the node has no such vertex. Node in cluster.h states the order of preference.
std::optional<std::string> attachPoint(const Node &node);

/// True if no fabric link names single devices ("gpu3", "gpu0-3"). Then all devices attach to the fabric in the same
/// way, and the number of devices can be changed without changing the fabric.
bool isUniform(const Node &node);

} // namespace heteroscope

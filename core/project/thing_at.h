// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a place in the project's file to the thing on the canvas that it belongs to.
#pragma once

#include "cluster/cluster.h"

#include <string>
#include <string_view>

namespace heteroscope {

/// Name of the node, switch, link or rack, or key of the device group (groupKey), that the JSON path of an Error leads
/// into, such as /cluster/nodes/2/devices; empty for any other path.
std::string thingAt(std::string_view path, const Cluster &cluster);

} // namespace heteroscope

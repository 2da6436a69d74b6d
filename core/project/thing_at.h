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

/// The same of what a text names in quotation marks, such as the found part of an Error about a plan: a node, switch,
/// link or rack by its whole name, a device ("node:3") or a copy ("node#2") by its drawn node. The first that the
/// cluster has; empty if it has none.
std::string thingNamedIn(std::string_view text, const Cluster &cluster);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster as a topology of SimAI (exchange/simai/topology.h): each device has a link to the NVSwitch of its server
// and links of its own to switches outside, because the format has no network cards.
#pragma once

#include "base/result.h"
#include "cluster/topology.h"

#include <string>
#include <vector>

namespace heteroscope {

struct WrittenTopology
{
    std::string text;
    std::vector<std::string> notes; ///< what the text says otherwise than this program
};

/// A link of a node is divided over the devices that use it; two nodes that are linked directly get a switch between.
/// Parallel links are one with the sum of their rates. Errors: no device, nodes with unlike numbers of devices, devices
/// of a node that are not connected. Linear in devices and links.
Result<WrittenTopology> simaiTopology(const Topology &topology);

} // namespace heteroscope

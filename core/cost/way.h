// SPDX-License-Identifier: GPL-3.0-or-later
//
// The route between two nodes and its cost without other traffic, for the measuring tool.
#pragma once

#include "cost/network.h"

#include <string>
#include <vector>

namespace heteroscope {

struct Way
{
    std::vector<std::string> links; ///< drawn links in order, without links inside nodes
    std::string narrowest;          ///< the link that limits the rate: a drawn link, or "node/from-to" inside a node
    BytesPerSecond rate;            ///< rate that a long transfer reaches
    Seconds latency;

    Seconds time(Bytes bytes) const { return latency + bytes / rate; }
};

/// The route from the first device of one drawn node to the first device of the other, at the network's point in time.
/// Errors: a node does not exist or has no device; both are the same node; no route exists, or it uses a link that is
/// down.
Result<Way> wayBetween(Network &network, const std::string &from, const std::string &to);

} // namespace heteroscope

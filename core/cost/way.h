// SPDX-License-Identifier: GPL-3.0-or-later
//
// The way between two nodes, as one sends to the other while nothing else does.
#pragma once

#include "cost/network.h"

#include <string>
#include <vector>

namespace heteroscope {

struct Way
{
    std::vector<std::string> links; ///< drawn links, in order; those inside nodes are left out
    std::string narrowest;          ///< the link that limits the rate: a drawn one, or "node/from-to" inside a node
    BytesPerSecond rate;            ///< that a long transfer reaches
    Seconds latency;

    Seconds time(Bytes bytes) const { return latency + bytes / rate; }
};

/// From the first device of the one drawn node to that of the other, at the links' rates of the network's instant.
/// Errors: a node that there is not or that has no device; the same one twice; no way, or one over a link that is down.
Result<Way> wayBetween(Network &network, const std::string &from, const std::string &to);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// A link as simulators on ns-3 state it: "0 16 2400Gbps 0.000025ms 0", two numbers of nodes, rate of each direction,
// latency and error rate.
#pragma once

#include "base/units.h"

#include <optional>
#include <string>

namespace heteroscope::network {

struct PacketLink
{
    int from = 0;
    int to = 0;
    BytesPerSecond rate; ///< above 0
    Seconds latency;
};

/// nullopt: another form, a unit that ns-3 does not have, or a node below 0 or not below `nodes`. The error rate may be
/// left out and is not looked at.
std::optional<PacketLink> packetLink(const std::string &line, int nodes);

} // namespace heteroscope::network

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a drawn cluster narrows: switches and network cards whose ways out carry less than what hangs on them.
#pragma once

#include "cluster/cluster.h"

#include <string>
#include <vector>

namespace heteroscope {

struct Oversubscription
{
    std::string thing; ///< switch, or node whose network card it is
    bool isNode = false;
    BytesPerSecond inward;  ///< of all that hangs on it, per direction
    BytesPerSecond outward; ///< of its ways out
    double ratio() const { return inward.value / outward.value; }
};

/// Switches first, each table in the order of the cluster; ratios above 1 only. A switch stands as many links above the
/// nodes as its nearest node is away: what hangs on it is the links from nodes and from lower switches, its ways out
/// are the others. One without ways out is the top, and narrows nothing. Of a node, what its fabric brings to the place
/// where links attach is weighed against those links. Racks that repeat count with their repetition, rate curves not.
/// Linear in the cluster.
std::vector<Oversubscription> findOversubscribed(const Cluster &cluster);

} // namespace heteroscope

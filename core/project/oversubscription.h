// SPDX-License-Identifier: GPL-3.0-or-later
//
// Oversubscription: switches and network cards whose uplinks have less bandwidth than their downlinks.
#pragma once

#include "cluster/cluster.h"

#include <string>
#include <vector>

namespace heteroscope {

struct Oversubscription
{
    std::string thing; ///< name of the switch, or of the node that has the network card
    bool isNode = false;
    BytesPerSecond inward;  ///< sum over the downlinks, per direction
    BytesPerSecond outward; ///< sum over the uplinks, per direction
    double ratio() const { return inward.value / outward.value; }
    friend bool operator==(const Oversubscription &, const Oversubscription &) = default;
};

/// All elements with a ratio above 1: first switches, then nodes, each in the order of the cluster.
///
/// The level of a switch is its distance in links to the nearest node. Links to nodes and to switches of a lower level
/// are its downlinks, all others its uplinks. A switch without uplinks is at the top and is not reported. For a node
/// the downlinks are the fabric links of the vertex that outside links attach to, the uplinks are those outside links.
/// All copies of racks count; rate curves do not. Linear in the size of the cluster.
std::vector<Oversubscription> findOversubscribed(const Cluster &cluster);

} // namespace heteroscope

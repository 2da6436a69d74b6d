// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of the parts of a node are put together from the node's name and their own ("a100-0:3", "a100-0/nvswitch").
#pragma once

#include "cluster/topology.h"

namespace heteroscope {

/// The own name of a vertex in its node: "3" for the device "a100-0:3", "nvswitch" for "a100-0/nvswitch"; the whole
/// name outside of nodes.
inline std::string_view nameInNode(const Topology &topology, VertexId id)
{
    const TopologyVertex &vertex = topology.vertices()[id.index()];
    const std::string_view name = vertex.name;
    return vertex.node ? name.substr(topology.nodes()[*vertex.node].name.size() + 1) : name;
}

} // namespace heteroscope

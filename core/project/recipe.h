// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recipe describes a whole cluster in short form: groups of equal nodes and a fabric that connects them. buildRecipe
// makes a fragment (fragment.h) that can be opened or added to a drawing.
//
// A route uses one path through the network (cluster/topology.h). Therefore parallel switches of a real fabric are
// drawn as one: a "leaf" or "rails" switch stands for all switches that its nodes are cabled to, and its one uplink has
// the sum of their bandwidths.
//
// Nodes and links are taken from a catalog: the built-in one, or the one with a project's own entries (wholeCatalog).
#pragma once

#include "base/result.h"
#include "cluster/catalog.h"
#include "project/project.h"

#include <array>

namespace heteroscope {

enum class FabricShape {
    singleSwitch,  ///< all nodes at one switch
    fatTree,       ///< leaves below a spine; oversubscription = bandwidth of a leaf's nodes / bandwidth of its uplink
    railOptimized, ///< the same, but a leaf stands for one rail per device and reaches as many nodes as it has ports
                   ///< below
    railOnly,      ///< rails without a spine: no route between two blocks of rails
    ring,          ///< each node linked to two neighbours, with half of its bandwidth each
    torus,         ///< rows and columns closed to rings, a quarter of a node's bandwidth to each neighbour
    zones,         ///< each group is a zone with its own switch; slow uplinks connect the zones
};
inline constexpr std::array<std::string_view, 7> fabricShapeNames = {"switch", "spine", "rails", "rail-only",
                                                                     "ring",   "torus", "zones"};

/// Equal nodes.
struct NodeGroup
{
    int count = 1;
    Node node;                   ///< as in the catalog; its name becomes templateName
    std::string link = "ndr400"; ///< link of each node to the fabric: a word of linkNamed (recipe_words.h)
    friend bool operator==(const NodeGroup &, const NodeGroup &) = default;
};

struct ClusterRecipe
{
    std::vector<NodeGroup> groups;
    FabricShape shape = FabricShape::singleSwitch;
    double oversubscription = 1;  ///< fatTree, railOptimized
    int nodesPerLeaf = 0;         ///< fatTree, railOptimized, railOnly; 0: 4 for a fat tree, 32 for rails
    int rows = 0;                 ///< torus; 0: as square as possible
    std::string uplink = "eth10"; ///< zones
    friend bool operator==(const ClusterRecipe &, const ClusterRecipe &) = default;
};

inline constexpr int maxRecipeNodes = 4096;
inline constexpr double maxOversubscription = 100;

/// Builds the cluster. The returned project includes the device types it uses that are not built in. Errors: no node,
/// too many nodes or devices, a number of torus rows that does not divide the nodes, an unknown link word.
Result<Project> buildRecipe(const ClusterRecipe &recipe, const Catalog &catalog = builtinCatalog());

} // namespace heteroscope

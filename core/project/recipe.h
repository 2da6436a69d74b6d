// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole clusters from a few words: groups of equal nodes, and a fabric that joins them. A recipe is built into a
// fragment (fragment.h) that can be opened or added to a drawing.
//
// Routes take one way through the network (cluster/topology.h), so what stands beside each other in a real fabric is
// drawn as one: a "leaf" or "rails" switch stands for all that its nodes are cabled to, and its one uplink has the
// bandwidth of all of them together.
//
// Nodes and links are those of a catalog: the built-in one, or that with a project's own entries (wholeCatalog).
#pragma once

#include "base/result.h"
#include "cluster/catalog.h"
#include "project/project.h"

#include <array>

namespace heteroscope {

enum class FabricShape {
    singleSwitch,  ///< every node at one switch
    fatTree,       ///< leaves below a spine; nodes below a leaf : its uplink = oversubscription
    railOptimized, ///< the same, but a leaf stands for one rail per device and reaches as many nodes as it has ports
                   ///< below
    railOnly,      ///< rails without a spine: between two blocks of rails there is no way
    ring,          ///< node to node in a circle, half of a node's bandwidth to each side
    torus,         ///< rows and columns closed to rings, a quarter to each of four neighbours
    zones,         ///< each group is a zone with a switch of its own; thin uplinks join the zones
};
inline constexpr std::array<std::string_view, 7> fabricShapeNames = {"switch", "spine", "rails", "rail-only",
                                                                     "ring",   "torus", "zones"};

/// Equal nodes.
struct NodeGroup
{
    int count = 1;
    Node node;                   ///< as in the catalog; its name becomes templateName
    std::string link = "ndr400"; ///< what a node hangs on the fabric with: a word of linkNamed (recipe_words.h)
    friend bool operator==(const NodeGroup &, const NodeGroup &) = default;
};

struct ClusterRecipe
{
    std::vector<NodeGroup> groups;
    FabricShape shape = FabricShape::singleSwitch;
    double oversubscription = 1;  ///< fatTree, railOptimized
    int nodesPerLeaf = 0;         ///< fatTree, railOptimized, railOnly; 0: 4 for a fat tree, 32 for rails
    int rows = 0;                 ///< torus; 0: as square as it goes
    std::string uplink = "eth10"; ///< zones
    friend bool operator==(const ClusterRecipe &, const ClusterRecipe &) = default;
};

inline constexpr int mostRecipeNodes = 4096;
inline constexpr double mostOversubscription = 100;

/// The project holds the device types it uses that are not built in. Error: no node, too many of them or of their
/// devices, a torus of rows that do not divide the nodes, an unknown link word.
Result<Project> buildRecipe(const ClusterRecipe &recipe, const Catalog &catalog = builtinCatalog());

} // namespace heteroscope

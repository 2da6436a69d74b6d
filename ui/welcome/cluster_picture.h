// SPDX-License-Identifier: GPL-3.0-or-later
//
// A thumbnail of a cluster: its nodes as tiles with a dot for each device, and the switch or the links that join them.
// Nodes that are too many for the picture are drawn as one tile for each kind with their number.
#pragma once

#include "project/project.h"
#include "theme/theme.h"

#include <QString>

#include <vector>

class QPainter;

namespace heteroscope {

/// A tile of the picture: nodes with the same devices.
struct ClusterTile
{
    std::size_t node = 0;  ///< index in cluster.nodes of the first of them
    std::size_t count = 1; ///< nodes that it stands for, copies of racks included
    int kind = 0;          ///< tiles of one kind have one colour
};
/// One tile for each node, or for each kind of node when there are more than mostTiles nodes.
inline constexpr std::size_t mostTiles = 4;
std::vector<ClusterTile> clusterTiles(const Cluster &cluster);

/// Draws the cluster into the rectangle (pixels).
void paintCluster(QPainter &painter, const QRectF &rect, const Cluster &cluster, const Theme &theme);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Automatic positions for nodes and switches without a position, derived from the network, in units of the project:
// nodes of the same switches are placed together, in a row or a block, next to nodes that are near in the network; each
// switch is placed above what it connects, by tiers. A tier that would be wider than the nodes below it has several
// rows.
#pragma once

#include "project/project.h"

namespace heteroscope {

inline constexpr double canvasGrid = 12; ///< positions are multiples of it
/// Distance between neighbours placed by completePositions.
inline constexpr CanvasPosition nodePitch{20 * canvasGrid, 12 * canvasGrid};

/// The positions of the project, and a free position for every node and switch without one.
std::map<std::string, CanvasPosition> completePositions(const Project &project);

} // namespace heteroscope

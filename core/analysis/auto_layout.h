// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places for nodes and switches that have none in the project, by the fabric and in units of the project: nodes that
// hang on the same switches stand together, in a row or a block, beside those that are near in the network; each switch
// above what it connects, by tiers.
#pragma once

#include "project/project.h"

namespace heteroscope {

inline constexpr double canvasGrid = 12; ///< what is drawn stands at multiples of it
/// Between neighbours that are placed here.
inline constexpr CanvasPosition nodePitch{20 * canvasGrid, 12 * canvasGrid};

/// The project's positions, and a free place for everything that has none.
std::map<std::string, CanvasPosition> completePositions(const Project &project);

} // namespace heteroscope

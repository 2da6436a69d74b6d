// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places for nodes and switches that have none in the project: nodes in a row (or a block), each switch above what it
// connects, by tiers.
#pragma once

#include "project/project.h"

namespace heteroscope {

/// The project's positions, and a free place for everything that has none.
std::map<std::string, CanvasPosition> completePositions(const Project &project);

} // namespace heteroscope

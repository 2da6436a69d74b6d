// SPDX-License-Identifier: GPL-3.0-or-later
//
// The units that alignment and distribution move as a whole: a node, a switch, or a selected rack with its members.
// Positions are indices into the project's lists.
#pragma once

#include "document/document.h"

#include <map>

namespace heteroscope {

struct Unit
{
    CanvasPosition at; // its middle
    std::vector<std::string> things;
};

std::vector<Unit> selectedUnits(Document &document, const std::map<std::string, CanvasPosition> &positions);

/// Puts into `moved` where the things of the unit are when its middle is at `to`.
void moveUnit(const Unit &unit, CanvasPosition to, const std::map<std::string, CanvasPosition> &positions,
              std::map<std::string, CanvasPosition> &moved);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of racks beyond making, changing (edits.h: addRack, replaceRack) and removing them. The rules of edits.h hold.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// The most nodes and switches that a rack may stand for when its copies are written out.
inline constexpr std::size_t mostWrittenOut = 4096;

/// Replaces a rack by all it stands for: each copy becomes nodes, switches and links of its own, plans and device
/// groups follow. The expanded cluster (Topology) stays the same up to the names of the copies, and, where racks were
/// made before this one or link to it, up to the order of things. Copy k stands k - 1 columns of a square block
/// further, each `pitch` wide and high. Errors: no such rack; more than mostWrittenOut things.
Result<Project> writeOutRack(const Project &project, const std::string &name, CanvasPosition pitch);

/// Puts nodes and switches that stand in no rack into this one. Errors: as addRack.
Result<Project> addToRack(const Project &project, const std::string &name, const std::vector<std::string> &things);

/// Takes nodes and switches out of their racks, each of which goes with its last member. Plans that used a copy of them
/// are removed. Names that stand in none are passed over.
Result<Project> takeOutOfRacks(const Project &project, const std::vector<std::string> &things);

} // namespace heteroscope

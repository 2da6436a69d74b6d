// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of the members of racks. edits.h adds, changes and removes racks; its rules apply here too.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Max number of nodes and switches (all copies) of a rack that writeOutRack expands.
inline constexpr std::size_t maxWrittenOut = 4096;

/// Replaces a rack by its expansion: each copy becomes nodes, switches and links of its own; plans and device groups
/// are updated. The expanded cluster (Topology) stays the same except for the names of the copies and, if earlier racks
/// exist or other racks link to this one, the order of elements. The copies are placed in a square block; columns and
/// rows have the distance `pitch`. Errors: no such rack; more than maxWrittenOut nodes and switches.
Result<Project> writeOutRack(const Project &project, const std::string &name, CanvasPosition pitch);

/// Adds nodes and switches that are in no rack to this rack. Errors: as addRack.
Result<Project> addToRack(const Project &project, const std::string &name, const std::vector<std::string> &things);

/// Removes nodes and switches from their racks; a rack without members is removed. Plans that use a copy of them are
/// removed. Names that are in no rack are ignored.
Result<Project> takeOutOfRacks(const Project &project, const std::vector<std::string> &things);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fragment: a part of a drawing, for copy, paste and duplicate. It is a project without plans, so its text is an
// ordinary project file, which can also be mailed, saved and opened. Linear in the sizes of both projects.
#pragma once

#include "project/edits.h"

namespace heteroscope {

/// The fragment of these names and keys: nodes and switches with the links between them and their positions, notes,
/// racks, conflict sets and device groups (with their mappings) of which all members are included, and the project's
/// own device types, link types, node templates and model that they use. Other names are ignored.
Project fragmentOf(const Project &project, const std::set<std::string> &names);

/// Adds the drawing of the fragment, shifted by (dx, dy), and the fragment's own entries that it uses. An element whose
/// name is in use gets the next free number. An entry whose name has another content here gets a new name. The mappings
/// of a device group are added only if its name is free, because two groups cannot both own a stage. Plans, workload
/// and unused entries of the fragment are ignored. Error: there is nothing to add, or the cluster would exceed its max
/// size.
Result<Duplicated> addFragment(const Project &project, const Project &fragment, double dx, double dy);

/// Reads the text of a project or fragment. The error locates the mistake in the text.
Result<Project> parseFragment(std::string_view text);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a drawing on its own: what is copied, pasted and duplicated. It is a project without plans, so its text is
// an ordinary project file: it can be mailed, kept and opened as well as pasted. Linear in the sizes of both projects.
#pragma once

#include "project/edits.h"

namespace heteroscope {

/// Nodes and switches of these names with the links between them, notes of these keys, the racks, conflict sets and
/// device groups (with their mappings) that are whole in it, the project's own device types, link types, node templates
/// and model that it uses, and places. Other names are passed over.
Project fragmentOf(const Project &project, const std::set<std::string> &names);

/// Adds everything drawn in the fragment, shifted by (dx, dy), and the fragment's own entries that it uses. Names that
/// are taken are counted on; an entry whose name means something else here gets a name of its own. A device group
/// brings its mappings only if its name is free: of two groups not both can have a stage to themselves. Plans and
/// workload of the fragment, and entries that nothing drawn uses, are passed over. Error: nothing to add, or more than
/// a cluster may hold.
Result<Duplicated> addFragment(const Project &project, const Project &fragment, double dx, double dy);

/// Reads what was copied: the text of a project or of a fragment. The error says where the text is wrong.
Result<Project> parseFragment(std::string_view text);

} // namespace heteroscope

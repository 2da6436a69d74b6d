// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project's own entries (library.h, Cluster::deviceTypes) that are copied with a part of a drawing. Used by
// fragment.cpp only.
#pragma once

#include "project/project.h"

#include <string>
#include <unordered_map>

namespace heteroscope {

/// Maps a name in one project to the name in another.
using NameMap = std::unordered_map<std::string, std::string>;

/// The project's own entries that the drawing was made from: the templates that its nodes name, the link types with the
/// technology, bandwidth and latency of its links, and the model if the job trains it.
Library usedEntries(const Project &project, const Cluster &drawn);

struct CarriedNames
{
    NameMap deviceTypes; ///< all device types of nodes and copied templates
    NameMap templates;   ///< the copied templates
};

/// Adds device types and used entries of the fragment to the project. An entry that the project already has with the
/// same content is not added again. If the project or the built-in catalog has another content under the name, the
/// entry is renamed: "box (2)".
CarriedNames addUsedEntries(Project &project, const Project &fragment);

} // namespace heteroscope

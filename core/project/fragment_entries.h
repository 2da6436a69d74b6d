// SPDX-License-Identifier: GPL-3.0-or-later
//
// The project's own entries (library.h, Cluster::deviceTypes) that go along when a part of a drawing is copied. For
// fragment.cpp.
#pragma once

#include "project/project.h"

#include <string>
#include <unordered_map>

namespace heteroscope {

/// From a name in one project to the name in another.
using NameMap = std::unordered_map<std::string, std::string>;

/// The own entries that what is drawn goes back to: the templates that its nodes name, the link types whose
/// technology, bandwidth and latency its links have, and the model if the job trains it.
Library usedEntries(const Project &project, const Cluster &drawn);

struct CarriedNames
{
    NameMap deviceTypes; ///< of all that nodes and carried templates have
    NameMap templates;   ///< of the carried ones
};

/// Puts device types and used entries of the fragment into the project. One that the project knows with the same
/// content serves; a name that means something else there, own or built in, is counted on: "box (2)".
CarriedNames addUsedEntries(Project &project, const Project &fragment);

} // namespace heteroscope

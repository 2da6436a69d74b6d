// SPDX-License-Identifier: GPL-3.0-or-later
//
// What follows in the rest of a project when things of the cluster are renamed, removed or get fewer devices.
#pragma once

#include "project/project.h"

#include <set>
#include <string>
#include <unordered_map>

namespace heteroscope {

/// Carries a new name of a node or switch through links, racks, device groups, plans and canvas; the thing itself and
/// the names of links are the caller's.
void carryThingName(Project &project, const std::string &from, const std::string &to);
/// Copies of racks that became things of their own: device groups and plans that named "a#2" use the new name.
void carryCopyNames(Project &project, const std::unordered_map<std::string, std::string> &nameOf);
/// Carries a new name of a link through the conflict sets.
void carryLinkName(Project &project, const std::string &from, const std::string &to);

/// Forgets nodes and switches that are gone from racks, canvas and links.
void forgetThings(Project &project, const std::set<std::string> &gone);
/// Forgets links that are gone from the conflict sets.
void forgetMissingLinks(Project &project);
/// A node may have more copies than it had in the cluster before: groups that held all of those, as whole nodes, get
/// the new ones.
void extendGroups(Project &project, const Cluster &before);
/// Forgets devices that are no longer there: groups lose them, plans that used one go.
void forgetMissingDevices(Project &project);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Updates the rest of a project after elements of the cluster are renamed or removed, or nodes lose devices.
#pragma once

#include "project/project.h"

#include <set>
#include <string>
#include <unordered_map>

namespace heteroscope {

/// Updates the name of a node or switch in links, racks, device groups, plans, further jobs, prices, markers and
/// canvas. The caller renames the element itself and the names of links.
void carryThingName(Project &project, const std::string &from, const std::string &to);
/// Updates the names of rack copies that became elements of their own ("a#2") in device groups, plans, further jobs and
/// markers.
void carryCopyNames(Project &project, const std::unordered_map<std::string, std::string> &nameOf);
/// Updates the name of a link in the conflict sets.
void carryLinkName(Project &project, const std::string &from, const std::string &to);

/// Removes nodes and switches from racks, prices and canvas, and removes their links.
void forgetThings(Project &project, const std::set<std::string> &gone);
/// Removes links that do not exist from the conflict sets.
void forgetMissingLinks(Project &project);
/// If a node has more copies than in the cluster `before`, adds the new copies to the groups that had all previous
/// copies as whole nodes.
void extendGroups(Project &project, const Cluster &before);
/// Removes devices that do not exist from groups, further jobs and markers, and removes plans that use one.
void forgetMissingDevices(Project &project);

} // namespace heteroscope

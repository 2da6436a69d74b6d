// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of conflict sets of links, of device groups, and of the mappings that the planner obeys. They follow the rules
// of edits.h.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// True if a conflict set or a device group has this name.
bool isSetName(const Cluster &cluster, const std::string &name);
/// The first of base-0, base-1, ... that no conflict set or device group has.
std::string freeSetName(const Cluster &cluster, const std::string &base);

/// A conflict set has at least two links of the cluster, without duplicates.
Result<Project> addConflictSet(const Project &project, const ConflictSet &set);
Result<Project> replaceConflictSet(const Project &project, const std::string &name, const ConflictSet &set);
Result<Project> removeConflictSet(const Project &project, const std::string &name);

/// A device group has at least one device ("node:0") or node, without duplicates. A new name is updated in the
/// mappings.
Result<Project> addDeviceGroup(const Project &project, const DeviceGroup &group);
Result<Project> replaceDeviceGroup(const Project &project, const std::string &name, const DeviceGroup &group);
/// Removes the group and its mappings.
Result<Project> removeDeviceGroup(const Project &project, const std::string &name);
/// Members as in device_groups.h. A group without members is removed.
Result<Project> addToGroup(const Project &project, const std::string &name, const std::vector<std::string> &members);
Result<Project> takeOutOfGroup(const Project &project, const std::string &name,
                               const std::vector<std::string> &members);

/// Replaces all mappings. Error: a mapping of a group that does not exist.
Result<Project> setMappings(const Project &project, const std::vector<Mapping> &mappings);
/// Replaces the mappings of one group; the others keep their order. Error: a mapping of another group.
Result<Project> setMappingsOf(const Project &project, const std::string &group, const std::vector<Mapping> &mappings);

} // namespace heteroscope

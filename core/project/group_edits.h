// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edits of what is laid over the drawn things: conflict sets of links, device groups, and the mappings that the planner
// obeys. They keep the rules of edits.h: a value in, a value or the reason out, and never a mistake that was not there.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Whether a conflict set or a device group has the name.
bool isSetName(const Cluster &cluster, const std::string &name);
/// A name not taken by a conflict set or a device group yet: base-0, base-1, ...
std::string freeSetName(const Cluster &cluster, const std::string &base);

/// At least two links, each once, of the cluster.
Result<Project> addConflictSet(const Project &project, const ConflictSet &set);
Result<Project> replaceConflictSet(const Project &project, const std::string &name, const ConflictSet &set);
Result<Project> removeConflictSet(const Project &project, const std::string &name);

/// At least one device ("node:0") or node, each once. A new name is carried through the mappings.
Result<Project> addDeviceGroup(const Project &project, const DeviceGroup &group);
Result<Project> replaceDeviceGroup(const Project &project, const std::string &name, const DeviceGroup &group);
/// With the mappings of the group.
Result<Project> removeDeviceGroup(const Project &project, const std::string &name);
/// Members as in device_groups.h. The group goes with its last one.
Result<Project> addToGroup(const Project &project, const std::string &name, const std::vector<std::string> &members);
Result<Project> takeOutOfGroup(const Project &project, const std::string &name,
                               const std::vector<std::string> &members);

/// All mappings anew. Error: one of a group that there is not.
Result<Project> setMappings(const Project &project, const std::vector<Mapping> &mappings);
/// Those of one group anew; the others keep their order. Error: one of another group.
Result<Project> setMappingsOf(const Project &project, const std::string &group, const std::vector<Mapping> &mappings);

} // namespace heteroscope

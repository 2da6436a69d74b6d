// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys and members of device groups. Selection and edits identify elements by name; a device group has the key
// "group/NAME" there, which cannot be the name of another element.
//
// A member is one device of a copy of a node ("a:3", "a#2:3") or all devices of a copy ("a", "a#2").
#pragma once

#include "cluster/cluster.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

std::string groupKey(std::string_view name);
/// The group with this key; nullptr if the text is not the key of a group.
const DeviceGroup *findDeviceGroup(const Cluster &cluster, std::string_view key);

/// The devices of one drawn node that are in a group.
struct GroupPart
{
    std::string node;
    std::vector<bool> devices; ///< by index: true if it is a member in at least one copy
    bool whole = false;        ///< all devices of all copies are members
    friend bool operator==(const GroupPart &, const GroupPart &) = default;
};

/// The group's members by node, in the order of the cluster's nodes. Members of unknown nodes are ignored. Linear in
/// the sizes of group and cluster.
std::vector<GroupPart> partsOf(const Cluster &cluster, const DeviceGroup &group);
/// Number of different devices in the group.
std::size_t deviceCount(const Cluster &cluster, const DeviceGroup &group);
/// The devices that are in both groups, each as "a:3".
std::vector<std::string> sharedDevices(const Cluster &cluster, const DeviceGroup &one, const DeviceGroup &other);

/// The members for a selection of names: of a node or rack all copies of the nodes, of a device itself. Other names are
/// ignored.
std::vector<std::string> membersFor(const Cluster &cluster, const std::set<std::string> &names);

/// `members`, then the entries of `added` that are not members yet.
std::vector<std::string> withMembers(const std::vector<std::string> &members, const std::vector<std::string> &added);
/// `members` without `removed`. If a device is removed from a whole node, the other devices of the node become single
/// members.
std::vector<std::string> withoutMembers(const Cluster &cluster, const std::vector<std::string> &members,
                                        const std::vector<std::string> &removed);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device groups by name and by what they hold. Where things are told by name (selection, edits), a group goes by its
// key, "group/NAME", which can be the name of nothing else.
//
// A member is a device of a copy of a node ("a:3", "a#2:3"), or all devices of one copy ("a", "a#2").
#pragma once

#include "cluster/cluster.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

std::string groupKey(std::string_view name);
/// The group that a key means; null for another name.
const DeviceGroup *findDeviceGroup(const Cluster &cluster, std::string_view key);

/// What a group holds of a drawn node.
struct GroupPart
{
    std::string node;
    std::vector<bool> devices; ///< by index: held in at least one copy
    bool whole = false;        ///< all devices of all copies
    friend bool operator==(const GroupPart &, const GroupPart &) = default;
};

/// In the order of the cluster's nodes; members of nodes that are not there are passed over. Linear in both.
std::vector<GroupPart> partsOf(const Cluster &cluster, const DeviceGroup &group);
/// Each device counted once.
std::size_t deviceCount(const Cluster &cluster, const DeviceGroup &group);
/// The devices that are in both, each as "a:3".
std::vector<std::string> sharedDevices(const Cluster &cluster, const DeviceGroup &one, const DeviceGroup &other);

/// The members that names mean: all copies of a node, of the nodes of a rack, a device as it is. Other names mean none.
std::vector<std::string> membersFor(const Cluster &cluster, const std::set<std::string> &names);

/// The members with others added that they do not hold yet.
std::vector<std::string> withMembers(const std::vector<std::string> &members, const std::vector<std::string> &added);
/// The members without others; of a whole node that loses a device, the other devices stay one by one.
std::vector<std::string> withoutMembers(const Cluster &cluster, const std::vector<std::string> &members,
                                        const std::vector<std::string> &removed);

} // namespace heteroscope

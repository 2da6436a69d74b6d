// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the cluster's values, in the format of resources/schema/project.schema.json and catalog.schema.json. The read
// functions report mistakes of form (wrong type, unknown key); the find...Mistakes functions report values that have
// the right form but make no sense.
#pragma once

#include "cluster/catalog.h"
#include "json/object_reader.h"

namespace heteroscope {

DeviceType readDeviceType(const Json &json, const std::string &path, Findings &findings);
LinkType readLinkType(const Json &json, const std::string &path, Findings &findings);
Node readNode(const Json &json, const std::string &path, Findings &findings);
Cluster readCluster(const Json &json, const std::string &path, Findings &findings);

/// Ends the reading of a project's text at the device that is one too many (maxDevices), before the rest is in memory.
JsonWatch deviceWatch();

Json toJson(const DeviceType &type);
Json toJson(const LinkType &type);
Json toJson(const Node &node);
Json toJson(const Cluster &cluster);

/// Finds names that are empty, duplicate or unknown, links without an end or from an element to itself, fabric ends
/// that do not exist, rate curves out of order, racks with unknown members, unknown device types, numbers out of range,
/// and clusters above the max size (maxDevices ...). Error paths begin with `path`. Linear in the size of the cluster.
Findings findClusterMistakes(const Cluster &cluster, const std::string &path);
/// The same for one node template or device type of a catalog; whether device types exist is not checked.
Findings findNodeMistakes(const Node &node, const std::string &path);
Findings findDeviceTypeMistakes(const DeviceType &type, const std::string &path);

} // namespace heteroscope

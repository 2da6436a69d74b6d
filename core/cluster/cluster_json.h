// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON of the cluster's values; the format is resources/schema/project.schema.json and catalog.schema.json.
// Reading notes mistakes of form (wrong type, unknown key); findClusterMistakes notes mistakes of sense.
#pragma once

#include "cluster/catalog.h"
#include "json/object_reader.h"

namespace heteroscope {

DeviceType readDeviceType(const Json &json, const std::string &path, Findings &findings);
LinkType readLinkType(const Json &json, const std::string &path, Findings &findings);
Node readNode(const Json &json, const std::string &path, Findings &findings);
Cluster readCluster(const Json &json, const std::string &path, Findings &findings);

Json toJson(const DeviceType &type);
Json toJson(const LinkType &type);
Json toJson(const Node &node);
Json toJson(const Cluster &cluster);

/// Names that are empty, doubled or unknown, links to nowhere or to themselves, fabric ends that do not exist, rate
/// curves out of order, racks with unknown members, unknown device types, numbers out of range, more devices or links than are
/// ever expanded. Paths are below `path`. Linear in the size of the cluster.
Findings findClusterMistakes(const Cluster &cluster, const std::string &path);
/// The same for one node template or device type of a catalog; deviceTypes are not looked up.
Findings findNodeMistakes(const Node &node, const std::string &path);
Findings findDeviceTypeMistakes(const DeviceType &type, const std::string &path);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is built in: device types, link types and node templates of resources/catalog.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"

namespace heteroscope {

struct Catalog
{
    std::vector<DeviceType> devices;
    std::vector<LinkType> links;
    std::vector<Node> nodes;

    const DeviceType *findDevice(std::string_view name) const;
    const LinkType *findLink(std::string_view name) const;
    const Node *findNode(std::string_view name) const;
};

/// The shipped catalog, read once. A broken shipped file is a fault of ours and ends the program in its tests; here
/// the broken part is just missing (builtinCatalogFindings tells).
const Catalog &builtinCatalog();
const Findings &builtinCatalogFindings();

/// The device type of that name: the cluster's own, else the catalog's, else nullptr.
const DeviceType *findDeviceType(const Cluster &cluster, std::string_view name);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The built-in catalog: device types, link types and node templates of resources/catalog.
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

/// The shipped catalog, read once. An entry with an error in a shipped file is missing here and reported by
/// builtinCatalogFindings(); a test requires that there are none.
const Catalog &builtinCatalog();
const Findings &builtinCatalogFindings();

/// The device type of this name: first of the cluster's own types, then of the catalog; nullptr if neither has it.
const DeviceType *findDeviceType(const Cluster &cluster, std::string_view name);

} // namespace heteroscope

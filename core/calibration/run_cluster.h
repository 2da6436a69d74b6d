// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster of a measured run: nodes made from the catalog's templates, linked to one switch.
#pragma once

#include "calibration/run_row.h"
#include "cluster/cluster.h"

#include <map>

namespace heteroscope {

/// Max measured rate in bytes/s from a node of the first device type to a node of the second; types by catalog name.
using NodeLinks = std::map<std::pair<std::string, std::string>, BytesPerSecond>;

/// Devices are in rank order: that of the nodes which the row names (RunConfiguration::nodes), or of the stage map of a
/// mixed cluster (RunConfiguration::stageDevices). If `links` has all pairs of node types of such a cluster, or the row
/// states links between its nodes, they are linked directly instead of through a switch. Errors: an unknown device
/// type, a mixed cluster without nodes and stage map.
Result<Cluster> clusterOfRun(const RunConfiguration &run, const NodeLinks &links = {});

} // namespace heteroscope

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

/// Devices are in rank order; the rank order of a mixed cluster follows its stage map (RunConfiguration::stageDevices).
/// If `links` has all pairs of node types of a mixed cluster, its nodes are linked directly instead of through a
/// switch. Errors: an unknown device type, a mixed cluster without a stage map, a device type without a usable node
/// template.
Result<Cluster> clusterOfRun(const RunConfiguration &run, const NodeLinks &links = {});

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster of a measured run: nodes of the catalog's templates behind one switch.
#pragma once

#include "calibration/run_row.h"
#include "cluster/cluster.h"

#include <map>

namespace heteroscope {

/// Largest bytes/s measured from a node of the first device type to one of the second, by catalog names.
using NodeLinks = std::map<std::pair<std::string, std::string>, BytesPerSecond>;

/// Devices are in rank order: those of a mixed cluster follow its stage map. Errors: an unknown device type, a mixed
/// cluster without a stage map, a device without a node template of a plain fabric.
/// Nodes of a mixed cluster whose pairs are all in `links` are joined by links of their own instead of a switch.
Result<Cluster> clusterOfRun(const RunConfiguration &run, const NodeLinks &links = {});

} // namespace heteroscope

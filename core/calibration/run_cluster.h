// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cluster of a measured run: nodes of the catalog's templates behind one switch.
#pragma once

#include "calibration/run_row.h"
#include "cluster/cluster.h"

namespace heteroscope {

/// Devices are in rank order: those of a mixed cluster follow its stage map. Errors: an unknown device type, a mixed
/// cluster without a stage map, a device without a node template of a plain fabric.
Result<Cluster> clusterOfRun(const RunConfiguration &run);

} // namespace heteroscope

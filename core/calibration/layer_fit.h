// SPDX-License-Identifier: GPL-3.0-or-later
//
// Derives layer profiles from measured steps. For each layer shape, device, software stack, TP degree and micro-batch
// size it finds the times of block and head for which predictStep agrees best with the rows. The two times can be
// separated because the rows differ in layers, stages, replicas and micro-batches.
#pragma once

#include "calibration/run_row.h"
#include "cost/calibration_values.h"

namespace heteroscope {

/// Uses rows of dense models on one device type without context parallelism, if at least three have the same shape.
/// Error: there are no such rows.
Result<std::vector<LayerProfile>> fitLayerProfiles(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                                   int threads);

} // namespace heteroscope

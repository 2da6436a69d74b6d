// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layer profiles out of measured steps: for each shape of layer on each device and stack (with its tensor degree and
// micro-batch) the block's and the head's time that make predictStep meet the rows of that shape. Steps tell them apart
// because rows of one shape differ in layers, stages, replicas and micro-batches.
#pragma once

#include "calibration/run_row.h"
#include "cost/calibration_values.h"

namespace heteroscope {

/// Dense rows of one device type without context parallelism, in groups of at least three. Errors: no such group.
Result<std::vector<LayerProfile>> fitLayerProfiles(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                                   int threads);

} // namespace heteroscope

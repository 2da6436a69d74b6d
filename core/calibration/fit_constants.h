// SPDX-License-Identifier: GPL-3.0-or-later
//
// The constants that a fit may change, and the rows that depend on each of them.
#pragma once

#include "cost/calibration_values.h"

#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

/// The parts of the calibration that the prediction of a row uses.
struct RowTraits
{
    std::vector<std::string> computeClasses;
    std::string stack;
    Precision precision = Precision::bf16;
    bool fused = true;
    bool experts = false;
    bool tensorParallel = false;
    bool contextParallel = false;
    bool sharded = false; ///< ZeRO-3
    std::vector<LinkTechnology> links;
};

/// One number of a calibration.
struct FitConstant
{
    std::string name;
    std::function<double &(CalibrationValues &)> of;
    NumberRange range;
    double freedom = 0.3; ///< prior standard deviation of the logarithm of (value / start value)
    std::function<bool(const RowTraits &)> matters;
};

/// All constants that the prediction of at least one row depends on.
std::vector<FitConstant> fitConstantsFor(const CalibrationValues &values, const std::vector<RowTraits> &rows);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The constants that a fit may move, and which rows each of them can matter to.
#pragma once

#include "cost/calibration_values.h"

#include <functional>
#include <string>
#include <vector>

namespace heteroscope {

/// What a row uses; empty classes for several.
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

/// A number of a calibration by its place in it.
struct FitConstant
{
    std::string name;
    std::function<double &(CalibrationValues &)> of;
    NumberRange range;
    double freedom = 0.3; ///< standard deviation of the logarithm that its starting value allows
    std::function<bool(const RowTraits &)> matters;
};

/// All constants of the values that some row can tell something about.
std::vector<FitConstant> fitConstantsFor(const CalibrationValues &values, const std::vector<RowTraits> &rows);

} // namespace heteroscope

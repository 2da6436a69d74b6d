// SPDX-License-Identifier: GPL-3.0-or-later
//
// A software stack from a few measured steps of the user's own: one factor of all its times, and a second one of the
// times of its host where that predicts steps better which were left out. fitConstants needs many more rows.
#pragma once

#include "calibration/calibration_fit.h"

namespace heteroscope {

/// A measured step, predicted in three ways.
struct StepErrors
{
    std::string id;
    double measured = 0; ///< seconds
    double before = 0;   ///< relative error with the shipped constants
    double after = 0;    ///< with the new ones
    double leftOut = 0;  ///< with factors from the other rows alone
};

struct StepFactors
{
    CalibrationValues values;              ///< `start` with the stacks changed and their uncertainty stated
    std::vector<std::string> stacks;       ///< those that were changed
    std::vector<FittedConstant> constants; ///< "NeMo/scale", "NeMo/host" (a factor of its host times)
    std::vector<StepErrors> rows;          ///< those that can be predicted
    std::size_t unused = 0;                ///< rows that cannot be predicted
    double errorBefore = 0;                ///< means of the absolute errors
    double errorAfter = 0;
    double errorLeftOut = 0;
};

/// Rows of one stack that determine its factors.
inline constexpr std::size_t fewestSteps = 5;

/// shipped: the constants to compare with. start: those that the factors are for. Error: no stack has fewestSteps rows
/// that can be predicted.
Result<StepFactors> fitStepFactors(const std::vector<RunRow> &rows, const CalibrationValues &shipped,
                                   const CalibrationValues &start);

} // namespace heteroscope

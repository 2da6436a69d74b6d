// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits the constants of the cost model to measured steps: a robust Levenberg-Marquardt search on the relative error
// of the predicted time, with derivatives from differences of predictStep itself. Every constant is pulled
// towards the value it starts from, so that what the rows cannot tell stays as it was. No random numbers: the same
// rows and the same start give the same constants; the shipped ones start from priorCalibration().
#pragma once

#include "base/progress.h"
#include "calibration/run_row.h"
#include "cost/calibration_values.h"

#include <functional>

namespace heteroscope {

struct FitOptions
{
    int iterations = 8;
    int threads = 1;
    /// A constant that has moved by its freedom counts as much as this squared relative error of one row.
    double priorWeight = 2e-4;
    double tolerance = 1e-4; ///< relative change of the loss at which the search ends
    StopToken stop{};
    Progress *progress = nullptr;
    std::string source; ///< put before the number of rows in the source of each class, technology and stack that moved
    std::function<bool(const std::string &)> isFree; ///< by name; default: what the rows can tell
};

struct FittedConstant
{
    std::string name; ///< "kernels/ampere/gemm/bf16", "stacks/NeMo/hostLayer"
    double before = 0;
    double after = 0;
};

struct FitResult
{
    CalibrationValues values;
    std::vector<FittedConstant> constants;
    std::size_t rows = 0;
    double errorBefore = 0; ///< mean absolute error
    double errorAfter = 0;
    double errorLeftOut = 0; ///< likewise, each row as if it had been left out of the fit, to first order
    int iterations = 0;
};

/// What was known or assumed before any step was measured, with its sources: resources/calibration/priors.json.
Result<CalibrationValues> priorCalibration();

/// Errors: no row can be predicted.
Result<FitResult> fitConstants(const std::vector<RunRow> &rows, const CalibrationValues &start,
                               const FitOptions &options);

/// One factor for all times of the rows, the median of measured over predicted; error when no row can be predicted.
Result<double> fitScale(const std::vector<RunRow> &rows, const CalibrationValues &values);

} // namespace heteroscope

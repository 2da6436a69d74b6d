// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits the constants of the cost model to measured steps. The method is Levenberg-Marquardt on the relative error of
// the predicted time, with a robust loss and with derivatives from finite differences of predictStep. A prior pulls
// every constant towards its start value, so that constants that the rows do not determine keep it. There are no random
// numbers: the same rows and start values give the same constants. The shipped constants start from priorCalibration().
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
    /// Penalty of a constant that has moved by FitConstant::freedom, in units of the squared relative error of one row.
    double priorWeight = 2e-4;
    double tolerance = 1e-4; ///< the fit ends if the loss changes by less than this, relative
    StopToken stop{};
    Progress *progress = nullptr;
    std::string
        source; ///< written before the number of rows into the source of each class, technology and stack changed
    std::function<bool(const std::string &)> isFree; ///< by name; default: all constants that the rows can determine
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
    double errorLeftOut = 0; ///< mean absolute error with each row left out of its fit (leave-one-out, first order)
    int iterations = 0;
};

/// The constants that were known or assumed before any step was measured: resources/calibration/priors.json.
Result<CalibrationValues> priorCalibration();

/// Errors: no row can be predicted.
Result<FitResult> fitConstants(const std::vector<RunRow> &rows, const CalibrationValues &start,
                               const FitOptions &options);

/// One factor for all times: the median over the rows of measured / predicted. Error: no row can be predicted.
Result<double> fitScale(const std::vector<RunRow> &rows, const CalibrationValues &values);

} // namespace heteroscope

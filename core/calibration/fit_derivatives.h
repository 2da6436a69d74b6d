// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of a fit near given constants: how each predicted time changes with each constant, and the equations of a
// Gauss-Newton step from there.
#pragma once

#include "calibration/fit_constants.h"
#include "calibration/fit_rows.h"

namespace heteroscope {

/// Residuals beyond this count with falling weight: such rows are told by something the model lacks.
inline constexpr double fitOutlierScale = 0.03;

/// Of one constant: the rows it matters to and the derivatives of the logarithm of their time by its logarithm.
using FitColumn = std::vector<std::pair<std::size_t, double>>;

/// By constant, from finite differences of predictStep, on the thin runs where there are any.
std::vector<FitColumn> fitDerivatives(const std::vector<FitRow> &rows, const std::vector<FitConstant> &constants,
                                      const CalibrationValues &at, int threads);

/// The pull of the starting values; logarithms by constant.
struct FitPull
{
    const std::vector<double> &start;
    const std::vector<double> &place;
    double weight = 0;
};

struct NormalEquations
{
    std::vector<double> dense;     ///< derivatives of the relative error, by row and constant
    std::vector<double> rowWeight; ///< 0: left out
    std::vector<double> matrix;    ///< lower half
    std::vector<double> gradient;
};

/// residuals: relative errors at the place. leftOut: by row; empty if no row is left out.
NormalEquations normalEquations(const std::vector<FitRow> &rows, const std::vector<FitConstant> &constants,
                                const std::vector<FitColumn> &columns, const std::vector<double> &residuals,
                                const FitPull &pull, const std::vector<bool> &leftOut = {});

/// What each row's error would be had it not been fitted on: residual / (1 - leverage), to first order.
std::vector<double> errorsLeftOut(NormalEquations equations, const std::vector<double> &residuals);

} // namespace heteroscope

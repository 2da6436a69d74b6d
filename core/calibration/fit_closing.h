// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last steps of a fit: the uncertainty of the constants, constants of software stacks without measurements, and the
// source texts.
#pragma once

#include "calibration/calibration_fit.h"
#include "calibration/fit_rows.h"

namespace heteroscope {

/// The value rounded to four significant digits; a fit does not determine more.
double rounded(double value);

/// Sets the uncertainties. errors: relative error of each row if it is left out of the fit. The uncertainty of a stack
/// is the error that 80 % of its rows do not exceed; the uncertainty of a device class is the rest of the error of its
/// rows. Stacks and classes with fewer than five rows are not changed.
void stateUncertainties(CalibrationValues &values, const std::vector<FitRow> &rows, const std::vector<double> &errors);

/// Changes the constants of stacks without rows by the geometric mean of the changes of the fitted stacks, because all
/// stacks start from the same assumptions.
void moveOtherStacks(CalibrationValues &values, const std::vector<FitRow> &rows,
                     const std::vector<FittedConstant> &constants);

/// Writes the source text of each class, stack and technology that has rows of its own.
void nameSources(CalibrationValues &values, const std::vector<FitRow> &rows, const std::string &source);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a fit says beside its constants: how far they can be trusted, what they tell about stacks that nobody measured,
// and where they come from.
#pragma once

#include "calibration/calibration_fit.h"
#include "calibration/fit_rows.h"

namespace heteroscope {

/// Four digits are more than any fit can tell.
double rounded(double value);

/// errors: of each row, relative, as if it had been left out of the fit. A stack's uncertainty holds 4 of 5 of its
/// rows; a class of devices adds what its rows leave unexplained after that. Fewer than five rows say nothing.
void stateUncertainties(CalibrationValues &values, const std::vector<FitRow> &rows, const std::vector<double> &errors);

/// Stacks without rows start from assumptions like the others: what the fit taught about those moves theirs too, by the
/// geometric mean over the fitted stacks.
void moveOtherStacks(CalibrationValues &values, const std::vector<FitRow> &rows,
                     const std::vector<FittedConstant> &constants);

/// Says in each class, stack and technology that has rows of its own where its constants come from.
void nameSources(CalibrationValues &values, const std::vector<FitRow> &rows, const std::string &source);

} // namespace heteroscope

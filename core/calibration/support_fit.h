// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures how far predictions can be trusted: the table of cost/support.h from measured rows. Rows are held back and
// predicted with the constants that the others give.
//
// A full fit for each group of rows would take hours. Instead each fold is one Gauss-Newton step from the given
// constants: the difference of the steps with and without the held-back rows, with the pull of the priors, as the fit
// has it. Where the held-back rows share their constants with others, their times follow from the derivatives. Where a
// software stack is held back, its rows are predicted anew with the nearest stack of the others (cost/nearest_stack.h),
// where a device class is held back with the default curves.
//
// The error of a group is the conservative 80 % quantile of each source in it, the largest of these; the error of a
// level is the conservative 80 % quantile of its groups.
#pragma once

#include "base/progress.h"
#include "calibration/run_row.h"
#include "cost/calibration_values.h"
#include "cost/support.h"

namespace heteroscope {

struct SupportFitOptions
{
    int threads = 1;
    double priorWeight = 2e-4; ///< as FitOptions
    std::string source;        ///< of the table
    StopToken stop{};
    Progress *progress = nullptr;
};

/// values: the constants of the predictions, whose table this will be. prior: from where they were fitted. Errors: no
/// row of a known software stack can be predicted (invalid); cancelled.
Result<SupportTable> measureSupport(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                    const CalibrationValues &prior, const SupportFitOptions &options);

} // namespace heteroscope

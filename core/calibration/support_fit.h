// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures how far predictions can be trusted: the table of cost/support.h from measured rows. Rows are held back and
// predicted with the constants that the others give.
//
// A full fit for each group of rows would take hours. Instead each fold is one Gauss-Newton step from the given
// constants: the difference of the steps with and without the held-back rows, with the pull of the priors, as the fit
// has it. The held-back rows are then predicted with the constants of that step; where a software stack is held back,
// with the nearest of the other stacks (cost/nearest_stack.h), where a device class is held back, with the default
// curves. Single rows are held back by their leverage, as in the fit.
//
// The error of a group is the conservative 80 % quantile of each source in it, the largest of these; the error of a
// level is what 4 of 5 of its groups do not exceed.
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

/// A group of rows that were held back together.
struct HeldBackGroup
{
    SupportLevel level;
    SupportKey key;     ///< of its first row
    std::string source; ///< likewise
    int rows = 0;
    double error = 0;
    friend bool operator==(const HeldBackGroup &, const HeldBackGroup &) = default;
};

struct MeasuredSupport
{
    SupportTable table;
    std::vector<HeldBackGroup> groups; ///< by level
    friend bool operator==(const MeasuredSupport &, const MeasuredSupport &) = default;
};

/// values: the constants of the predictions, whose table this will be. prior: from where they were fitted. Errors: no
/// row of a known software stack can be predicted (invalid); cancelled.
Result<MeasuredSupport> measureSupport(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                       const CalibrationValues &prior, const SupportFitOptions &options);

} // namespace heteroscope

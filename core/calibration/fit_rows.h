// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured rows made ready to be predicted again and again by a fit.
#pragma once

#include "calibration/fit_constants.h"
#include "calibration/run_case.h"

#include <functional>

namespace heteroscope {

/// A row ready to be predicted again and again.
struct FitRow
{
    RunCase run;
    Topology topology;
    // The same run with fewer replicas, for derivatives; empty where it would not save much.
    std::optional<std::pair<RunCase, Topology>> thin;
    RowTraits traits;
    double measured = 0; // seconds
    double weight = 1;
};

/// Rows that are measured and can be predicted. Each source weighs as the square root of its rows, so that the largest
/// does not drown the others.
std::vector<FitRow> fitRows(const std::vector<RunRow> &rows, const CalibrationValues &start);

std::optional<double> predictSeconds(const RunCase &run, const Topology &topology, const CalibrationValues &values);
inline std::optional<double> predictSeconds(const FitRow &row, const CalibrationValues &values)
{
    return predictSeconds(row.run, row.topology, values);
}

/// Calls work(0) ... work(count - 1) on so many threads.
void inParallel(int threads, std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured rows prepared for the repeated predictions of a fit: clusters and plans are built once.
#pragma once

#include "calibration/fit_constants.h"
#include "calibration/run_case.h"

#include <functional>

namespace heteroscope {

/// A measured row with its cluster, plan and topology.
struct FitRow
{
    RunCase run;
    Topology topology;
    // The same run with fewer replicas, for faster derivatives; nullopt if that would save little time.
    std::optional<std::pair<RunCase, Topology>> thin;
    RowTraits traits;
    double measured = 0; // seconds
    double weight = 1;
    std::string source{};
};

/// No row can be predicted.
Error nothingToFit();

/// Prepares the rows that have a measured time, are not doubtful, can be predicted and have stages of whole layers. The
/// weight of a source is the square root of its number of rows, so that the largest source does not dominate.
std::vector<FitRow> fitRows(const std::vector<RunRow> &rows, const CalibrationValues &start);

std::optional<double> predictSeconds(const RunCase &run, const Topology &topology, const CalibrationValues &values);
inline std::optional<double> predictSeconds(const FitRow &row, const CalibrationValues &values)
{
    return predictSeconds(row.run, row.topology, values);
}

/// Calls work(0) ... work(count - 1) on the given number of threads.
void inParallel(int threads, std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace heteroscope

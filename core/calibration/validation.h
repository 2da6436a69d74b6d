// SPDX-License-Identifier: GPL-3.0-or-later
//
// Predicts measured steps and says how far off the predictions are.
#pragma once

#include "base/progress.h"
#include "calibration/run_cluster.h"
#include "calibration/run_row.h"
#include "cost/calibration_values.h"

#include <map>

namespace heteroscope {

struct RowPrediction
{
    RunRow row;
    std::optional<Seconds> predicted; ///< none when the row was skipped
    std::optional<Bytes> peakMemory;
    double uncertainty = 0;
    std::string skipped; ///< why there is no prediction

    /// (predicted - measured) / measured; none without both.
    std::optional<double> error() const;
    std::optional<double> memoryError() const;
};

/// Errors of absolute value over the rows that have both sides; shares, not per cent.
struct ErrorSummary
{
    std::size_t rows = 0; ///< predicted and measured
    std::size_t skipped = 0;
    double mape = 0;
    double medianError = 0;
    double p90Error = 0;
    double maxError = 0;
    std::optional<double> kendallTau; ///< none when no group has three rows
    std::optional<double> memoryMape; ///< none when no row has a measured peak
};

struct Validation
{
    std::vector<RowPrediction> rows;
    std::map<std::string, ErrorSummary> bySource;
    ErrorSummary all;
};

/// Predicts one row by predictStep. A row that cannot be predicted says why; it is never an error.
RowPrediction predictRow(const RunRow &row, const CalibrationValues &calibration, const NodeLinks &links = {});

/// Reads every row; one that cannot be read is kept with the reason. Errors: columns that every row needs are missing.
Result<std::vector<RowPrediction>> readRunRows(const CsvTable &table);

/// Fills in the predictions of the rows that can be read; their order stays.
Validation validateRows(std::vector<RowPrediction> rows, const CalibrationValues &calibration, const NodeLinks &links,
                        int threads, const StopToken &stop, Progress *progress);

ErrorSummary summarizeErrors(const std::vector<const RowPrediction *> &rows);

/// The q-quantile by linear interpolation between order statistics; 0 for no values.
double quantile(std::vector<double> values, double q);

/// Kendall's tau-b of two equally long lists; none when one of them is constant.
std::optional<double> kendallTau(const std::vector<double> &a, const std::vector<double> &b);

} // namespace heteroscope

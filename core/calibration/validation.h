// SPDX-License-Identifier: GPL-3.0-or-later
//
// Predicts measured steps and computes the errors of the predictions.
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
    std::optional<Seconds> predicted; ///< nullopt if the row was skipped
    std::optional<Bytes> peakMemory;
    double uncertainty = 0;
    std::string skipped;  ///< why there is no prediction
    bool refused = false; ///< the run could be read, but no plan can be like it: more stages than layers, for example
    /// The predicted memory fits into the devices. A run that does not state its recompute is called infeasible only if
    /// it would not fit with full recompute either.
    bool feasible = true;

    /// (predicted - measured) / measured; nullopt if either is missing.
    std::optional<double> error() const;
    std::optional<double> memoryError() const;
    /// The error is within the uncertainty that the prediction states; nullopt as error().
    std::optional<bool> inRange() const;
};

/// What choosing by prediction costs. Rows of equal source, model, devices, precision and batch are plans of which a
/// planner would take the one predicted fastest; its regret is measured time / best measured time - 1. Of rows that are
/// predicted exactly alike, as one plan in several software releases is, it may take any: their times are averaged.
struct Regret
{
    std::size_t groups = 0; ///< with at least two rows
    double mean = 0;
    double worst = 0;
};

/// How often runs are called infeasible.
struct FeasibilityCount
{
    std::size_t ran = 0; ///< rows with a measured time and a prediction
    std::size_t ranCalledInfeasible = 0;
    std::size_t failed = 0; ///< rows that say that the run failed, also those that are refused
    std::size_t failedCalledInfeasible = 0;
};

/// Absolute relative errors over the rows that have a predicted and a measured value, as shares (0.05 is 5 %).
struct ErrorSummary
{
    std::size_t rows = 0; ///< predicted and measured
    std::size_t skipped = 0;
    double mape = 0;
    double medianError = 0;
    double p90Error = 0;
    double maxError = 0;
    std::optional<double> kendallTau; ///< nullopt if no group has three rows
    std::optional<double> memoryMape; ///< nullopt if no row has a measured peak memory
    std::optional<double> inRange;    ///< share of the rows within their stated uncertainty; nullopt without rows
    Regret regret;
    FeasibilityCount feasibility;
};

struct Validation
{
    std::vector<RowPrediction> rows;
    std::map<std::string, ErrorSummary> bySource;
    ErrorSummary all;
};

/// Predicts one row with predictStep. If that is impossible, RowPrediction::skipped says why.
RowPrediction predictRow(const RunRow &row, const CalibrationValues &calibration, const NodeLinks &links = {});

/// Reads all rows. A row that cannot be read is kept, with the reason in `skipped`. Error: the table lacks a column
/// that every row needs.
Result<std::vector<RowPrediction>> readRunRows(const CsvTable &table);

/// Predicts all rows that could be read, on `threads` threads, and keeps their order.
Validation validateRows(std::vector<RowPrediction> rows, const CalibrationValues &calibration, const NodeLinks &links,
                        int threads, const StopToken &stop, Progress *progress);

ErrorSummary summarizeErrors(const std::vector<const RowPrediction *> &rows);

Regret regretOf(const std::vector<const RowPrediction *> &rows);

/// The q-quantile, by linear interpolation between order statistics; 0 if there are no values.
double quantile(std::vector<double> values, double q);

/// Kendall's tau-b of two lists of equal length; nullopt if one of them is constant.
std::optional<double> kendallTau(const std::vector<double> &a, const std::vector<double> &b);

} // namespace heteroscope

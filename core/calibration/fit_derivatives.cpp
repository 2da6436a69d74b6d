// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit_derivatives.h"

#include "calibration/cholesky.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// A step of a constant's logarithm for derivatives.
constexpr double derivativeStep = 0.02;

/// Logarithm of the time of the thin run, or of the whole one where there is none.
double thinLog(const FitRow &row, const CalibrationValues &values)
{
    const auto seconds = row.thin ? predictSeconds(row.thin->first, row.thin->second, values)
                                  : predictSeconds(row.run, row.topology, values);
    return seconds ? std::log(*seconds) : 0.0;
}

} // namespace

std::vector<FitColumn> fitDerivatives(const std::vector<FitRow> &rows, const std::vector<FitConstant> &constants,
                                      const CalibrationValues &at, int threads)
{
    std::vector<double> base(rows.size());
    inParallel(threads, rows.size(), [&](std::size_t i) { base[i] = thinLog(rows[i], at); });
    std::vector<FitColumn> columns(constants.size());
    std::vector<CalibrationValues> moved(constants.size(), at);
    std::vector<double> lengths(constants.size());
    struct Task
    {
        std::size_t constant, slot, row;
    };
    std::vector<Task> tasks;
    for (std::size_t j = 0; j < constants.size(); ++j) {
        // At the upper end of its range a constant is moved downwards.
        const double now = constants[j].of(moved[j]);
        lengths[j] = now * std::exp(derivativeStep) <= constants[j].range.maximum ? derivativeStep : -derivativeStep;
        constants[j].of(moved[j]) = now * std::exp(lengths[j]);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (constants[j].matters(rows[i].traits)) {
                tasks.push_back({j, columns[j].size(), i});
                columns[j].emplace_back(i, 0.0);
            }
        }
    }
    inParallel(threads, tasks.size(), [&](std::size_t t) {
        const auto [constant, slot, row] = tasks[t];
        columns[constant][slot].second = (thinLog(rows[row], moved[constant]) - base[row]) / lengths[constant];
    });
    return columns;
}

NormalEquations normalEquations(const std::vector<FitRow> &rows, const std::vector<FitConstant> &constants,
                                const std::vector<FitColumn> &columns, const std::vector<double> &residuals,
                                const FitPull &pull, const std::vector<bool> &leftOut)
{
    const std::size_t n = constants.size();
    NormalEquations equations{std::vector<double>(n * rows.size()), std::vector<double>(rows.size()),
                              std::vector<double>(n * n), std::vector<double>(n)};
    auto &[dense, rowWeight, matrix, gradient] = equations;
    for (std::size_t j = 0; j < n; ++j) {
        for (const auto &[row, value] : columns[j])
            dense[row * n + j] = value * (1 + residuals[row]); // of the relative error, not of its logarithm
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!leftOut.empty() && leftOut[i])
            continue;
        const double scaled = residuals[i] / fitOutlierScale;
        rowWeight[i] = rows[i].weight / std::sqrt(1 + scaled * scaled);
        const double *line = &dense[i * n];
        for (std::size_t j = 0; j < n; ++j) {
            if (line[j] == 0)
                continue;
            gradient[j] -= rowWeight[i] * line[j] * residuals[i];
            for (std::size_t k = 0; k <= j; ++k)
                matrix[j * n + k] += rowWeight[i] * line[j] * line[k];
        }
    }
    for (std::size_t j = 0; j < n; ++j) {
        const double stiffness = pull.weight / (constants[j].freedom * constants[j].freedom);
        matrix[j * n + j] += stiffness;
        gradient[j] -= stiffness * (pull.place[j] - pull.start[j]);
    }
    return equations;
}

std::vector<double> errorsLeftOut(NormalEquations equations, const std::vector<double> &residuals)
{
    const std::size_t n = equations.gradient.size();
    const Cholesky cholesky(std::move(equations.matrix), n);
    std::vector<double> errors(residuals.size());
    for (std::size_t i = 0; i < errors.size(); ++i) {
        double leverage = 0;
        if (cholesky.isPositive()) {
            const auto line = equations.dense.begin() + static_cast<std::ptrdiff_t>(i * n);
            for (const double x : cholesky.solveHalf({line, line + static_cast<std::ptrdiff_t>(n)}))
                leverage += equations.rowWeight[i] * x * x;
        }
        errors[i] = std::abs(residuals[i]) / (1 - std::min(leverage, 0.9));
    }
    return errors;
}

} // namespace heteroscope

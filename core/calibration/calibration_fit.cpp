// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/calibration_fit.h"

#include "base/embedded_files.h"
#include "calibration/cholesky.h"
#include "calibration/fit_closing.h"
#include "calibration/fit_constants.h"
#include "calibration/fit_derivatives.h"
#include "calibration/fit_rows.h"
#include "calibration/validation.h"
#include "json/json.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

class Fit
{
public:
    Fit(std::vector<FitRow> rows, const CalibrationValues &start, const FitOptions &options)
        : m_rows(std::move(rows)), m_options(options), m_values(start)
    {
        std::vector<RowTraits> traits;
        for (const auto &row : m_rows)
            traits.push_back(row.traits);
        m_constants = fitConstantsFor(start, traits);
        if (options.isFree)
            std::erase_if(m_constants, [&](const FitConstant &c) { return !options.isFree(c.name); });
        for (const auto &constant : m_constants)
            m_start.push_back(std::log(constant.of(m_values)));
        m_place = m_start;
    }

    FitResult run()
    {
        FitResult result;
        result.rows = m_rows.size();
        auto residuals = residualsAt(m_values);
        double loss = lossOf(residuals, m_place);
        result.errorBefore = meanError(residuals);
        double damping = 1e-2;
        for (; result.iterations < m_options.iterations && !m_options.stop.stop_requested(); ++result.iterations) {
            const auto jacobian = fitDerivatives(m_rows, m_constants, m_values, m_options.threads);
            const double before = loss;
            // Derivatives cost many times a step: one set serves as long as its steps lead far.
            for (int steps = 0; steps < stepsOfOneJacobian; ++steps) {
                const double last = loss;
                for (int attempt = 0; attempt < 6 && loss >= last; ++attempt) {
                    const auto place = step(jacobian, residuals, damping);
                    auto values = valuesAt(place);
                    auto next = residualsAt(values);
                    const double nextLoss = lossOf(next, place);
                    damping *= nextLoss < loss ? 0.3 : 4.0;
                    if (nextLoss < loss) {
                        loss = nextLoss;
                        residuals = std::move(next);
                        m_values = std::move(values);
                        m_place = place;
                    }
                }
                if (last - loss < 0.01 * last)
                    break;
            }
            report(result.iterations + 1);
            if (before - loss < m_options.tolerance * before)
                break;
        }
        result.errorAfter = meanError(residuals);
        const auto leftOut = errorsLeftOut(
            equationsOf(fitDerivatives(m_rows, m_constants, m_values, m_options.threads), residuals), residuals);
        result.errorLeftOut = meanError(leftOut);
        stateUncertainties(m_values, m_rows, leftOut);
        for (std::size_t i = 0; i < m_constants.size(); ++i)
            result.constants.push_back({m_constants[i].name, std::exp(m_start[i]), m_constants[i].of(m_values)});
        moveOtherStacks(m_values, m_rows, result.constants);
        nameSources(m_values, m_rows, m_options.source);
        result.values = std::move(m_values);
        return result;
    }

private:
    void report(int iteration)
    {
        if (m_options.progress)
            m_options.progress->report({static_cast<std::size_t>(iteration),
                                        static_cast<std::size_t>(m_options.iterations), ProgressTask::fitting});
    }

    double residual(std::size_t row, const CalibrationValues &values) const
    {
        const auto seconds = predictSeconds(m_rows[row].run, m_rows[row].topology, values);
        return seconds ? *seconds / m_rows[row].measured - 1 : 0.0;
    }

    std::vector<double> residualsAt(const CalibrationValues &values) const
    {
        std::vector<double> residuals(m_rows.size());
        inParallel(m_options.threads, m_rows.size(), [&](std::size_t i) { residuals[i] = residual(i, values); });
        return residuals;
    }

    static double meanError(const std::vector<double> &residuals)
    {
        double sum = 0;
        for (const double r : residuals)
            sum += std::abs(r);
        return sum / static_cast<double>(residuals.size());
    }

    /// sqrt-like loss: quadratic near 0, linear far off; plus the pull to the starting values.
    double lossOf(const std::vector<double> &residuals, const std::vector<double> &place) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < residuals.size(); ++i) {
            const double scaled = residuals[i] / fitOutlierScale;
            sum += m_rows[i].weight * 2 * fitOutlierScale * fitOutlierScale * (std::sqrt(1 + scaled * scaled) - 1);
        }
        for (std::size_t j = 0; j < place.size(); ++j) {
            const double moved = (place[j] - m_start[j]) / m_constants[j].freedom;
            sum += m_options.priorWeight * moved * moved;
        }
        return sum;
    }

    CalibrationValues valuesAt(const std::vector<double> &place) const
    {
        auto values = m_values;
        for (std::size_t j = 0; j < place.size(); ++j)
            m_constants[j].of(values) =
                std::clamp(rounded(std::exp(place[j])), m_constants[j].range.minimum, m_constants[j].range.maximum);
        return values;
    }

    NormalEquations equationsOf(const std::vector<FitColumn> &jacobian, const std::vector<double> &residuals) const
    {
        return normalEquations(m_rows, m_constants, jacobian, residuals, {m_start, m_place, m_options.priorWeight});
    }

    std::vector<double> step(const std::vector<FitColumn> &jacobian, const std::vector<double> &residuals,
                             double damping) const
    {
        const std::size_t n = m_constants.size();
        auto equations = equationsOf(jacobian, residuals);
        for (std::size_t j = 0; j < n; ++j)
            equations.matrix[j * n + j] *= 1 + damping;
        auto place = m_place;
        const Cholesky cholesky(std::move(equations.matrix), n);
        if (!cholesky.isPositive())
            return place;
        const auto move = cholesky.solve(std::move(equations.gradient));
        for (std::size_t j = 0; j < n; ++j) {
            const auto &range = m_constants[j].range;
            // A step never changes a constant by more than a half.
            place[j] += std::clamp(move[j], -0.5, 0.5);
            place[j] = std::clamp(place[j], std::log(std::max(range.minimum, 1e-9)), std::log(range.maximum));
        }
        return place;
    }

    static constexpr int stepsOfOneJacobian = 4;

    std::vector<FitRow> m_rows;
    const FitOptions &m_options;
    CalibrationValues m_values;
    std::vector<FitConstant> m_constants;
    std::vector<double> m_start; // logarithms
    std::vector<double> m_place;
};

} // namespace

Result<CalibrationValues> priorCalibration()
{
    const char *file = "calibration/priors.json";
    const auto json = parseJson(embeddedFile(file), file);
    if (!json)
        return json.error();
    Findings findings;
    auto values = readCalibration(*json, "", findings);
    if (!findings.ok()) {
        findings.errors.front().file = file;
        return findings.errors.front();
    }
    return values;
}

Result<FitResult> fitConstants(const std::vector<RunRow> &rows, const CalibrationValues &start,
                               const FitOptions &options)
{
    auto prepared = fitRows(rows, start);
    // The constants of a stack that stands for another must not follow its rows.
    std::erase_if(prepared, [&](const FitRow &row) { return !start.findStack(row.traits.stack); });
    if (prepared.empty())
        return nothingToFit();
    return Fit(std::move(prepared), start, options).run();
}

Result<double> fitScale(const std::vector<RunRow> &rows, const CalibrationValues &values)
{
    std::vector<double> ratios;
    for (const auto &row : fitRows(rows, values)) {
        if (const auto seconds = predictSeconds(row.run, row.topology, values))
            ratios.push_back(row.measured / *seconds);
    }
    if (ratios.empty())
        return nothingToFit();
    return quantile(std::move(ratios), 0.5);
}

} // namespace heteroscope

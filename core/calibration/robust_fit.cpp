// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/robust_fit.h"

#include "calibration/cholesky.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Residuals beyond this count with falling weight, as in the fit of steps.
constexpr double farOff = 0.03;
/// Penalty of a parameter that has moved by its freedom, in squared residuals of one measurement.
constexpr double pull = 2e-4;
constexpr double stepOfDerivative = 1e-3;
constexpr int mostIterations = 60;
constexpr double longestMove = 0.5;

class RobustFitter
{
public:
    using Function = std::function<std::vector<double>(const std::vector<double> &)>;

    RobustFitter(const std::vector<RobustParameter> &parameters, const Function &residualsOf)
        : m_parameters(parameters), m_residualsOf(residualsOf)
    {
        for (const auto &parameter : parameters)
            m_start.push_back(bounded(parameter, std::log(std::max(parameter.start, 1e-300))));
    }

    RobustFit run()
    {
        auto place = m_start;
        auto residuals = m_residualsOf(valuesAt(place));
        double loss = lossOf(residuals, place);
        double damping = 1e-2;
        for (int i = 0; i < mostIterations && !m_parameters.empty(); ++i) {
            const auto equations = equationsAt(place, residuals);
            const double before = loss;
            for (int attempt = 0; attempt < 8 && loss >= before; ++attempt) {
                const auto next = moved(equations, place, damping);
                auto nextResiduals = m_residualsOf(valuesAt(next));
                const double nextLoss = lossOf(nextResiduals, next);
                damping *= nextLoss < loss ? 0.3 : 4.0;
                if (nextLoss < loss) {
                    loss = nextLoss;
                    place = next;
                    residuals = std::move(nextResiduals);
                }
            }
            if (!(before - loss > 1e-9 * before))
                break;
        }
        return {valuesAt(place), std::move(residuals)};
    }

private:
    struct Equations
    {
        std::vector<double> matrix; // lower half
        std::vector<double> gradient;
    };

    static double bounded(const RobustParameter &parameter, double logarithm)
    {
        return std::clamp(logarithm, std::log(parameter.range.minimum), std::log(parameter.range.maximum));
    }

    std::vector<double> valuesAt(const std::vector<double> &place) const
    {
        std::vector<double> values(place.size());
        for (std::size_t j = 0; j < place.size(); ++j)
            values[j] = std::clamp(std::exp(place[j]), m_parameters[j].range.minimum, m_parameters[j].range.maximum);
        return values;
    }

    double lossOf(const std::vector<double> &residuals, const std::vector<double> &place) const
    {
        double sum = 0;
        for (const double r : residuals)
            sum += 2 * farOff * farOff * (std::sqrt(1 + r * r / (farOff * farOff)) - 1);
        for (std::size_t j = 0; j < place.size(); ++j) {
            const double far = (place[j] - m_start[j]) / m_parameters[j].freedom;
            sum += pull * far * far;
        }
        return sum;
    }

    Equations equationsAt(const std::vector<double> &place, const std::vector<double> &residuals) const
    {
        const std::size_t n = place.size();
        std::vector<std::vector<double>> columns(n);
        for (std::size_t j = 0; j < n; ++j) {
            auto beside = place;
            // At the upper end of its range a parameter is moved downwards.
            const double step = place[j] + stepOfDerivative <= std::log(m_parameters[j].range.maximum)
                                    ? stepOfDerivative
                                    : -stepOfDerivative;
            beside[j] += step;
            columns[j] = m_residualsOf(valuesAt(beside));
            for (std::size_t i = 0; i < residuals.size(); ++i)
                columns[j][i] = (columns[j][i] - residuals[i]) / step;
        }
        Equations equations{std::vector<double>(n * n), std::vector<double>(n)};
        for (std::size_t i = 0; i < residuals.size(); ++i) {
            const double weight = 1 / std::sqrt(1 + residuals[i] * residuals[i] / (farOff * farOff));
            for (std::size_t j = 0; j < n; ++j) {
                equations.gradient[j] -= weight * columns[j][i] * residuals[i];
                for (std::size_t k = 0; k <= j; ++k)
                    equations.matrix[j * n + k] += weight * columns[j][i] * columns[k][i];
            }
        }
        for (std::size_t j = 0; j < n; ++j) {
            const double stiffness = pull / (m_parameters[j].freedom * m_parameters[j].freedom);
            equations.matrix[j * n + j] += stiffness;
            equations.gradient[j] -= stiffness * (place[j] - m_start[j]);
        }
        return equations;
    }

    std::vector<double> moved(Equations equations, std::vector<double> place, double damping) const
    {
        const std::size_t n = place.size();
        for (std::size_t j = 0; j < n; ++j)
            equations.matrix[j * n + j] *= 1 + damping;
        const Cholesky cholesky(std::move(equations.matrix), n);
        if (!cholesky.isPositive())
            return place;
        const auto move = cholesky.solve(std::move(equations.gradient));
        for (std::size_t j = 0; j < n; ++j)
            place[j] = bounded(m_parameters[j], place[j] + std::clamp(move[j], -longestMove, longestMove));
        return place;
    }

    const std::vector<RobustParameter> &m_parameters;
    const Function &m_residualsOf;
    std::vector<double> m_start; // logarithms
};

} // namespace

RobustFit fitRobustly(const std::vector<RobustParameter> &parameters,
                      const std::function<std::vector<double>(const std::vector<double> &values)> &residualsOf)
{
    return RobustFitter(parameters, residualsOf).run();
}

double meanErrorOf(const std::vector<double> &residuals)
{
    double sum = 0;
    for (const double r : residuals)
        sum += std::abs(std::exp(r) - 1);
    return residuals.empty() ? 0 : sum / static_cast<double>(residuals.size());
}

} // namespace heteroscope

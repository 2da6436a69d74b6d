// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/step_factors.h"

#include "calibration/fit_closing.h"
#include "calibration/fit_rows.h"
#include "calibration/robust_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

/// Factors of the host's times at which each row is predicted; between them logarithms are interpolated.
constexpr std::array hostFactors = {0.125, 0.25, 0.5, 0.71, 1.0, 1.41, 2.0, 4.0, 8.0};
constexpr NumberRange scaleRange{.minimum = 0.01, .maximum = 100};
constexpr NumberRange hostRange{.minimum = hostFactors.front(), .maximum = hostFactors.back()};

SoftwareStack *stackIn(CalibrationValues &values, const std::string &name)
{
    const auto it =
        std::find_if(values.stacks.begin(), values.stacks.end(), [&](const auto &s) { return s.name == name; });
    return it == values.stacks.end() ? nullptr : &*it;
}

void scaleHost(SoftwareStack &stack, double factor)
{
    for (Seconds *time : {&stack.hostLayer, &stack.hostExperts, &stack.hostMicroBatch, &stack.hostStep})
        *time = Seconds(rounded(time->value * factor));
}

/// Logarithm of predicted / measured by factor of the host's times.
using HostCurve = std::array<double, hostFactors.size()>;

double at(const HostCurve &curve, double host)
{
    std::size_t i = 0;
    while (i + 2 < hostFactors.size() && hostFactors[i + 1] < host)
        ++i;
    const double share = std::log(host / hostFactors[i]) / std::log(hostFactors[i + 1] / hostFactors[i]);
    return curve[i] + share * (curve[i + 1] - curve[i]);
}

struct Factors
{
    double scale = 1;
    double host = 1;
};

Factors factorsOf(const std::vector<HostCurve> &curves, bool withHost)
{
    std::vector<RobustParameter> parameters = {{"scale", 1, scaleRange, 1}};
    if (withHost)
        parameters.push_back({"host", 1, hostRange, 0.7});
    const auto fit = fitRobustly(parameters, [&](const std::vector<double> &values) {
        std::vector<double> residuals;
        for (const auto &curve : curves)
            residuals.push_back(std::log(values[0]) + at(curve, withHost ? values[1] : 1));
        return residuals;
    });
    return {fit.values[0], withHost ? fit.values[1] : 1};
}

/// Relative error of each row with the factors of the others.
std::vector<double> errorsLeftOut(const std::vector<HostCurve> &curves, bool withHost)
{
    std::vector<double> errors;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        auto others = curves;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const auto factors = factorsOf(others, withHost);
        errors.push_back(std::exp(std::log(factors.scale) + at(curves[i], factors.host)) - 1);
    }
    return errors;
}

double meanAbsolute(const std::vector<double> &errors)
{
    double sum = 0;
    for (const double error : errors)
        sum += std::abs(error);
    return errors.empty() ? 0 : sum / static_cast<double>(errors.size());
}

/// Changes the stack of these rows in `result`; `leftOut` receives the error of each row.
void fitStack(const std::string &name, const std::vector<const FitRow *> &rows, StepFactors &result,
              std::vector<double> &leftOut)
{
    std::vector<HostCurve> curves(rows.size());
    for (std::size_t h = 0; h < hostFactors.size(); ++h) {
        auto moved = result.values;
        scaleHost(*stackIn(moved, name), hostFactors[h]);
        for (std::size_t i = 0; i < rows.size(); ++i)
            curves[i][h] = std::log(predictSeconds(*rows[i], moved).value_or(rows[i]->measured) / rows[i]->measured);
    }
    leftOut = errorsLeftOut(curves, false);
    auto leftOutTwo = errorsLeftOut(curves, true);
    const bool withHost = meanAbsolute(leftOutTwo) < meanAbsolute(leftOut);
    if (withHost)
        leftOut = std::move(leftOutTwo);
    auto factors = factorsOf(curves, withHost);
    factors.scale = rounded(factors.scale);
    factors.host = rounded(factors.host);
    auto &stack = *stackIn(result.values, name);
    result.constants.push_back({name + "/scale", stack.scale, stack.scale * factors.scale});
    stack.scale = rounded(stack.scale * factors.scale);
    if (withHost) {
        result.constants.push_back({name + "/host", 1, factors.host});
        scaleHost(stack, factors.host);
    }
    stack.source += fmt::format("; hscope calibrate on {} measured steps: all times x {:.4g}, of the host x {:.4g}",
                                rows.size(), factors.scale, factors.host);
    stack.extensions = {};
    result.stacks.push_back(name);
}

Error fewSteps(std::size_t most)
{
    return {Error::Code::invalid,
            {},
            {},
            fmt::format("{} measured steps of one software stack that can be predicted", most),
            fmt::format("at least {}", fewestSteps),
            "hscope validate says why rows are not predicted"};
}

} // namespace

Result<StepFactors> fitStepFactors(const std::vector<RunRow> &rows, const CalibrationValues &shipped,
                                   const CalibrationValues &start)
{
    StepFactors result;
    result.values = start;
    std::vector<FitRow> prepared;
    std::vector<std::string> ids;
    for (const auto &row : rows) {
        auto one = fitRows({row}, start);
        if (one.empty() || !predictSeconds(one.front(), shipped)) {
            ++result.unused;
            continue;
        }
        prepared.push_back(std::move(one.front()));
        ids.push_back(row.id);
    }
    std::map<std::string, std::vector<std::size_t>> byStack;
    for (std::size_t i = 0; i < prepared.size(); ++i)
        byStack[prepared[i].traits.stack].push_back(i);
    std::vector<double> leftOut(prepared.size());
    std::size_t most = 0;
    for (const auto &[name, members] : byStack) {
        most = std::max(most, members.size());
        if (members.size() < fewestSteps || !stackIn(result.values, name))
            continue;
        std::vector<const FitRow *> own;
        for (const std::size_t i : members)
            own.push_back(&prepared[i]);
        std::vector<double> errors;
        fitStack(name, own, result, errors);
        for (std::size_t k = 0; k < members.size(); ++k)
            leftOut[members[k]] = errors[k];
    }
    if (result.stacks.empty())
        return fewSteps(most);
    std::vector<double> before, after, without;
    for (std::size_t i = 0; i < prepared.size(); ++i) {
        const auto error = [&](const CalibrationValues &values) {
            return predictSeconds(prepared[i], values).value_or(prepared[i].measured) / prepared[i].measured - 1;
        };
        before.push_back(error(shipped));
        after.push_back(error(result.values));
        const bool isFitted = byStack[prepared[i].traits.stack].size() >= fewestSteps;
        without.push_back(std::abs(isFitted ? leftOut[i] : after.back()));
        result.rows.push_back(
            {ids[i], prepared[i].measured, before.back(), after.back(), isFitted ? leftOut[i] : after.back()});
    }
    result.errorBefore = meanAbsolute(before);
    result.errorAfter = meanAbsolute(after);
    result.errorLeftOut = meanAbsolute(without);
    stateUncertainties(result.values, prepared, without);
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit_closing.h"

#include "calibration/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

bool uses(const FitRow &row, const SoftwareStack &stack) { return row.traits.stack == stack.name; }

bool uses(const FitRow &row, const EfficiencyCurves &curves)
{
    const auto &classes = row.traits.computeClasses;
    return std::find(classes.begin(), classes.end(), curves.computeClass) != classes.end();
}

bool uses(const FitRow &row, const LinkConstants &link)
{
    const auto &links = row.traits.links;
    return std::find(links.begin(), links.end(), link.technology) != links.end();
}

/// Within it lie 4 of 5 rows, beyond what `explained` gives for each of them.
template<class T, class Explained>
void stateUncertainty(T &item, const std::vector<FitRow> &rows, const std::vector<double> &errors,
                      const Explained &explained)
{
    constexpr std::size_t fewRows = 5;
    constexpr double share = 0.8;
    constexpr double least = 0.01;
    std::vector<double> squares;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double other = explained(rows[i]);
        if (uses(rows[i], item))
            squares.push_back(errors[i] * errors[i] - other * other);
    }
    if (squares.size() >= fewRows)
        item.uncertainty = rounded(std::sqrt(std::max(least * least, quantile(std::move(squares), share))));
}

} // namespace

double rounded(double value) { return std::stod(fmt::format("{:.4g}", value)); }

void stateUncertainties(CalibrationValues &values, const std::vector<FitRow> &rows, const std::vector<double> &errors)
{
    for (auto &stack : values.stacks)
        stateUncertainty(stack, rows, errors, [](const FitRow &) { return 0.0; });
    for (auto &curves : values.curves)
        stateUncertainty(curves, rows, errors, [&values](const FitRow &row) {
            const auto *stack = values.findStack(row.traits.stack);
            return stack ? stack->uncertainty : 0.0;
        });
}

void moveOtherStacks(CalibrationValues &values, const std::vector<FitRow> &rows,
                     const std::vector<FittedConstant> &constants)
{
    struct Moves
    {
        double logarithms = 0;
        int count = 0;
    };
    std::map<std::string, Moves> moves; // by field
    for (const auto &constant : constants) {
        if (!constant.name.starts_with("stacks/"))
            continue;
        auto &field = moves[constant.name.substr(constant.name.rfind('/') + 1)];
        field.logarithms += std::log(constant.after / constant.before);
        ++field.count;
    }
    for (auto &stack : values.stacks) {
        if (std::any_of(rows.begin(), rows.end(), [&stack](const FitRow &row) { return uses(row, stack); }))
            continue;
        for (const auto &field : stackFields()) {
            const auto found = moves.find(std::string(field.name));
            double &value = field.of(stack);
            if (found == moves.end() || !(value > 0))
                continue;
            const double mean = found->second.logarithms / found->second.count;
            value = std::clamp(rounded(value * std::exp(mean)), field.range.minimum, field.range.maximum);
        }
        stack.source += "; moved by as much as the stacks with measured steps, on average";
    }
}

void nameSources(CalibrationValues &values, const std::vector<FitRow> &rows, const std::string &source)
{
    const auto name = [&](auto &items) {
        for (auto &item : items) {
            const auto count =
                std::count_if(rows.begin(), rows.end(), [&item](const FitRow &row) { return uses(row, item); });
            if (count > 0)
                item.source = fmt::format("{}, {} measured steps; start: {}", source, count, item.source);
        }
    };
    name(values.curves);
    name(values.stacks);
    name(values.links);
}

} // namespace heteroscope

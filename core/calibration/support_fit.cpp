// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/support_fit.h"

#include "calibration/cholesky.h"
#include "calibration/fit_closing.h"
#include "calibration/fit_derivatives.h"
#include "calibration/run_case.h"
#include "cost/group_pricer.h"
#include "cost/nearest_stack.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

/// Error of the farthest level where no group can be left out: as large as the prediction itself.
constexpr double nothingKnown = 1;
using Rows = std::vector<std::size_t>;

/// The smallest of the values that at least 4 of 5 of them do not exceed.
double errorOfFourInFive(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(std::ceil(supportShare * static_cast<double>(values.size())));
    return values[rank - 1];
}

std::size_t indexOf(SupportLevel level) { return static_cast<std::size_t>(level); }

std::optional<StepResult> predict(const FitRow &row, const Plan &plan, const CalibrationValues &values)
{
    GroupPricer pricer(row.topology, row.run.workload, Seconds(0), &values);
    auto step = predictStep(pricer, plan, {.timeline = false});
    if (!step)
        return {};
    return std::move(*step);
}

/// The constants near the given ones, and how they move when rows are left out.
class Neighbourhood
{
public:
    Neighbourhood(const std::vector<FitRow> &rows, const CalibrationValues &values, const CalibrationValues &prior,
                  std::vector<double> residuals, const SupportFitOptions &options)
        : m_rows(rows), m_values(values), m_residuals(std::move(residuals)), m_priorWeight(options.priorWeight)
    {
        std::vector<RowTraits> traits;
        for (const auto &row : rows)
            traits.push_back(row.traits);
        m_constants = fitConstantsFor(values, traits);
        auto here = values;
        for (const auto &constant : m_constants)
            m_place.push_back(std::log(constant.of(here)));
        m_start = m_place;
        auto start = prior;
        for (const auto &before : fitConstantsFor(prior, traits)) {
            for (std::size_t j = 0; j < m_constants.size(); ++j) {
                if (m_constants[j].name == before.name)
                    m_start[j] = std::log(before.of(start));
            }
        }
        m_columns = fitDerivatives(rows, m_constants, values, options.threads);
        m_withAll = moveFor({});
    }

    /// Relative errors of all rows had each not been fitted on.
    std::vector<double> errorsOfSingleRows() const { return errorsLeftOut(equations({}), m_residuals); }

    /// The constants that the other rows give. None moves by more than its prior is wide, or than back to its prior: a
    /// full fit damps its steps in the same way.
    CalibrationValues valuesWithout(const std::vector<bool> &leftOut) const
    {
        auto values = m_values;
        const auto move = moveFor(leftOut);
        for (std::size_t j = 0; j < move.size(); ++j) {
            const auto &range = m_constants[j].range;
            const double longest = std::max(m_constants[j].freedom, std::abs(m_start[j] - m_place[j]));
            const double own = std::clamp(move[j] - m_withAll[j], -longest, longest);
            m_constants[j].of(values) = std::clamp(std::exp(m_place[j] + own), range.minimum, range.maximum);
        }
        return values;
    }

private:
    NormalEquations equations(const std::vector<bool> &leftOut) const
    {
        return normalEquations(m_rows, m_constants, m_columns, m_residuals, {m_start, m_place, m_priorWeight}, leftOut);
    }

    std::vector<double> moveFor(const std::vector<bool> &leftOut) const
    {
        auto parts = equations(leftOut);
        const Cholesky cholesky(std::move(parts.matrix), m_constants.size());
        return cholesky.isPositive() ? cholesky.solve(std::move(parts.gradient))
                                     : std::vector<double>(m_constants.size());
    }

    const std::vector<FitRow> &m_rows;
    const CalibrationValues &m_values;
    std::vector<double> m_residuals;
    double m_priorWeight;
    std::vector<FitConstant> m_constants;
    std::vector<double> m_start, m_place; // logarithms
    std::vector<FitColumn> m_columns;
    std::vector<double> m_withAll;
};

/// A part of a key as text, for grouping.
enum class Part { stack, computeClass, experts, nodes, sharding, source };

class SupportMeasurement
{
public:
    SupportMeasurement(std::vector<FitRow> rows, const CalibrationValues &values, const SupportFitOptions &options)
        : m_rows(std::move(rows)), m_values(values), m_options(options)
    {}

    Result<MeasuredSupport> run(const CalibrationValues &prior)
    {
        predictAll();
        report(1);
        if (isStopped())
            return cancelledError();
        const Neighbourhood near(m_rows, m_values, prior, m_residuals, m_options);
        report(2);
        if (isStopped())
            return cancelledError();
        m_single = near.errorsOfSingleRows();
        m_withoutSource = m_single;
        using enum Part;
        leaveOut(SupportLevel::oneSource, {stack}, source);
        leaveOut(SupportLevel::otherSharding, {stack, computeClass, experts, nodes}, sharding);
        leaveOut(SupportLevel::otherNodes, {stack, computeClass, experts}, nodes);
        leaveOut(SupportLevel::otherExperts, {stack, computeClass}, experts);
        leaveOut(SupportLevel::newPair, {stack}, computeClass);
        leaveOutStacksAndClasses();
        predictAbsences(near);
        if (isStopped())
            return cancelledError();
        addEntries();
        closeLevels();
        return std::move(m_result);
    }

private:
    bool isStopped() const { return m_options.stop.stop_requested(); }

    void report(std::size_t done)
    {
        if (m_options.progress)
            m_options.progress->report({done, 3, ProgressTask::fitting});
    }

    void predictAll()
    {
        m_residuals.assign(m_rows.size(), 0);
        m_keys.resize(m_rows.size());
        inParallel(m_options.threads, m_rows.size(), [&](std::size_t i) {
            if (const auto step = predict(m_rows[i], m_rows[i].run.plan, m_values)) {
                m_residuals[i] = toSeconds(step->stepTime).value / m_rows[i].measured - 1;
                m_keys[i] = step->support.asked;
            }
        });
    }

    std::string textOf(std::size_t row, Part part) const
    {
        const auto &key = m_keys[row];
        switch (part) {
        case Part::stack:
            return key.stack;
        case Part::computeClass:
            return key.computeClass;
        case Part::experts:
            return key.experts ? "experts" : "dense";
        case Part::nodes:
            return key.manyNodes ? "many" : "one";
        case Part::sharding:
            return std::to_string(key.zeroStage);
        case Part::source:
            break;
        }
        return m_rows[row].source;
    }

    std::map<std::string, Rows> groupsBy(const std::vector<Part> &parts) const
    {
        std::map<std::string, Rows> groups;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            std::string name;
            for (const Part part : parts)
                name += textOf(i, part) + ' ';
            groups[name].push_back(i);
        }
        return groups;
    }

    /// The error of a group: that of its worst source.
    double errorOf(const Rows &rows, const std::vector<double> &errors) const
    {
        std::map<std::string, std::vector<double>> bySource;
        for (const std::size_t row : rows)
            bySource[m_rows[row].source].push_back(errors[row]);
        double worst = 0;
        for (auto &[name, values] : bySource)
            worst = std::max(worst, conservativeQuantile(std::move(values)));
        return worst;
    }

    /// Rows to be predicted as if those left out had never been measured.
    struct Absence
    {
        SupportLevel level;
        Rows rows;
        std::vector<bool> leftOut;
        bool stack = false, computeClass = false; ///< not measured at all
    };

    /// Each group of equal `inner` inside those of equal `outer` of which something is left.
    void leaveOut(SupportLevel level, const std::vector<Part> &outer, Part inner)
    {
        auto parts = outer;
        parts.push_back(inner);
        const auto wide = groupsBy(outer);
        for (const auto &group : groupsBy(parts)) {
            const Rows &rows = group.second;
            if (std::any_of(wide.begin(), wide.end(), [&rows](const auto &all) { return all.second == rows; }))
                continue;
            std::vector<bool> leftOut(m_rows.size());
            for (const std::size_t row : rows)
                leftOut[row] = true;
            m_absences.push_back({level, rows, std::move(leftOut)});
        }
    }

    void leaveOutStacksAndClasses()
    {
        const auto add = [this](SupportLevel level, const Rows &rows, bool stack, bool computeClass) {
            const auto &gone = m_keys[rows.front()];
            std::vector<bool> leftOut(m_rows.size());
            for (std::size_t i = 0; i < m_rows.size(); ++i)
                leftOut[i] = (stack && m_keys[i].stack == gone.stack) ||
                             (computeClass && m_keys[i].computeClass == gone.computeClass);
            m_absences.push_back({level, rows, std::move(leftOut), stack, computeClass});
        };
        const auto stacks = groupsBy({Part::stack});
        for (const auto &[name, rows] : stacks) {
            if (stacks.size() > 1)
                add(SupportLevel::newStack, rows, true, false);
        }
        for (const auto &[name, rows] : groupsBy({Part::stack, Part::computeClass})) {
            if (rows.size() < stacks.at(textOf(rows.front(), Part::stack) + ' ').size())
                add(SupportLevel::newClass, rows, false, true);
            if (stacks.size() > 1)
                add(SupportLevel::nothing, rows, true, true);
        }
    }

    /// The constants that are left.
    CalibrationValues valuesWithout(const Neighbourhood &near, const Absence &absence) const
    {
        const auto &gone = m_keys[absence.rows.front()];
        auto values = near.valuesWithout(absence.leftOut);
        // Stacks that were never measured were assumed from others, perhaps from the one that is left out.
        const auto isMeasured = [this](const SoftwareStack &stack) {
            return std::any_of(m_keys.begin(), m_keys.end(), [&](const auto &key) { return key.stack == stack.name; });
        };
        if (absence.stack)
            std::erase_if(values.stacks,
                          [&](const SoftwareStack &stack) { return stack.name == gone.stack || !isMeasured(stack); });
        if (absence.computeClass)
            std::erase_if(values.curves,
                          [&](const EfficiencyCurves &curves) { return curves.computeClass == gone.computeClass; });
        return values;
    }

    void predictAbsences(const Neighbourhood &near)
    {
        std::vector<CalibrationValues> values;
        std::vector<std::vector<double>> errors;
        std::vector<std::pair<std::size_t, std::size_t>> tasks; // absence, row
        for (std::size_t a = 0; a < m_absences.size() && !isStopped(); ++a) {
            values.push_back(valuesWithout(near, m_absences[a]));
            errors.emplace_back(m_rows.size());
            for (const std::size_t row : m_absences[a].rows)
                tasks.emplace_back(a, row);
        }
        inParallel(m_options.threads, tasks.size(), [&](std::size_t t) {
            const auto [a, row] = tasks[t];
            if (isStopped())
                return;
            auto plan = m_rows[row].run.plan;
            if (m_absences[a].stack) {
                if (const auto *standIn = nearestStack(m_keys[row].stack, values[a].stacks))
                    plan.overlap = overlapOf(*standIn);
            }
            if (const auto step = predict(m_rows[row], plan, values[a]))
                errors[a][row] = std::abs(toSeconds(step->stepTime).value / m_rows[row].measured - 1);
        });
        for (std::size_t a = 0; a < errors.size(); ++a) {
            const auto &[level, rows, leftOut, stack, computeClass] = m_absences[a];
            m_result.groups.push_back({level, m_keys[rows.front()], m_rows[rows.front()].source,
                                       static_cast<int>(rows.size()), rounded(errorOf(rows, errors[a]))});
            if (level == SupportLevel::oneSource) {
                for (const std::size_t row : rows)
                    m_withoutSource[row] = std::max(m_single[row], errors[a][row]);
            }
        }
    }

    void addEntries()
    {
        using enum Part;
        for (const auto &[name, rows] : groupsBy({stack, computeClass, experts, nodes, sharding})) {
            std::set<std::string> sources;
            for (const std::size_t row : rows)
                sources.insert(m_rows[row].source);
            m_result.table.entries.push_back({m_keys[rows.front()],
                                              static_cast<int>(rows.size()),
                                              {sources.begin(), sources.end()},
                                              rounded(errorOf(rows, sources.size() > 1 ? m_withoutSource : m_single))});
        }
        m_result.table.source = m_options.source;
    }

    /// Errors never fall with the distance; a level on which nothing could be left out takes that of the next.
    void closeLevels()
    {
        using enum SupportLevel;
        auto &folds = m_result.table.folds;
        std::array<std::vector<double>, supportLevelCount> errors;
        for (const auto &group : m_result.groups)
            errors[indexOf(group.level)].push_back(group.error);
        for (std::size_t level = 0; level < supportLevelCount; ++level)
            folds[level] = {static_cast<int>(errors[level].size()), errorOfFourInFive(errors[level])};
        if (folds[indexOf(nothing)].folds == 0)
            folds[indexOf(nothing)].error = nothingKnown;
        for (const auto &[near, far] : supportOrder)
            folds[indexOf(far)].error = std::max(folds[indexOf(far)].error, folds[indexOf(near)].error);
        for (auto pair = supportOrder.rbegin(); pair != supportOrder.rend(); ++pair) {
            if (auto &fold = folds[indexOf(pair->first)]; fold.folds == 0 && pair->first != exact)
                fold.error = folds[indexOf(pair->second)].error;
        }
    }

    std::vector<FitRow> m_rows;
    const CalibrationValues &m_values;
    const SupportFitOptions &m_options;
    std::vector<SupportKey> m_keys;
    std::vector<double> m_residuals;
    std::vector<double> m_single;        ///< error of each row held back alone
    std::vector<double> m_withoutSource; ///< with its source, where that is larger
    std::vector<Absence> m_absences;
    MeasuredSupport m_result;
};

} // namespace

Result<MeasuredSupport> measureSupport(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                       const CalibrationValues &prior, const SupportFitOptions &options)
{
    auto prepared = fitRows(rows, values);
    std::erase_if(prepared, [&](const FitRow &row) { return !values.findStack(row.traits.stack); });
    if (prepared.empty())
        return nothingToFit();
    return SupportMeasurement(std::move(prepared), values, options).run(prior);
}

} // namespace heteroscope

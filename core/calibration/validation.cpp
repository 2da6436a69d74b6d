// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/validation.h"

#include "base/threads.h"
#include "calibration/run_case.h"
#include "cost/group_pricer.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace heteroscope {

namespace {

/// "FILE: line 7, column tp: ..." without the file, which the report names once.
std::string reasonOf(Error error)
{
    error.file.clear();
    return toString(error);
}

/// Plans of one model on equally many devices of one type: what a planner would choose between.
std::string groupOf(const RowPrediction &prediction)
{
    const auto &run = prediction.row.configuration;
    return prediction.row.source + '\n' + run.model + '\n' + run.gpu + '\n' + run.precision + '\n' +
           std::to_string(run.gpus);
}

std::optional<double> groupedTau(const std::vector<const RowPrediction *> &rows)
{
    struct Pairs
    {
        std::vector<double> predicted, measured;
    };
    std::map<std::string, Pairs> groups;
    for (const auto *row : rows) {
        const auto &run = row->row.configuration;
        const double tokens = static_cast<double>(run.globalBatch) * run.sequence;
        auto &group = groups[groupOf(*row)];
        group.predicted.push_back(row->predicted->value / tokens);
        group.measured.push_back(row->row.measured->value / tokens);
    }
    double sum = 0;
    double weight = 0;
    for (const auto &[name, group] : groups) {
        if (group.measured.size() < 3)
            continue;
        if (const auto tau = kendallTau(group.predicted, group.measured)) {
            const auto size = static_cast<double>(group.measured.size());
            sum += size * *tau;
            weight += size;
        }
    }
    if (weight <= 0)
        return {};
    return sum / weight;
}

/// Plans for one job on the same devices.
std::string jobOf(const RowPrediction &prediction)
{
    const auto &run = prediction.row.configuration;
    return groupOf(prediction) + '\n' + std::to_string(run.layers) + ' ' + std::to_string(run.hidden) + ' ' +
           std::to_string(run.sequence) + ' ' + std::to_string(run.globalBatch);
}

FeasibilityCount countFeasible(const std::vector<const RowPrediction *> &rows)
{
    FeasibilityCount count;
    for (const auto *row : rows) {
        if (!row->predicted && !(row->refused && row->row.failed))
            continue;
        if (row->row.measured) {
            ++count.ran;
            count.ranCalledInfeasible += row->feasible ? 0 : 1;
        } else if (row->row.failed) {
            ++count.failed;
            count.failedCalledInfeasible += row->feasible && !row->refused ? 0 : 1;
        }
    }
    return count;
}

Result<StepResult> predictRun(const RunConfiguration &configuration, const CalibrationValues &calibration,
                              const NodeLinks &links)
{
    const auto run = buildRunCase(configuration, links);
    if (!run)
        return run.error();
    const auto topology = Topology::build(run->cluster);
    if (!topology)
        return topology.error();
    GroupPricer pricer(*topology, run->workload, Seconds(0), &calibration);
    return predictStep(pricer, run->plan, {.timeline = false});
}

/// Whether a run that does not say what it recomputes would fit if that were every layer.
bool fitsWithRecompute(RunConfiguration configuration, const CalibrationValues &calibration, const NodeLinks &links)
{
    if (statesRecompute(configuration))
        return false;
    configuration.recompute = "full";
    const auto step = predictRun(configuration, calibration, links);
    return step && step->feasible;
}

} // namespace

Regret regretOf(const std::vector<const RowPrediction *> &rows)
{
    std::map<std::string, std::vector<const RowPrediction *>> jobs;
    for (const auto *row : rows) {
        if (row->error())
            jobs[jobOf(*row)].push_back(row);
    }
    Regret regret;
    double sum = 0;
    for (const auto &[job, plans] : jobs) {
        if (plans.size() < 2)
            continue;
        const auto fastest = *std::min_element(plans.begin(), plans.end(), [](const auto *a, const auto *b) {
            return a->predicted->value < b->predicted->value;
        });
        Seconds chosen;
        double alike = 0;
        for (const auto *plan : plans) {
            if (*plan->predicted == *fastest->predicted) {
                chosen += *plan->row.measured;
                ++alike;
            }
        }
        const auto best = *std::min_element(plans.begin(), plans.end(), [](const auto *a, const auto *b) {
            return a->row.measured->value < b->row.measured->value;
        });
        const double lost = chosen / alike / *best->row.measured - 1;
        ++regret.groups;
        sum += lost;
        regret.worst = std::max(regret.worst, lost);
    }
    if (regret.groups > 0)
        regret.mean = sum / static_cast<double>(regret.groups);
    return regret;
}

std::optional<double> RowPrediction::error() const
{
    if (!predicted || !row.measured)
        return {};
    return *predicted / *row.measured - 1;
}

std::optional<double> RowPrediction::memoryError() const
{
    if (!peakMemory || !row.peakMemory)
        return {};
    return *peakMemory / *row.peakMemory - 1;
}

std::optional<bool> RowPrediction::inRange() const
{
    const auto own = error();
    if (!own)
        return {};
    return std::abs(*own) <= uncertainty;
}

double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const double place = q * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

std::optional<double> kendallTau(const std::vector<double> &a, const std::vector<double> &b)
{
    double balance = 0;
    double differsInA = 0;
    double differsInB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = i + 1; j < a.size(); ++j) {
            const int signA = (a[i] > a[j]) - (a[i] < a[j]);
            const int signB = (b[i] > b[j]) - (b[i] < b[j]);
            balance += signA * signB;
            differsInA += signA != 0;
            differsInB += signB != 0;
        }
    }
    if (differsInA <= 0 || differsInB <= 0)
        return {};
    return balance / std::sqrt(differsInA * differsInB);
}

RowPrediction predictRow(const RunRow &row, const CalibrationValues &calibration, const NodeLinks &links)
{
    RowPrediction result;
    result.row = row;
    Seconds sum;
    Bytes peak;
    const auto runs = wholeLayerRuns(row.configuration);
    for (const auto &configuration : runs) {
        const auto step = predictRun(configuration, calibration, links);
        if (!step) {
            result.skipped = reasonOf(step.error());
            result.refused = step.error().code == Error::Code::invalid;
            return result;
        }
        sum += toSeconds(step->stepTime);
        result.uncertainty = std::max(result.uncertainty, step->uncertainty);
        const bool fits = step->feasible || fitsWithRecompute(configuration, calibration, links);
        result.feasible = result.feasible && fits;
        for (const auto &lane : step->lanes)
            peak = std::max(peak, lane.memory.total());
    }
    result.predicted = sum / static_cast<double>(runs.size());
    result.peakMemory = peak;
    return result;
}

Result<std::vector<RowPrediction>> readRunRows(const CsvTable &table)
{
    if (const auto status = checkRunColumns(table); !status)
        return status.error();
    std::vector<RowPrediction> rows;
    for (const auto &cells : table.rows) {
        RowPrediction prediction;
        auto row = readRunRow(table, cells);
        if (row) {
            prediction.row = std::move(*row);
        } else {
            prediction.row.id = table.cell(cells, "id");
            prediction.row.source = sourceOf(prediction.row.id);
            prediction.skipped = toString(row.error());
        }
        rows.push_back(std::move(prediction));
    }
    return rows;
}

ErrorSummary summarizeErrors(const std::vector<const RowPrediction *> &rows)
{
    ErrorSummary summary;
    std::vector<double> errors;
    std::vector<double> memory;
    std::vector<const RowPrediction *> scored;
    std::size_t within = 0;
    for (const auto *row : rows) {
        summary.skipped += row->skipped.empty() ? 0 : 1;
        if (const auto error = row->error()) {
            errors.push_back(std::abs(*error));
            scored.push_back(row);
            within += row->inRange().value_or(false) ? 1 : 0;
        }
        if (const auto error = row->memoryError())
            memory.push_back(std::abs(*error));
    }
    const auto mean = [](const std::vector<double> &values) {
        double sum = 0;
        for (const double value : values)
            sum += value;
        return values.empty() ? 0 : sum / static_cast<double>(values.size());
    };
    summary.rows = errors.size();
    if (!errors.empty())
        summary.inRange = static_cast<double>(within) / static_cast<double>(errors.size());
    summary.mape = mean(errors);
    summary.medianError = quantile(errors, 0.5);
    summary.p90Error = quantile(errors, 0.9);
    summary.maxError = quantile(errors, 1);
    summary.kendallTau = groupedTau(scored);
    if (!memory.empty())
        summary.memoryMape = mean(memory);
    summary.regret = regretOf(scored);
    summary.feasibility = countFeasible(rows);
    return summary;
}

Validation validateRows(std::vector<RowPrediction> rows, const CalibrationValues &calibration, const NodeLinks &links,
                        int threads, const StopToken &stop, Progress *progress)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    const auto work = [&](unsigned) {
        for (std::size_t i = next++; i < rows.size() && !stop.stop_requested(); i = next++) {
            if (rows[i].skipped.empty())
                rows[i] = predictRow(rows[i].row, calibration, links);
            if (progress)
                progress->report({++done, rows.size(), ProgressTask::validating});
        }
    };
    onThreads(static_cast<unsigned>(std::max(1, threads)), work);
    Validation validation;
    validation.rows = std::move(rows);
    std::map<std::string, std::vector<const RowPrediction *>> bySource;
    std::vector<const RowPrediction *> all;
    for (const auto &row : validation.rows) {
        bySource[row.row.source].push_back(&row);
        all.push_back(&row);
    }
    for (const auto &[source, list] : bySource)
        validation.bySource[source] = summarizeErrors(list);
    validation.all = summarizeErrors(all);
    return validation;
}

} // namespace heteroscope

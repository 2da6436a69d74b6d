// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope validate CSV... [--profiles DIR] [--calibration FILE...] [--json F]
#include "base/numbers.h"
#include "calibration/validation.h"
#include "commands/command.h"
#include "commands/measured_profiles.h"
#include "commands/number_check.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <thread>

namespace heteroscope {

namespace {

struct ValidateOptions
{
    std::vector<std::string> files;
    CalibrationOptions calibration;
    std::string json;
    int worst = 10;
};

Json numberOrNull(const std::optional<double> &value) { return value ? Json(*value) : Json(); }

Json summaryJson(const ErrorSummary &summary)
{
    Json regret;
    if (summary.regret.groups > 0)
        regret = {{"groups", summary.regret.groups}, {"mean", summary.regret.mean}, {"worst", summary.regret.worst}};
    return Json{{"rows", summary.rows},
                {"skipped", summary.skipped},
                {"mape", summary.mape},
                {"medianError", summary.medianError},
                {"p90Error", summary.p90Error},
                {"maxError", summary.maxError},
                {"kendallTau", numberOrNull(summary.kendallTau)},
                {"memoryMape", numberOrNull(summary.memoryMape)},
                {"inRange", numberOrNull(summary.inRange)},
                {"regret", std::move(regret)},
                {"feasibility",
                 {{"ran", summary.feasibility.ran},
                  {"ranCalledInfeasible", summary.feasibility.ranCalledInfeasible},
                  {"failed", summary.feasibility.failed},
                  {"failedCalledInfeasible", summary.feasibility.failedCalledInfeasible}}}};
}

Json validationJson(const Validation &validation)
{
    Json rows = Json::array();
    for (const auto &row : validation.rows) {
        const auto seconds = [](const std::optional<Seconds> &time) { return time ? Json(time->value) : Json(); };
        const auto bytes = [](const std::optional<Bytes> &size) { return size ? Json(size->value) : Json(); };
        rows.push_back(Json{{"id", row.row.id},
                            {"source", row.row.source},
                            {"measured", seconds(row.row.measured)},
                            {"predicted", seconds(row.predicted)},
                            {"error", numberOrNull(row.error())},
                            {"uncertainty", row.predicted ? Json(row.uncertainty) : Json()},
                            {"inRange", row.inRange() ? Json(*row.inRange()) : Json()},
                            {"feasible", row.predicted ? Json(row.feasible) : Json()},
                            {"peakMemoryMeasured", bytes(row.row.peakMemory)},
                            {"peakMemoryPredicted", bytes(row.peakMemory)},
                            {"skipped", row.skipped.empty() ? Json() : Json(row.skipped)}});
    }
    Json bySource = Json::object();
    for (const auto &[source, summary] : validation.bySource)
        bySource[source] = summaryJson(summary);
    return Json{{"rows", std::move(rows)}, {"summary", std::move(bySource)}, {"total", summaryJson(validation.all)}};
}

std::string percent(double share) { return fmt::format("{:.1f}", share * 100); }

/// "5.0" per cent of `whole`, "-" of nothing.
std::string shareText(std::size_t part, std::size_t whole)
{
    return whole > 0 ? percent(static_cast<double>(part) / static_cast<double>(whole)) : "-";
}

void addSummary(TextTable &table, const std::string &name, const ErrorSummary &summary)
{
    const auto cell = [](double share) { return TableCell(percent(share), share * 100); };
    table.add({name, summary.rows, summary.skipped, cell(summary.mape), cell(summary.medianError),
               cell(summary.p90Error), cell(summary.maxError),
               summary.kendallTau ? TableCell(fmt::format("{:.2f}", *summary.kendallTau), *summary.kendallTau)
                                  : TableCell("-"),
               summary.memoryMape ? cell(*summary.memoryMape) : TableCell("-"),
               summary.inRange ? cell(*summary.inRange) : TableCell("-")});
}

void addChoice(TextTable &table, const std::string &name, const ErrorSummary &summary)
{
    const auto &regret = summary.regret;
    const auto &count = summary.feasibility;
    const bool chosen = regret.groups > 0;
    table.add({name, std::to_string(regret.groups), chosen ? percent(regret.mean) : "-",
               chosen ? percent(regret.worst) : "-", std::to_string(count.ran),
               shareText(count.ranCalledInfeasible, count.ran), std::to_string(count.failed),
               shareText(count.failedCalledInfeasible, count.failed)});
}

/// What the predictions are for: choosing the fastest of the plans for a job, and telling which plans fit.
void printChoices(const Validation &validation, std::ostream &out)
{
    TextTable table({"source", "jobs", "regret %", "worst %", "ran", "infeasible %", "failed", "infeasible %"});
    for (const auto &[source, summary] : validation.bySource)
        addChoice(table, source.empty() ? "(no id)" : source, summary);
    addChoice(table, "all", validation.all);
    out << "\nregret: measured time of the plan predicted fastest over the best measured one, in jobs with at least "
           "two plans;\ninfeasible: share of the runs that the predicted memory does not allow; of a run that does not "
           "state its recompute,\nnot even with full recompute\n"
        << table.text();
}

void print(const Validation &validation, int worst, const Streams &streams)
{
    std::ostream &out = streams.out;
    TextTable table(
        {"source", "rows", "skipped", "mean %", "median %", "p90 %", "max %", "tau", "memory %", "in range %"});
    for (const auto &[source, summary] : validation.bySource)
        addSummary(table, source.empty() ? "(no id)" : source, summary);
    addSummary(table, "all", validation.all);
    printTable(table, streams);
    out << "in range: share of the rows within the uncertainty that their prediction states\n";
    printChoices(validation, out);

    std::vector<const RowPrediction *> scored;
    for (const auto &row : validation.rows) {
        if (row.error())
            scored.push_back(&row);
    }
    std::sort(scored.begin(), scored.end(), [](const auto *a, const auto *b) {
        return std::pair(-std::abs(*a->error()), a->row.id) < std::pair(-std::abs(*b->error()), b->row.id);
    });
    scored.resize(std::min(scored.size(), static_cast<std::size_t>(worst)));
    if (!scored.empty())
        out << "\nlargest errors\n";
    for (const auto *row : scored)
        out << fmt::format("  {:>8}  {}: {} predicted, {} measured\n", signedPercentText(*row->error()), row->row.id,
                           secondsText(*row->predicted), secondsText(*row->row.measured));
    const auto skipped = validation.all.skipped;
    if (skipped > 0)
        out << fmt::format("\nnot predicted: {} of {}\n", skipped, countedText(validation.rows.size(), "row"));
    for (const auto &row : validation.rows) {
        if (!row.skipped.empty())
            out << fmt::format("  {}: {}\n", row.row.id, row.skipped);
    }
}

ExitStatus validate(const ValidateOptions &options, const Streams &streams)
{
    std::vector<RowPrediction> rows;
    for (const auto &file : options.files) {
        const auto table = readCsvFile(file);
        if (!table)
            return fail(streams, table.error());
        auto part = readRunRows(*table);
        if (!part)
            return fail(streams, part.error());
        std::move(part->begin(), part->end(), std::back_inserter(rows));
    }
    NodeLinks links;
    const auto values = readCalibration(options.calibration, &links);
    if (!values)
        return fail(streams, values.error());
    const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    beginWork(streams);
    const auto validation = validateRows(std::move(rows), *values, links, threads, streams.foreground.stop(),
                                         streams.foreground.progress());
    streams.foreground.clearProgress();
    const auto isLeftOut = [](const RowPrediction &row) { return !row.predicted && row.skipped.empty(); };
    if (std::any_of(validation.rows.begin(), validation.rows.end(), isLeftOut))
        return failStopped(streams, "all rows were predicted");
    if (options.json != "-")
        print(validation, options.worst, streams);
    if (const auto status = writeJson(validationJson(validation), options.json, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

} // namespace

CommandBody addValidateCommand(CLI::App &parser)
{
    const auto options = std::make_shared<ValidateOptions>();
    parser.add_option("csv", options->files, "files of measured steps")->required();
    addCalibrationOptions(parser, options->calibration);
    parser.add_option("--json", options->json, "write rows and summary as JSON (- for standard output)");
    parser.add_option("--worst", options->worst, "number of largest errors to print")
        ->check(wholeNumberBetween(0, std::numeric_limits<int>::max()));
    return [options](const Streams &streams) { return validate(*options, streams); };
}

} // namespace heteroscope

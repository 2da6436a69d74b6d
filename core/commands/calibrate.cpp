// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope calibrate CSV... (-o FILE [--scale | --layers | --kernels] | --support FILE)
// hscope calibrate MEASUREMENTS.json [CSV...] -o FILE [--device-type NAME] [--network TEXT]
#include "base/numbers.h"
#include "calibration/calibration_fit.h"
#include "calibration/kernel_fit.h"
#include "calibration/layer_fit.h"
#include "calibration/run_case.h"
#include "calibration/support_fit.h"
#include "calibration/validation.h"
#include "commands/calibrate_machine.h"
#include "commands/command.h"
#include "commands/number_check.h"
#include "cost/nearest_stack.h"
#include "cost/support_file.h"
#include "report/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

namespace heteroscope {

namespace {

struct CalibrateOptions
{
    std::vector<std::string> files;
    std::string output;
    std::vector<std::string> only;
    bool keep = false;
    std::string source = "hscope calibrate";
    int iterations = 12;
    double priorWeight = FitOptions().priorWeight;
    bool scale = false;
    bool layers = false;
    bool kernels = false;
    std::string support;
    CalibrateMachineOptions machine;
};

Result<std::vector<RunRow>> readRows(const std::vector<std::string> &files)
{
    std::vector<RunRow> rows;
    for (const auto &file : files) {
        const auto table = readCsvFile(file);
        if (!table)
            return table.error();
        auto part = readRunRows(*table);
        if (!part)
            return part.error();
        for (auto &row : *part) {
            if (row.skipped.empty())
                rows.push_back(std::move(row.row));
        }
    }
    return rows;
}

void print(const FitResult &fit, const Streams &streams)
{
    TextTable table({"constant", "before", "after"});
    for (const auto &constant : fit.constants) {
        if (std::abs(constant.after / constant.before - 1) > 0.005)
            table.add({constant.name, inputCell(constant.before), inputCell(constant.after)});
    }
    printRows("constants", table, streams);
    streams.out << fmt::format("\n{}, {}, {}: mean error {} -> {}, left out {}\n", countedText(fit.rows, "row"),
                               countedText(fit.constants.size(), "constant"),
                               countedText(static_cast<std::size_t>(fit.iterations), "iteration"),
                               percentText(fit.errorBefore), percentText(fit.errorAfter),
                               percentText(fit.errorLeftOut));
}

/// All times of the stacks of the rows by one factor: as the gemm factor and host times would, but exactly.
ExitStatus scale(const CalibrateOptions &options, const std::vector<RunRow> &rows, const Streams &streams)
{
    const auto factor = fitScale(rows, builtinCalibration());
    if (!factor)
        return fail(streams, factor.error());
    auto values = builtinCalibration();
    std::erase_if(values.stacks, [&rows](const SoftwareStack &stack) {
        return std::none_of(rows.begin(), rows.end(),
                            [&stack](const RunRow &row) { return softwareStackOf(row.configuration) == stack.name; });
    });
    // A framework that nobody calibrated becomes a stack of its own: the nearest one, scaled.
    for (const auto &row : rows) {
        const auto &framework = row.configuration.framework;
        if (framework.empty() || !softwareStackOf(framework).empty() || values.findStack(framework))
            continue;
        auto stack = *nearestStack(framework, builtinCalibration().stacks);
        stack.source = "constants of " + stack.name + " (" + stack.source + ")";
        stack.name = framework;
        values.stacks.push_back(std::move(stack));
    }
    values.curves.clear();
    values.links.clear();
    for (auto &stack : values.stacks) {
        stack.scale *= *factor;
        stack.source += fmt::format("; all times scaled by {:.4f} from {}", *factor, countedText(rows.size(), "row"));
    }
    TextTable table({"factor", "rows"});
    table.add({{fmt::format("{:.4f}", *factor), *factor}, rows.size()});
    printResult(fmt::format("factor {:.4f} from {}\n", *factor, countedText(rows.size(), "row")), table,
                table.json().front(), streams);
    if (const auto status = writeJson(toJson(values), options.output, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

ExitStatus layers(const CalibrateOptions &options, const std::vector<RunRow> &rows, const Streams &streams)
{
    const auto threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto profiles = fitLayerProfiles(rows, builtinCalibration(), threads);
    if (!profiles)
        return fail(streams, profiles.error());
    if (options.output != "-") {
        TextTable table({"layer shapes", "rows"});
        table.add({profiles->size(), rows.size()});
        printResult(
            fmt::format("{} from {}\n", countedText(profiles->size(), "layer shape"), countedText(rows.size(), "row")),
            table, table.json().front(), streams);
    }
    if (const auto status = writeJson(toJson(*profiles), options.output, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

void print(const KernelFits &fits, const Streams &streams)
{
    TextTable table({"class", "rows", "sources", "prior %", "fit %", "left out %", "uncertainty %"});
    const auto percent = [](double share) { return TableCell(fmt::format("{:.1f}", 100 * share), 100 * share); };
    for (const auto &fit : fits.classes)
        table.add({fit.curves.computeClass, fit.rows, fit.sources.size(), percent(fit.errorBefore),
                   percent(fit.errorAfter), percent(fit.errorLeftOut), percent(fit.curves.uncertainty)});
    printRows("classes", table, streams);
    streams.out << '\n';
    for (const auto &software : fits.software)
        streams.out << fmt::format("{}: elementwise {:.2f}, scoreBytes {:.1f}, gemm {:.3f}, hostLayer {}\n",
                                   software.name, software.elementwise, software.scoreBytes, software.gemm,
                                   inputText(software.hostLayer.value));
}

/// The curves of device classes from tables of kernel times; the file holds these classes only.
ExitStatus kernels(const CalibrateOptions &options, const Streams &streams)
{
    std::vector<KernelRow> rows;
    for (const auto &file : options.files) {
        const auto table = readCsvFile(file);
        if (!table)
            return fail(streams, table.error());
        auto part = readKernelRows(*table);
        if (!part)
            return fail(streams, part.error());
        std::move(part->begin(), part->end(), std::back_inserter(rows));
    }
    const auto prior = priorCalibration();
    if (!prior)
        return fail(streams, prior.error());
    auto fits = fitKernels(rows, *prior, builtinCalibration(), options.source);
    if (!fits)
        return fail(streams, fits.error());
    std::erase_if(fits->classes, [&options](const KernelFit &fit) {
        return !options.only.empty() &&
               std::find(options.only.begin(), options.only.end(), fit.curves.computeClass) == options.only.end();
    });
    CalibrationValues values;
    for (const auto &fit : fits->classes)
        values.curves.push_back(fit.curves);
    if (options.output != "-")
        print(*fits, streams);
    if (const auto status = writeJson(toJson(values), options.output, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

void print(const MeasuredSupport &measured, const Streams &streams)
{
    const auto &table = measured.table;
    TextTable entries({"stack", "class", "model", "nodes", "ZeRO", "rows", "sources", "error"});
    for (const auto &[key, rows, sources, error] : table.entries)
        entries.add({key.stack, key.computeClass, key.experts ? "experts" : "dense", key.manyNodes ? "many" : "one",
                     key.zeroStage, rows, fmt::format("{}", fmt::join(sources, " ")), shareCell(error)});
    TextTable groups({"held back", "stack", "class", "model", "nodes", "ZeRO", "source", "rows", "error"});
    for (const auto &[level, key, source, rows, error] : measured.groups)
        groups.add({std::string(supportLevelNames[static_cast<std::size_t>(level)]), key.stack, key.computeClass,
                    key.experts ? "experts" : "dense", key.manyNodes ? "many" : "one", std::to_string(key.zeroStage),
                    source, std::to_string(rows), percentText(error)});
    TextTable levels({"level", "groups left out", "error"});
    for (std::size_t level = 1; level < supportLevelCount; ++level)
        levels.add({std::string(supportLevelNames[level]), std::to_string(table.folds[level].folds),
                    percentText(table.folds[level].error)});
    printRows("entries", entries, streams);
    streams.out << "\ngroups, by their first rows\n" << groups.text() << '\n' << levels.text();
}

/// How far the shipped constants can be trusted.
ExitStatus support(const CalibrateOptions &options, const std::vector<RunRow> &rows, const Streams &streams)
{
    const auto prior = priorCalibration();
    if (!prior)
        return fail(streams, prior.error());
    SupportFitOptions measuring;
    measuring.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    measuring.priorWeight = options.priorWeight;
    measuring.source = options.source;
    beginWork(streams);
    measuring.stop = streams.foreground.stop();
    measuring.progress = streams.foreground.progress();
    const auto table = measureSupport(rows, builtinCalibration(), *prior, measuring);
    streams.foreground.clearProgress();
    if (streams.foreground.isStopped())
        return failStopped(streams, "the errors were measured; nothing was written");
    if (!table)
        return fail(streams, table.error());
    if (options.support != "-")
        print(*table, streams);
    if (const auto status = writeJson(toJson(table->table), options.support, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

/// The files are one of collect.py, and tables of steps.
ExitStatus machine(const CalibrateOptions &options, const std::string &measurements, const Streams &streams)
{
    auto tables = options.files;
    std::erase(tables, measurements);
    const auto other = std::find_if(tables.begin(), tables.end(), isJsonFile);
    if (other != tables.end())
        return fail(streams, Error{Error::Code::invalid,
                                   *other,
                                   {},
                                   "a second file of measurements",
                                   "one such file, and tables of measured steps",
                                   "calibrate one device type after the other; --calibration takes several files"});
    if (options.scale || options.layers)
        return fail(streams, Error{Error::Code::invalid,
                                   measurements,
                                   {},
                                   options.scale ? "--scale" : "--layers",
                                   "tables of measured steps alone",
                                   "leave the option out: steps beside measurements give factors of their own"});
    const auto rows = readRows(tables);
    if (!rows)
        return fail(streams, rows.error());
    return calibrateMachine(measurements, *rows, options.machine, options.output, streams);
}

ExitStatus calibrate(const CalibrateOptions &options, const Streams &streams)
{
    if (const auto json = std::find_if(options.files.begin(), options.files.end(), isJsonFile);
        json != options.files.end())
        return machine(options, *json, streams);
    if (options.kernels)
        return kernels(options, streams);
    const auto rows = readRows(options.files);
    if (!rows)
        return fail(streams, rows.error());
    if (!options.support.empty())
        return support(options, *rows, streams);
    if (options.scale)
        return scale(options, *rows, streams);
    if (options.layers)
        return layers(options, *rows, streams);
    Progress progress([&streams](const ProgressUpdate &update) {
        streams.err << fmt::format("iteration {} of {}\n", update.done, update.total);
    });
    FitOptions fitting;
    fitting.iterations = options.iterations;
    fitting.priorWeight = options.priorWeight;
    fitting.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    fitting.progress = &progress;
    beginWork(streams);
    fitting.stop = streams.foreground.stop();
    fitting.source = options.source;
    if (!options.only.empty())
        fitting.isFree = [&options](const std::string &name) {
            return std::any_of(options.only.begin(), options.only.end(),
                               [&name](const std::string &part) { return name.find(part) != std::string::npos; });
        };
    const auto prior = priorCalibration();
    if (!prior)
        return fail(streams, prior.error());
    const auto fit = fitConstants(*rows, options.keep ? builtinCalibration() : *prior, fitting);
    if (!fit)
        return fail(streams, fit.error());
    if (streams.foreground.isStopped())
        return failStopped(streams, "the fit had converged; nothing was written");
    if (options.output != "-")
        print(*fit, streams);
    if (const auto status = writeJson(toJson(fit->values), options.output, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

} // namespace

CommandBody addCalibrateCommand(CLI::App &parser)
{
    const auto options = std::make_shared<CalibrateOptions>();
    parser.add_option("csv", options->files, "files of measured steps; or one of collect.py, and steps beside it")
        ->required();
    auto *outputs = parser.add_option_group("output", "what to write");
    outputs->add_option("-o,--output", options->output, "calibration file to write (- for standard output)");
    auto *support = outputs->add_option(
        "--support", options->support,
        "measure the error of the shipped constants by held-back groups of rows, and write it to this "
        "file (- for standard output)");
    outputs->require_option(1);
    auto *scale = parser.add_flag("--scale", options->scale, "fit one factor for all times instead of the constants");
    auto *layers = parser.add_flag("--layers", options->layers,
                                   "write layer profiles (for validate --profiles) instead of constants");
    auto *kernels = parser.add_flag(
        "--kernels", options->kernels,
        "the files are tables of kernel times: write the curves of their devices' classes (--only names them)");
    layers->excludes(scale);
    kernels->excludes(scale)->excludes(layers);
    support->excludes(scale)->excludes(layers)->excludes(kernels);
    parser.add_option("--source", options->source, "source text for the file; should include a date");
    parser.add_option("--only", options->only, "fit only constants whose name contains one of these texts");
    parser.add_option("--device-type", options->machine.deviceType,
                      "with a file of collect.py: the catalog's name of the device, if it is not recognized");
    parser.add_option("--network", options->machine.network,
                      "with a file of collect.py over several nodes: what joins them, as \"8x NDR/400G per node\"");
    parser.add_flag("--keep", options->keep, "start from the shipped constants instead of their priors");
    parser
        .add_option("--prior-weight", options->priorWeight,
                    "weight of the prior: squared error that counts as much as a constant moved by its freedom")
        ->check(positiveNumber());
    parser.add_option("--iterations", options->iterations, "max number of iterations")
        ->check(wholeNumberBetween(1, std::numeric_limits<int>::max()));
    return [options](const Streams &streams) { return calibrate(*options, streams); };
}

} // namespace heteroscope

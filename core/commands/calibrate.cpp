// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope calibrate CSV... -o FILE [--scale | --layers]
// hscope calibrate MEASUREMENTS.json [CSV...] -o FILE [--device-type NAME] [--network TEXT]
#include "base/numbers.h"
#include "calibration/calibration_fit.h"
#include "calibration/layer_fit.h"
#include "calibration/run_case.h"
#include "calibration/validation.h"
#include "commands/calibrate_machine.h"
#include "commands/command.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

void print(const FitResult &fit, std::ostream &out)
{
    TextTable table({"constant", "before", "after"});
    for (const auto &constant : fit.constants) {
        if (std::abs(constant.after / constant.before - 1) > 0.005)
            table.add({constant.name, inputText(constant.before), inputText(constant.after)});
    }
    out << table.text()
        << fmt::format("\n{} rows, {} constants, {} iterations: mean error {} -> {}, left out {}\n", fit.rows,
                       fit.constants.size(), fit.iterations, percentText(fit.errorBefore), percentText(fit.errorAfter),
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
        return std::none_of(rows.begin(), rows.end(), [&stack](const RunRow &row) {
            return softwareStackOf(row.configuration.framework) == stack.name;
        });
    });
    values.curves.clear();
    values.links.clear();
    for (auto &stack : values.stacks) {
        stack.scale *= *factor;
        stack.source += fmt::format("; all times scaled by {:.4f} from {} rows", *factor, rows.size());
    }
    streams.out << fmt::format("factor {:.4f} from {} rows\n", *factor, rows.size());
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
    if (options.output != "-")
        streams.out << fmt::format("{} layer shapes from {} rows\n", profiles->size(), rows.size());
    if (const auto status = writeJson(toJson(*profiles), options.output, streams); !status)
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
    const auto rows = readRows(options.files);
    if (!rows)
        return fail(streams, rows.error());
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
        print(*fit, streams.out);
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
    parser.add_option("-o,--output", options->output, "calibration file to write (- for standard output)")->required();
    parser.add_flag("--scale", options->scale, "fit one factor for all times instead of the constants");
    parser.add_flag("--layers", options->layers, "write layer profiles (for validate --profiles) instead of constants")
        ->excludes("--scale");
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
        ->check(CLI::PositiveNumber);
    parser.add_option("--iterations", options->iterations, "max number of iterations")->check(CLI::PositiveNumber);
    return [options](const Streams &streams) { return calibrate(*options, streams); };
}

} // namespace heteroscope

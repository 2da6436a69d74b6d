// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"

#include "base/freed_memory.h"
#include "base/out_of_memory.h"
#include "base/reserved_memory.h"
#include "base/same_file.h"
#include "commands/command.h"
#include "commands/printable_stream.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace heteroscope {

namespace {

/// Runs a command; what it could not print is an error of its own.
ExitStatus runCommand(const CommandBody &body, const Streams &streams)
{
    const ExitStatus status = body(streams);
    streams.err.flush();
    return streams.out.flush() && streams.data.flush() ? status : fail(streams, standardOutputError());
}

// The options that name files, in all commands.
constexpr std::array<std::string_view, 3> outputOptions = {"json", "output", "trace"};
constexpr std::array<std::string_view, 12> inputOptions = {
    "project", "spec", "a", "b", "files", "csv", "certificate", "sheet", "plan", "why-not", "schedule", "calibration"};

/// What a command writes must not be what it reads, nor two things one file.
Status checkOutputs(const CLI::App &command)
{
    std::vector<std::string> outputs, others;
    for (const auto *option : command.get_options()) {
        const auto &name = option->get_single_name();
        auto *files = std::find(outputOptions.begin(), outputOptions.end(), name) != outputOptions.end() ? &outputs
                      : std::find(inputOptions.begin(), inputOptions.end(), name) != inputOptions.end()  ? &others
                                                                                                         : nullptr;
        if (files)
            files->insert(files->end(), option->results().begin(), option->results().end());
    }
    for (const auto &output : outputs) {
        if (output == "-")
            continue;
        if (auto status = checkOutput(output, others); !status)
            return status;
        others.push_back(output);
    }
    return {};
}

int parseAndRun(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err,
                const RunConditions &conditions)
{
    Foreground foreground(conditions);
    CLI::App parser("hscope: simulate and plan training steps on mixed hardware", "hscope");
    parser.require_subcommand(1);
    std::vector<std::pair<CLI::App *, CommandBody>> commands;
    const auto add = [&](const char *name, const char *what, CommandBody (*build)(CLI::App &)) {
        auto *command = parser.add_subcommand(name, what);
        commands.emplace_back(command, build(*command));
    };
    add("simulate", "simulate one training step", addSimulateCommand);
    add("explain", "explain a predicted step, down to single operations", addExplainCommand);
    add("plan", "search for the best plan", addPlanCommand);
    add("compare", "say why the step of one project takes longer than that of another", addCompareCommand);
    add("diff", "say what changed between two projects", addDiffCommand);
    add("check-certificate", "verify the certificate of a search, without searching", addCheckCertificateCommand);
    add("lint", "check files against schema and rules", addLintCommand);
    add("validate", "predict measured steps and print the errors", addValidateCommand);
    add("calibrate", "fit the constants of the cost model to measured steps", addCalibrateCommand);
    add("profiles", "convert measured layers of other tools to layer profiles", addProfilesCommand);
    add("new", "make a project from a line of text", addNewCommand);
    add("import", "import files of other tools", addImportCommand);
    add("export", "write a plan for other tools", addExportCommand);
    add("report", "write a page about the best plan", addReportCommand);
    add("design", "find the clusters of a choice that are worth their price", addDesignCommand);
    add("sheet", "make exercise sheets from lessons, different for each student", addSheetCommand);
    add("grade", "check projects that were handed in for a sheet", addGradeCommand);
    add("catalog", "list the built-in catalog", addCatalogCommand);
    try {
        // CLI11 takes the arguments from the back.
        parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        const auto *chosen = parser.get_subcommands().empty() ? &parser : parser.get_subcommands().front();
        out << chosen->help();
        return static_cast<int>(ExitStatus::done);
    } catch (const CLI::ParseError &failure) {
        err << "hscope: " << printable(failure.what()) << "\nTry hscope --help\n";
        return static_cast<int>(ExitStatus::usage);
    }
    PrintableStream printed(out);
    PrintableStream errors(err);
    errors << std::unitbuf; // progress is read while the command runs
    const auto chosen =
        std::find_if(commands.begin(), commands.end(), [](const auto &command) { return command.first->parsed(); });
    if (chosen == commands.end())
        return static_cast<int>(ExitStatus::usage);
    const Streams streams{printed, errors, out, foreground};
    const auto outputs = checkOutputs(*chosen->first);
    return static_cast<int>(outputs ? runCommand(chosen->second, streams) : fail(streams, outputs.error()));
}

/// Where even the message has no memory.
int failWithoutMemory(std::ostream &err)
{
    try {
        err << "hscope: " << toString(outOfMemory()) << '\n';
    } catch (const std::bad_alloc &) {
        err.clear();
        err.write("hscope: no memory left\n", 23);
    }
    return static_cast<int>(ExitStatus::internal);
}

} // namespace

int runHscope(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err,
              const RunConditions &conditions)
{
    keepFreedMemory();
    reserveMemory();
    try {
        return parseAndRun(arguments, out, err, conditions);
    } catch (const std::bad_alloc &) {
        return failWithoutMemory(err);
    } catch (const std::length_error &) { // a container larger than the address space
        return failWithoutMemory(err);
    }
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions shared by the subcommands, and the declarations of all subcommands.
#pragma once

#include "base/files.h"
#include "cluster/topology.h"
#include "commands/foreground.h"
#include "project/project.h"
#include "report/text_table.h"
#include "json/json.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <iostream>
#include <optional>

namespace heteroscope {

/// What a command prints for its result: --format.
enum class OutputFormat {
    table, ///< text for people
    csv,   ///< the main table of the result
    json,
};

/// Where a command writes. Text for people may hold names from files, so its control characters are written out
/// (printable_stream.h), and it goes nowhere unless the format is `table`; data goes to standard output byte by byte.
/// And what may stop it.
struct Streams
{
    std::ostream &out;
    std::ostream &err;
    std::ostream &data;
    Foreground &foreground;
    OutputFormat format = OutputFormat::table;
    std::string version = {}; ///< RunConditions::version
};

/// Each add...Command function registers the options of a subcommand with the parser and returns the function to run if
/// the subcommand is chosen.
using CommandBody = std::function<ExitStatus(const Streams &)>;
CommandBody addSimulateCommand(CLI::App &parser);
CommandBody addExplainCommand(CLI::App &parser);
CommandBody addPlanCommand(CLI::App &parser);
CommandBody addCheckCertificateCommand(CLI::App &parser);
CommandBody addLintCommand(CLI::App &parser);
CommandBody addCatalogCommand(CLI::App &parser);
CommandBody addValidateCommand(CLI::App &parser);
CommandBody addCalibrateCommand(CLI::App &parser);
CommandBody addImportCommand(CLI::App &parser);
CommandBody addExportCommand(CLI::App &parser);
CommandBody addProfilesCommand(CLI::App &parser);
CommandBody addReportCommand(CLI::App &parser);
CommandBody addDesignCommand(CLI::App &parser);
CommandBody addSweepCommand(CLI::App &parser);
CommandBody addMergeCommand(CLI::App &parser);
CommandBody addReplanCommand(CLI::App &parser);
CommandBody addNewCommand(CLI::App &parser);
CommandBody addCompareCommand(CLI::App &parser);
CommandBody addDiffCommand(CLI::App &parser);
CommandBody addSheetCommand(CLI::App &parser);
CommandBody addGradeCommand(CLI::App &parser);
CommandBody addDetectCommand(CLI::App &parser);
CommandBody addScenarioCommand(CLI::App &parser);
CommandBody addJobsCommand(CLI::App &parser);
CommandBody addCompletionCommand(CLI::App &parser);
CommandBody addManCommand(CLI::App &parser);

/// Adds --format. Where a command has --json, `--format json` is `--json -`.
void addFormatOption(CLI::App &parser);
/// Prints the main table of a result, as text or as CSV. With the format json a command prints its JSON instead.
void printTable(const TextTable &table, const Streams &streams);
/// Prints a table that is all the result: {member: [...]} as JSON.
void printRows(const std::string &member, const TextTable &table, const Streams &streams);
/// Prints the whole result of a command that has no --json: text for people, or the table, or JSON.
void printResult(const std::string &text, const TextTable &table, const Json &json, const Streams &streams);

/// Prints the error and returns its exit status.
ExitStatus fail(const Streams &streams, const Error &error);

/// Adds --budget, in seconds; 0: not given. `what` ends the sentence of its help.
void addBudgetOption(CLI::App &parser, double &budget, const std::string &what);
void addThreadsOption(CLI::App &parser, unsigned &threads);
/// Watches for signals from now on; a budget of 0 is none.
void beginWork(const Streams &streams, double budget = 0);
/// Says that the command was stopped before it had a result, and returns its exit status.
ExitStatus failStopped(const Streams &streams, const std::string &before);

/// A loaded project and its expanded cluster.
struct OpenedProject
{
    Project project;
    Topology topology;
};
/// Errors: of the file, or the cluster has no device.
Result<OpenedProject> openProject(const std::string &path);

/// Adds --memory SIZE, the budget of StepOptions::memory.
void addMemoryOption(CLI::App &parser, std::optional<Bytes> &budget);

/// Standard output cannot be written.
Error standardOutputError();

/// Replaces a file, atomically, or writes to standard output for "-".
Status writeText(const std::string &text, const std::string &file, const Streams &streams);
/// The same for text that is made while it is written.
Status writeText(const TextSource &source, const std::string &file, const Streams &streams);
/// Writes JSON to a file or, for "-", to standard output. Does nothing if the name is empty.
Status writeJson(const Json &json, const std::string &file, const Streams &streams);

} // namespace heteroscope

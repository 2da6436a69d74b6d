// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/command_list.h"

#include "cluster/catalog.h"
#include "cost/calibration_values.h"
#include "exchange/import.h"
#include "workload/model.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

struct ListedCommand
{
    const char *name;
    const char *what;
    CommandBody (*build)(CLI::App &);
    bool hasFormats = true; ///< false: prints a text of a format of its own
};

constexpr std::array listedCommands = {
    ListedCommand{"simulate", "simulate one training step", addSimulateCommand},
    ListedCommand{"explain", "explain a predicted step, down to single operations", addExplainCommand},
    ListedCommand{"plan", "search for the best plan", addPlanCommand},
    ListedCommand{"replan", "find the best sequence of plans over the scenario", addReplanCommand},
    ListedCommand{"jobs", "simulate or plan several jobs that share links", addJobsCommand},
    ListedCommand{"compare", "say why the step of one project takes longer than that of another", addCompareCommand},
    ListedCommand{"diff", "say what changed between two projects", addDiffCommand},
    ListedCommand{"check-certificate", "verify the certificate of a search, without searching",
                  addCheckCertificateCommand},
    ListedCommand{"lint", "check files against schema and rules", addLintCommand},
    ListedCommand{"validate", "predict measured steps and print the errors", addValidateCommand},
    ListedCommand{"calibrate", "fit the constants of the cost model to measured steps", addCalibrateCommand},
    ListedCommand{"profiles", "convert measured layers of other tools to layer profiles", addProfilesCommand},
    ListedCommand{"new", "make a project from a line of text", addNewCommand},
    ListedCommand{"detect", "draw this machine as a node", addDetectCommand},
    ListedCommand{"scenario", "give links and devices a rate that changes over time", addScenarioCommand},
    ListedCommand{"import", "import files of other tools", addImportCommand},
    ListedCommand{"export", "write a plan for other tools", addExportCommand},
    ListedCommand{"report", "write a page about the best plan", addReportCommand},
    ListedCommand{"design", "find the clusters of a choice that are worth their price", addDesignCommand},
    ListedCommand{"sweep", "plan many clusters and jobs, in shards", addSweepCommand, false},
    ListedCommand{"merge", "make one table of the shards of a sweep", addMergeCommand, false},
    ListedCommand{"sheet", "make exercise sheets from lessons, different for each student", addSheetCommand, false},
    ListedCommand{"grade", "check projects that were handed in for a sheet", addGradeCommand},
    ListedCommand{"catalog", "list the built-in catalog", addCatalogCommand},
    ListedCommand{"completion", "print the completion of a shell", addCompletionCommand, false},
    ListedCommand{"man", "print the man page", addManCommand, false},
};

const char *const hscopeDescription = "hscope predicts how long a training step of a large model takes on a cluster of "
                                      "unlike accelerators, and searches\n"
                                      "for the best plan with a proof. Projects are files named *.hscope.json; the "
                                      "window, heteroscope(1), opens the same.\n"
                                      "\n"
                                      "Results are printed as aligned text. With --format json or csv a program can "
                                      "read them: seconds, bytes, bytes/s and\n"
                                      "FLOP/s. Progress is printed to standard error, only on a terminal.";

const std::vector<std::pair<int, std::string>> hscopeStatuses = {
    {0, "done"},
    {1, "the honest answer is no: no feasible plan, lint found errors, no accelerator in this machine"},
    {2, "wrong usage"},
    {3, "input that cannot be used; the message says file, place, what was found and what was expected"},
    {4, "a fault of the program"},
};

/// {"a", "b"} of "TEXT:{a,b}", as the check of a list of words describes itself.
std::vector<std::string> checkedWords(const std::string &type)
{
    std::vector<std::string> words;
    const auto open = type.find('{'), close = type.rfind('}');
    if (open == std::string::npos || close == std::string::npos || close < open)
        return words;
    std::string list = type.substr(open + 1, close - open - 1);
    for (auto comma = list.find(','); comma != std::string::npos; comma = list.find(',')) {
        words.push_back(list.substr(0, comma));
        list.erase(0, comma + 1);
    }
    words.push_back(list);
    return words;
}

template<class Entries>
std::vector<std::string> entryNames(const Entries &entries)
{
    std::vector<std::string> names;
    for (const auto &entry : entries)
        names.emplace_back(entry.name);
    return names;
}

/// Words that a value may be besides those that the parser checks.
std::vector<std::string> knownWords(const std::string &command, const std::string &option)
{
    if (command == "import" && option == "files")
        return entryNames(importFormats());
    if (option == "device" && command != "explain")
        return entryNames(builtinCatalog().devices);
    if (option == "device-type")
        return entryNames(builtinCatalog().devices);
    if (option == "model")
        return entryNames(builtinModels());
    if (option == "stack")
        return entryNames(builtinCalibration().stacks);
    return {};
}

bool isOneOf(const std::vector<std::string> &names, const std::string &name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

ValueKind kindOf(const std::string &name)
{
    static const std::vector<std::string> folders = {"profiles", "sys"};
    static const std::vector<std::string> json = {"project", "a", "b", "spec", "plan", "why-not"};
    if (isOneOf(folders, name))
        return ValueKind::folder;
    if (isOneOf(json, name))
        return ValueKind::jsonFile;
    return isOneOf(inputFileOptions(), name) || isOneOf(outputFileOptions(), name) ? ValueKind::file : ValueKind::text;
}

/// "PROJECT", "SECONDS", "N": what stands for the value in a synopsis.
std::string valueName(const CLI::Option &option, const std::string &name, ValueKind kind)
{
    std::string word = name;
    if (!option.get_positional()) {
        const auto &type = option.get_type_name();
        const bool isNumber = type.starts_with("FLOAT") || type.starts_with("INT") || type.starts_with("UINT");
        word = name == "budget" || name == "at"                          ? "SECONDS"
               : name == "memory"                                        ? "SIZE"
               : kind == ValueKind::folder                               ? "FOLDER"
               : kind == ValueKind::jsonFile || kind == ValueKind::file  ? "FILE"
               : isNumber                                                ? "NUMBER"
               : option.get_items_expected_max() > 1 && name == "pareto" ? "FIRST,SECOND"
                                                                         : "NAME";
    }
    for (char &c : word)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return word;
}

OptionRow rowOf(const CLI::Option &option, const std::string &command)
{
    OptionRow row;
    for (const auto &name : option.get_snames())
        row.names.push_back("-" + name);
    for (const auto &name : option.get_lnames())
        row.names.push_back("--" + name);
    const std::string name = option.get_single_name();
    row.what = option.get_description();
    row.required = option.get_required();
    if (!option.get_positional() && option.get_items_expected_max() == 0)
        return row; // a flag
    row.kind = kindOf(name);
    row.words = checkedWords(option.get_type_name());
    if (row.words.empty())
        row.words = knownWords(command, name);
    row.value = valueName(option, name, row.kind);
    row.repeated = option.get_items_expected_max() > 2; // a list without an end
    return row;
}

/// In their order, those of groups last.
std::vector<OptionRow> rowsOf(const CLI::App &parser, const std::string &command)
{
    std::vector<OptionRow> rows;
    for (const auto *option : parser.get_options()) {
        if (!option->get_group().empty()) // an empty group hides the option
            rows.push_back(rowOf(*option, command));
    }
    for (const auto *group : parser.get_subcommands([](const CLI::App *app) { return app->get_name().empty(); })) {
        auto more = rowsOf(*group, command);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

} // namespace

CommandList hscopeCommands()
{
    CommandList list;
    list.parser = std::make_unique<CLI::App>("hscope: simulate and plan training steps on mixed hardware", "hscope");
    list.parser->require_subcommand(1);
    list.parser->set_version_flag("--version", std::string(), "print version and commit");
    for (const ListedCommand &one : listedCommands) {
        auto *command = list.parser->add_subcommand(one.name, one.what);
        list.commands.emplace_back(command, one.build(*command));
        if (one.hasFormats)
            addFormatOption(*command);
    }
    return list;
}

const std::vector<std::string> &outputFileOptions()
{
    static const std::vector<std::string> names = {"json", "output", "trace", "support"};
    return names;
}

const std::vector<std::string> &inputFileOptions()
{
    static const std::vector<std::string> names = {"project", "spec",    "sheet",    "a",
                                                   "b",       "files",   "csv",      "certificate",
                                                   "plan",    "why-not", "schedule", "calibration"};
    return names;
}

ProgramTable hscopeTable(const CLI::App &parser, const std::string &version)
{
    ProgramTable table;
    table.name = "hscope";
    table.version = version.substr(0, version.find(' ')); // without the commit
    table.what = "simulate and plan training steps on mixed hardware";
    table.description = hscopeDescription;
    table.options = rowsOf(parser, {});
    for (const auto *command : parser.get_subcommands([](const CLI::App *app) { return !app->get_name().empty(); }))
        table.commands.push_back(
            {command->get_name(), command->get_description(), rowsOf(*command, command->get_name())});
    table.exitStatuses = hscopeStatuses;
    table.seeAlso = {"heteroscope(1)"};
    return table;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"

#include "base/closest_name.h"
#include "base/freed_memory.h"
#include "base/out_of_memory.h"
#include "base/reserved_memory.h"
#include "base/same_file.h"
#include "commands/command_list.h"
#include "commands/printable_stream.h"
#include "json/object_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace heteroscope {

namespace {

/// Runs a command; what it could not print is an error of its own.
ExitStatus runCommand(const CommandBody &body, const Streams &streams)
{
    const ExitStatus status = body(streams);
    streams.err.flush();
    return streams.out.flush() && streams.data.flush() ? status : fail(streams, standardOutputError());
}

bool isListed(const std::vector<std::string> &names, const std::string &name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Those of its groups, too.
std::vector<CLI::Option *> optionsOf(CLI::App &command)
{
    auto options = command.get_options();
    for (auto *group : command.get_subcommands([](CLI::App *app) { return app->get_name().empty(); })) {
        const auto more = group->get_options();
        options.insert(options.end(), more.begin(), more.end());
    }
    return options;
}

/// What a command writes must not be what it reads, nor two things one file.
Status checkOutputs(CLI::App &command)
{
    std::vector<std::string> outputs, others;
    for (const auto *option : optionsOf(command)) {
        const auto name = option->get_single_name();
        auto *files = isListed(outputFileOptions(), name)  ? &outputs
                      : isListed(inputFileOptions(), name) ? &others
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

/// The form of the result. JSON is that of --json, where a command has it. Error: something else goes to standard
/// output, in words.
Result<OutputFormat, std::string> chosenFormat(CLI::App &command)
{
    const auto *format = command.get_option_no_throw("--format");
    if (!format || format->count() == 0 || format->results().front() == "table")
        return OutputFormat::table;
    const std::string word = format->results().front();
    for (const auto *option : optionsOf(command)) {
        if (isListed(outputFileOptions(), option->get_single_name()) && isListed(option->results(), "-"))
            return fmt::format("--format {} and {} - both write to standard output; write one of them to a file", word,
                               option->get_name());
    }
    if (word == "csv")
        return OutputFormat::csv;
    if (auto *json = command.get_option_no_throw("--json")) {
        if (json->count() > 0)
            return std::string("--format json and --json are the same; give one of them");
        json->add_result("-");
        json->run_callback();
    }
    return OutputFormat::json;
}

/// What is wrong where the words before any command are not understood; empty where there is a command.
std::string missingCommandText(const CommandList &list)
{
    if (!list.parser->get_subcommands().empty())
        return {};
    std::vector<std::string_view> names;
    for (const auto &command : list.commands)
        names.emplace_back(command.first->get_name());
    const auto words = list.parser->remaining();
    return toString({Error::Code::invalid,
                     {},
                     {},
                     words.empty() ? "no command" : quoteText(words.front()),
                     fmt::format("a command: {}", fmt::join(names, ", ")),
                     words.empty() ? std::string() : didYouMean(words.front(), names)});
}

int parseAndRun(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err,
                const RunConditions &conditions)
{
    Foreground foreground(conditions);
    const CommandList list = hscopeCommands();
    CLI::App &parser = *list.parser;
    const auto wrongUsage = [&err](const std::string &why) {
        err << "hscope: " << printable(why) << "\nTry hscope --help\n";
        return static_cast<int>(ExitStatus::usage);
    };
    try {
        // CLI11 takes the arguments from the back.
        parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        const auto *chosen = parser.get_subcommands().empty() ? &parser : parser.get_subcommands().front();
        out << chosen->help();
        return static_cast<int>(ExitStatus::done);
    } catch (const CLI::CallForVersion &) {
        out << "hscope " << conditions.version << '\n';
        return static_cast<int>(out.flush() ? ExitStatus::done : ExitStatus::internal);
    } catch (const CLI::ParseError &failure) {
        const std::string missing = missingCommandText(list);
        return wrongUsage(missing.empty() ? failure.what() : missing);
    }
    const auto chosen = std::find_if(list.commands.begin(), list.commands.end(),
                                     [](const auto &command) { return command.first->parsed(); });
    if (chosen == list.commands.end())
        return static_cast<int>(ExitStatus::usage);
    const auto format = chosenFormat(*chosen->first);
    if (!format)
        return wrongUsage(format.error());
    PrintableStream printed(out);
    DiscardingStream nowhere;
    PrintableStream errors(err);
    errors << std::unitbuf; // progress is read while the command runs
    const bool isText = *format == OutputFormat::table;
    const Streams streams{
        isText ? static_cast<std::ostream &>(printed) : nowhere, errors, out, foreground, *format, conditions.version};
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/command.h"

#include "base/files.h"
#include "commands/number_check.h"
#include "project/file_lock.h"
#include "project/project_file.h"

namespace heteroscope {

ExitStatus fail(const Streams &streams, const Error &error)
{
    streams.err << "hscope: " << toString(error) << '\n';
    switch (error.code) {
    case Error::Code::infeasible:
    case Error::Code::cancelled:
        return ExitStatus::no;
    case Error::Code::internal:
        return ExitStatus::internal;
    default:
        return ExitStatus::unusableInput;
    }
}

void addFormatOption(CLI::App &parser)
{
    parser
        .add_option("--format",
                    "form of the result on standard output: aligned text, its main table as comma-separated "
                    "values, or JSON; default: table")
        ->type_name("TEXT")
        ->expected(1)
        ->check(CLI::IsMember({"table", "csv", "json"}));
}

void printTable(const TextTable &table, const Streams &streams)
{
    if (streams.format == OutputFormat::csv)
        streams.data << table.csv();
    else
        streams.out << table.text();
}

void printResult(const std::string &text, const TextTable &table, const Json &json, const Streams &streams)
{
    if (streams.format == OutputFormat::json)
        streams.data << toText(json);
    else if (streams.format == OutputFormat::csv)
        streams.data << table.csv();
    else
        streams.out << text;
}

void printRows(const std::string &member, const TextTable &table, const Streams &streams)
{
    printResult(table.text(), table, Json{{member, table.json()}}, streams);
}

void addBudgetOption(CLI::App &parser, double &budget, const std::string &what)
{
    parser.add_option("--budget", budget, "max time of the command in seconds; " + what)->check(positiveNumber());
}

void addThreadsOption(CLI::App &parser, unsigned &threads)
{
    parser.add_option("--threads", threads, "number of threads; default: one per core")
        ->check(wholeNumberBetween(1, 1024));
}

void beginWork(const Streams &streams, double budget)
{
    streams.foreground.begin(budget > 0 ? std::optional(Seconds(budget)) : std::nullopt);
}

ExitStatus failStopped(const Streams &streams, const std::string &before)
{
    streams.err << "hscope: " << streams.foreground.stopText() << ", before " << before << '\n';
    return ExitStatus::no;
}

Result<OpenedProject> openProject(const std::string &path)
{
    auto project = loadProject(path);
    if (!project)
        return project.error();
    auto topology = Topology::build(project->cluster);
    if (!topology) {
        Error error = topology.error();
        error.file = path;
        return error;
    }
    if (topology->devices().empty())
        return Error{Error::Code::invalid, path, "/cluster/nodes", "no device", "at least one device", "add a node"};
    return OpenedProject{std::move(*project), std::move(*topology)};
}

void addMemoryOption(CLI::App &parser, std::optional<Bytes> &budget)
{
    parser
        .add_option_function<std::uint64_t>(
            "--memory", [&budget](std::uint64_t bytes) { budget = Bytes(static_cast<double>(bytes)); },
            "max memory that a simulation may take, like 4GB; default: half of what is free")
        ->transform(CLI::AsSizeValue(true))
        ->transform(sizeWithoutSign()); // asked first
}

Error standardOutputError()
{
    return {Error::Code::internal,           "standard output",        {}, "a full disk or a closed pipe",
            "that all of it can be written", "write to a file instead"};
}

Status writeText(const std::string &text, const std::string &file, const Streams &streams)
{
    return writeText([&text](const TextSink &sink) { sink(text); }, file, streams);
}

Status writeText(const TextSource &source, const std::string &file, const Streams &streams)
{
    if (file != "-") {
        // A window that has the file open would save over what is written here.
        const Result<FileLock> lock = lockForWriting(file);
        return lock ? writeFileAtomically(file, source) : lock.error();
    }
    source([&streams](std::string_view text) { return static_cast<bool>(streams.data << text); });
    return streams.data << std::flush ? Status() : standardOutputError();
}

Status writeJson(const Json &json, const std::string &file, const Streams &streams)
{
    return file.empty() ? Status() : writeText(toText(json), file, streams);
}

} // namespace heteroscope

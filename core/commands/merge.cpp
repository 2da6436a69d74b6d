// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope merge IN.jsonl... [-o OUT] [--format csv|json] [--partial]
#include "commands/command.h"
#include "sweep/merge_rows.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

struct MergeArguments
{
    std::vector<std::string> files;
    std::string out;
    std::string format;
    bool partial = false;
};

/// "csv" or "json"; empty: a table for people.
std::string formatOf(const MergeArguments &arguments)
{
    if (!arguments.format.empty())
        return arguments.format;
    if (arguments.out.empty())
        return {};
    return arguments.out.ends_with(".csv") ? "csv" : "json";
}

ExitStatus merge(const MergeArguments &arguments, const Streams &streams)
{
    const auto &merged = streams.foreground.keep(mergeRows(arguments.files));
    for (const Error &warning : merged.findings.warnings)
        streams.err << "hscope: " << toString(warning) << '\n';
    bool isUnusable = false;
    for (const Error &error : merged.findings.errors) {
        const bool isGap = error.file.empty(); // all others are about a file
        isUnusable = isUnusable || !isGap;
        if (!isGap || !arguments.partial)
            (void)fail(streams, error);
    }
    if (isUnusable)
        return ExitStatus::unusableInput;
    if (merged.missing() > 0 && !arguments.partial)
        return ExitStatus::no;
    const std::string format = formatOf(arguments);
    if (format.empty()) {
        streams.out << mergedText(merged);
        return ExitStatus::done;
    }
    const std::string text = format == "csv" ? mergedCsv(merged) : toText(mergedJson(merged));
    const auto written = writeText(text, arguments.out.empty() ? "-" : arguments.out, streams);
    return written ? ExitStatus::done : fail(streams, written.error());
}

} // namespace

CommandBody addMergeCommand(CLI::App &parser)
{
    const auto arguments = std::make_shared<MergeArguments>();
    parser.add_option("files", arguments->files, "files of rows that hscope sweep has written")->required();
    parser.add_option("-o,--output", arguments->out, "file to write; default: standard output");
    parser
        .add_option("--format", arguments->format,
                    "default: as the name of the file ends, else JSON; without a file a table for people")
        ->check(CLI::IsMember({"csv", "json"}));
    parser.add_flag("--partial", arguments->partial, "rows may be missing");
    return [arguments](const Streams &streams) { return merge(*arguments, streams); };
}

} // namespace heteroscope

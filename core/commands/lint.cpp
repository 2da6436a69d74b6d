// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope lint FILE... [--json F]
#include "base/numbers.h"
#include "commands/command.h"
#include "commands/lint_file.h"
#include "report/result_json.h"

namespace heteroscope {

namespace {

struct LintOptions
{
    std::vector<std::string> files;
    std::string json;
};

TextTable findingsTable(const Findings &findings)
{
    TextTable table({"severity", "file", "path", "found", "expected", "hint"});
    const auto add = [&table](const char *severity, const std::vector<Error> &list) {
        for (const Error &one : list)
            table.add({severity, one.file, one.path, one.found, one.expected, one.hint});
    };
    add("error", findings.errors);
    add("warning", findings.warnings);
    return table;
}

ExitStatus lint(const LintOptions &options, const Streams &streams)
{
    Findings all;
    bool unreadable = false;
    for (const auto &file : options.files) {
        auto findings = lintFile(file);
        for (const auto &error : findings.errors)
            unreadable = unreadable || error.code == Error::Code::unreadable;
        all.append(std::move(findings));
    }
    if (options.json != "-") {
        for (const auto &error : all.errors)
            streams.out << "error: " << toString(error) << '\n';
        for (const auto &warning : all.warnings)
            streams.out << "warning: " << toString(warning) << '\n';
        if (streams.format == OutputFormat::csv)
            printTable(findingsTable(all), streams);
        streams.out << countedText(options.files.size(), "file") << ", " << countedText(all.errors.size(), "error")
                    << ", " << countedText(all.warnings.size(), "warning") << '\n';
    }
    if (const auto status = writeJson(lintJson(all), options.json, streams); !status)
        return fail(streams, status.error());
    if (unreadable)
        return ExitStatus::unusableInput;
    return all.ok() ? ExitStatus::done : ExitStatus::no;
}

} // namespace

CommandBody addLintCommand(CLI::App &parser)
{
    const auto options = std::make_shared<LintOptions>();
    parser
        .add_option("files", options->files,
                    "project, plan, catalog, calibration, lesson, gallery, translation or schema files")
        ->required();
    parser.add_option("--json", options->json, "write the findings as JSON (- for standard output)");
    return [options](const Streams &streams) { return lint(*options, streams); };
}

} // namespace heteroscope

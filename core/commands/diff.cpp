// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope diff A B
#include "commands/command.h"
#include "project/project_file.h"
#include "wording/change_text.h"

namespace heteroscope {

namespace {

struct DiffArguments
{
    std::string a;
    std::string b;
};

ExitStatus printChanges(const DiffArguments &options, const Streams &streams)
{
    const auto a = loadProject(options.a);
    if (!a)
        return fail(streams, a.error());
    const auto b = loadProject(options.b);
    if (!b)
        return fail(streams, b.error());
    const auto lines = changeTexts(changesBetween(*a, *b));
    TextTable table({"change"});
    std::string text = lines.empty() ? "identical\n" : "";
    for (const auto &line : lines) {
        table.add({line});
        text += line + '\n';
    }
    printResult(text, table, {{"changes", lines}}, streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addDiffCommand(CLI::App &parser)
{
    const auto options = std::make_shared<DiffArguments>();
    parser.add_option("a", options->a, "project file, as it was")->required();
    parser.add_option("b", options->b, "project file, as it is now")->required();
    return [options](const Streams &streams) { return printChanges(*options, streams); };
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope completion bash|zsh|fish, hscope man
#include "usage/completion.h"
#include "commands/command_list.h"
#include "usage/man_page.h"

#include <algorithm>

namespace heteroscope {

namespace {

ExitStatus printScript(const std::string &script, const Streams &streams)
{
    const auto status = writeText(script, "-", streams);
    return status ? ExitStatus::done : fail(streams, status.error());
}

} // namespace

CommandBody addCompletionCommand(CLI::App &parser)
{
    const auto shell = std::make_shared<std::string>();
    std::vector<std::string> names;
    for (const CompletionShell &one : completionShells())
        names.emplace_back(one.name);
    parser
        .add_option("shell", *shell,
                    "bash, zsh or fish; for the running bash: source <(hscope completion bash), for zsh the same "
                    "after compinit, for fish: hscope completion fish | source")
        ->required()
        ->check(CLI::IsMember(names));
    return [shell, &parser](const Streams &streams) {
        const auto &shells = completionShells();
        const auto one = std::find_if(shells.begin(), shells.end(),
                                      [&shell](const CompletionShell &candidate) { return candidate.name == *shell; });
        return printScript(one->script(hscopeTable(*parser.get_parent(), streams.version)), streams);
    };
}

CommandBody addManCommand(CLI::App &parser)
{
    return [&parser](const Streams &streams) {
        return printScript(manPage(hscopeTable(*parser.get_parent(), streams.version)), streams);
    };
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/completion.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

/// In single quotes, in which fish knows \' and \\ only.
std::string fishQuoted(const std::string &text)
{
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

/// The words as one argument of -a.
std::string fishWords(const std::vector<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += (text.empty() ? "" : " ") + fishQuoted(word);
    return fishQuoted(text);
}

/// What is offered for a value.
std::string fishValue(const OptionRow &option)
{
    const std::string words = option.words.empty() ? "" : " -a " + fishWords(option.words);
    switch (option.kind) {
    case ValueKind::text:
        break;
    case ValueKind::file:
        return " -F" + words;
    case ValueKind::jsonFile:
        return " -k -a '(__fish_complete_suffix .json)'" + words;
    case ValueKind::folder:
        return " -a '(__fish_complete_directories)'" + words;
    }
    return words;
}

std::string fishNames(const OptionRow &option)
{
    std::string text;
    for (const auto &name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return text;
}

} // namespace

std::string fishCompletion(const ProgramTable &program)
{
    const std::string at = "__" + program.name + "_at";
    const bool hasCommands = !program.commands.empty();
    const auto commands = hasCommands ? program.commands : std::vector<CommandRow>{{{}, {}, program.options}};
    std::string takesValue, lines;
    const auto complete = [&](const std::string &condition, const std::string &rest) {
        lines += fmt::format("complete -c {} -n {}{}\n", program.name, fishQuoted(condition), rest);
    };
    const auto addOption = [&](const std::string &command, const OptionRow &option) {
        complete(fmt::format("{} {}", at, command.empty() ? "''" : command),
                 fmt::format("{}{}{} -d {}", fishNames(option), option.value.empty() ? "" : " -r", fishValue(option),
                             fishQuoted(shortWhat(option.what))));
    };
    if (hasCommands) {
        for (const auto &option : program.options)
            addOption({}, option);
    }
    for (const auto &command : program.commands)
        complete(at + " ''", fmt::format(" -a {} -d {}", command.name, fishQuoted(shortWhat(command.what))));
    for (const auto &command : commands) {
        int place = 0;
        for (const auto &option : command.options) {
            if (!option.names.empty()) {
                addOption(command.name, option);
                for (const auto &name : option.names) {
                    if (!option.value.empty())
                        takesValue += fmt::format(" {}", fishQuoted(command.name + ":" + name));
                }
                continue;
            }
            complete(fmt::format("{} {} {}", at, command.name.empty() ? "''" : command.name,
                                 option.repeated ? "" : std::to_string(place)),
                     fishValue(option));
            ++place;
        }
    }
    return fmt::format(R"script(# Completion of {0} for fish, made by {0} from the table of its options.

# Whether the words so far are of this command and, with a second argument, as many of them are no options.
function {1}
    set -l found ''
    set -l place 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if contains -- "$found:$word"{2}
            set skip 1
        else if string match -q -- '-*' $word
        {3}else
            set place (math $place + 1)
        end
    end
    test "$found" = "$argv[1]"; and test -z "$argv[2]" -o "$place" = "$argv[2]"
end

complete -c {0} -f
{4})script",
                       program.name, at, takesValue,
                       hasCommands ? "else if test -z \"$found\"\n            set found $word\n        " : "", lines);
}

} // namespace heteroscope

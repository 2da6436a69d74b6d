// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/completion.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

/// With a backslash before each of the characters.
std::string zshEscaped(const std::string &text, std::string_view characters)
{
    std::string escaped;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// "(A A+ B)": the words as _arguments takes them.
std::string zshWords(const std::vector<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += (text.empty() ? "" : " ") + zshEscaped(word, "\\ :()[]'\"");
    return "(" + text + ")";
}

/// The action of _arguments for a value.
std::string zshAction(const OptionRow &option)
{
    std::string files;
    switch (option.kind) {
    case ValueKind::text:
        return option.words.empty() ? " " : zshWords(option.words);
    case ValueKind::file:
        files = "_files";
        break;
    case ValueKind::jsonFile:
        files = "_files -g \"*.json\"";
        break;
    case ValueKind::folder:
        files = "_files -/";
        break;
    }
    if (option.words.empty())
        return files;
    return fmt::format("{{_alternative \"words\\:word\\:{}\" {}}}", zshWords(option.words),
                       "\"files\\:file\\:_files\"");
}

/// The arguments of _arguments for an option, one a line.
std::string zshSpecs(const OptionRow &option, int place)
{
    const std::string what = zshEscaped(shortWhat(option.what), "\\[]:");
    const std::string value = fmt::format(":{}:{}", zshEscaped(option.value, ":"), zshAction(option));
    if (option.names.empty())
        return fmt::format(" \\\n        {}",
                           shellQuoted(option.repeated ? "*" + value : fmt::format("{}{}", place, value)));
    std::string text;
    for (const auto &name : option.names) {
        const bool isLong = name.starts_with("--");
        text += fmt::format(" \\\n        {}", shellQuoted(fmt::format("{}{}{}[{}]{}", option.repeated ? "*" : "", name,
                                                                       option.value.empty() ? ""
                                                                       : isLong             ? "="
                                                                                            : "+",
                                                                       what, option.value.empty() ? "" : value)));
    }
    return text;
}

std::string zshArguments(const std::vector<OptionRow> &options)
{
    std::string text;
    int place = 1;
    for (const auto &option : options) {
        text += zshSpecs(option, place);
        place += option.names.empty() ? 1 : 0;
    }
    return text;
}

} // namespace

std::string zshCompletion(const ProgramTable &program)
{
    const std::string function = "_" + program.name;
    std::string text = fmt::format(
        "#compdef {0}\n# Completion of {0} for zsh, made by {0} from the table of its options.\n\n", program.name);
    if (program.commands.empty())
        return text + fmt::format("_arguments -s{}\n", zshArguments(program.options));
    std::string names, cases;
    for (const auto &command : program.commands) {
        names += fmt::format("        {}\n", shellQuoted(fmt::format("{}:{}", zshEscaped(command.name, ":"),
                                                                     zshEscaped(shortWhat(command.what), "\\"))));
        cases += fmt::format("        {}) _arguments -s{} ;;\n", command.name, zshArguments(command.options));
    }
    text += fmt::format(R"script({0}() {{
    local curcontext=$curcontext state line
    local -a commands=(
{1}    )
    _arguments -C{2} \
        '1:command:->command' \
        '*::argument:->argument' && return
    if [[ $state == command ]]; then
        _describe command commands
        return
    fi
    case $words[1] in
{3}    esac
}}

if [[ $funcstack[1] == {0} ]]; then {0} "$@"; else compdef {0} {4}; fi
)script",
                        function, names, zshArguments(program.options), cases, program.name);
    return text;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/completion.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

/// The commands, or one without a name that has the program's own options.
std::vector<CommandRow> bashCommands(const ProgramTable &program)
{
    return program.commands.empty() ? std::vector<CommandRow>{{{}, {}, program.options}} : program.commands;
}

std::string bashWords(const std::vector<std::string> &words)
{
    std::string text;
    for (const auto &word : words)
        text += " " + shellQuoted(word);
    return text;
}

/// The call that completes a value; `:` where nothing is known of it.
std::string bashCall(const std::string &function, const OptionRow &option)
{
    switch (option.kind) {
    case ValueKind::text:
        break;
    case ValueKind::file:
        return fmt::format("{}_files -f ''{}", function, bashWords(option.words));
    case ValueKind::jsonFile:
        return fmt::format("{}_files -f .json{}", function, bashWords(option.words));
    case ValueKind::folder:
        return fmt::format("{}_files -d ''{}", function, bashWords(option.words));
    }
    return option.words.empty() ? ":" : fmt::format("{}_words{}", function, bashWords(option.words));
}

/// "simulate:--plan | simulate:--json".
std::string bashNames(const CommandRow &command, const OptionRow &option)
{
    std::string text;
    for (const auto &name : option.names)
        text += fmt::format("{}{}:{}", text.empty() ? "" : " | ", command.name, name);
    return text;
}

std::string bashOptionNames(const std::vector<OptionRow> &options)
{
    std::vector<std::string> names;
    for (const auto &option : options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return bashWords(names);
}

/// What stands above the function for the program: helpers that fill COMPREPLY. They use the local `current`.
constexpr const char *bashHelpers = R"bash(
@_words() { # WORD...: those that begin with the current word
    local word plain=${current//\\/}
    for word; do
        [[ $word == "$plain"* ]] && COMPREPLY+=("$(printf '%q' "$word")")
    done
}

@_files() { # -f|-d ENDING WORD...: files or folders, those with the ending if there are any; and the words
    local kind=$1 ending=$2 file files=() fitting=()
    shift 2
    compopt -o filenames 2>/dev/null
    mapfile -t files < <(compgen "$kind" -- "$current")
    for file in "${files[@]}"; do
        [[ -d $file || $file == *"$ending" ]] && fitting+=("$file")
    done
    if [[ ${#fitting[@]} -gt 0 ]]; then COMPREPLY=("${fitting[@]}"); else COMPREPLY=("${files[@]}"); fi
    @_words "$@"
}
)bash";

std::string bashReplaced(std::string text, const std::string &by)
{
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@', at + by.size())) {
        if (text.compare(at, 2, "@_") == 0)
            text.replace(at, 1, by);
        else
            ++at;
    }
    return text;
}

} // namespace

std::string bashCompletion(const ProgramTable &program)
{
    const std::string function = "_" + program.name;
    const auto commands = bashCommands(program);
    std::string takesValue, values, options, words;
    for (const auto &command : commands) {
        int place = 0;
        options += fmt::format("            {}) {}_words{} ;;\n", command.name.empty() ? "''" : command.name, function,
                               bashOptionNames(command.options));
        for (const auto &option : command.options) {
            const auto call = bashCall(function, option);
            if (option.names.empty()) {
                words += fmt::format("        {}:{}) {} ;;\n", command.name,
                                     option.repeated ? "*" : std::to_string(place), call);
                ++place;
            } else if (!option.value.empty()) {
                const auto names = bashNames(command, option);
                takesValue += (takesValue.empty() ? "" : " | ") + names;
                values += fmt::format("        {}) {}; return ;;\n", names, call);
            }
        }
    }
    std::string names;
    for (const auto &command : program.commands)
        names += " " + command.name;
    std::string commandCase;
    if (!program.commands.empty()) {
        commandCase = ":*) command=${COMP_WORDS[i]} ;;\n            ";
        options = fmt::format("            '') {}_words{} ;;\n{}", function, bashOptionNames(program.options), options);
        words = fmt::format("        :*) {}_words{} ;;\n{}", function, names, words);
    }
    std::string text = fmt::format("# shellcheck shell=bash\n# Completion of {0} for bash, made by {0} from the table "
                                   "of its options.\n",
                                   program.name);
    text += bashReplaced(bashHelpers, function);
    text += fmt::format(R"bash(
{0}() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command='' place=0 i
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case $command:${{COMP_WORDS[i]}} in
            {1})
                [[ ${{COMP_WORDS[i + 1]}} == = ]] && ((i++))
                ((i++))
                ;;
            *:-*) ;;
            {2}*) ((place++)) ;;
        esac
    done
    case $command:$previous in
{3}    esac
    if [[ $current == -* ]]; then
        case $command in
{4}        esac
        return
    fi
    case $command:$place in
{5}    esac
}}

complete -F {0} {6}
)bash",
                        function, takesValue, commandCase, values, options, words, program.name);
    return text;
}

} // namespace heteroscope

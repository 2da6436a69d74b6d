// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/man_page.h"

#include <cctype>

namespace heteroscope {

namespace {

/// Text that roff takes for nothing else: a dash stays one that can be searched and copied.
std::string roff(const std::string &text)
{
    std::string escaped;
    if (!text.empty() && (text.front() == '.' || text.front() == '\''))
        escaped += "\\&";
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

/// As an argument of a macro.
std::string quoted(const std::string &text)
{
    std::string escaped;
    for (const char c : roff(text))
        escaped += c == '"' ? std::string("\\(dq") : std::string(1, c);
    return '"' + escaped + '"';
}

std::string upper(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

/// The sentence as one begins and ends.
std::string sentence(std::string text)
{
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + (text.ends_with('.') || text.ends_with(':') ? "" : ".");
}

/// Title of a tagged paragraph: names bold, the value in italics.
std::string tag(const OptionRow &option)
{
    std::string title;
    for (const auto &name : option.names)
        title += (title.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
    if (!option.value.empty())
        title += (title.empty() ? "" : " ") + ("\\fI" + roff(option.value) + "\\fR") + (option.repeated ? "..." : "");
    return title;
}

std::string optionText(const OptionRow &option)
{
    const auto lines = linesOf(option.what);
    std::string text = ".TP\n" + tag(option) + "\n" + roff(sentence(lines.front())) + "\n";
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto first = lines[i].find_first_not_of(' ');
        if (first != std::string::npos)
            text += ".br\n" + roff(lines[i].substr(first)) + "\n";
    }
    // A list in the sentence names the words already; names of a catalog would fill pages.
    constexpr std::size_t most = 12;
    if (!option.words.empty() && option.words.size() <= most && lines.size() == 1) {
        text += "One of ";
        for (std::size_t i = 0; i < option.words.size(); ++i)
            text += (i ? ", " : "") + ("\\fB" + roff(option.words[i]) + "\\fR");
        text += ".\n";
    }
    return text;
}

} // namespace

std::string manPage(const ProgramTable &program)
{
    std::string text = ".\\\" Made by " + program.name + " from the table of its options.\n.TH " +
                       quoted(upper(program.name)) + " 1 \"\" " + quoted(program.name + " " + program.version) +
                       " \"User Commands\"\n.SH NAME\n" + roff(program.name) + " \\- " + roff(program.what) +
                       "\n.SH SYNOPSIS\n.nf\n";
    const auto use = [&text](const std::string &name, const std::string &rest) {
        text += "\\fB" + roff(name) + "\\fR" + (rest.empty() ? "" : " " + roff(rest)) + "\n";
    };
    if (program.commands.empty())
        use(program.name, synopsis(program.options));
    for (const auto &command : program.commands)
        use(program.name + " " + command.name, synopsis(command.options));
    text += ".fi\n.SH DESCRIPTION\n";
    bool isFirst = true;
    for (const auto &line : linesOf(program.description)) {
        if (line.empty())
            isFirst = true;
        else {
            text += (isFirst && !text.ends_with(".SH DESCRIPTION\n") ? ".PP\n" : "") + roff(line) + "\n";
            isFirst = false;
        }
    }
    text += ".SH OPTIONS\n";
    for (const auto &option : program.options)
        text += optionText(option);
    if (!program.commands.empty())
        text += ".SH COMMANDS\n";
    for (const auto &command : program.commands) {
        text += ".SS " + quoted(program.name + " " + command.name + " " + synopsis(command.options)) + "\n" +
                roff(sentence(command.what)) + "\n";
        for (const auto &option : command.options)
            text += optionText(option);
    }
    text += ".SH EXIT STATUS\n";
    for (const auto &[status, what] : program.exitStatuses)
        text += ".TP\n\\fB" + std::to_string(status) + "\\fR\n" + roff(sentence(what)) + "\n";
    if (!program.seeAlso.empty()) {
        text += ".SH SEE ALSO\n";
        for (std::size_t i = 0; i < program.seeAlso.size(); ++i) {
            const auto &page = program.seeAlso[i];
            const auto open = page.find('(');
            text += ".BR " + page.substr(0, open) + " " + page.substr(open) +
                    (i + 1 < program.seeAlso.size() ? " ,\n" : "\n");
        }
    }
    return text;
}

} // namespace heteroscope

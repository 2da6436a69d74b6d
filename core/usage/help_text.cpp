// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/help_text.h"

#include <algorithm>
#include <sstream>

namespace heteroscope {

namespace {

constexpr std::size_t helpWidth = 100;

/// The words of the text in lines that begin in the column `indent`; the first one is there already.
std::string wrapped(const std::string &text, std::size_t indent)
{
    std::string result, word;
    std::size_t column = indent;
    std::istringstream words(text);
    while (words >> word) {
        if (column > indent && column + 1 + word.size() > helpWidth) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

} // namespace

std::string helpText(const ProgramTable &program)
{
    std::string text = program.what + "\nUsage: " + program.name + " " + synopsis(program.options) + "\n\n";
    std::size_t widest = 0;
    for (const auto &option : program.options)
        widest = std::max(widest, optionTitle(option).size());
    for (const auto &option : program.options) {
        const std::string title = optionTitle(option);
        text += "  " + title + std::string(widest - title.size() + 2, ' ') + wrapped(option.what, widest + 4) + "\n";
    }
    return text;
}

} // namespace heteroscope

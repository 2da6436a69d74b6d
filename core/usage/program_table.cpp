// SPDX-License-Identifier: GPL-3.0-or-later
#include "usage/program_table.h"

#include <algorithm>

namespace heteroscope {

std::string synopsis(const std::vector<OptionRow> &options)
{
    std::string text;
    const auto add = [&text](const std::string &word) { text += (text.empty() ? "" : " ") + word; };
    for (const auto &option : options) {
        if (option.names.empty()) {
            const std::string word = option.value + (option.repeated ? "..." : "");
            add(option.required ? word : "[" + word + "]");
        }
    }
    for (const auto &option : options) {
        if (!option.names.empty() && option.required)
            add(option.names.front() + " " + option.value);
    }
    const auto isFree = [](const OptionRow &option) { return !option.names.empty() && !option.required; };
    if (std::any_of(options.begin(), options.end(), isFree))
        add("[OPTION]...");
    return text;
}

std::string optionTitle(const OptionRow &option)
{
    std::string title;
    for (const auto &name : option.names)
        title += (title.empty() ? "" : ", ") + name;
    if (!option.value.empty())
        title += (title.empty() ? "" : " ") + option.value + (option.repeated ? "..." : "");
    return title;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    lines.push_back(text.substr(begin));
    return lines;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

namespace heteroscope {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (auto &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace heteroscope

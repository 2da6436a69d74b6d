// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv_text.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

constexpr std::string_view ends = ",;\t\r\n\""; // of a cell, in one spreadsheet or another

bool beginsFormula(std::string_view text)
{
    static constexpr std::array<std::string_view, 11> beginnings = {"=",  "+",      "-",      "@",      "\t",    "\r",
                                                                    "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [text](std::string_view begin) { return text.substr(0, begin.size()) == begin; });
}

} // namespace

std::string csvText(std::string_view text)
{
    std::string field;
    bool atBegin = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (atBegin && beginsFormula(text.substr(i)))
            field += '\'';
        atBegin = ends.find(text[i]) != std::string_view::npos;
        field += text[i] == '"' ? "\"\"" : std::string(1, text[i]);
    }
    return text.find_first_of(ends) == std::string_view::npos ? field : '"' + field + '"';
}

} // namespace heteroscope

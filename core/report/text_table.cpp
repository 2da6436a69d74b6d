// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include <algorithm>
#include <string_view>

namespace heteroscope {

namespace {

std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool looksLikeNumber(const std::string &text)
{
    return text.empty() || (text[0] >= '0' && text[0] <= '9') ||
           std::string_view("-+<>").find(text[0]) != std::string_view::npos || text == "–";
}

} // namespace

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < m_header.size(); ++column) {
        std::size_t widest = width(m_header[column]);
        bool numbers = !m_rows.empty();
        for (const auto &row : m_rows) {
            widest = std::max(widest, width(row[column]));
            numbers = numbers && looksLikeNumber(row[column]);
        }
        widths.push_back(widest);
        right.push_back(numbers);
    }
    std::string text;
    const auto line = [&](const std::vector<std::string> &row) {
        std::string result;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string padding(widths[column] - width(row[column]), ' ');
            result += (column ? "  " : "") + (right[column] ? padding + row[column] : row[column] + padding);
        }
        result.erase(result.find_last_not_of(' ') + 1);
        text += result + '\n';
    };
    line(m_header);
    for (const auto &row : m_rows)
        line(row);
    return text;
}

} // namespace heteroscope

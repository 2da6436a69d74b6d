// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include "report/csv_text.h"

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

/// Control characters as blanks, because each row is one line.
std::string onOneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return text;
}

std::string markdownText(const std::string &text)
{
    std::string escaped;
    for (const char c : onOneLine(text)) {
        if (std::string_view("\\|*_`<>[]#~&!").find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string latexText(const std::string &text)
{
    std::string escaped;
    for (const char c : onOneLine(text)) {
        if (c == '\\')
            escaped += "\\textbackslash{}";
        else if (c == '~')
            escaped += "\\textasciitilde{}";
        else if (c == '^')
            escaped += "\\textasciicircum{}";
        else if (c == '<')
            escaped += "\\textless{}";
        else if (c == '>')
            escaped += "\\textgreater{}";
        else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
            escaped += std::string("\\") + c;
        else
            escaped += c;
    }
    return escaped;
}

/// The cells with a text between each two.
std::string joinedRow(const std::vector<std::string> &row, std::string_view between,
                      std::string (*write)(const std::string &))
{
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (column > 0)
            line += between;
        line += write(row[column]);
    }
    return line;
}

std::string csvField(const std::string &text)
{
    return looksLikeNumber(text) && !text.empty() && text[0] != '-' && text[0] != '+' &&
                   text.find_first_of(",\"") == std::string::npos
               ? text
               : csvText(text);
}

} // namespace

bool TextTable::isRight(std::size_t column) const
{
    return !m_rows.empty() && std::all_of(m_rows.begin(), m_rows.end(),
                                          [column](const auto &row) { return looksLikeNumber(row[column]); });
}

std::string TextTable::markdown() const
{
    std::string text = "| " + joinedRow(m_header, " | ", markdownText) + " |\n|";
    for (std::size_t column = 0; column < m_header.size(); ++column)
        text += isRight(column) ? "---:|" : "---|";
    text += '\n';
    for (const auto &row : m_rows)
        text += "| " + joinedRow(row, " | ", markdownText) + " |\n";
    return text;
}

std::string TextTable::latex() const
{
    std::string text = "\\begin{tabular}{";
    for (std::size_t column = 0; column < m_header.size(); ++column)
        text += isRight(column) ? 'r' : 'l';
    text += "}\n\\toprule\n" + joinedRow(m_header, " & ", latexText) + " \\\\\n\\midrule\n";
    for (const auto &row : m_rows)
        text += joinedRow(row, " & ", latexText) + " \\\\\n";
    return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string TextTable::csv() const
{
    std::string text = joinedRow(m_header, ",", csvField) + '\n';
    for (const auto &row : m_rows)
        text += joinedRow(row, ",", csvField) + '\n';
    return text;
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < m_header.size(); ++column) {
        std::size_t widest = width(m_header[column]);
        for (const auto &row : m_rows)
            widest = std::max(widest, width(row[column]));
        widths.push_back(widest);
        right.push_back(isRight(column));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include "base/numbers.h"
#include "report/csv_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// The unit of the numbers in a column, if they have the same.
std::string_view unitOf(const std::vector<std::vector<TableCell>> &rows, std::size_t column)
{
    std::string_view unit;
    for (const auto &row : rows) {
        const TableCell &cell = row[column];
        if (!cell.number())
            continue;
        if (!unit.empty() && cell.unit() != unit)
            return {};
        unit = cell.unit();
    }
    return unit;
}

/// The shortest text that is read back as the number; empty for infinity and what is no number.
std::string fullNumber(double number) { return std::isfinite(number) ? fmt::format("{}", number) : std::string(); }

/// Whole numbers without a decimal point.
Json jsonNumber(double number)
{
    constexpr double exact = 9007199254740992; // 2^53
    if (!std::isfinite(number))
        return nullptr;
    if (number == std::floor(number) && std::abs(number) < exact)
        return static_cast<std::int64_t>(number);
    return number;
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

/// The texts of the cells with a text between each two.
template<class Row, class TextOf>
std::string joinedRow(const Row &row, std::string_view between, const TextOf &textOf)
{
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (column > 0)
            line += between;
        line += textOf(row[column]);
    }
    return line;
}

} // namespace

TableCell secondsCell(Seconds time) { return {secondsText(time), time.value, "s"}; }
TableCell signedSecondsCell(Seconds time) { return {signedSecondsText(time), time.value, "s"}; }
TableCell memoryCell(Bytes amount) { return {memoryText(amount), amount.value, "bytes"}; }
TableCell bandwidthCell(BytesPerSecond rate) { return {bandwidthText(rate), rate.value, "bytes/s"}; }
TableCell energyCell(double joules) { return {energyText(joules), joules, "J"}; }
TableCell costCell(double dollars) { return {costText(dollars), dollars, "USD"}; }
TableCell shareCell(double share) { return {percentText(share), share}; }
TableCell inputCell(double value) { return {inputText(value), value}; }

bool TextTable::isRight(std::size_t column) const
{
    return !m_rows.empty() && std::all_of(m_rows.begin(), m_rows.end(),
                                          [column](const auto &row) { return looksLikeNumber(row[column].text()); });
}

std::string TextTable::markdown() const
{
    const auto ofCell = [](const TableCell &cell) { return markdownText(cell.text()); };
    std::string text = "| " + joinedRow(m_header, " | ", markdownText) + " |\n|";
    for (std::size_t column = 0; column < m_header.size(); ++column)
        text += isRight(column) ? "---:|" : "---|";
    text += '\n';
    for (const auto &row : m_rows)
        text += "| " + joinedRow(row, " | ", ofCell) + " |\n";
    return text;
}

std::string TextTable::latex() const
{
    const auto ofCell = [](const TableCell &cell) { return latexText(cell.text()); };
    std::string text = "\\begin{tabular}{";
    for (std::size_t column = 0; column < m_header.size(); ++column)
        text += isRight(column) ? 'r' : 'l';
    text += "}\n\\toprule\n" + joinedRow(m_header, " & ", latexText) + " \\\\\n\\midrule\n";
    for (const auto &row : m_rows)
        text += joinedRow(row, " & ", ofCell) + " \\\\\n";
    return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string TextTable::text() const
{
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t column = 0; column < m_header.size(); ++column) {
        std::size_t widest = width(m_header[column]);
        for (const auto &row : m_rows)
            widest = std::max(widest, width(row[column].text()));
        widths.push_back(widest);
        right.push_back(isRight(column));
    }
    std::string text;
    const auto line = [&](const auto &row, const auto &textOf) {
        std::string result;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string &cell = textOf(row[column]);
            const std::string padding(widths[column] - width(cell), ' ');
            result += (column ? "  " : "") + (right[column] ? padding + cell : cell + padding);
        }
        result.erase(result.find_last_not_of(' ') + 1);
        text += result + '\n';
    };
    line(m_header, [](const std::string &title) -> const std::string & { return title; });
    for (const auto &row : m_rows)
        line(row, [](const TableCell &cell) -> const std::string & { return cell.text(); });
    return text;
}

std::string TextTable::csv() const
{
    std::string text;
    const auto add = [&text](std::size_t column, const std::string &field) { text += (column ? "," : "") + field; };
    for (std::size_t column = 0; column < m_header.size(); ++column) {
        const auto unit = unitOf(m_rows, column);
        add(column, csvText(unit.empty() ? m_header[column] : fmt::format("{} ({})", m_header[column], unit)));
    }
    text += '\n';
    for (const auto &row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const TableCell &cell = row[column];
            add(column, cell.isAbsent() ? std::string()
                        : cell.number() ? fullNumber(*cell.number())
                                        : csvText(cell.text()));
        }
        text += '\n';
    }
    return text;
}

Json TextTable::json() const
{
    Json rows = Json::array();
    for (const auto &row : m_rows) {
        Json one = Json::object();
        for (std::size_t column = 0; column < row.size(); ++column) {
            const TableCell &cell = row[column];
            one[memberName(m_header[column])] = cell.isAbsent() ? Json()
                                                : cell.number() ? jsonNumber(*cell.number())
                                                                : Json(cell.text());
        }
        rows.push_back(std::move(one));
    }
    return rows;
}

std::string memberName(std::string_view title)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::string name;
    bool begins = false; // a word that follows another one
    for (const char c : title) {
        if (!isLetter(c) && !isDigit(c)) {
            begins = !name.empty();
            continue;
        }
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        name += begins ? upper : lower;
        begins = false;
    }
    return name;
}

} // namespace heteroscope

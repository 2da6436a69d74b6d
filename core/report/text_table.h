// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables: aligned text for people, comma-separated values and JSON for programs, of the same columns.
#pragma once

#include "base/units.h"
#include "json/json.h"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// What stands in one place of a table: the text that people read, and the number that it was made of, in `unit`. The
/// text "-" stands for a value that is not there.
class TableCell
{
public:
    TableCell(std::string text) : m_text(std::move(text)) {} // NOLINT: implicit by design, rows are lists of cells
    TableCell(const char *text) : m_text(text) {}            // NOLINT: likewise
    TableCell(std::string text, double number, std::string_view unit = {})
        : m_text(std::move(text)), m_number(number), m_unit(unit)
    {}
    template<std::integral Number>
    TableCell(Number count) : m_text(std::to_string(count)), m_number(static_cast<double>(count)) // NOLINT: likewise
    {}

    const std::string &text() const { return m_text; }
    bool isAbsent() const { return m_text == "-"; }
    const std::optional<double> &number() const { return m_number; }
    std::string_view unit() const { return m_unit; }

private:
    std::string m_text;
    std::optional<double> m_number;
    std::string_view m_unit;
};

/// Quantities with the texts of base/numbers.h; seconds, bytes, bytes/s, joules, USD. A share is written as a
/// percentage, its number is the share itself.
TableCell secondsCell(Seconds time);
TableCell signedSecondsCell(Seconds time);
TableCell memoryCell(Bytes amount);
TableCell bandwidthCell(BytesPerSecond rate);
TableCell energyCell(double joules);
TableCell costCell(double dollars);
TableCell shareCell(double share);
/// "0.7833"; no unit.
TableCell inputCell(double value);

class TextTable
{
public:
    explicit TextTable(std::vector<std::string> header) : m_header(std::move(header)) {}
    /// As many cells as the header has.
    void add(std::vector<TableCell> row) { m_rows.push_back(std::move(row)); }

    /// Each column has the width of its longest cell (in UTF-8 characters); two spaces separate columns. A column whose
    /// cells all begin with a digit, a sign, a dash, < or > is aligned to the right.
    std::string text() const;
    /// RFC 4180 with line feeds: a line of titles, "step time (s)" where the cells have one unit, then a line for each
    /// row with the numbers in full instead of their texts. What is absent is empty.
    std::string csv() const;
    /// An array with an object for each row. Members are named by the titles: "step time" is stepTime. Numbers as in
    /// csv(); what is absent is null.
    Json json() const;
    /// A pipe table of GitHub's Markdown; what Markdown would take for markup is escaped.
    std::string markdown() const;
    /// A tabular of LaTeX with booktabs rules (\usepackage{booktabs}), in UTF-8; special characters are escaped.
    std::string latex() const;

private:
    bool isRight(std::size_t column) const;

    std::vector<std::string> m_header;
    std::vector<std::vector<TableCell>> m_rows;
};

/// "step time" -> "stepTime", "USD/h" -> "usdH": the words of a title as the name of a JSON member.
std::string memberName(std::string_view title);

} // namespace heteroscope

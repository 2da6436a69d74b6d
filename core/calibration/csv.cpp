// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/csv.h"

#include "json/json.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Cells of the next record; position moves behind it and line on to the next. False at an unfinished quote.
bool nextRecord(std::string_view text, std::size_t &position, int &line, std::vector<std::string> &cells)
{
    cells.assign(1, {});
    bool quoted = false;
    for (; position < text.size(); ++position) {
        const char c = text[position];
        line += c == '\n';
        if (quoted) {
            if (c != '"')
                cells.back() += c;
            else if (position + 1 < text.size() && text[position + 1] == '"')
                cells.back() += text[++position];
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            cells.emplace_back();
        } else if (c == '\n') {
            ++position;
            break;
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return !quoted;
}

} // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const
{
    const auto it = std::find(header.begin(), header.end(), name);
    if (it == header.end())
        return {};
    return static_cast<std::size_t>(it - header.begin());
}

const std::string &CsvTable::cell(const CsvRow &row, std::string_view name) const
{
    static const std::string nothing;
    const auto index = column(name);
    return index ? row.cells[*index] : nothing;
}

Result<CsvTable> parseCsv(std::string_view text, const std::string &file)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    CsvTable table;
    table.file = file;
    std::size_t position = 0;
    int line = 1;
    while (position < text.size()) {
        CsvRow row;
        row.line = line;
        const std::string place = "line " + std::to_string(line);
        if (!nextRecord(text, position, line, row.cells))
            return Error{Error::Code::syntax,
                         file,
                         place,
                         "a quote that never ends",
                         "CSV with paired quotes",
                         "close the quote, and write a quote inside a cell twice"};
        if (row.cells.size() == 1 && row.cells.front().empty())
            continue;
        if (table.header.empty()) {
            table.header = std::move(row.cells);
            continue;
        }
        if (row.cells.size() != table.header.size())
            return Error{Error::Code::syntax,
                         file,
                         place,
                         std::to_string(row.cells.size()) + " cells",
                         std::to_string(table.header.size()) + " cells as in the header",
                         "give the row a cell for each column; put cells with commas into quotes"};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Result<CsvTable> readCsvFile(const std::string &path)
{
    const auto text = readTextFile(path);
    if (!text)
        return text.error();
    return parseCsv(*text, path);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/measured_steps.h"

#include "json/json.h"

#include <charconv>
#include <cstdlib>

namespace heteroscope {

namespace {

/// Cells of the next record; position moves behind it. False at an unfinished quote.
bool nextRecord(std::string_view text, std::size_t &position, std::vector<std::string> &cells)
{
    cells.assign(1, {});
    bool quoted = false;
    for (; position < text.size(); ++position) {
        const char c = text[position];
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

Result<std::vector<std::map<std::string, std::string>>> parseCsv(std::string_view text, const std::string &file)
{
    std::vector<std::map<std::string, std::string>> rows;
    std::vector<std::string> header;
    std::vector<std::string> cells;
    std::size_t position = 0;
    for (std::size_t record = 1; position < text.size(); ++record) {
        const std::string place = "record " + std::to_string(record);
        if (!nextRecord(text, position, cells))
            return Error{Error::Code::syntax, file, place, "a quote that never ends", "CSV with paired quotes", {}};
        if (cells.size() == 1 && cells.front().empty())
            continue;
        if (header.empty()) {
            header = cells;
            continue;
        }
        if (cells.size() != header.size())
            return Error{Error::Code::syntax,
                         file,
                         place,
                         std::to_string(cells.size()) + " cells",
                         std::to_string(header.size()) + " cells as in the header",
                         {}};
        auto &row = rows.emplace_back();
        for (std::size_t i = 0; i < header.size(); ++i)
            row[header[i]] = std::move(cells[i]);
    }
    return rows;
}

std::string measuredFolder()
{
    const char *folder = std::getenv("HETEROSCOPE_MEASURED");
    return folder && *folder ? folder : "../shared/measured";
}

Result<MeasuredStep> findMeasuredStep(const std::string &file, const std::string &row)
{
    const std::string path = measuredFolder() + "/" + file;
    const auto text = readTextFile(path);
    if (!text)
        return text.error();
    const auto rows = parseCsv(*text, path);
    if (!rows)
        return rows.error();
    for (const auto &cells : *rows) {
        const auto cell = [&cells](const char *name) {
            const auto it = cells.find(name);
            return it == cells.end() ? std::string() : it->second;
        };
        if (cell("id") != row)
            continue;
        const auto time = cell("step_time_s");
        double seconds = 0;
        std::from_chars(time.data(), time.data() + time.size(), seconds);
        if (!(seconds > 0))
            return Error{Error::Code::invalid, path, row, "step_time_s \"" + time + "\"", "a time in seconds", {}};
        return MeasuredStep{row, cell("source"), Seconds(seconds)};
    }
    return Error{Error::Code::reference, path, {}, "no row \"" + row + "\"", "a row of that id", {}};
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/merge_rows.h"

#include "base/files.h"
#include "base/numbers.h"
#include "report/csv_text.h"
#include "report/text_table.h"
#include "sweep/sweep_row.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

class RowMerge
{
public:
    MergedRows run(const std::vector<std::string> &files)
    {
        for (const std::string &file : files)
            readFile(file);
        if (m_result.findings.ok() && m_result.sweep.empty())
            addError({Error::Code::invalid,
                      files.empty() ? "" : files.front(),
                      {},
                      "no row",
                      "rows of a sweep",
                      "run hscope sweep first"});
        findGaps();
        return std::move(m_result);
    }

private:
    void addError(Error error) { m_result.findings.addError(std::move(error)); }
    void addWarning(Error error)
    {
        if (m_result.findings.warnings.size() < Findings::most)
            m_result.findings.warnings.push_back(std::move(error));
    }

    void readFile(const std::string &file)
    {
        const auto text = readTextFile(file);
        if (!text)
            return addError(text.error());
        std::size_t number = 1;
        for (std::size_t at = 0; at < text->size(); ++number) {
            const std::string place = fmt::format("{}:1", number);
            const std::size_t end = text->find('\n', at);
            if (end == std::string::npos) {
                addWarning({Error::Code::invalid, file, place, "a line without an end: its writer was stopped",
                            "whole lines", "run its shard again, which repairs it"});
                return;
            }
            takeLine(std::string_view(*text).substr(at, end - at), file, place);
            at = end + 1;
        }
    }

    void takeLine(std::string_view line, const std::string &file, const std::string &place)
    {
        auto row = parseRow(line);
        if (!row) {
            Error error = row.error();
            error.file = file;
            error.path = place;
            return addError(std::move(error));
        }
        const RowPlace where = placeOf(*row);
        if (m_result.sweep.empty()) {
            m_result.sweep = where.sweep;
            m_result.rows = where.rows;
        }
        if (where.sweep != m_result.sweep || where.rows != m_result.rows)
            return addError({Error::Code::invalid, file, place, "a row of sweep " + quoteText(where.sweep),
                             "rows of one sweep, " + quoteText(m_result.sweep),
                             "leave out what another sweep file or another hscope has written"});
        const auto known = m_result.table.find(where.row);
        if (known == m_result.table.end()) {
            m_result.table.emplace(where.row, *std::move(row));
            m_fileOf.emplace(where.row, file);
        } else if (known->second == *row) {
            addWarning({Error::Code::invalid, file, place,
                        fmt::format("row {} a second time, after {}", where.row, m_fileOf[where.row]), "each row once",
                        "they are equal; give each shard one file"});
        } else {
            addError({Error::Code::invalid, file, place,
                      fmt::format("row {} with another answer than in {}", where.row, m_fileOf[where.row]),
                      "one answer for each row", "remove one of the files and run its shard again"});
        }
    }

    /// One error for each run of missing numbers.
    void findGaps()
    {
        std::size_t expected = 0;
        const auto lacks = [&](std::size_t end) {
            if (expected < end)
                addError({Error::Code::invalid,
                          {},
                          {},
                          end - expected == 1 ? fmt::format("no row {}", expected)
                                              : fmt::format("none of the rows {} to {}", expected, end - 1),
                          fmt::format("the {} rows of the sweep", countText(m_result.rows)),
                          "run the shards that have not ended, or add --partial"});
        };
        for (const auto &[number, row] : m_result.table) {
            lacks(number);
            expected = number + 1;
        }
        lacks(m_result.rows);
    }

    MergedRows m_result;
    std::map<std::size_t, std::string> m_fileOf;
};

bool isColumn(const std::string &member) { return member != "sweep" && member != "rows" && member != "plan"; }

std::string fieldOf(const Json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? csvText(value.get_ref<const std::string &>()) : value.dump();
}

/// The number of this member in the words of `format`; a dash without one.
template<class Format>
std::string cellOf(const Json &row, const char *member, const Format &format)
{
    const auto value = row.find(member);
    return value != row.end() && value->is_number() ? format(value->template get<double>()) : std::string("-");
}

std::string wordOf(const Json &row, const char *member)
{
    const auto value = row.find(member);
    if (value == row.end() || value->is_null())
        return "-";
    return value->is_string() ? value->get<std::string>() : value->dump();
}

} // namespace

MergedRows mergeRows(const std::vector<std::string> &files) { return RowMerge().run(files); }

Json mergedJson(const MergedRows &merged)
{
    Json rows = Json::array();
    for (const auto &[number, row] : merged.table) {
        Json item = row;
        item.erase("sweep");
        item.erase("rows");
        rows.push_back(std::move(item));
    }
    return {{"sweep", merged.sweep}, {"rows", std::move(rows)}};
}

std::string mergedCsv(const MergedRows &merged)
{
    std::string text;
    const auto line = [&text](const Json &row, const auto &field) {
        bool isFirst = true;
        for (const auto &[member, value] : row.items()) {
            if (!isColumn(member))
                continue;
            text += isFirst ? "" : ",";
            text += field(member, value);
            isFirst = false;
        }
        text += '\n';
    };
    if (!merged.table.empty())
        line(merged.table.begin()->second, [](const std::string &member, const Json &) { return csvText(member); });
    for (const auto &[number, row] : merged.table)
        line(row, [](const std::string &, const Json &value) { return fieldOf(value); });
    return text;
}

std::string mergedText(const MergedRows &merged)
{
    TextTable table({"row", "cluster", "model", "batch", "sequence", "stack", "step", "cost", "gap", "plan"});
    for (const auto &[number, row] : merged.table) {
        const bool isPlanned = row.contains("label") && row["label"].is_string();
        table.add({countText(number), wordOf(row, "cluster"), wordOf(row, "model"), wordOf(row, "batch"),
                   wordOf(row, "sequence"), wordOf(row, "stack"),
                   cellOf(row, "stepTime", [](double value) { return secondsText(Seconds(value)); }),
                   cellOf(row, "cost", costText),
                   cellOf(row, "gap", [](double value) { return value < 1 ? percentText(value) : "no bound"; }),
                   isPlanned ? wordOf(row, "label") : wordOf(row, "reason")});
    }
    return table.text();
}

} // namespace heteroscope

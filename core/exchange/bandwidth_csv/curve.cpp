// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/bandwidth_csv/curve.h"

#include "base/closest_name.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cluster/limits.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace heteroscope {

namespace {

struct Unit
{
    std::string_view name;
    double bytes; // 0 = a factor
};
constexpr std::array units = {
    Unit{"factor", 0},      Unit{"B/s", 1},       Unit{"MB/s", 1e6},    Unit{"GB/s", 1e9},    Unit{"Mbit/s", 1.25e5},
    Unit{"Gbit/s", 1.25e8}, Unit{"Mb/s", 1.25e5}, Unit{"Gb/s", 1.25e8}, Unit{"Mbps", 1.25e5}, Unit{"Gbps", 1.25e8}};

constexpr double timeStamps = 1e9; // seconds since 1970 are above it, seconds of a scenario below

std::optional<double> numberIn(std::string_view cell)
{
    double value = 0;
    const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != cell.data() + cell.size())
        return std::nullopt;
    return value;
}

/// Cells of a line; names of links in quotes may hold commas.
std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == ',' && !quoted)
            cells.emplace_back();
        else if (line[i] != '\r')
            cells.back() += line[i];
    }
    for (std::string &cell : cells)
        cell = std::string(trimmed(cell));
    return cells;
}

struct Column
{
    BandwidthColumn made;
    double scale = 1;
};

class CurveReader
{
public:
    explicit CurveReader(const std::string &file) : m_file(file) {}

    Result<std::vector<BandwidthColumn>> read(std::string_view text)
    {
        for (std::size_t number = 1; !text.empty() && !m_error; ++number) {
            const auto end = std::min(text.find('\n'), text.size());
            const auto line = trimmed(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.empty() || line == "\r" || line.front() == '#')
                continue;
            m_line = number;
            if (m_columns.empty())
                header(cellsOf(line));
            else
                row(cellsOf(line));
        }
        if (!m_error && m_rows == 0)
            fail(0, m_columns.empty() ? "no line" : "no row", "a line of column names, then a row for each time",
                 "for example: time,h-0 (Gbit/s)");
        if (m_error)
            return *m_error;
        std::vector<BandwidthColumn> result;
        for (Column &column : m_columns)
            result.push_back(std::move(column.made));
        return result;
    }

private:
    void fail(std::size_t column, std::string found, std::string expected, std::string hint)
    {
        if (!m_error)
            m_error = Error{Error::Code::syntax,
                            m_file,
                            m_line == 0 ? std::string() : fmt::format("line {}, column {}", m_line, column + 1),
                            std::move(found),
                            std::move(expected),
                            std::move(hint)};
    }

    void header(const std::vector<std::string> &cells)
    {
        if (cells.size() < 2)
            return fail(0, quoteText(cells.front()), "the time and at least one link",
                        "for example: time,h-0 (Gbit/s)");
        if (numberIn(cells.front()))
            return fail(0, quoteText(cells.front()), "a line of column names first", "for example: time,h-0 (Gbit/s)");
        for (std::size_t c = 1; c < cells.size(); ++c) {
            Column column;
            std::string_view name = cells[c];
            if (const auto open = name.rfind('('); open != std::string_view::npos && name.back() == ')') {
                const auto word = name.substr(open + 1, name.size() - open - 2);
                const auto unit =
                    std::find_if(units.begin(), units.end(), [word](const Unit &one) { return one.name == word; });
                if (unit == units.end())
                    return fail(c, "the unit " + quoteText(word), "factor, B/s, MB/s, GB/s, Mbit/s or Gbit/s",
                                "for example: h-0 (Gbit/s)");
                column.made.isFactor = unit->bytes == 0;
                column.scale = column.made.isFactor ? 1 : unit->bytes;
                name = trimmed(name.substr(0, open));
            }
            column.made.link = name;
            m_columns.push_back(std::move(column));
        }
    }

    void row(const std::vector<std::string> &cells)
    {
        if (cells.size() != m_columns.size() + 1)
            return fail(cells.size(), std::to_string(cells.size()) + " cells",
                        std::to_string(m_columns.size() + 1) + " cells, as in the first line",
                        "give each row a cell for each column");
        const auto time = numberIn(cells.front());
        if (!time || !(*time >= 0) || !(*time < 1e18))
            return fail(0, quoteText(cells.front()), "a time in seconds", "give seconds since the start, or Unix time");
        if (m_rows == 0)
            m_start = *time >= timeStamps ? *time : 0;
        const double at = *time - m_start;
        if (m_rows > 0 && !(at > m_last))
            return fail(0, quoteText(cells.front()), "times that rise from row to row", "sort the rows by time");
        if (!limits::holds(limits::pointTime, at))
            return fail(0, quoteText(cells.front()), "a time of at most 1e9 s after the first one",
                        "give all times on one clock, in seconds");
        m_last = at;
        ++m_rows;
        for (std::size_t c = 0; c < m_columns.size(); ++c) {
            if (cells[c + 1].empty())
                continue;
            const auto value = numberIn(cells[c + 1]);
            if (!value || !(*value >= 0) || !(*value < 1e18))
                return fail(c + 1, quoteText(cells[c + 1]), "a number that is not negative",
                            "leave the row out if nothing was measured");
            auto &points = m_columns[c].made.points;
            const double scaled = *value * m_columns[c].scale;
            if (points.empty() || points.back().factor != scaled)
                points.push_back({Seconds(at), scaled});
        }
    }

    const std::string &m_file;
    std::size_t m_line = 0;
    std::size_t m_rows = 0;
    double m_start = 0;
    double m_last = 0;
    std::vector<Column> m_columns;
    std::optional<Error> m_error;
};

/// The names of the links that a column is about.
Result<std::vector<std::string>> linksOf(const BandwidthColumn &column, bool only, const Project &project,
                                         const std::string &file, const ImportOptions &options)
{
    std::vector<std::string> names = {column.link};
    if (only && !options.things.empty())
        names = options.things;
    for (const std::string &name : names) {
        if (project.cluster.findLink(name))
            continue;
        std::vector<std::string_view> known;
        for (const Link &link : project.cluster.links)
            known.push_back(link.name);
        auto hint = didYouMean(name, known);
        return Error{Error::Code::reference,
                     file,
                     {},
                     quoteText(name),
                     "the name of a link of the project",
                     hint.empty() ? "name the link with --for, or in the first line" : std::move(hint)};
    }
    return names;
}

} // namespace

bool isBandwidthCsv(std::string_view text)
{
    std::string_view line;
    while (!text.empty() && (line.empty() || line.front() == '#')) {
        const auto end = std::min(text.find('\n'), text.size());
        line = trimmed(text.substr(0, std::min<std::size_t>(end, 1 << 16)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const auto heading = cellsOf(line);
    const auto statesUnit = [](const std::string &cell) {
        const auto open = cell.rfind('(');
        if (open == std::string::npos || cell.back() != ')')
            return false;
        const std::string_view unit = trimmed(std::string_view(cell).substr(open + 1, cell.size() - open - 2));
        return std::any_of(units.begin(), units.end(), [unit](const Unit &one) { return one.name == unit; });
    };
    return heading.size() > 1 && lowerCase(heading.front()).starts_with("time") &&
           std::any_of(heading.begin() + 1, heading.end(), statesUnit);
}

Result<std::vector<BandwidthColumn>> readBandwidthCsv(std::string_view text, const std::string &file)
{
    return CurveReader(file).read(text);
}

Result<Imported> importBandwidthCsv(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options)
{
    Imported result{into, {}, {}};
    std::size_t links = 0;
    std::size_t points = 0;
    for (const ImportFile &file : files) {
        const auto columns = readBandwidthCsv(file.text, file.name);
        if (!columns)
            return columns.error();
        for (const BandwidthColumn &column : *columns) {
            const auto names = linksOf(column, columns->size() == 1, into, file.name, options);
            if (!names)
                return names.error();
            for (const std::string &name : *names) {
                Link link = *result.project.cluster.findLink(name);
                link.rate.points = column.points;
                double most = 0;
                for (RateCurve::Point &point : link.rate.points) {
                    if (!column.isFactor)
                        point.factor /= link.bandwidth.value;
                    most = std::max(most, point.factor);
                }
                if (!limits::holds(limits::factor, most))
                    return Error{Error::Code::invalid,
                                 file.name,
                                 {},
                                 fmt::format("{} times the bandwidth of {}", inputText(most), quoteText(name)),
                                 "at most 1000 times",
                                 "is the unit right?"};
                if (most > 1.000001)
                    result.notes.push_back(
                        fmt::format("{} gets up to {} times its own bandwidth of {}; is the unit right?", name,
                                    inputText(most), bandwidthText(link.bandwidth)));
                auto edited = replaceLink(result.project, name, link);
                if (!edited) {
                    Error error = edited.error();
                    error.file = file.name;
                    return error;
                }
                result.project = std::move(*edited);
                ++links;
                points += link.rate.points.size();
            }
        }
    }
    result.what = fmt::format("rate curves of {} links, {} changes", links, points);
    return result;
}

} // namespace heteroscope

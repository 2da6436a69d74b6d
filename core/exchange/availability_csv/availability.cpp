// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/availability_csv/availability.h"

#include "base/closest_name.h"
#include "base/text.h"
#include "cluster/limits.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace heteroscope {

namespace {

constexpr double availabilityClock = 1e9; // seconds since 1970 are above it, seconds of a scenario below
constexpr std::size_t mostAvailabilityRows = 200'000;
constexpr std::size_t mostAvailabilityColumns = 1000;
constexpr std::size_t mostAvailabilityChanges = 1'000'000; // of all devices together
constexpr std::string_view availableUnit = "(available)";

std::string lowerCased(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

/// Cells of a line; names in quotes may hold commas.
std::vector<std::string> availabilityCells(std::string_view line)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted && cells.size() <= mostAvailabilityColumns)
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    for (std::string &cell : cells)
        cell = std::string(trimmed(cell));
    return cells;
}

bool isTimeTitle(std::string_view title)
{
    const std::string lower = lowerCased(title);
    return lower == "time" || lower == "timestamp" || lower == "seconds" || lower == "t" || lower == "time (s)";
}

/// "node,event" in words that such records have.
bool isEventHead(const std::vector<std::string> &cells)
{
    const auto is = [&cells](std::size_t i, std::initializer_list<std::string_view> words) {
        const std::string title = i < cells.size() ? lowerCased(cells[i]) : std::string();
        return std::find(words.begin(), words.end(), title) != words.end();
    };
    return cells.size() == 3 && isTimeTitle(cells[0]) && is(1, {"node", "device", "instance", "machine", "host"}) &&
           is(2, {"event", "state", "status", "action"});
}

/// "NAME (available)" in all columns but the first.
bool isTableHead(const std::vector<std::string> &cells)
{
    return cells.size() > 1 && isTimeTitle(cells[0]) &&
           std::all_of(cells.begin() + 1, cells.end(),
                       [](const std::string &cell) { return lowerCased(cell).ends_with(availableUnit); });
}

/// The first line that holds something; the text loses what is before its end.
std::string_view takeAvailabilityLine(std::string_view &text, std::size_t &number)
{
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (!line.empty() && line != "\r" && line.front() != '#')
            return line;
    }
    return {};
}

/// The devices of a cluster with their speeds, as the file changes them.
class AvailableDevices
{
public:
    explicit AvailableDevices(const Cluster &cluster)
    {
        for (std::size_t node = 0; node < cluster.nodes.size(); ++node) {
            const Node &one = cluster.nodes[node];
            for (std::size_t device = 0; device < one.devices.size(); ++device) {
                m_of[one.name].push_back(m_devices.size());
                m_of[fmt::format("{}:{}", one.name, device)] = {m_devices.size()};
                if (!cluster.findNode(one.devices[device].type))
                    m_of[one.devices[device].type].push_back(m_devices.size());
                m_devices.push_back({node, device, {}, true, 0});
            }
        }
    }

    /// The devices of a node, device or type; nullptr if there is none of the name.
    const std::vector<std::size_t> *of(const std::string &name) const
    {
        const auto found = m_of.find(name);
        return found == m_of.end() ? nullptr : &found->second;
    }

    std::string hintFor(const std::string &name) const
    {
        std::vector<std::string_view> known;
        for (const auto &[one, devices] : m_of)
            known.push_back(one);
        auto hint = didYouMean(name, known);
        return hint.empty() ? "name the node as the project does, or with --for" : hint;
    }

    /// What a file says of a device replaces what was known of it.
    void beginFile() { ++m_file; }

    /// So many of these devices are there from a time on. False: too many changes.
    bool set(const std::vector<std::size_t> &devices, std::size_t there, Seconds at)
    {
        for (std::size_t i = 0; i < devices.size(); ++i)
            set(devices[i], i < there, at);
        return m_changes <= mostAvailabilityChanges;
    }

    std::size_t changes() const { return m_changes; }
    std::size_t devices() const
    {
        return static_cast<std::size_t>(
            std::count_if(m_devices.begin(), m_devices.end(), [](const Known &one) { return one.file > 0; }));
    }

    void writeTo(Project &project) const
    {
        for (const Known &one : m_devices) {
            if (one.file > 0)
                project.cluster.nodes[one.node].devices[one.device].speed = one.curve;
        }
    }

private:
    struct Known
    {
        std::size_t node = 0;
        std::size_t device = 0;
        RateCurve curve;
        bool isThere = true;
        std::size_t file = 0; // that named it last; 0: none
    };

    void set(std::size_t index, bool isThere, Seconds at)
    {
        Known &one = m_devices[index];
        if (one.file != m_file)
            one = {one.node, one.device, {}, true, m_file};
        if (one.isThere == isThere)
            return;
        one.isThere = isThere;
        auto &points = one.curve.points;
        if (!points.empty() && points.back().at == at) {
            points.back().factor = isThere ? 1 : 0;
            // Gone and back in one instant changes nothing.
            if ((points.size() > 1 ? points[points.size() - 2].factor : 1) == points.back().factor)
                points.pop_back();
            return;
        }
        points.push_back({at, isThere ? 1.0 : 0.0});
        ++m_changes;
    }

    std::vector<Known> m_devices;
    std::map<std::string, std::vector<std::size_t>> m_of;
    std::size_t m_changes = 0;
    std::size_t m_file = 0;
};

class AvailabilityCsv
{
public:
    AvailabilityCsv(const ImportFile &file, const ImportOptions &options, AvailableDevices &devices)
        : m_file(file), m_options(options), m_devices(devices)
    {}

    Status read()
    {
        std::string_view text = m_file.text;
        const auto head = availabilityCells(takeAvailabilityLine(text, m_line));
        const bool isEvents = isEventHead(head);
        if (!isEvents && !isTableHead(head))
            return refused(1, head.front().empty() ? "no line" : quoteText(head.front()),
                           "time,NODE (available),... or time,node,event", "name the columns in the first line");
        if (!isEvents) {
            if (auto status = readHead(head); !status)
                return status;
        }
        std::size_t rows = 0;
        for (auto line = takeAvailabilityLine(text, m_line); !line.empty(); line = takeAvailabilityLine(text, m_line)) {
            if (++rows > mostAvailabilityRows)
                return refused(1, "more rows", fmt::format("at most {} rows", mostAvailabilityRows),
                               "leave out rows that change nothing");
            const auto cells = availabilityCells(line);
            if (cells.size() != head.size())
                return refused(cells.size(), fmt::format("{} cells", cells.size()),
                               fmt::format("{} cells, as in the first line", head.size()),
                               "give each row a cell for each column");
            if (auto status = isEvents ? readEvent(cells) : readRow(cells); !status)
                return status;
        }
        if (rows == 0)
            return refused(1, "no row", "a row for each time", "for example: 0,8");
        return {};
    }

private:
    Error refused(std::size_t column, std::string found, std::string expected, std::string hint,
                  Error::Code code = Error::Code::syntax) const
    {
        return {code,
                m_file.name,
                fmt::format("line {}, column {}", m_line, column),
                std::move(found),
                std::move(expected),
                std::move(hint)};
    }

    Status readHead(const std::vector<std::string> &cells)
    {
        for (std::size_t c = 1; c < cells.size(); ++c) {
            const std::string name(
                trimmed(std::string_view(cells[c]).substr(0, cells[c].size() - availableUnit.size())));
            std::vector<std::string> names = {name};
            if (cells.size() == 2 && !m_options.things.empty())
                names = m_options.things;
            std::vector<std::size_t> devices;
            for (const std::string &one : names) {
                const auto *found = m_devices.of(one);
                if (!found)
                    return refused(c + 1, quoteText(one), "a node, device or device type of the project",
                                   m_devices.hintFor(one), Error::Code::reference);
                devices.insert(devices.end(), found->begin(), found->end());
            }
            m_columns.push_back(std::move(devices));
        }
        return {};
    }

    /// Seconds of the scenario.
    Result<Seconds> timeIn(const std::string &cell, bool mustRise)
    {
        double time = 0;
        const auto parsed = std::from_chars(cell.data(), cell.data() + cell.size(), time);
        if (parsed.ec != std::errc() || parsed.ptr != cell.data() + cell.size() || !(time >= 0) || !(time < 1e18))
            return refused(1, quoteText(cell), "a time in seconds", "give seconds since the start, or Unix time");
        if (!m_last)
            m_start = time >= availabilityClock ? time : 0;
        const double at = time - m_start;
        if (m_last && (mustRise ? !(at > *m_last) : !(at >= *m_last)))
            return refused(1, quoteText(cell), "times that rise from row to row", "sort the rows by time");
        if (!limits::holds(limits::pointTime, at))
            return refused(1, quoteText(cell), "a time of at most 1e9 s after the first one",
                           "give all times on one clock, in seconds");
        m_last = at;
        return Seconds(at);
    }

    Status readRow(const std::vector<std::string> &cells)
    {
        const auto at = timeIn(cells[0], true);
        if (!at)
            return at.error();
        for (std::size_t c = 1; c < cells.size(); ++c) {
            const auto &devices = m_columns[c - 1];
            if (cells[c].empty())
                continue;
            std::size_t there = 0;
            const std::string word = lowerCased(cells[c]);
            const auto parsed = std::from_chars(word.data(), word.data() + word.size(), there);
            if (word == "up")
                there = devices.size();
            else if (word != "down" && (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size()))
                return refused(c + 1, quoteText(cells[c]), "a number of devices, up or down",
                               "leave the cell empty if nothing changed");
            if (there > devices.size())
                return refused(c + 1, quoteText(cells[c]), fmt::format("at most {} devices", devices.size()),
                               "give the node more devices, or another column");
            if (!m_devices.set(devices, there, *at))
                return tooMany();
        }
        return {};
    }

    Status readEvent(const std::vector<std::string> &cells)
    {
        const auto at = timeIn(cells[0], false);
        if (!at)
            return at.error();
        const auto *devices = m_devices.of(cells[1]);
        if (!devices)
            return refused(2, quoteText(cells[1]), "a node or device of the project", m_devices.hintFor(cells[1]),
                           Error::Code::reference);
        const std::string word = lowerCased(cells[2]);
        const auto known = std::find_if(availabilityWords.begin(), availabilityWords.end(),
                                        [&word](const auto &one) { return one.first == word; });
        if (known == availabilityWords.end())
            return refused(3, quoteText(cells[2]), "up or down", "also: preempted, terminated, launched, returned");
        return m_devices.set(*devices, known->second ? devices->size() : 0, *at) ? Status() : tooMany();
    }

    Error tooMany() const
    {
        return refused(1, "more changes of devices", fmt::format("at most {}", mostAvailabilityChanges),
                       "leave out rows, or devices");
    }

    const ImportFile &m_file;
    const ImportOptions &m_options;
    AvailableDevices &m_devices;
    std::size_t m_line = 0;
    double m_start = 0;
    std::optional<double> m_last;
    std::vector<std::vector<std::size_t>> m_columns; // devices by column
};

} // namespace

bool isAvailabilityCsv(std::string_view text)
{
    constexpr std::size_t headBytes = 1 << 16;
    std::string_view rest = text.substr(0, headBytes);
    std::size_t number = 0;
    const auto head = availabilityCells(takeAvailabilityLine(rest, number));
    return isEventHead(head) || isTableHead(head);
}

Result<Imported> importAvailabilityCsv(const Project &into, const std::vector<ImportFile> &files,
                                       const ImportOptions &options)
{
    AvailableDevices devices(into.cluster);
    for (const ImportFile &file : files) {
        devices.beginFile();
        if (const auto status = AvailabilityCsv(file, options, devices).read(); !status)
            return status.error();
    }
    Imported result{into, {}, {}};
    devices.writeTo(result.project);
    result.what = fmt::format("speeds of {} devices, {} changes", devices.devices(), devices.changes());
    if (devices.changes() == 0)
        result.notes.push_back("nothing of the file is ever away, so no speed has changed");
    else
        result.notes.push_back("what is away has speed 0: plans that use it are down until it is back");
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nccl_tests/log.h"

#include "base/closest_name.h"
#include "base/numbers.h"
#include "cluster/limits.h"
#include "project/edits.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace heteroscope {

namespace {

constexpr std::array<std::string_view, 4> collectives = {"all_reduce", "all_gather", "reduce_scatter", "sendrecv"};

std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while ((at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
        const auto end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

/// The line without what launchers put before it: "[1,0]<stdout>:" (mpirun --tag-output) or "0: " (srun --label).
std::string_view withoutTag(std::string_view line)
{
    if (const auto tag = line.find("<stdout>:"); line.starts_with('[') && tag != std::string_view::npos)
        return line.substr(tag + 9);
    // srun puts blanks before the number of a task, so that all are as wide.
    const auto first = std::min(line.find_first_not_of(" \t"), line.size());
    const auto digits = line.find_first_not_of("0123456789", first);
    if (digits != std::string_view::npos && digits > first && line.substr(digits, 1) == ":" &&
        (digits + 1 == line.size() || line[digits + 1] == ' '))
        return line.substr(std::min(digits + 2, line.size()));
    return line;
}

std::optional<double> finiteNumberIn(std::string_view word)
{
    double value = 0;
    const auto parsed = std::from_chars(word.data(), word.data() + word.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

struct Row
{
    double bytes;
    double seconds;
};

/// The collective that a long row tells: by bus bandwidth / bandwidth over n ranks, which is 2 (n-1) / n for all-reduce
/// and (n-1) / n for reduce-scatter (that adds) and all-gather or all-to-all (that do not); empty if it is not sure.
std::string_view collectiveOf(double ratio, std::string_view operation, int ranks)
{
    const double n = ranks;
    const auto is = [ratio](double share) { return std::abs(ratio / share - 1) < 0.02; };
    const bool adds = operation != "none" && !operation.empty();
    if (adds && is(2 * (n - 1) / n))
        return "all_reduce";
    return adds && is((n - 1) / n) ? "reduce_scatter" : std::string_view();
}

/// Bytes on the bus per byte of the collective; time of long messages = bytes * share / busBandwidth.
double busShare(std::string_view collective, int ranks)
{
    const double n = ranks;
    if (collective == "all_reduce")
        return 2 * (n - 1) / n;
    return collective == "sendrecv" ? 1 : (n - 1) / n;
}

int ringSteps(std::string_view collective, int ranks)
{
    if (collective == "all_reduce")
        return 2 * (ranks - 1);
    return collective == "sendrecv" ? 1 : ranks - 1;
}

/// Least squares of relative errors: a / t + b * s / t = 1, a not below 0.
struct Line
{
    double latency = 0;
    double secondsPerByte = 0;
};
Line fit(const std::vector<Row> &rows)
{
    double uu = 0, uv = 0, vv = 0, u = 0, v = 0;
    for (const Row &row : rows) {
        const double x = 1 / row.seconds;
        const double y = row.bytes / row.seconds;
        uu += x * x;
        uv += x * y;
        vv += y * y;
        u += x;
        v += y;
    }
    const double det = uu * vv - uv * uv;
    Line line;
    if (rows.size() > 1 && det > 1e-12 * uu * vv) {
        line.latency = (u * vv - v * uv) / det;
        line.secondsPerByte = (v * uu - u * uv) / det;
    }
    if (!(line.secondsPerByte > 0) || !(line.latency >= 0)) {
        line.latency = 0;
        line.secondsPerByte = v / vv;
    }
    return line;
}

/// The fit, or where it misses the longest message by more than a tenth because the bandwidth of middling sizes is
/// poor: the bandwidth of the longest, and the latency that then fits all best.
Line fitLongMessages(const std::vector<Row> &rows)
{
    Line line = fit(rows);
    const auto largest =
        std::max_element(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.bytes < b.bytes; });
    const double predicted = line.latency + largest->bytes * line.secondsPerByte;
    constexpr double longMessage = 64.0 * 1024 * 1024;
    if (std::abs(predicted / largest->seconds - 1) < 0.1 || largest->bytes < longMessage)
        return line;
    double v = 0, vv = 0;
    for (const Row &row : rows) {
        if (row.bytes < largest->bytes)
            continue;
        const double y = row.bytes / row.seconds;
        v += y;
        vv += y * y;
    }
    line.secondsPerByte = v / vv;
    double u = 0, uu = 0;
    for (const Row &row : rows) {
        u += (1 - row.bytes * line.secondsPerByte / row.seconds) / row.seconds;
        uu += 1 / (row.seconds * row.seconds);
    }
    line.latency = std::max(0.0, u / uu);
    return line;
}

class LogReader
{
public:
    explicit LogReader(const std::string &file) : m_file(file) {}

    Result<NcclMeasurement> read(std::string_view text)
    {
        for (m_line = 1; !text.empty(); ++m_line) {
            const auto end = std::min(text.find('\n'), text.size());
            const auto line = withoutTag(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            const auto words = wordsOf(line);
            if (words.empty())
                continue;
            if (words.front().front() == '#')
                comment(line, words);
            else if (line.find("_perf") != std::string_view::npos)
                nameIn(line); // the command that was run
            else if (auto status = row(words); !status)
                return status.error();
        }
        return finish();
    }

private:
    Error error(std::string found, std::string expected, std::string hint) const
    {
        return {Error::Code::syntax, m_file, {}, std::move(found), std::move(expected), std::move(hint)};
    }

    void nameIn(std::string_view line)
    {
        for (const std::string_view name : collectives) {
            if (line.find(name) != std::string_view::npos && m_collective.empty())
                m_collective = name;
        }
    }

    void comment(std::string_view line, const std::vector<std::string_view> &words)
    {
        nameIn(line);
        // "#  Rank  0 Group  0 Pid 1234 on host-a device  0 [0x07] NVIDIA ..."
        const auto on = std::find(words.begin(), words.end(), "on");
        const auto rank = std::find(words.begin(), words.end(), "Rank");
        if (rank != words.end() && on != words.end() && on + 1 != words.end()) {
            ++m_ranks;
            m_hosts.emplace(*(on + 1));
        }
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            if (words[i] == "nGpus") {
                if (const auto count = finiteNumberIn(words[i + 1]); count && *count >= 1 && *count <= 1e6)
                    m_gpus = static_cast<int>(*count);
            }
        }
        // "#       size         count      type   redop    root     time   algbw   busbw #wrong ..."
        const auto size = std::find(words.begin(), words.end(), "size");
        const auto time = std::find(words.begin(), words.end(), "time");
        if (size != words.end() && time != words.end() && size < time)
            m_timeColumn = static_cast<std::size_t>(time - size);
        const auto wrong = std::find(words.begin(), words.end(), "#wrong");
        if (size != words.end() && wrong != words.end() && size < wrong)
            m_wrongColumn = static_cast<std::size_t>(wrong - size);
    }

    Status row(const std::vector<std::string_view> &words)
    {
        const auto bytes = finiteNumberIn(words.front());
        // What NCCL itself and launchers print between the rows is passed over.
        if (!bytes || m_timeColumn == 0)
            return {};
        const auto time = words.size() > m_timeColumn ? finiteNumberIn(words[m_timeColumn]) : std::nullopt;
        if (!time || !(*time > 0) || !(*bytes >= 0)) {
            Error wrong = error(words.size() > m_timeColumn ? quoteText(words[m_timeColumn]) : "a short row",
                                "a time in microseconds above 0", "leave the row out, or measure again");
            wrong.path = "line " + std::to_string(m_line);
            return wrong;
        }
        const auto results =
            m_wrongColumn > 0 && words.size() > m_wrongColumn ? finiteNumberIn(words[m_wrongColumn]) : 0;
        if (results && *results > 0) {
            Error wrong = error(fmt::format("{} wrong results", *results), "sums that are right",
                                "mend the machine first: times of wrong results say nothing");
            wrong.path = "line " + std::to_string(m_line);
            return wrong;
        }
        if (*bytes > 0)
            m_rows.push_back({*bytes, *time * 1e-6});
        // "size count type redop root time algbw busbw"
        const auto at = [&](std::size_t column) { return column < words.size() ? words[column] : std::string_view(); };
        const auto plain = finiteNumberIn(at(m_timeColumn + 1));
        const auto bus = finiteNumberIn(at(m_timeColumn + 2));
        if (plain && bus && *plain > 1) {
            m_ratio = *bus / *plain;
            m_operation = at(3);
        }
        return {};
    }

    Result<NcclMeasurement> finish()
    {
        if (m_rows.empty())
            return error("no row of sizes and times", "the output of a program of nccl-tests",
                         "run all_reduce_perf -b 8 -e 1G -f 2 and keep its whole output");
        for (const std::string_view name : collectives) {
            if (m_collective.empty() && m_file.find(name) != std::string::npos)
                m_collective = name;
        }
        const int ranks = m_ranks > 0 ? m_ranks : m_gpus;
        if (m_collective.empty() && ranks > 1)
            m_collective = collectiveOf(m_ratio, m_operation, ranks);
        if (m_collective.empty())
            return error("no name of a collective", "all_reduce, all_gather, reduce_scatter or sendrecv",
                         "name the file after it, for example all_reduce.log");
        NcclMeasurement result;
        result.collective = m_collective;
        result.ranks = m_ranks > 0 ? m_ranks : m_gpus;
        result.hosts = std::max(1, static_cast<int>(m_hosts.size()));
        result.rows = m_rows.size();
        if (result.ranks < 2)
            return error(fmt::format("{} ranks", result.ranks), "at least 2 ranks",
                         "keep the lines \"# Rank ...\" of the output");
        const Line line = fitLongMessages(m_rows);
        const double share = busShare(m_collective, result.ranks);
        result.busBandwidth = BytesPerSecond(share / line.secondsPerByte);
        result.latency = Seconds(line.latency);
        result.latencyPerStep = Seconds(line.latency / ringSteps(m_collective, result.ranks));
        for (const Row &row : m_rows) {
            const double predicted = line.latency + row.bytes * line.secondsPerByte;
            result.worstDeviation = std::max(result.worstDeviation, std::abs(predicted / row.seconds - 1));
        }
        if (!limits::holds(limits::bandwidth, result.busBandwidth.value))
            return error(bandwidthText(result.busBandwidth), "a bandwidth of hardware",
                         "measure again, with sizes up to 1 GiB");
        return result;
    }

    const std::string &m_file;
    std::size_t m_line = 0;
    std::string m_collective;
    int m_ranks = 0;
    int m_gpus = 0;
    std::set<std::string, std::less<>> m_hosts;
    std::size_t m_timeColumn = 0;
    std::size_t m_wrongColumn = 0; // 0: the rows do not say
    double m_ratio = 0;            // bus bandwidth / bandwidth of the last long row
    std::string m_operation;
    std::vector<Row> m_rows;
};

/// The line rate at which the model predicts the measured time of long messages. It lets an all-reduce over several
/// hosts reduce inside each first, so that a host's link carries 2 (hosts-1) / hosts of the bytes (cost/network.h).
BytesPerSecond lineRateFor(const NcclMeasurement &measured, LinkTechnology technology)
{
    const double share = busShare(measured.collective, measured.ranks);
    const double carried = measured.collective == "all_reduce" && measured.hosts > 1
                               ? busShare(measured.collective, measured.hosts)
                               : share;
    return measured.busBandwidth * (carried / share) / builtinCalibration().linkOf(technology).efficiency;
}

/// Sets the fastest links of a node's devices. False when no device has a link.
bool calibrateFabric(Node &node, const NcclMeasurement &measured)
{
    BytesPerSecond fastest;
    const auto atDevice = [&node](const FabricLink &link) {
        return deviceRange(link.from, node.devices.size()) || deviceRange(link.to, node.devices.size());
    };
    for (const FabricLink &link : node.fabric) {
        if (atDevice(link))
            fastest = std::max(fastest, link.bandwidth);
    }
    for (FabricLink &link : node.fabric) {
        if (atDevice(link) && link.bandwidth == fastest)
            link.bandwidth = lineRateFor(measured, link.technology);
    }
    return fastest.value > 0;
}

std::vector<std::string> meantThings(const Cluster &cluster, const NcclMeasurement &measured,
                                     const ImportOptions &options)
{
    if (!options.things.empty())
        return options.things;
    std::vector<std::string> names;
    if (measured.hosts > 1) {
        for (const Link &link : cluster.links)
            names.push_back(link.name);
    } else {
        for (const Node &node : cluster.nodes) {
            if (static_cast<int>(node.devices.size()) == measured.ranks)
                names.push_back(node.name);
        }
    }
    return names;
}

/// Whether the things may be meant together when nobody named them.
bool alike(const Cluster &cluster, const std::vector<std::string> &names)
{
    const Link *first = nullptr;
    const Node *firstNode = nullptr;
    for (const std::string &name : names) {
        if (const Link *link = cluster.findLink(name)) {
            first = first ? first : link;
            if (link->technology != first->technology || link->bandwidth != first->bandwidth)
                return false;
        } else if (const Node *node = cluster.findNode(name)) {
            firstNode = firstNode ? firstNode : node;
            if (node->fabric != firstNode->fabric)
                return false;
        }
    }
    return true;
}

Error unknownThing(const Cluster &cluster, const std::string &name, const std::string &file)
{
    std::vector<std::string_view> known;
    for (const Link &link : cluster.links)
        known.push_back(link.name);
    for (const Node &node : cluster.nodes)
        known.push_back(node.name);
    return {Error::Code::reference, file, {}, quoteText(name), "a link or a node of the project",
            didYouMean(name, known)};
}

} // namespace

Result<NcclMeasurement> readNcclTests(std::string_view text, const std::string &file)
{
    return LogReader(file).read(text);
}

LinkConstants linkConstants(const NcclMeasurement &measured, LinkTechnology technology, BytesPerSecond lineRate,
                            Seconds routeLatency)
{
    LinkConstants result;
    result.technology = technology;
    result.efficiency = std::clamp(measured.busBandwidth / lineRate, 0.0, 1.0);
    result.hop = Seconds(std::max(0.0, measured.latencyPerStep.value - routeLatency.value));
    result.source = fmt::format("nccl-tests, {} over {} ranks on {} hosts, {} sizes", measured.collective,
                                measured.ranks, measured.hosts, measured.rows);
    return result;
}

Result<Imported> importNcclTests(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options)
{
    if (files.size() != 1)
        return Error{Error::Code::invalid,
                     files.size() > 1 ? files[1].name : "",
                     {},
                     std::to_string(files.size()) + " files",
                     "one log",
                     "import the logs one after the other"};
    const std::string &file = files.front().name;
    const auto measured = readNcclTests(files.front().text, file);
    if (!measured)
        return measured.error();
    const auto names = meantThings(into.cluster, *measured, options);
    if (options.things.empty() && !alike(into.cluster, names))
        return Error{Error::Code::invalid,
                     file,
                     {},
                     "links of unlike technology or bandwidth in the project",
                     "the links or nodes that the log is about",
                     "name them with --for"};
    if (names.empty())
        return Error{Error::Code::reference,
                     file,
                     {},
                     measured->hosts > 1 ? "no link in the project"
                                         : fmt::format("no node with {} devices in the project", measured->ranks),
                     "links or nodes to calibrate",
                     "name them with --for"};
    Imported result{into, {}, {}};
    for (const std::string &name : names) {
        auto edited = Result<Project>(unknownThing(into.cluster, name, file));
        if (const Link *link = into.cluster.findLink(name)) {
            Link changed = *link;
            changed.bandwidth = lineRateFor(*measured, link->technology);
            edited = replaceLink(result.project, name, changed);
        } else if (const Node *node = into.cluster.findNode(name)) {
            Node changed = *node;
            if (!calibrateFabric(changed, *measured))
                return Error{Error::Code::invalid,
                             file,
                             {},
                             quoteText(name) + " has no links at its devices",
                             "a node with a fabric",
                             "connect its devices by fabric links first"};
            edited = replaceNode(result.project, name, changed);
        }
        if (!edited) {
            Error error = edited.error();
            error.file = file;
            return error;
        }
        result.project = std::move(*edited);
    }
    result.what = fmt::format("{} over {} ranks on {} hosts: bus bandwidth {}, {} a ring step", measured->collective,
                              measured->ranks, measured->hosts, bandwidthText(measured->busBandwidth),
                              secondsText(measured->latencyPerStep));
    result.notes.push_back(fmt::format("fitted over {} sizes; the worst row is {} off", measured->rows,
                                       percentText(measured->worstDeviation, 0)));
    result.notes.push_back(fmt::format("{} {} got the bandwidth at which the model predicts that; latencies stay",
                                       names.size(), names.size() == 1 ? "item" : "items"));
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/kineto/trace.h"

#include "base/text.h"
#include "exchange/trace/import_trace.h"
#include "exchange/trace/inflated_text.h"
#include "json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace heteroscope {

namespace {

constexpr int mostKinetoDepth = 256;
constexpr double longestKinetoTime = 2e12; ///< µs: 23 days
constexpr std::string_view kinetoStep = "ProfilerStep#";

/// What is kept of the event that is being read.
struct KinetoEvent
{
    std::string phase;
    std::string category;
    std::string name;
    std::string group;      ///< description of the process group
    std::string collective; ///< as the profiler names it
    double start = -1;      ///< µs
    double length = -1;     ///< µs
    std::int32_t stream = -1;
    int process = -1;
};

/// What a slice of the traces that this program writes (perfetto/trace.h) is, a wait as time without work of the
/// device; nullopt: of another program.
std::optional<TraceKind> kindOfSlice(const KinetoEvent &event)
{
    const auto begins = [&event](std::string_view word) { return event.name.starts_with(word); };
    if (event.category == "compute") {
        if (begins("forward") || begins("recompute"))
            return TraceKind::forward;
        const bool isBackward = begins("backward") || begins("inputGradient") || begins("weightGradient");
        return isBackward ? TraceKind::backward : TraceKind::compute;
    }
    if (event.category == "wait")
        return begins("optimizer") ? TraceKind::compute : TraceKind::host;
    if (event.category != "communication")
        return {};
    constexpr std::array<std::pair<std::string_view, TraceKind>, 6> kinds = {{{"TP", TraceKind::tp},
                                                                              {"send", TraceKind::pp},
                                                                              {"receive", TraceKind::pp},
                                                                              {"DP", TraceKind::dp},
                                                                              {"CP", TraceKind::cp},
                                                                              {"EP", TraceKind::ep}}};
    for (const auto &[name, kind] : kinds) {
        if (event.name == name)
            return kind;
    }
    return {};
}

TraceKind kindOfKernel(const KinetoEvent &event)
{
    const std::string name = lowerCase(event.name.substr(0, 64));
    if (name.find("nccl") == std::string::npos && name.find("rccl") == std::string::npos)
        return TraceKind::compute;
    if (const TraceKind kind = kindOfProcessGroup(event.group); kind != TraceKind::collective)
        return kind;
    const std::string collective = lowerCase(event.collective);
    if (collective.find("all_to_all") != std::string::npos || collective.find("alltoall") != std::string::npos ||
        name.find("alltoall") != std::string::npos)
        return TraceKind::ep;
    const bool isPoint = collective.starts_with("send") || collective.starts_with("recv");
    return isPoint ? TraceKind::pp : TraceKind::collective;
}

/// Takes the values of the JSON one by one; stops at the first mistake.
class KinetoReader
{
public:
    explicit KinetoReader(const std::string &file) : m_file(file) {}

    MeasuredRank rank;
    std::map<int, MeasuredRank> lanes; ///< by process, of a trace that this program wrote
    int worldSize = 0;
    bool hasEvents = false;
    std::optional<Error> mistake;

    // The interface of nlohmann's SAX parser.
    bool null() { return true; }
    bool boolean(bool) { return true; }
    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
    bool number_float(double value, const std::string &) { return number(value); }
    bool binary(Json::binary_t &) { return true; }
    bool string(std::string &value)
    {
        if (m_depth == 3 && m_isEvent) {
            if (m_key == "ph")
                m_event.phase = value;
            else if (m_key == "cat")
                m_event.category = value;
            else if (m_key == "name")
                m_event.name = value;
        } else if (m_depth == 4 && m_isArguments) {
            if (m_key == "Process Group Description")
                m_event.group = value;
            else if (m_key == "Collective name")
                m_event.collective = value;
        }
        return true;
    }
    bool key(std::string &value)
    {
        m_key = value;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (!deeper())
            return false;
        m_isRun = m_isRun || (m_depth == 2 && m_key == "distributedInfo");
        if (m_depth == 3 && m_inEvents) {
            m_isEvent = true;
            m_event = {};
        }
        m_isArguments = m_isArguments || (m_depth == 4 && m_isEvent && m_key == "args");
        return true;
    }
    bool end_object()
    {
        if (m_depth == 4)
            m_isArguments = false;
        if (m_depth == 3 && m_isEvent) {
            m_isEvent = false;
            if (!keep())
                return false;
        }
        if (m_depth == 2)
            m_isRun = false;
        --m_depth;
        return true;
    }
    bool start_array(std::size_t)
    {
        if (!deeper())
            return false;
        if (m_depth == 2 && m_key == "traceEvents")
            m_inEvents = hasEvents = true;
        return true;
    }
    bool end_array()
    {
        if (m_depth == 2)
            m_inEvents = false;
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t at, const std::string &, const nlohmann::detail::exception &)
    {
        return fail(Error::Code::syntax, fmt::format("byte {}", at), "broken JSON", "a whole trace of the profiler");
    }

private:
    bool fail(Error::Code code, std::string path, std::string found, std::string expected)
    {
        mistake = Error{code,
                        m_file,
                        std::move(path),
                        std::move(found),
                        std::move(expected),
                        "give the file as the PyTorch profiler wrote it"};
        return false;
    }

    bool deeper()
    {
        return ++m_depth <= mostKinetoDepth ||
               fail(Error::Code::syntax, {}, "deeper nesting", fmt::format("at most {} levels", mostKinetoDepth));
    }

    bool number(double value)
    {
        if (m_depth == 3 && m_isEvent) {
            if (m_key == "ts")
                m_event.start = value;
            else if (m_key == "dur")
                m_event.length = value;
            else if (m_key == "pid" && value >= 0 && value < 1e9)
                m_event.process = static_cast<int>(value);
        } else if (m_depth == 4 && m_isArguments) {
            if (m_key == "stream" && value >= 0 && value < 1e9)
                m_event.stream = static_cast<std::int32_t>(value);
        } else if (m_depth == 2 && m_isRun && value >= 0 && value <= 1e9) {
            if (m_key == "rank")
                rank.rank = static_cast<int>(value);
            else if (m_key == "world_size")
                worldSize = static_cast<int>(value);
        }
        return true;
    }

    /// Keeps the event if it is a kernel, a copy or a step.
    bool keep()
    {
        if (m_event.phase != "X")
            return true;
        const bool isKernel = m_event.category == "kernel" || m_event.category == "Kernel";
        const bool isCopy = m_event.category == "gpu_memcpy" || m_event.category == "gpu_memset";
        const bool isStep = m_event.category == "user_annotation" && m_event.name.starts_with(kinetoStep);
        const auto slice = isKernel || isCopy || isStep ? std::nullopt : kindOfSlice(m_event);
        if (!isKernel && !isCopy && !isStep && !slice)
            return true;
        const std::string place = fmt::format("/traceEvents, {} {}", m_event.category, m_event.name.substr(0, 80));
        if (!(m_event.start >= 0 && m_event.length >= 0 && m_event.length <= longestKinetoTime))
            return fail(Error::Code::schema, place, "no time", "ts and dur in microseconds, from 0 on");
        // Times of day in microseconds exceed the ticks: the first event's is the origin.
        if (!m_origin)
            m_origin = m_event.start;
        const double start = m_event.start - *m_origin;
        if (std::abs(start) > longestKinetoTime)
            return fail(Error::Code::schema, place, "a time far from the first event's", "events of one run");
        if (++m_kept > mostMeasuredEvents)
            return fail(Error::Code::invalid, place, "more events",
                        fmt::format("at most {} kernels, copies and steps", mostMeasuredEvents));
        const Ticks from(std::llround(start * 1e6));
        const Ticks end = from + Ticks(std::llround(m_event.length * 1e6));
        if (slice) {
            lanes[m_event.process].events.push_back({from, end, *slice, -1, -1});
        } else if (isStep) {
            std::int64_t number = 0;
            const char *digits = m_event.name.data() + kinetoStep.size();
            std::from_chars(digits, m_event.name.data() + m_event.name.size(), number);
            rank.steps.push_back({from, end, number});
        } else {
            rank.events.push_back({from, end, isCopy ? TraceKind::copy : kindOfKernel(m_event), m_event.stream, -1});
        }
        return true;
    }

    const std::string &m_file;
    int m_depth = 0;
    bool m_inEvents = false;    // the array traceEvents
    bool m_isEvent = false;     // an object of it
    bool m_isArguments = false; // the event's args
    bool m_isRun = false;       // distributedInfo
    std::string m_key;
    KinetoEvent m_event;
    std::optional<double> m_origin; // µs
    std::size_t m_kept = 0;         // events and steps
};

std::optional<Error> readKinetoFile(const ImportFile &file, KinetoReader &reader)
{
    if (isGzip(file.text)) {
        Inflater inflater(file.text);
        Json::sax_parse(InflatedIterator(inflater), InflatedIterator(), &reader);
        if (inflater.isBroken())
            return Error{Error::Code::syntax,
                         file.name,
                         {},
                         "gzip that breaks off, or more than 4 GiB in it",
                         "a whole file",
                         "copy the file again, or record fewer steps"};
    } else {
        Json::sax_parse(file.text.data(), file.text.data() + file.text.size(), &reader);
    }
    return reader.mistake;
}

/// The lanes of a step that this program wrote, as ranks in their order.
void appendLanes(std::map<int, MeasuredRank> lanes, MeasuredTrace &trace)
{
    trace.tool = "HeteroScope";
    for (auto &[process, lane] : lanes) {
        lane.rank = static_cast<int>(trace.ranks.size());
        trace.ranks.push_back(std::move(lane));
    }
}

} // namespace

bool isKinetoHead(std::string_view head)
{
    const auto has = [head](std::string_view word) { return head.find(word) != std::string_view::npos; };
    const auto first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && head[first] == '{' &&
           (has("\"traceEvents\"") ||
            (has("\"schemaVersion\"") && (has("\"deviceProperties\"") || has("\"distributedInfo\""))));
}

Result<MeasuredTrace> readKineto(const std::vector<ImportFile> &files)
{
    MeasuredTrace trace;
    trace.tool = "PyTorch profiler";
    for (const ImportFile &file : files) {
        KinetoReader reader(file.name);
        if (auto mistake = readKinetoFile(file, reader))
            return *mistake;
        const auto isKernel = [](const MeasuredEvent &one) { return one.kind != TraceKind::copy; };
        if (reader.rank.events.empty() && !reader.lanes.empty()) {
            appendLanes(std::move(reader.lanes), trace);
            continue;
        }
        if (std::none_of(reader.rank.events.begin(), reader.rank.events.end(), isKernel))
            return Error{Error::Code::invalid,
                         file.name,
                         "/traceEvents",
                         reader.hasEvents ? "no kernel of a device" : "no events",
                         "a trace that was recorded with the devices (ProfilerActivity.CUDA)",
                         "record some steps with the activities of the device"};
        trace.worldSize = std::max(trace.worldSize, reader.worldSize);
        trace.ranks.push_back(std::move(reader.rank));
    }
    const auto isUnknown = [](const MeasuredRank &rank) {
        return std::any_of(rank.events.begin(), rank.events.end(),
                           [](const MeasuredEvent &event) { return event.kind == TraceKind::collective; });
    };
    if (std::any_of(trace.ranks.begin(), trace.ranks.end(), isUnknown))
        trace.notes.emplace_back("collectives of groups whose parallelism the trace does not name are listed apart; "
                                 "PyTorch names it in the description of the process group");
    if (trace.tool != "HeteroScope")
        trace.notes.emplace_back("steps are those of the host (ProfilerStep): kernels that run on after one count in "
                                 "the next");
    return finishTrace(std::move(trace), files.empty() ? std::string() : files.front().name);
}

Result<Imported> importKineto(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &)
{
    return importTrace(into, readKineto(files), files.empty() ? std::string() : files.front().name);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron_log/log.h"

#include "base/numbers.h"
#include "exchange/launch/import_plan.h"
#include "exchange/trace/import_trace.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

constexpr std::string_view iterationMark = "elapsed time per iteration (ms):";
constexpr std::string_view oldTimersMark = "time (ms) |";
constexpr double longestIteration = 1e9;               // ms: 11 days
constexpr Ticks longestLog(4'000'000'000'000'000'000); // 46 days

/// The timers that are parts of an iteration and no sums of others, of all versions.
constexpr std::array<std::pair<std::string_view, TraceKind>, 27> timerKinds = {{
    {"forward-compute", TraceKind::forward},
    {"backward-compute", TraceKind::backward},
    {"forward-recv", TraceKind::pp},
    {"forward-send", TraceKind::pp},
    {"backward-recv", TraceKind::pp},
    {"backward-send", TraceKind::pp},
    {"forward-send-forward-recv", TraceKind::pp},
    {"forward-send-backward-recv", TraceKind::pp},
    {"backward-send-forward-recv", TraceKind::pp},
    {"backward-send-backward-recv", TraceKind::pp},
    {"forward-backward-send-forward-backward-recv", TraceKind::pp},
    {"layernorm-grads-all-reduce", TraceKind::tp},
    {"embedding-grads-all-reduce", TraceKind::pp},
    {"backward-embedding-all-reduce", TraceKind::pp},
    {"backward-layernorm-all-reduce", TraceKind::tp},
    {"all-grads-sync", TraceKind::dp},
    {"grads-all-reduce", TraceKind::dp},
    {"grads-reduce-scatter", TraceKind::dp},
    {"params-all-gather", TraceKind::dp},
    {"backward-params-all-reduce", TraceKind::dp},
    {"backward-reduce-model-grads", TraceKind::dp},
    {"backward-gather-model-params", TraceKind::dp},
    {"allreduce", TraceKind::dp},
    {"optimizer", TraceKind::compute},
    {"optimizer-copy-to-main-grad", TraceKind::compute},
    {"optimizer-clip-main-grad", TraceKind::compute},
    {"optimizer-inner-step", TraceKind::compute},
}};

Ticks logTicks(double milliseconds) { return Ticks(std::llround(milliseconds * 1e9)); }

std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// The number at the beginning of a text; nullopt if there is none of milliseconds.
std::optional<double> millisecondsAt(std::string_view text)
{
    text = withoutBlanks(text);
    double value = -1;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    (void)end;
    return problem == std::errc() && value >= 0 && value <= longestIteration ? std::optional(value) : std::nullopt;
}

/// The whole number behind a word; 0 if it is not there.
std::int64_t numberBehind(std::string_view line, std::string_view word)
{
    const auto at = line.find(word);
    if (at == std::string_view::npos)
        return 0;
    const std::string_view rest = withoutBlanks(line.substr(at + word.size()));
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    (void)end;
    return problem == std::errc() && value > 0 ? value : 0;
}

class MegatronLogReader
{
public:
    explicit MegatronLogReader(const ImportFile &file) : m_file(file) {}

    Result<MeasuredTrace> read()
    {
        MeasuredTrace trace;
        trace.tool = "Megatron-LM log";
        std::string_view rest = m_file.text;
        for (int number = 1; !rest.empty(); ++number) {
            const auto end = std::min(rest.find('\n'), rest.size());
            const std::string_view line = rest.substr(0, end);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            if (const auto size = numberBehind(line, "world size:"); size > 0 && size <= 10'000'000)
                trace.worldSize = static_cast<int>(size);
            if (const auto at = line.find(iterationMark); at != std::string_view::npos) {
                if (!addStep(line, at))
                    return Error{Error::Code::syntax,
                                 m_file.name,
                                 fmt::format("line {}", number),
                                 quoteText(withoutBlanks(line.substr(at, 100))),
                                 "a number of milliseconds behind " + std::string(iterationMark),
                                 "give the log as Megatron-LM wrote it"};
            } else if (!m_rank.steps.empty()) {
                addTimers(line);
            }
            if (m_rank.steps.size() + m_rank.events.size() > mostMeasuredEvents)
                break; // finishTrace refuses them
        }
        if (m_rank.steps.empty())
            return Error{Error::Code::schema,
                         m_file.name,
                         {},
                         "no line with " + std::string(iterationMark),
                         "the log of a training with Megatron-LM",
                         "give the output of the rank that writes the iterations, usually the last one"};
        if (m_rank.events.empty())
            return Error{Error::Code::schema,
                         m_file.name,
                         {},
                         fmt::format("{} iterations of about {} without timers", m_rank.steps.size(),
                                     secondsText(toSeconds(medianStep(m_rank).end - medianStep(m_rank).start))),
                         "timers of compute and communication below the iterations",
                         "run with --timing-log-level 2; hscope validate compares step times alone"};
        trace.notes.push_back("a log says how long its timers ran, not when: they stand one after the other");
        if (m_cut)
            trace.notes.push_back("timers add up to more than their iteration, as those of unlike ranks or inside each "
                                  "other do: what exceeds it is cut off");
        trace.ranks.push_back(std::move(m_rank));
        return finishTrace(std::move(trace), m_file.name);
    }

private:
    bool addStep(std::string_view line, std::size_t at)
    {
        const auto length = millisecondsAt(line.substr(at + iterationMark.size()));
        if (!length || *length <= 0)
            return false;
        // Iterations that no line is about, or of a restart, leave no gap.
        const Ticks begin = m_rank.steps.empty() ? Ticks(0) : m_rank.steps.back().end;
        if (begin > longestLog)
            return false;
        m_rank.steps.push_back({begin, begin + logTicks(*length), numberBehind(line, "iteration ")});
        m_next = begin;
        m_firstOfStep = m_rank.events.size();
        m_hasOptimizer = false;
        return true;
    }

    /// "name ....: (1.0, 2.0)", "name ....: 2.0", or several "name: 2.0" between bars.
    void addTimers(std::string_view line)
    {
        if (const auto old = line.find(oldTimersMark); old != std::string_view::npos) {
            std::string_view rest = line.substr(old + oldTimersMark.size());
            while (!rest.empty()) {
                const auto bar = std::min(rest.find('|'), rest.size());
                addTimer(rest.substr(0, bar));
                rest.remove_prefix(std::min(bar + 1, rest.size()));
            }
        } else if (line.find(" ..") != std::string_view::npos) {
            addTimer(line);
        }
    }

    void addTimer(std::string_view text)
    {
        const auto colon = text.rfind(':');
        if (colon == std::string_view::npos)
            return;
        std::string_view name = text.substr(0, colon);
        name = withoutBlanks(name.substr(0, std::min(name.find(" .."), name.size())));
        if (const auto blank = name.rfind(' '); blank != std::string_view::npos)
            name = name.substr(blank + 1); // behind what srun -l writes
        const auto kind =
            std::find_if(timerKinds.begin(), timerKinds.end(), [name](const auto &one) { return one.first == name; });
        std::string_view value = withoutBlanks(text.substr(colon + 1));
        if (const auto comma = value.find(','); value.starts_with('(') && comma != std::string_view::npos)
            value = value.substr(comma + 1);
        const auto length = millisecondsAt(value);
        if (kind == timerKinds.end() || !length || *length <= 0)
            return;
        // The whole optimizer where it is stated, which is behind its parts.
        if (name.starts_with("optimizer") && m_hasOptimizer)
            return;
        if (name == "optimizer")
            removeParts();
        const Ticks end = m_rank.steps.back().end;
        const Ticks until = std::min(end, m_next + std::min(logTicks(*length), end - m_next));
        m_cut = m_cut || logTicks(*length) > end - m_next;
        if (until > m_next)
            m_rank.events.push_back({m_next, until, kind->second, -1, -1});
        m_next = until;
    }

    /// Takes back the optimizer's parts of the last step.
    void removeParts()
    {
        m_hasOptimizer = true;
        Ticks removed;
        std::vector<MeasuredEvent> kept;
        for (std::size_t i = m_firstOfStep; i < m_rank.events.size(); ++i) {
            MeasuredEvent event = m_rank.events[i];
            if (event.kind == TraceKind::compute) {
                removed += event.end - event.start;
                continue;
            }
            event.start = event.start - removed;
            event.end = event.end - removed;
            kept.push_back(event);
        }
        m_rank.events.resize(m_firstOfStep);
        m_rank.events.insert(m_rank.events.end(), kept.begin(), kept.end());
        m_next = m_next - removed;
    }

    const ImportFile &m_file;
    MeasuredRank m_rank;
    Ticks m_next; ///< end of the last event of the last step
    std::size_t m_firstOfStep = 0;
    bool m_hasOptimizer = false; ///< the last step
    bool m_cut = false;
};

} // namespace

Result<MeasuredTrace> readMegatronLog(const std::vector<ImportFile> &files)
{
    const auto only = launch::onlyFile(files, "one log");
    if (!only)
        return only.error();
    return MegatronLogReader(*only).read();
}

Result<Imported> importMegatronLog(const Project &into, const std::vector<ImportFile> &files, const ImportOptions &)
{
    return importTrace(into, readMegatronLog(files), files.empty() ? std::string() : files.front().name);
}

bool isMegatronLog(std::string_view text) { return text.find(iterationMark) != std::string_view::npos; }

} // namespace heteroscope

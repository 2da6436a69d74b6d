// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/measured_trace.h"

#include "base/numbers.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

constexpr std::size_t mostListedRanks = 8;

struct ShareEdge
{
    Ticks at;
    std::size_t kind;
    int change;
};

Ticks lengthOf(const MeasuredMark &mark) { return mark.end - mark.start; }

std::size_t deviceEvents(const MeasuredRank &rank)
{
    return static_cast<std::size_t>(std::count_if(
        rank.events.begin(), rank.events.end(), [](const MeasuredEvent &one) { return one.kind != TraceKind::host; }));
}

MeasuredMark wholeSpan(const MeasuredRank &rank)
{
    MeasuredMark span;
    for (const MeasuredEvent &event : rank.events)
        span.end = std::max(span.end, event.end);
    return span;
}

} // namespace

TraceKind kindOfProcessGroup(std::string_view description)
{
    // They name no parallelism, although they hold the letters of one.
    if (description == "default_pg" || description == "undefined")
        return TraceKind::collective;
    const std::string text = lowerCase(description);
    const auto has = [&text](std::string_view word) { return text.find(word) != std::string::npos; };
    // An expert's data parallelism is data parallelism, so data before experts.
    if (has("data") || has("dp") || has("shard") || has("replicate"))
        return TraceKind::dp;
    if (has("tensor") || has("tp"))
        return TraceKind::tp;
    if (has("pipeline") || has("pp") || has("embedding"))
        return TraceKind::pp;
    if (has("expert") || has("ep"))
        return TraceKind::ep;
    return has("context") || has("cp") ? TraceKind::cp : TraceKind::collective;
}

std::vector<MeasuredMark> typicalSteps(const MeasuredRank &rank)
{
    if (rank.steps.empty())
        return {wholeSpan(rank)};
    return {rank.steps.begin() + static_cast<std::ptrdiff_t>(rank.steps.size() / 4), rank.steps.end()};
}

MeasuredMark medianStep(const MeasuredRank &rank)
{
    auto steps = typicalSteps(rank);
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end(),
                     [](const MeasuredMark &a, const MeasuredMark &b) { return lengthOf(a) < lengthOf(b); });
    return *middle;
}

std::vector<MeasuredPiece> measuredPieces(const MeasuredRank &rank, const MeasuredMark &step)
{
    std::vector<ShareEdge> edges;
    for (const MeasuredEvent &event : rank.events) {
        const Ticks start = std::max(event.start, step.start);
        const Ticks end = std::min(event.end, step.end);
        if (start >= end)
            continue;
        edges.push_back({start, static_cast<std::size_t>(event.kind), 1});
        edges.push_back({end, static_cast<std::size_t>(event.kind), -1});
    }
    std::sort(edges.begin(), edges.end(), [](const ShareEdge &a, const ShareEdge &b) { return a.at < b.at; });
    std::vector<MeasuredPiece> pieces;
    std::array<std::int64_t, traceKindCount> active{};
    Ticks last = step.start;
    const auto addUntil = [&](Ticks until) {
        const auto found = std::find_if(active.begin(), active.end(), [](std::int64_t number) { return number > 0; });
        const TraceKind kind = found == active.end() ? TraceKind::host : static_cast<TraceKind>(found - active.begin());
        if (!pieces.empty() && pieces.back().kind == kind)
            pieces.back().end = until - step.start;
        else
            pieces.push_back({last - step.start, until - step.start, kind});
        last = until;
    };
    for (const ShareEdge &edge : edges) {
        if (edge.at > last)
            addUntil(edge.at);
        active[edge.kind] += edge.change;
    }
    if (step.end > last)
        addUntil(step.end);
    return pieces;
}

MeasuredShares measuredShares(const MeasuredRank &rank, const MeasuredMark &step)
{
    MeasuredShares shares;
    shares.step = lengthOf(step);
    for (const MeasuredPiece &piece : measuredPieces(rank, step))
        (piece.kind == TraceKind::host ? shares.idle : shares.time[static_cast<std::size_t>(piece.kind)]) +=
            piece.end - piece.start;
    return shares;
}

MeasuredTrace medianSteps(const MeasuredTrace &trace)
{
    MeasuredTrace small{trace.tool, trace.worldSize, {}, trace.notes};
    for (const MeasuredRank &rank : trace.ranks) {
        const MeasuredMark step = medianStep(rank);
        MeasuredRank &one = small.ranks.emplace_back();
        one.rank = rank.rank;
        one.memory = rank.memory;
        one.steps.push_back({Ticks(0), lengthOf(step), step.number});
        std::array<bool, traceKindCount> present{};
        for (const MeasuredEvent &event : rank.events)
            present[static_cast<std::size_t>(event.kind)] = true;
        for (std::size_t kind = 0; kind < traceKindCount; ++kind)
            if (present[kind])
                one.events.push_back({Ticks(0), Ticks(0), static_cast<TraceKind>(kind)});
        for (const MeasuredPiece &piece : measuredPieces(rank, step))
            if (piece.kind != TraceKind::host)
                one.events.push_back({piece.start, piece.end, piece.kind});
    }
    return small;
}

std::string measuredTitle(const MeasuredTrace &trace)
{
    std::size_t events = 0;
    for (const MeasuredRank &rank : trace.ranks)
        events += deviceEvents(rank);
    const MeasuredRank &first = trace.ranks.front();
    const std::string whose =
        trace.ranks.size() == 1 ? fmt::format("rank {}", first.rank) : fmt::format("{} ranks", trace.ranks.size());
    const std::string all = trace.worldSize > 0 ? fmt::format(" of {}", trace.worldSize) : std::string();
    const std::string length = secondsText(toSeconds(lengthOf(medianStep(first))));
    const std::string steps = first.steps.empty()       ? fmt::format("no step is marked, {} in all", length)
                              : first.steps.size() == 1 ? fmt::format("1 step of {}", length)
                                                        : fmt::format("{} steps of {}", first.steps.size(), length);
    return fmt::format("{} trace of {}{}: {}, {} events on devices", trace.tool, whose, all, steps, countText(events));
}

std::vector<std::string> measuredLines(const MeasuredTrace &trace)
{
    std::vector<std::string> lines;
    for (const MeasuredRank &rank : trace.ranks) {
        if (lines.size() == mostListedRanks) {
            lines.push_back(fmt::format("{} more ranks", trace.ranks.size() - mostListedRanks));
            break;
        }
        const MeasuredMark step = medianStep(rank);
        const MeasuredShares shares = measuredShares(rank, step);
        std::string line =
            rank.steps.empty()
                ? fmt::format("rank {}, all of {}:", rank.rank, secondsText(toSeconds(shares.step)))
                : fmt::format("rank {}, step {} of {}:", rank.rank, step.number, secondsText(toSeconds(shares.step)));
        for (std::size_t kind = 0; kind < traceKindCount; ++kind) {
            if (shares.time[kind] > Ticks(0))
                line += fmt::format(" {} {}{},", traceKindNames[kind],
                                    isMeasuredCommunication(static_cast<TraceKind>(kind)) ? "not hidden " : "",
                                    secondsText(toSeconds(shares.time[kind])));
        }
        lines.push_back(line + fmt::format(" idle {}", secondsText(toSeconds(shares.idle))));
    }
    lines.insert(lines.end(), trace.notes.begin(), trace.notes.end());
    return lines;
}

Result<MeasuredTrace> finishTrace(MeasuredTrace trace, const std::string &file)
{
    const auto refused = [&file](std::string found, std::string expected) {
        return Error{Error::Code::invalid,
                     file,
                     {},
                     std::move(found),
                     std::move(expected),
                     "record some steps of the training with its devices"};
    };
    if (trace.ranks.empty())
        return refused("no rank", "events of at least one rank");
    std::size_t events = 0;
    for (MeasuredRank &rank : trace.ranks) {
        events += rank.events.size() + rank.steps.size();
        if (events > mostMeasuredEvents)
            return refused("more events", fmt::format("at most {}", mostMeasuredEvents));
        const auto takesTime = [](const MeasuredEvent &one) {
            return one.kind != TraceKind::host && one.end > one.start;
        };
        if (std::none_of(rank.events.begin(), rank.events.end(), takesTime))
            return refused(fmt::format("rank {} without time on a device", rank.rank),
                           "events of a device: kernels, passes or collectives");
        const auto earlier = [](const auto &a, const auto &b) { return a.start < b.start; };
        std::stable_sort(rank.events.begin(), rank.events.end(), earlier);
        std::stable_sort(rank.steps.begin(), rank.steps.end(), earlier);
        Ticks first = rank.events.front().start;
        if (!rank.steps.empty())
            first = std::min(first, rank.steps.front().start);
        for (MeasuredEvent &event : rank.events) {
            event.start = event.start - first;
            event.end = event.end - first;
        }
        for (MeasuredMark &step : rank.steps) {
            step.start = step.start - first;
            step.end = step.end - first;
        }
    }
    std::stable_sort(trace.ranks.begin(), trace.ranks.end(),
                     [](const MeasuredRank &a, const MeasuredRank &b) { return a.rank < b.rank; });
    for (std::size_t i = 1; i < trace.ranks.size(); ++i) {
        if (trace.ranks[i].rank == trace.ranks[i - 1].rank)
            return refused(fmt::format("rank {} twice", trace.ranks[i].rank), "one file for each rank");
    }
    return trace;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/steady/steady_part.h"

#include "simulator/result/link_load.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heteroscope {

namespace {

/// Where times of the shorter step lie in the whole one.
class WholeStep
{
public:
    WholeStep(const SteadyPart &part, Ticks shortest) : m_part(part), m_shortest(shortest) {}

    const SteadyPart &part() const { return m_part; }
    bool isEmpty() const { return m_part.times == 0; }
    Ticks before(Ticks time) const { return std::max(Ticks(0), time - m_part.begin); }
    Ticks after(Ticks time) const { return time + m_shortest; }
    Ticks of(Ticks time) const { return time < m_part.at ? before(time) : after(time); }
    Ticks begin() const { return before(m_part.at); }
    Ticks end() const { return after(m_part.at); }
    /// A micro-batch that is worked on after the part.
    std::int32_t later(std::int32_t microBatch) const
    {
        return microBatch < 0 ? microBatch : microBatch + static_cast<std::int32_t>(m_part.times) * m_part.microBatches;
    }
    /// The length of a stretch inside the last period before the place.
    Ticks inPeriod(Ticks start, Ticks end) const
    {
        return std::max(Ticks(0), std::min(end, m_part.at) - std::max(start, m_part.at - m_part.period));
    }

private:
    SteadyPart m_part;
    Ticks m_shortest;
};

std::vector<LaneInterval> wholeRow(const std::vector<LaneInterval> &row, const WholeStep &whole)
{
    std::vector<LaneInterval> result;
    result.reserve(row.size() + activityCount + 1);
    std::map<std::tuple<Activity, std::int32_t, Activity>, Ticks> sums; // by activity, peer and what was awaited
    std::size_t i = 0;
    for (; i < row.size() && row[i].start < whole.part().at; ++i) {
        if (const Ticks length = whole.inPeriod(row[i].start, row[i].end); length > Ticks(0))
            sums[{row[i].activity, row[i].peerLane, row[i].awaited}] += length;
        if (row[i].end <= whole.part().begin) // waits for a part that leaves out more
            continue;
        auto interval = row[i];
        interval.start = whole.before(interval.start);
        interval.end = whole.before(std::min(interval.end, whole.part().at));
        result.push_back(interval);
    }
    Ticks at = whole.begin();
    for (const auto &[key, length] : sums) {
        LaneInterval sum;
        sum.start = at;
        sum.end = at = at + length * whole.part().times;
        std::tie(sum.activity, sum.peerLane, sum.awaited) = key;
        result.push_back(sum);
    }
    for (i = i > 0 && row[i - 1].end > whole.part().at ? i - 1 : i; i < row.size(); ++i) {
        auto interval = row[i];
        interval.start = whole.after(std::max(interval.start, whole.part().at));
        interval.end = whole.after(interval.end);
        interval.microBatch = whole.later(interval.microBatch);
        result.push_back(interval);
    }
    return result;
}

std::vector<TrafficInterval> wholeTraffic(const std::vector<TrafficInterval> &row, const WholeStep &whole)
{
    std::vector<TrafficInterval> result;
    result.reserve(row.size() + 8);
    std::map<std::tuple<Traffic, std::int32_t, bool>, Bytes> sums; // by kind, peer, direction
    for (auto traffic : row) {
        const bool late = traffic.start >= whole.part().at;
        if (!late && traffic.start >= whole.part().at - whole.part().period)
            sums[{traffic.traffic, traffic.peerLane, traffic.backward}] += traffic.bytes;
        const Ticks length = traffic.end - traffic.start;
        traffic.start = whole.of(traffic.start);
        traffic.end = traffic.start + length;
        if (late)
            traffic.microBatch = whole.later(traffic.microBatch);
        result.push_back(traffic);
    }
    for (const auto &[key, bytes] : sums) {
        TrafficInterval sum;
        sum.start = whole.begin();
        sum.end = whole.end();
        std::tie(sum.traffic, sum.peerLane, sum.backward) = key;
        sum.bytes = bytes * static_cast<double>(whole.part().times);
        result.push_back(sum);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const TrafficInterval &a, const TrafficInterval &b) { return a.start < b.start; });
    return result;
}

/// From the end of the step to its start. Pieces before the begin of their part are waits for the part.
std::vector<PathPiece> wholePath(const std::vector<PathPiece> &path, const SteadyParts &steady)
{
    std::vector<PathPiece> result;
    std::map<std::pair<std::int32_t, Activity>, Ticks> sums;
    const SteadyPart *open = nullptr; // whose periods are collected
    const auto close = [&] {
        if (!open)
            return;
        const WholeStep whole(*open, steady.shortest());
        Ticks end = whole.end();
        for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum) {
            const Ticks start = end - sum->second * open->times;
            result.push_back({sum->first.first, sum->first.second, start, end});
            end = start;
        }
        open = nullptr;
        sums.clear();
    };
    std::vector<PathPiece> early;
    for (const auto &piece : path) {
        const auto &part = steady.parts[steady.partOf[static_cast<std::size_t>(piece.lane)]];
        const WholeStep whole(part, steady.shortest());
        if (piece.end > part.at)
            result.push_back(
                {piece.lane, piece.activity, whole.after(std::max(piece.start, part.at)), whole.after(piece.end)});
        if (piece.start >= part.at || piece.end <= part.begin)
            continue;
        if (part.times > 0 && whole.inPeriod(piece.start, piece.end) > Ticks(0)) {
            open = &part;
            sums[{piece.lane, piece.activity}] += whole.inPeriod(piece.start, piece.end);
        }
        early.push_back(
            {piece.lane, piece.activity, whole.before(piece.start), whole.before(std::min(piece.end, part.at))});
    }
    close();
    result.insert(result.end(), early.begin(), early.end());
    return result;
}

void putBackRates(LinkFlow &flow, const WholeStep &whole)
{
    std::vector<RatePiece> pieces;
    double bytes = 0; // in a period, with seconds for ticks
    for (const auto &piece : flow.pieces) {
        bytes += piece.rate * static_cast<double>(whole.inPeriod(piece.start, piece.end).count);
        if (piece.start < whole.part().at)
            pieces.push_back(
                {whole.before(piece.start), whole.before(std::min(piece.end, whole.part().at)), piece.rate});
    }
    if (bytes > 0)
        pieces.push_back({whole.begin(), whole.end(), bytes / static_cast<double>(whole.part().period.count)});
    for (const auto &piece : flow.pieces) {
        if (piece.end > whole.part().at)
            pieces.push_back({whole.after(std::max(piece.start, whole.part().at)), whole.after(piece.end), piece.rate});
    }
    flow.pieces = std::move(pieces);
}

/// The first time of most flows at once, where none of these parts is summed.
template<class WholeOf>
void countFlowsApart(const StepResult &step, LinkLoad &link, const std::set<std::size_t> &parts, const WholeOf &wholeOf)
{
    link.flowsAtOnce = 0;
    for (const auto &point : loadOverTime(step, link)) {
        const bool isSummed = std::any_of(parts.begin(), parts.end(), [&](std::size_t part) {
            const auto whole = wholeOf(part);
            return !whole.isEmpty() && point.at >= whole.begin() && point.at < whole.end();
        });
        if (isSummed || point.flows <= link.flowsAtOnce)
            continue;
        link.flowsAtOnce = point.flows;
        link.maxFlowsAt = point.at;
    }
}

} // namespace

void putBack(StepTrace &trace, const SteadyParts &steady)
{
    for (std::size_t i = 0; i < trace.lanes.size(); ++i) {
        const WholeStep whole(steady.parts[steady.partOf[i]], steady.shortest());
        auto &lane = trace.lanes[i];
        lane.intervals = wholeRow(lane.intervals, whole);
        lane.traffic = wholeTraffic(lane.traffic, whole);
        lane.peakAt = whole.of(lane.peakAt);
        if (whole.isEmpty())
            continue;
        lane.summed = {whole.begin(), whole.end(),
                       static_cast<std::int32_t>(whole.part().times) * whole.part().microBatches,
                       static_cast<std::int32_t>(whole.part().times)};
    }
    trace.criticalPath = wholePath(trace.criticalPath, steady);
    trace.stepTime += steady.shortest();
}

void putBackFlows(StepResult &step, const SteadyParts &steady)
{
    const auto partOf = [&](const LinkUse &use) {
        const auto lane = step.flows[static_cast<std::size_t>(use.flow)].lane;
        return steady.partOf[static_cast<std::size_t>(std::max(0, lane))];
    };
    const auto wholeOf = [&steady](std::size_t part) { return WholeStep(steady.parts[part], steady.shortest()); };
    for (auto &flow : step.flows)
        putBackRates(flow, wholeOf(steady.partOf[static_cast<std::size_t>(std::max(0, flow.lane))]));
    for (auto &link : step.links) {
        std::set<std::size_t> parts;
        for (const auto &use : link.uses)
            parts.insert(partOf(use));
        if (parts.size() > 1)
            countFlowsApart(step, link, parts, wholeOf);
        else if (!parts.empty())
            link.maxFlowsAt = wholeOf(*parts.begin()).of(link.maxFlowsAt);
    }
}

} // namespace heteroscope

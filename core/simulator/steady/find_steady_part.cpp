// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/steady/steady_part.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace heteroscope {

namespace {

/// Max number of micro-batches that the lane has begun and not finished, at any place of its order.
int microBatchesHeld(const WorkOrder &order)
{
    int newest = -1;
    int held = 1;
    for (const auto &item : order) {
        newest = std::max(newest, item.microBatch);
        held = std::max(held, newest - item.microBatch + 1);
    }
    return held;
}

/// Start of the forward pass of the first chunk, by micro-batch; -1 if it takes no time.
std::vector<Ticks> startsOf(const LaneTrace &lane, int microBatches)
{
    std::vector<Ticks> starts(static_cast<std::size_t>(microBatches), Ticks(-1));
    for (const auto &interval : lane.intervals) {
        if (interval.activity != Activity::forward || interval.chunk != 0 || interval.microBatch < 0 ||
            interval.microBatch >= microBatches)
            continue;
        auto &start = starts[static_cast<std::size_t>(interval.microBatch)];
        if (start < Ticks(0))
            start = interval.start;
    }
    return starts;
}

bool sameLater(std::int32_t early, std::int32_t late, int microBatches)
{
    return late == (early < 0 ? early : early + microBatches);
}

bool sameLabels(const LaneInterval &early, const LaneInterval &late, int microBatches)
{
    return sameLater(early.microBatch, late.microBatch, microBatches) && early.chunk == late.chunk &&
           early.activity == late.activity && early.peerLane == late.peerLane && early.awaited == late.awaited &&
           early.operation == late.operation;
}

bool sameLabels(const PathPiece &early, const PathPiece &late, int)
{
    return early.lane == late.lane && early.activity == late.activity;
}

struct Window
{
    Ticks from;
    Ticks until;
    Ticks period;
    int microBatches = 0;
};

/// True if what a row without overlaps, sorted by time, has in [from, until - period) stands again one period later.
template<class Stretch>
bool rowRepeats(const std::vector<Stretch> &row, const Window &window)
{
    const auto firstAfter = [&row](Ticks time) {
        return std::upper_bound(row.begin(), row.end(), time, [](Ticks t, const Stretch &s) { return t < s.end; });
    };
    auto early = firstAfter(window.from);
    auto late = firstAfter(window.from + window.period);
    const Ticks end = window.until - window.period;
    while (early != row.end() && early->start < end) {
        if (late == row.end() || !sameLabels(*early, *late, window.microBatches) ||
            std::max(early->start, window.from) + window.period != std::max(late->start, window.from + window.period) ||
            std::min(early->end, end) + window.period != std::min(late->end, window.until))
            return false;
        ++early;
        ++late;
    }
    return late == row.end() || late->start >= window.until;
}

bool trafficRepeats(const std::vector<TrafficInterval> &row, const Window &window)
{
    const auto firstFrom = [&row](Ticks time) {
        return std::lower_bound(row.begin(), row.end(), time,
                                [](const TrafficInterval &t, Ticks at) { return t.start < at; });
    };
    auto late = firstFrom(window.from + window.period);
    const auto end = firstFrom(window.until - window.period);
    const auto lateEnd = firstFrom(window.until);
    for (auto early = firstFrom(window.from); early < end; ++early, ++late) {
        if (late == lateEnd || early->start + window.period != late->start || early->end + window.period != late->end ||
            early->traffic != late->traffic || early->peerLane != late->peerLane || early->chunk != late->chunk ||
            early->backward != late->backward || early->bytes != late->bytes ||
            early->synchronization != late->synchronization ||
            !sameLater(early->microBatch, late->microBatch, window.microBatches))
            return false;
    }
    return late == lateEnd;
}

/// The critical path where it goes through these lanes, sorted by time.
std::vector<PathPiece> pathThrough(const StepTrace &trace, const std::vector<std::size_t> &lanes)
{
    std::vector<PathPiece> path;
    for (auto piece = trace.criticalPath.rbegin(); piece != trace.criticalPath.rend(); ++piece) {
        if (std::binary_search(lanes.begin(), lanes.end(), static_cast<std::size_t>(piece->lane)))
            path.push_back(*piece);
    }
    return path;
}

/// The last change of the rate of any link, or of the speed of any of these lanes.
Ticks lastRateStep(const StepProgram &program, const std::vector<std::size_t> &lanes)
{
    Ticks last;
    const auto look = [&last](const RateSteps &steps) {
        if (!steps.at.empty())
            last = std::max(last, steps.at.back());
    };
    for (const auto lane : lanes)
        look(program.lanes[lane].speed);
    for (const auto &edge : program.edges)
        look(edge.rate);
    return last;
}

/// Joins sets of pipelines; each set is named by its first one.
class PipelineSets
{
public:
    explicit PipelineSets(std::size_t count) : m_above(count) { std::iota(m_above.begin(), m_above.end(), 0U); }
    std::size_t find(std::size_t p)
    {
        while (m_above[p] != p)
            p = m_above[p] = m_above[m_above[p]];
        return p;
    }
    void join(std::size_t a, std::size_t b)
    {
        a = find(a);
        b = find(b);
        m_above[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::size_t> m_above;
};

/// The lane of a channel's or collective's route; synchronizations come after the passes of all.
std::optional<std::int32_t> laneOf(const LinkUser &user)
{
    if (const auto *channel = std::get_if<ChannelUser>(&user.what))
        return channel->lane;
    if (const auto *collective = std::get_if<CollectiveUser>(&user.what))
        return collective->lane;
    return std::nullopt;
}

} // namespace

Ticks SteadyParts::shortest() const
{
    Ticks least = parts.empty() ? Ticks(0) : parts.front().length();
    for (const auto &part : parts)
        least = std::min(least, part.length());
    return least;
}

std::vector<std::size_t> dependentPipelines(const BuiltStep &built)
{
    const auto pipelineOf = [&built](std::size_t lane) { return static_cast<std::size_t>(built.lanes[lane].pipeline); };
    PipelineSets sets(pipelineOf(built.lanes.size() - 1) + 1);
    std::map<std::int32_t, std::size_t> firstOn; // by edge of the network
    std::map<int, std::size_t> firstOnRoute;
    for (const auto &user : built.users) {
        const auto lane = laneOf(user);
        if (user.route < 0 || !lane)
            continue;
        const auto pipeline = pipelineOf(static_cast<std::size_t>(*lane));
        sets.join(firstOnRoute.try_emplace(user.route, pipeline).first->second, pipeline);
        for (const auto &share : built.program.routes[static_cast<std::size_t>(user.route)].shares)
            sets.join(firstOn.try_emplace(share.edge, pipeline).first->second, pipeline);
    }
    for (const auto &conflict : built.program.conflicts) {
        std::optional<std::size_t> first;
        for (const auto edge : conflict.edges) {
            const auto found = firstOn.find(edge);
            if (found == firstOn.end())
                continue;
            sets.join(first.value_or(found->second), found->second);
            first = found->second;
        }
    }
    for (const auto &synchronization : built.program.synchronizations) {
        if (synchronization.buckets == 0)
            continue;
        for (const auto &holder : synchronization.holders)
            sets.join(pipelineOf(static_cast<std::size_t>(synchronization.holders.front().lane)),
                      pipelineOf(static_cast<std::size_t>(holder.lane)));
    }
    std::vector<std::size_t> result;
    for (std::size_t p = 0; p <= pipelineOf(built.lanes.size() - 1); ++p)
        result.push_back(sets.find(p));
    return result;
}

std::optional<SteadyPart> findSteadyPart(const BuiltStep &built, const StepTrace &trace,
                                         const std::vector<std::size_t> &lanes, int tail)
{
    const auto &program = built.program;
    int held = 1;
    for (const auto lane : lanes)
        held = std::max(held, microBatchesHeld(program.lanes[lane].order));
    const auto reference = lanes.front();
    const int microBatches = program.lanes[reference].microBatches;
    const auto starts = startsOf(trace.lanes[reference], microBatches);
    const int last = microBatches - held - 2 - tail;
    const auto startAt = [&starts](int microBatch) { return starts[static_cast<std::size_t>(microBatch)]; };
    const auto path = pathThrough(trace, lanes);
    const Ticks steadyFrom = lastRateStep(program, lanes);
    const auto repeats = [&](const Window &window) {
        return std::all_of(lanes.begin(), lanes.end(), [&](std::size_t lane) {
            return rowRepeats(trace.lanes[lane].intervals, window) && trafficRepeats(trace.lanes[lane].traffic, window);
        });
    };
    for (int count = 1; count <= last / 3; ++count) {
        const int periods = std::max(3, (2 * held + count - 1) / count + 2);
        const int first = last - periods * count;
        if (first < 0)
            continue;
        const Ticks period = startAt(last) - startAt(last - count);
        bool even = period > Ticks(0) && startAt(first) >= std::max(steadyFrom, Ticks(1));
        for (int m = last - count; even && m >= first; --m)
            even = startAt(m + count) - startAt(m) == period && startAt(m) >= Ticks(0);
        if (!even)
            continue;
        const Ticks at = startAt(last);
        if (!repeats({startAt(first), at, period, count}) || !rowRepeats(path, {at - 2 * period, at, period, count}))
            continue;
        return SteadyPart{at, period, 0, count, {}};
    }
    return std::nullopt;
}

bool isSteadyOrder(const BuiltStep &built, const BuiltStep &longer, const StepTrace &trace, const SteadyPart &part,
                   std::size_t lane)
{
    const auto &order = built.program.lanes[lane].order;
    const auto &more = longer.program.lanes[lane].order;
    const auto &intervals = trace.lanes[lane].intervals;
    // The last pass that computes before the periods are put in.
    auto interval = std::upper_bound(intervals.begin(), intervals.end(), part.at,
                                     [](Ticks time, const LaneInterval &i) { return time < i.end; });
    while (interval != intervals.begin() &&
           (interval == intervals.end() || interval->start >= part.at || !isCompute(interval->activity) ||
            interval->activity == Activity::recompute))
        --interval;
    if (interval == intervals.end() || !isCompute(interval->activity) || more.size() < order.size())
        return false;
    const auto item = std::find_if(order.begin(), order.end(), [&interval](const WorkItem &i) {
        return activityOf(i.pass) == interval->activity && i.chunk == interval->chunk &&
               i.microBatch == interval->microBatch;
    });
    const auto place = static_cast<std::size_t>(item - order.begin());
    const auto added = more.size() - order.size();
    std::size_t equal = 0;
    while (equal < order.size() && order[equal] == more[equal])
        ++equal;
    const auto later = [&part](WorkItem i) {
        i.microBatch += part.microBatches;
        return i;
    };
    std::size_t equalEnd = 0;
    while (equalEnd < order.size() && later(order[order.size() - 1 - equalEnd]) == more[more.size() - 1 - equalEnd])
        ++equalEnd;
    // Passes that take no time may stand between the interval and the place; what is looked at ahead must be equal,
    // too.
    const auto slack = 4 * built.program.lanes[lane].chunks.size();
    return item != order.end() && place + slack <= equal && place >= order.size() - equalEnd + added + slack;
}

} // namespace heteroscope

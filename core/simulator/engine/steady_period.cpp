// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/steady_period.h"

#include <algorithm>

namespace heteroscope {

namespace {

bool isWaiting(Activity activity)
{
    return activity == Activity::bubble || activity == Activity::straggler || activity == Activity::idle;
}

/// A lane's intervals without the waits before its first and after its last work.
std::vector<LaneInterval> ownSpan(const LaneTrace &lane)
{
    const auto isWork = [](const LaneInterval &i) { return !isWaiting(i.activity) && i.peerLane < 0; };
    const auto first = std::find_if(lane.intervals.begin(), lane.intervals.end(), isWork);
    const auto last = std::find_if(lane.intervals.rbegin(), lane.intervals.rend(), isWork).base();
    return first < last ? std::vector<LaneInterval>(first, last) : std::vector<LaneInterval>();
}

/// What is cut off takes its share of the bytes along.
void giveBytes(TrafficInterval &whole, TrafficInterval &rest)
{
    const auto length = static_cast<double>((whole.end - whole.start + (rest.end - rest.start)).count);
    rest.bytes = whole.bytes * (static_cast<double>((rest.end - rest.start).count) / length);
    whole.bytes = whole.bytes - rest.bytes;
}
void giveBytes(LaneInterval &, LaneInterval &) {}
void giveBytes(FlowRate &, FlowRate &) {}

/// Lays stretches into [0, period), cutting those that reach over its end.
template<class Stretch>
std::vector<Stretch> wrapped(const std::vector<Stretch> &stretches, Ticks period)
{
    std::vector<Stretch> result;
    result.reserve(stretches.size() + 1);
    for (auto stretch : stretches) {
        const Ticks turn(stretch.start.count / period.count * period.count);
        stretch.start = stretch.start - turn;
        stretch.end = stretch.end - turn;
        if (stretch.end > period) {
            auto rest = stretch;
            rest.start = Ticks(0);
            rest.end = std::min(stretch.end - period, period);
            stretch.end = period;
            giveBytes(stretch, rest);
            result.push_back(rest);
        }
        result.push_back(stretch);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Stretch &a, const Stretch &b) { return a.start < b.start; });
    return result;
}

} // namespace

void foldIntoPeriod(StepTrace &trace)
{
    std::vector<std::vector<LaneInterval>> spans;
    Ticks period;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < trace.lanes.size(); ++i) {
        spans.push_back(ownSpan(trace.lanes[i]));
        const Ticks span = spans[i].empty() ? Ticks(0) : spans[i].back().end - spans[i].front().start;
        if (span > period) {
            period = span;
            longest = i;
        }
    }
    if (period <= Ticks(0))
        return;
    trace.stepTime = period;
    trace.rates = wrapped(trace.rates, period);
    trace.criticalPath.clear();
    for (std::size_t i = 0; i < trace.lanes.size(); ++i) {
        auto &lane = trace.lanes[i];
        lane.traffic = wrapped(lane.traffic, period);
        lane.peakAt = Ticks(lane.peakAt.count % period.count);
        lane.intervals.clear();
        Ticks at;
        const auto wait = [&](Ticks until) {
            if (until <= at)
                return;
            LaneInterval gap;
            gap.start = at;
            gap.end = until;
            gap.activity = Activity::bubble;
            lane.intervals.push_back(gap);
        };
        for (const auto &interval : wrapped(spans[i], period)) {
            wait(interval.start);
            lane.intervals.push_back(interval);
            at = interval.end;
        }
        wait(period);
    }
    const auto &path = trace.lanes[longest].intervals;
    for (auto interval = path.rbegin(); interval != path.rend(); ++interval)
        trace.criticalPath.push_back(
            {static_cast<std::int32_t>(longest), interval->activity, interval->start, interval->end});
}

} // namespace heteroscope

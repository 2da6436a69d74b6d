// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/step_events.h"

#include "analysis/lane_index.h"

#include <algorithm>
#include <tuple>

namespace heteroscope {
namespace {

constexpr bool waitsForOthers(Activity activity)
{
    return activity == Activity::bubble || activity == Activity::straggler;
}

constexpr bool namesWork(StepEventKind kind)
{
    return kind == StepEventKind::waitsForWork || kind == StepEventKind::waitsForTransfer ||
           kind == StepEventKind::waitsForSender;
}

/// The index of the first interval after which the lane only waits for the end of the step.
std::size_t firstAfterLastWork(const Lane &lane)
{
    std::size_t end = lane.intervals.size();
    while (end > 0 &&
           (waitsForOthers(lane.intervals[end - 1].activity) || lane.intervals[end - 1].activity == Activity::idle))
        --end;
    return end;
}

bool isAwaitedPass(const LaneInterval &candidate, const LaneInterval &waiting)
{
    if (waiting.microBatch < 0)
        return isWork(candidate.activity);
    if (candidate.microBatch != waiting.microBatch)
        return false;
    if (waiting.awaited == Activity::forward)
        return candidate.activity == Activity::forward;
    return candidate.activity == Activity::backward || candidate.activity == Activity::inputGradient;
}

/// The work of the other lane that the lane's next work depends on: the last matching one that ended before that began.
/// A wait alone does not say it, because a micro-batch passes a lane once for each of its chunks.
std::optional<BarId> awaitedWork(const StepResult &result, const Lane &lane, std::size_t index)
{
    const LaneInterval &waiting = lane.intervals[index];
    if (waiting.peerLane < 0 || static_cast<std::size_t>(waiting.peerLane) >= result.lanes.size())
        return std::nullopt;
    Ticks latest = waiting.end;
    for (std::size_t next = index + 1; waiting.microBatch >= 0 && next < lane.intervals.size(); ++next)
        if (isWork(lane.intervals[next].activity)) {
            latest = lane.intervals[next].start;
            break;
        }
    const Lane &peer = result.lanes[static_cast<std::size_t>(waiting.peerLane)];
    for (std::size_t i = std::min(intervalAt(peer, latest), peer.intervals.size()); i-- > 0;)
        if (peer.intervals[i].end <= latest && isAwaitedPass(peer.intervals[i], waiting))
            return BarId{waiting.peerLane, static_cast<int>(i)};
    return std::nullopt;
}

StepEventKind kindOfWait(const StepResult &result, const Lane &lane, const LaneInterval &waiting,
                         const std::optional<BarId> &awaited)
{
    const bool isTransfer = waiting.activity == Activity::exposedPp;
    if (const TrafficInterval *transfer = isTransfer ? endingTransfer(lane, waiting) : nullptr;
        transfer && transfer->traffic == Traffic::send)
        return StepEventKind::waitsToSend;
    if (!awaited)
        return isTransfer ? StepEventKind::waitsForTransfer : StepEventKind::waitsForWork;
    if (intervalOf(result, *awaited)->end > waiting.start)
        return StepEventKind::waitsForWork;
    return isTransfer ? StepEventKind::waitsForTransfer : StepEventKind::waitsForSender;
}

StepEventKind kindOf(const StepResult &result, const Lane &lane, std::size_t index, std::size_t afterLastWork,
                     const std::optional<BarId> &awaited)
{
    const LaneInterval &interval = lane.intervals[index];
    if (lane.summed.holds(interval.start, interval.end))
        return StepEventKind::repeats;
    if (index >= afterLastWork)
        return StepEventKind::isFinished;
    if (interval.activity == Activity::overhead)
        return StepEventKind::waitsForHost;
    if (isWork(interval.activity))
        return StepEventKind::begins;
    if (interval.activity == Activity::exposedPp || waitsForOthers(interval.activity))
        return kindOfWait(result, lane, interval, awaited);
    return StepEventKind::waitsForGroup;
}

/// Whether an interval goes on with what the event of the one before it is about.
bool goesOn(const StepEvent &event, const LaneInterval &before, StepEventKind kind, const LaneInterval &next,
            const std::optional<BarId> &awaited)
{
    if (event.kind != kind)
        return false;
    switch (kind) {
    case StepEventKind::repeats:
    case StepEventKind::isFinished:
    case StepEventKind::waitsForHost:
        return true;
    case StepEventKind::waitsForWork:
    case StepEventKind::waitsForTransfer:
    case StepEventKind::waitsForSender:
    case StepEventKind::waitsToSend:
        return event.awaited == awaited && before.peerLane == next.peerLane;
    case StepEventKind::begins:
    case StepEventKind::waitsForGroup:
        return before.activity == next.activity && before.microBatch == next.microBatch && before.chunk == next.chunk &&
               next.operation >= 0; // two whole passes that are alike are two events
    }
    return false;
}

void addLane(std::vector<StepEvent> &events, const StepResult &result, int number)
{
    const Lane &lane = result.lanes[static_cast<std::size_t>(number)];
    const std::size_t afterLastWork = firstAfterLastWork(lane);
    const std::size_t first = events.size();
    for (std::size_t i = 0; i < lane.intervals.size(); ++i) {
        const LaneInterval &interval = lane.intervals[i];
        if (interval.activity == Activity::idle || interval.end <= interval.start)
            continue;
        const bool waits = interval.activity == Activity::exposedPp || waitsForOthers(interval.activity);
        const std::optional<BarId> work = waits ? awaitedWork(result, lane, i) : std::nullopt;
        const StepEventKind kind = kindOf(result, lane, i, afterLastWork, work);
        const BarId bar{number, static_cast<int>(i)};
        const std::optional<BarId> awaited = namesWork(kind) ? work : std::nullopt;
        if (events.size() > first && goesOn(events.back(), lane.intervals[i - 1], kind, interval, awaited)) {
            events.back().until = interval.end;
            continue;
        }
        events.push_back({kind, bar, interval.start, interval.end, awaited});
    }
}

} // namespace

std::vector<StepEvent> stepEvents(const StepResult &result, int pipeline)
{
    std::vector<StepEvent> events;
    for (std::size_t lane = 0; lane < result.lanes.size(); ++lane)
        if (pipeline < 0 || result.lanes[lane].pipeline == pipeline)
            addLane(events, result, static_cast<int>(lane));
    std::ranges::sort(events, {},
                      [](const StepEvent &event) { return std::tuple(event.at, event.bar.lane, event.bar.interval); });
    return events;
}

std::size_t eventAt(const std::vector<StepEvent> &events, Ticks time)
{
    const auto after = std::ranges::upper_bound(events, time, {}, &StepEvent::at);
    return after == events.begin() ? 0 : static_cast<std::size_t>(after - events.begin()) - 1;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/dependency.h"

#include "analysis/lane_index.h"

#include <algorithm>

namespace heteroscope {
namespace {

bool isAwaited(const LaneInterval &candidate, const LaneInterval &waiting)
{
    if (waiting.microBatch >= 0 && candidate.microBatch != waiting.microBatch)
        return false;
    if (waiting.awaited == Activity::forward)
        return candidate.activity == Activity::forward;
    if (waiting.awaited == Activity::backward || waiting.awaited == Activity::inputGradient)
        return candidate.activity == Activity::backward || candidate.activity == Activity::inputGradient;
    return isWork(candidate.activity);
}

// The work of another lane that `waiting` waited for: the last matching one that ended before its transfer began, or by
// the end of the wait.
std::optional<BarId> awaitedBar(const StepResult &result, const LaneInterval &waiting, const Lane *lane = nullptr)
{
    const TrafficInterval *transfer =
        lane && waiting.activity == Activity::exposedPp ? endingTransfer(*lane, waiting) : nullptr;
    if (transfer && transfer->traffic == Traffic::send)
        return std::nullopt; // it waited for the receiver to take what it sent
    if (waiting.peerLane < 0 || static_cast<std::size_t>(waiting.peerLane) >= result.lanes.size())
        return std::nullopt;
    const Lane &peer = result.lanes[static_cast<std::size_t>(waiting.peerLane)];
    const Ticks latest = transfer ? transfer->start : waiting.end;
    for (std::size_t i = std::min(intervalAt(peer, latest), peer.intervals.size()); i-- > 0;)
        if (peer.intervals[i].end <= latest && isAwaited(peer.intervals[i], waiting))
            return BarId{waiting.peerLane, static_cast<int>(i)};
    return std::nullopt;
}

} // namespace

const LaneInterval *intervalOf(const StepResult &result, BarId bar)
{
    if (!bar.isValid() || static_cast<std::size_t>(bar.lane) >= result.lanes.size())
        return nullptr;
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    return static_cast<std::size_t>(bar.interval) < lane.intervals.size()
               ? &lane.intervals[static_cast<std::size_t>(bar.interval)]
               : nullptr;
}

const TrafficInterval *endingTransfer(const Lane &lane, const LaneInterval &waiting)
{
    const TrafficInterval *found = nullptr;
    // Rows are sorted by start: nothing that starts after the wait can end it.
    const auto last = std::partition_point(lane.traffic.begin(), lane.traffic.end(),
                                           [&](const TrafficInterval &t) { return t.start < waiting.end; });
    for (auto t = lane.traffic.begin(); t != last; ++t) {
        const bool stages = t->traffic == Traffic::receive || t->traffic == Traffic::send;
        if (t->end != waiting.end || stages != (waiting.activity == Activity::exposedPp) ||
            (stages && waiting.peerLane >= 0 && t->peerLane != waiting.peerLane))
            continue;
        if (!found || t->traffic == Traffic::receive)
            found = &*t;
    }
    return found;
}

std::optional<BarId> directDependency(const StepResult &result, BarId bar)
{
    const LaneInterval *interval = intervalOf(result, bar);
    if (!interval)
        return std::nullopt;
    if (!isWork(interval->activity))
        return awaitedBar(result, *interval, &result.lanes[static_cast<std::size_t>(bar.lane)]);
    const Lane &lane = result.lanes[static_cast<std::size_t>(bar.lane)];
    for (int i = bar.interval - 1; i >= 0; --i) {
        const LaneInterval &before = lane.intervals[static_cast<std::size_t>(i)];
        if (isWork(before.activity))
            return BarId{bar.lane, i};
        if (const auto awaited = awaitedBar(result, before, &lane))
            return awaited;
    }
    return std::nullopt;
}

std::vector<BarId> directDependents(const StepResult &result, BarId bar)
{
    const LaneInterval *interval = intervalOf(result, bar);
    std::vector<BarId> dependents;
    if (!interval || !isWork(interval->activity))
        return dependents;
    for (std::size_t l = 0; l < result.lanes.size(); ++l) {
        const Lane &lane = result.lanes[l];
        const bool isOwn = static_cast<int>(l) == bar.lane;
        // The next work counts on its own lane, on others what follows a wait for the bar's lane.
        bool waits = isOwn;
        const auto from = isOwn
                              ? lane.intervals.begin() + bar.interval + 1
                              : std::partition_point(lane.intervals.begin(), lane.intervals.end(),
                                                     [&](const LaneInterval &one) { return one.end < interval->end; });
        for (auto one = from; one != lane.intervals.end(); ++one) {
            if (!isWork(one->activity)) {
                waits = waits || one->peerLane == bar.lane;
                continue;
            }
            const BarId next{static_cast<int>(l), static_cast<int>(one - lane.intervals.begin())};
            if (waits && directDependency(result, next) == bar)
                dependents.push_back(next);
            if (isOwn)
                break;
            waits = false;
        }
    }
    return dependents;
}

std::vector<BarId> bindingChain(const StepResult &result)
{
    std::vector<BarId> chain;
    BarId last;
    Ticks latest(-1);
    for (std::size_t l = 0; l < result.lanes.size(); ++l) {
        const auto &intervals = result.lanes[l].intervals;
        for (std::size_t i = intervals.size(); i-- > 0;) {
            if (!isWork(intervals[i].activity))
                continue;
            if (intervals[i].end > latest) {
                latest = intervals[i].end;
                last = BarId{static_cast<int>(l), static_cast<int>(i)};
            }
            break;
        }
    }
    // A dependency always ends before its successor, so the walk cannot turn in a circle.
    for (std::optional<BarId> at = last; at && at->isValid(); at = directDependency(result, *at)) {
        if (!chain.empty() && !(intervalOf(result, *at)->end < intervalOf(result, chain.back())->end))
            break;
        chain.push_back(*at);
    }
    return chain;
}

} // namespace heteroscope

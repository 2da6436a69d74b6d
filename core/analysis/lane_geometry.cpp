// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lane_geometry.h"

#include <algorithm>

namespace heteroscope {

namespace {

// `before` is the running sum up to `first`, `after` up to `last`.
ComputeMark markOf(const LaneIndex &index, const TimelineViewport &viewport, std::size_t first, std::size_t last,
                   const LaneIndex::Running &before, const LaneIndex::Running &after)
{
    ComputeMark mark;
    mark.first = first;
    mark.count = last - first;
    mark.works = after.works - before.works;
    mark.x0 = viewport.x(index.start(first));
    mark.x1 = viewport.x(index.end(last - 1));
    std::int64_t maxWork = -1;
    std::int64_t maxExposed = -1;
    for (std::size_t i = 0; i < activityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        const std::int64_t ticks = after.ticks[i] - before.ticks[i];
        if (ticks == 0)
            continue;
        mark.ticks += ticks;
        if (activity == Activity::bubble || activity == Activity::straggler) {
            mark.hatched += ticks;
        } else if (activity == Activity::idle) {
            mark.bare += ticks;
        } else if (isExposed(activity)) {
            mark.exposed += ticks;
            if (ticks > maxExposed) {
                maxExposed = ticks;
                mark.waiting = activity;
            }
        } else {
            mark.work += ticks;
            if (ticks > maxWork) {
                maxWork = ticks;
                mark.activity = activity;
            }
        }
    }
    if (mark.count == 1)
        mark.activity = index.activity(first);
    return mark;
}

} // namespace

std::vector<ComputeMark> computeMarks(const Lane &lane, const LaneIndex &index, const TimelineViewport &viewport)
{
    std::vector<ComputeMark> marks;
    const Ticks end = viewport.visibleEnd();
    const auto narrow = [&](std::size_t i) {
        return static_cast<double>((index.end(i) - index.start(i)).count) < mergeBelow * viewport.ticksPerPixel;
    };
    const auto room = static_cast<std::int64_t>(mergeBelow * viewport.ticksPerPixel);
    std::size_t i = intervalAt(lane, viewport.start);
    if (i >= index.size())
        return marks;
    marks.reserve(std::min(index.size() - i, static_cast<std::size_t>(std::max(0.0, viewport.width)) + 1));
    LaneIndex::Running before = index.running(i);
    while (i < index.size() && index.start(i) < end) {
        std::size_t next = i + 1;
        if (narrow(i)) {
            // Everything that ends within the next 2 px is narrow too; the one that reaches beyond may be.
            const Ticks reach = index.start(i) + Ticks(room);
            next = index.intervalAt(reach, next);
            if (next < index.size() && narrow(next))
                ++next;
        }
        index.prefetch(next + 2 * (next - i)); // about where the mark after the next one ends
        const LaneIndex::Running after = index.running(next);
        marks.push_back(markOf(index, viewport, i, next, before, after));
        before = after;
        i = next;
    }
    return marks;
}

std::vector<TrafficMark> trafficMarks(const Lane &lane, const LaneIndex &index, const TimelineViewport &viewport)
{
    std::vector<TrafficMark> marks;
    const Ticks end = viewport.visibleEnd();
    const auto room = static_cast<std::int64_t>(mergeBelow * viewport.ticksPerPixel);
    for (std::size_t kind = 0; kind < trafficKinds; ++kind) {
        const auto traffic = static_cast<Traffic>(kind);
        const LaneIndex::Row &row = index.row(traffic);
        const auto &order = row.order;
        const auto at = [&](std::size_t i) -> const TrafficInterval & { return lane.traffic[order[i]]; };
        auto i = static_cast<std::size_t>(
            std::upper_bound(row.endSoFar.begin(), row.endSoFar.end(), viewport.start.count) - row.endSoFar.begin());
        while (i < order.size() && at(i).start < end) {
            const TrafficInterval &first = at(i);
            TrafficMark mark{viewport.x(first.start), viewport.x(first.end), order[i], 1, traffic};
            std::size_t next = i + 1;
            if ((first.end - first.start).count < room) {
                const std::int64_t reach = first.start.count + room;
                std::int64_t latest = first.end.count;
                // Narrow ones that start within 2 px join; a longer one gets a mark of its own.
                while (next < order.size() && at(next).start.count < reach) {
                    if (next % LaneIndex::blockSize == 0 && row.longestInBlock[next / LaneIndex::blockSize] < room &&
                        next + LaneIndex::blockSize <= order.size() &&
                        at(next + LaneIndex::blockSize - 1).start.count < reach) {
                        next += LaneIndex::blockSize;
                        latest = reach;
                        continue;
                    }
                    if ((at(next).end - at(next).start).count >= room)
                        break;
                    latest = std::max(latest, at(next).end.count);
                    ++next;
                }
                mark.x1 = viewport.x(Ticks(latest));
                mark.count = next - i;
            }
            marks.push_back(mark);
            i = next;
        }
    }
    return marks;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lane_geometry.h"

#include <algorithm>

namespace heteroscope {

namespace {

// Of the intervals from `first` to `last`, of which `before` and `after` are the running sums.
ComputeMark markOf(const LaneIndex &index, const TimelineViewport &viewport, const LaneIndex::Boundary &first,
                   const LaneIndex::Boundary &last, const LaneIndex::Running &before, const LaneIndex::Running &after)
{
    ComputeMark mark;
    mark.first = first.interval;
    mark.count = last.interval - first.interval;
    mark.works = after.works - before.works;
    mark.x0 = viewport.x(first.at);
    mark.x1 = viewport.x(last.at);
    std::int64_t maxWork = -1;
    std::int64_t maxExposed = -1;
    for (const Activity activity : index.kinds()) {
        const auto i = static_cast<std::size_t>(activity);
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
        mark.activity = index.activity(first.interval);
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
    const Ticks room(static_cast<std::int64_t>(mergeBelow * viewport.ticksPerPixel));
    const std::size_t i = intervalAt(lane, viewport.start);
    if (i >= index.size())
        return marks;
    marks.reserve(std::min(index.size() - i, static_cast<std::size_t>(std::max(0.0, viewport.width)) + 1));
    // Where a mark stands for many blocks, it ends with the first one after its 2 px: no single interval is read.
    const Ticks shortBlock(room.count / 4);
    const auto blocks = static_cast<std::int64_t>(index.size() / LaneIndex::blockSize);
    const bool isDense = index.boundary(index.size()).at.count < shortBlock.count * blocks;
    LaneIndex::Boundary from = index.boundary(i);
    std::array<LaneIndex::Running, 2> sums; // before the mark and after it, in turn
    LaneIndex::Running *before = sums.data();
    LaneIndex::Running *after = before + 1;
    index.running(i, *before);
    while (from.interval < index.size() && from.at < end) {
        std::optional<LaneIndex::Boundary> to;
        if (isDense) {
            // A wide interval contains this time, and then its block is not short.
            to = index.blockEnd(from.at + room - Ticks(1), from.interval, shortBlock);
        }
        if (!to) {
            std::size_t next = from.interval + 1;
            if (narrow(from.interval)) {
                // Everything that ends within the next 2 px is narrow too; the one that reaches beyond may be.
                next = index.intervalAt(from.at + room, next);
                if (next < index.size() && narrow(next))
                    ++next;
            }
            to = index.boundary(next);
        }
        // About where the mark after the next one ends.
        const std::size_t ahead = to->interval + 2 * (to->interval - from.interval);
        if (isDense)
            index.prefetchSums(ahead);
        else
            index.prefetch(ahead);
        index.running(to->interval, *after);
        marks.push_back(markOf(index, viewport, from, *to, *before, *after));
        std::swap(before, after);
        from = *to;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lane_index.h"

#include <algorithm>

namespace heteroscope {

namespace {

void add(LaneIndex::Running &sums, const LaneInterval &interval)
{
    sums.ticks[static_cast<std::size_t>(interval.activity)] += (interval.end - interval.start).count;
    sums.works += isWork(interval.activity) ? 1 : 0;
}

} // namespace

LaneIndex::LaneIndex(const Lane &lane)
{
    const std::size_t n = lane.intervals.size();
    m_blocks.reserve(n / blockSize + 1);
    Running sums;
    for (std::size_t i = 0; i < n; ++i) {
        if (i % blockSize == 0)
            m_blocks.push_back(sums);
        add(sums, lane.intervals[i]);
    }
    if (n % blockSize == 0)
        m_blocks.push_back(sums);

    for (std::size_t i = 0; i < lane.traffic.size(); ++i)
        m_rows[static_cast<std::size_t>(lane.traffic[i].traffic)].order.push_back(static_cast<std::uint32_t>(i));
    for (Row &row : m_rows) {
        const auto byStart = [&lane](std::uint32_t a, std::uint32_t b) {
            return lane.traffic[a].start < lane.traffic[b].start;
        };
        if (!std::is_sorted(row.order.begin(), row.order.end(), byStart))
            std::stable_sort(row.order.begin(), row.order.end(), byStart);
        row.endSoFar.reserve(row.order.size());
        std::int64_t latest = 0;
        for (std::size_t i = 0; i < row.order.size(); ++i) {
            const TrafficInterval &t = lane.traffic[row.order[i]];
            latest = std::max(latest, t.end.count);
            row.endSoFar.push_back(latest);
            if (i % blockSize == 0)
                row.longestInBlock.push_back(0);
            row.longestInBlock.back() = std::max(row.longestInBlock.back(), (t.end - t.start).count);
        }
    }
}

LaneIndex::Running LaneIndex::running(const Lane &lane, std::size_t end) const
{
    Running sums = m_blocks[end / blockSize];
    for (std::size_t i = end / blockSize * blockSize; i < end; ++i)
        add(sums, lane.intervals[i]);
    return sums;
}

ActivityTicks LaneIndex::sumOver(const Lane &lane, Ticks from, Ticks to) const
{
    if (to <= from || lane.intervals.empty())
        return {};
    const std::size_t first = intervalAt(lane, from);
    std::size_t last = intervalAt(lane, to);
    if (first >= lane.intervals.size())
        return {};
    if (last < lane.intervals.size() && lane.intervals[last].start < to)
        ++last;
    ActivityTicks result = running(lane, last).ticks;
    const ActivityTicks before = running(lane, first).ticks;
    for (std::size_t a = 0; a < activityCount; ++a)
        result[a] -= before[a];
    const LaneInterval &head = lane.intervals[first];
    if (head.start < from)
        result[static_cast<std::size_t>(head.activity)] -= (from - head.start).count;
    const LaneInterval &tail = lane.intervals[last - 1];
    if (tail.end > to)
        result[static_cast<std::size_t>(tail.activity)] -= (tail.end - to).count;
    return result;
}

std::size_t intervalAt(const Lane &lane, Ticks time)
{
    const auto found = std::partition_point(lane.intervals.begin(), lane.intervals.end(),
                                            [time](const LaneInterval &i) { return i.end <= time; });
    return static_cast<std::size_t>(found - lane.intervals.begin());
}

std::size_t intervalAt(const Lane &lane, Ticks time, std::size_t hint)
{
    // Widening steps, then halving between the last two.
    const auto &all = lane.intervals;
    std::size_t low = hint;
    std::size_t step = 1;
    while (low + step < all.size() && all[low + step].end <= time) {
        low += step;
        step *= 2;
    }
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(low);
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), low + step + 1));
    const auto found = std::partition_point(first, last, [time](const LaneInterval &i) { return i.end <= time; });
    return static_cast<std::size_t>(found - all.begin());
}

} // namespace heteroscope

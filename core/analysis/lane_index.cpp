// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lane_index.h"

#include <algorithm>

namespace heteroscope {

LaneIndex::LaneIndex(const Lane &lane)
{
    const std::size_t n = lane.intervals.size();
    m_starts.reserve(n + 1);
    m_activities.reserve(n);
    m_blocks.reserve(n / blockSize + 1);
    Running sums;
    for (std::size_t i = 0; i < n; ++i) {
        const LaneInterval &interval = lane.intervals[i];
        m_starts.push_back(interval.start);
        m_activities.push_back(interval.activity);
        if (i % blockSize == 0)
            m_blocks.push_back(sums);
        sums.ticks[static_cast<std::size_t>(interval.activity)] += (interval.end - interval.start).count;
        sums.works += isWork(interval.activity) ? 1 : 0;
        if (i % blockSize == blockSize - 1)
            m_blockEnds.push_back(interval.end);
    }
    m_starts.push_back(n > 0 ? lane.intervals.back().end : Ticks(0));
    if (n % blockSize == 0)
        m_blocks.push_back(sums);
    for (std::size_t a = 0; a < activityCount; ++a)
        if (sums.ticks[a] > 0)
            m_kinds.push_back(static_cast<Activity>(a));

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

LaneIndex::Running LaneIndex::running(std::size_t end) const
{
    Running sums;
    running(end, sums);
    return sums;
}

void LaneIndex::running(std::size_t end, Running &sums) const
{
    // From the nearer block, forwards or backwards.
    const std::size_t block = (end + blockSize / 2) / blockSize;
    const bool isBehind = block < m_blocks.size() && block * blockSize > end;
    const std::size_t from = isBehind ? block : end / blockSize;
    sums = m_blocks[from];
    for (std::size_t i = from * blockSize; i < end; ++i) {
        sums.ticks[static_cast<std::size_t>(m_activities[i])] += (m_starts[i + 1] - m_starts[i]).count;
        sums.works += isWork(m_activities[i]) ? 1 : 0;
    }
    for (std::size_t i = end; i < from * blockSize; ++i) {
        sums.ticks[static_cast<std::size_t>(m_activities[i])] -= (m_starts[i + 1] - m_starts[i]).count;
        sums.works -= isWork(m_activities[i]) ? 1 : 0;
    }
}

void LaneIndex::prefetch(std::size_t interval) const
{
    prefetchSums(interval);
#if defined(__GNUC__)
    if (interval >= m_activities.size())
        return;
    // The guess is a few intervals wrong: the lines of the block, and those at its sides.
    const std::size_t first = interval / blockSize * blockSize;
    constexpr std::size_t line = 64 / sizeof(Ticks);
    for (std::size_t at = first > line ? first - line : 0; at <= first + blockSize && at < m_starts.size(); at += line)
        __builtin_prefetch(&m_starts[at]);
    __builtin_prefetch(&m_activities[interval]);
#endif
}

void LaneIndex::prefetchSums(std::size_t interval) const
{
#if defined(__GNUC__)
    const std::size_t block = interval / blockSize;
    if (block >= m_blocks.size())
        return;
    const auto *sums = reinterpret_cast<const char *>(&m_blocks[block]);
    for (std::size_t at = 0; at < sizeof(Running); at += 64)
        __builtin_prefetch(sums + at);
#endif
}

std::size_t LaneIndex::blockAt(Ticks time, std::size_t hint) const
{
    // Widening steps, then halving between the last two.
    std::size_t low = hint / blockSize;
    std::size_t step = 1;
    while (low + step <= m_blockEnds.size() && m_blockEnds[low + step - 1] <= time) {
        low += step;
        step *= 2;
    }
    const auto ends = m_blockEnds.begin() + static_cast<std::ptrdiff_t>(std::min(low, m_blockEnds.size()));
    const auto past = m_blockEnds.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, m_blockEnds.size()));
    const auto block = std::partition_point(ends, past, [time](Ticks end) { return end <= time; });
    return static_cast<std::size_t>(block - m_blockEnds.begin());
}

std::optional<LaneIndex::Boundary> LaneIndex::blockEnd(Ticks time, std::size_t hint, Ticks longest) const
{
    const std::size_t block = blockAt(time, hint);
    if (block >= m_blockEnds.size())
        return {};
    const Ticks begin = block > 0 ? m_blockEnds[block - 1] : m_starts.front();
    if (m_blockEnds[block] - begin >= longest)
        return {};
    return Boundary{(block + 1) * blockSize, m_blockEnds[block]};
}

std::size_t LaneIndex::intervalAt(Ticks time, std::size_t hint) const
{
    const auto first = std::max(hint, blockAt(time, hint) * blockSize);
    const auto last = std::min(first / blockSize * blockSize + blockSize, size());
    // The end of an interval is the start of the next.
    const auto begin = m_starts.begin() + 1;
    const auto found =
        std::partition_point(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last),
                             [time](Ticks end) { return end <= time; });
    return static_cast<std::size_t>(found - begin);
}

ActivityTicks LaneIndex::sumOver(const Lane &lane, Ticks from, Ticks to) const
{
    if (to <= from || lane.intervals.empty())
        return {};
    const std::size_t first = heteroscope::intervalAt(lane, from);
    std::size_t last = heteroscope::intervalAt(lane, to);
    if (first >= lane.intervals.size())
        return {};
    if (last < lane.intervals.size() && lane.intervals[last].start < to)
        ++last;
    ActivityTicks result = running(last).ticks;
    const ActivityTicks before = running(first).ticks;
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

} // namespace heteroscope

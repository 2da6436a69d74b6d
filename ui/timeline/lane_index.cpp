// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/lane_index.h"

#include <algorithm>

namespace heteroscope {

LaneIndex::LaneIndex(const Lane &lane)
{
    const std::size_t n = lane.intervals.size();
    m_blocks.reserve(n / blockSize + 1);
    ActivityTicks running{};
    std::uint32_t works = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (i % blockSize == 0) {
            m_blocks.push_back(running);
            m_works.push_back(works);
        }
        const LaneInterval &interval = lane.intervals[i];
        running[static_cast<std::size_t>(interval.activity)] += (interval.end - interval.start).count;
        works += isWork(interval.activity) ? 1 : 0;
    }
    if (n % blockSize == 0) {
        m_blocks.push_back(running);
        m_works.push_back(works);
    }

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

ActivityTicks LaneIndex::sum(const Lane &lane, std::size_t first, std::size_t last) const
{
    ActivityTicks result{};
    const auto visit = [&lane, &result](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            const LaneInterval &interval = lane.intervals[i];
            result[static_cast<std::size_t>(interval.activity)] += (interval.end - interval.start).count;
        }
    };
    const std::size_t firstBlock = (first + blockSize - 1) / blockSize;
    const std::size_t lastBlock = last / blockSize;
    if (firstBlock >= lastBlock) {
        visit(first, last);
        return result;
    }
    visit(first, firstBlock * blockSize);
    visit(lastBlock * blockSize, last);
    for (std::size_t a = 0; a < activityCount; ++a)
        result[a] += m_blocks[lastBlock][a] - m_blocks[firstBlock][a];
    return result;
}

std::size_t LaneIndex::workCount(const Lane &lane, std::size_t first, std::size_t last) const
{
    const auto visit = [&lane](std::size_t from, std::size_t to) {
        std::size_t found = 0;
        for (std::size_t i = from; i < to; ++i)
            found += isWork(lane.intervals[i].activity) ? 1 : 0;
        return found;
    };
    const std::size_t firstBlock = (first + blockSize - 1) / blockSize;
    const std::size_t lastBlock = last / blockSize;
    if (firstBlock >= lastBlock)
        return visit(first, last);
    return visit(first, firstBlock * blockSize) + (m_works[lastBlock] - m_works[firstBlock]) + visit(lastBlock * blockSize, last);
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
    ActivityTicks result = sum(lane, first, last);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/memory_strip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heteroscope {

MemoryIndex::MemoryIndex(const Lane &lane) : m_points(memoryOverTime(lane))
{
    m_blocks.reserve(m_points.size() / blockSize + 1);
    m_base = m_points.front().total;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        if (i % blockSize == 0)
            m_blocks.push_back({m_points[i].at, m_points[i].total});
        m_blocks.back().highest = std::max(m_blocks.back().highest, m_points[i].total);
        m_base = std::min(m_base, m_points[i].total);
    }
    m_groups.resize((m_blocks.size() + groupSize - 1) / groupSize);
    for (std::size_t i = 0; i < m_blocks.size(); ++i)
        m_groups[i / groupSize] = std::max(m_groups[i / groupSize], m_blocks[i].highest);
}

std::size_t MemoryIndex::pointAt(Ticks time) const
{
    const auto after = std::upper_bound(m_points.begin(), m_points.end(), time,
                                        [](Ticks t, const MemoryPoint &point) { return t < point.at; });
    return after == m_points.begin() ? 0 : static_cast<std::size_t>(after - m_points.begin()) - 1;
}

Bytes MemoryIndex::highest(Ticks from, Ticks to, std::size_t &hint) const
{
    std::size_t first = hint;
    while (first + 1 < m_blocks.size() && m_blocks[first + 1].at <= from)
        ++first;
    Bytes most;
    std::size_t last = first;
    for (; last + 1 < m_blocks.size() && m_blocks[last + 1].at < to; ++last) {
        if (last > first)
            most = std::max(most, m_blocks[last].highest);
        const std::size_t next = last + 1;
        if (next % groupSize == 0 && next + groupSize < m_blocks.size() && m_blocks[next + groupSize].at < to) {
            most = std::max(most, m_groups[next / groupSize]); // the whole group is inside
            last += groupSize;
        }
    }
    hint = last;
    // The blocks at the ends count in part; most often they hold no more than those between.
    if (m_blocks[first].highest > most) {
        const std::size_t end = std::min(m_points.size(), (first + 1) * blockSize);
        std::size_t i = first * blockSize;
        while (i + 1 < end && m_points[i + 1].at <= from)
            ++i;
        most = std::max(most, m_points[i].total);
        for (++i; i < end && m_points[i].at < to; ++i)
            most = std::max(most, m_points[i].total);
    }
    if (last > first && m_blocks[last].highest > most) {
        const std::size_t end = std::min(m_points.size(), (last + 1) * blockSize);
        for (std::size_t i = last * blockSize; i < end && m_points[i].at < to; ++i)
            most = std::max(most, m_points[i].total);
    }
    return most;
}

Ticks MemoryIndex::changeAfter(Ticks time, std::size_t hint) const
{
    std::size_t i = hint * blockSize;
    while (i < m_points.size() && m_points[i].at < time)
        ++i;
    return i < m_points.size() ? m_points[i].at : Ticks(std::numeric_limits<std::int64_t>::max());
}

std::vector<MemoryColumn> memoryColumns(const MemoryIndex &index, const TimelineViewport &viewport, double ratio)
{
    std::vector<MemoryColumn> columns;
    if (index.points().empty())
        return columns;
    const auto append = [&columns](double x0, double x1, Bytes most) {
        if (!columns.empty() && columns.back().highest == most)
            columns.back().x1 = x1;
        else
            columns.push_back({x0, x1, most});
    };
    const double right = std::min(viewport.width, viewport.x(viewport.stepEnd));
    const auto pixels = static_cast<int>(std::ceil(right * ratio));
    const std::size_t first = index.pointAt(viewport.start);
    const bool fewPoints = index.pointAt(viewport.visibleEnd()) - first < static_cast<std::size_t>(std::max(pixels, 0));
    const int wide = fewPoints ? 1 : 2; // as the merged bars below them
    std::size_t hint = first / MemoryIndex::blockSize;
    Ticks from = viewport.time(0);
    for (int pixel = 0; pixel < pixels; pixel += wide) {
        const double x1 = std::min(right, (pixel + wide) / ratio);
        const Ticks to = viewport.time(x1);
        append(pixel / ratio, x1, index.highest(from, to, hint));
        from = to;
        if (!fewPoints)
            continue;
        // Up to the next point every pixel is alike; one less, because a time is rounded.
        const double change = viewport.x(index.changeAfter(to, hint)) * ratio;
        const int next = change < pixels ? static_cast<int>(change) - 1 : pixels - 1;
        if (next <= pixel + 1)
            continue;
        from = viewport.time(next / ratio);
        append(x1, next / ratio, index.highest(to, from, hint));
        pixel = next - 1;
    }
    return columns;
}

} // namespace heteroscope

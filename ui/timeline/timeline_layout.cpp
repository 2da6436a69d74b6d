// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_layout.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

TimelineLayout TimelineLayout::arrange(QSize size, int laneCount, int scroll, bool legendNeeded, LinkRowsLayout links,
                                       std::shared_ptr<const RowTable> rows, int counters, int markers)
{
    constexpr int tall = 420;
    TimelineLayout layout;
    layout.size = size;
    layout.laneCount = laneCount;
    layout.links = links;
    layout.counters = counters;
    layout.markers = markers;
    layout.rows = std::move(rows);
    const int room = size.height() - rulerHeight - markers - layout.pinnedHeight() - layout.rowsHeight();
    if (room >= overviewHeight + (legendNeeded ? legendHeight : 0) || size.height() >= tall)
        layout.overview = overviewHeight;
    if (room >= overviewHeight + legendHeight || size.height() >= tall || legendNeeded)
        layout.legend = legendHeight;
    layout.scroll = std::clamp(scroll, 0, layout.maximumScroll());
    return layout;
}

namespace {

constexpr int notShown = -100'000; // far above the view

/// The first row that ends below `y`, a distance from the first one.
std::size_t rowAt(const std::vector<TimelineRow> &rows, int y)
{
    const auto found = std::partition_point(rows.begin(), rows.end(),
                                            [y](const TimelineRow &row) { return row.top + row.height <= y; });
    return static_cast<std::size_t>(found - rows.begin());
}

} // namespace

int TimelineLayout::laneTop(int lane) const
{
    if (!rows)
        return lanesTop() + lane * laneHeight - scroll;
    const auto index = static_cast<std::size_t>(lane);
    if (index >= rows->rowOf.size())
        return notShown;
    if (const int pin = rows->pinOf[index]; pin >= 0)
        return lanesTop() + rows->pinned[static_cast<std::size_t>(pin)].top;
    const int row = rows->rowOf[index];
    return row < 0 ? notShown : bodyTop() + rows->rows[static_cast<std::size_t>(row)].top - scroll;
}

std::vector<TimelineLayout::PlacedRow> TimelineLayout::visibleRows() const
{
    std::vector<PlacedRow> placed;
    if (!rows) {
        const int last = std::clamp((size.height() - lanesTop() + scroll + laneHeight - 1) / laneHeight, 0, laneCount);
        for (int lane = std::min(laneCount, scroll / laneHeight); lane < last; ++lane)
            placed.push_back({{lane, -1, false, lane * laneHeight, laneHeight}, laneTop(lane)});
        return placed;
    }
    for (const TimelineRow &row : rows->pinned)
        placed.push_back({row, lanesTop() + row.top, true});
    for (std::size_t i = rowAt(rows->rows, scroll); i < rows->rows.size(); ++i) {
        const int y = bodyTop() + rows->rows[i].top - scroll;
        if (y >= size.height())
            break;
        placed.push_back({rows->rows[i], y});
    }
    return placed;
}

int TimelineLayout::laneAt(int y) const
{
    if (y < lanesTop() || y >= size.height())
        return -1;
    for (const PlacedRow &placed : visibleRows())
        if (y >= placed.y && y < placed.y + placed.row.height && (placed.pinned || y >= bodyTop()))
            return placed.row.lane;
    return -1;
}

int TimelineLayout::groupAt(int y) const
{
    if (y < bodyTop() || y >= size.height())
        return -1;
    for (const PlacedRow &placed : visibleRows())
        if (!placed.pinned && y >= placed.y && y < placed.y + placed.row.height)
            return placed.row.group;
    return -1;
}

bool TimelineLayout::isVisible(int lane) const
{
    if (rows) {
        const auto index = static_cast<std::size_t>(lane);
        const int row = index < rows->rowOf.size() ? rows->rowOf[index] : -1;
        if (index >= rows->pinOf.size() ||
            (rows->pinOf[index] < 0 && (row < 0 || rows->rows[static_cast<std::size_t>(row)].group >= 0)))
            return false;
    }
    const int top = laneTop(lane);
    return top + laneHeight > lanesTop() && top < size.height();
}

bool TimelineLayout::showsAll() const
{
    return (!rows || rows->isWhole()) && scroll == 0 && bodyTop() + rowsHeight() <= size.height();
}

bool TimelineLayout::isLinksHeader(int y) const
{
    const QRect rect = linksHeaderRect();
    return links.count > 0 && y >= bodyTop() && y < size.height() && y >= rect.top() && y <= rect.bottom();
}

int TimelineLayout::counterAt(int y) const
{
    if (y < bodyTop() || y >= size.height() || y < counterTop(0))
        return -1;
    const int counter = (y - counterTop(0)) / counterHeight;
    return counter < counters ? counter : -1;
}

int TimelineLayout::linkAt(int y) const
{
    if (!links.open || y < bodyTop() || y >= size.height() || y < linkTop(0))
        return -1;
    const int row = (y - linkTop(0)) / linkRowHeight;
    return row < links.count ? row : -1;
}

} // namespace heteroscope

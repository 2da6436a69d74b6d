// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_layout.h"

namespace heteroscope {

TimelineLayout TimelineLayout::arrange(QSize size, int laneCount, int scroll, bool legendNeeded, LinkRowsLayout links)
{
    constexpr int legendHeight = 26;
    constexpr int tall = 420;
    TimelineLayout layout;
    layout.size = size;
    layout.laneCount = laneCount;
    layout.links = links;
    const int room = size.height() - rulerHeight - laneCount * laneHeight;
    if (room >= overviewHeight || size.height() >= tall)
        layout.overview = overviewHeight;
    if (room >= overviewHeight + legendHeight || size.height() >= tall || legendNeeded)
        layout.legend = legendHeight;
    layout.scroll = std::clamp(scroll, 0, layout.maximumScroll());
    return layout;
}

int TimelineLayout::laneAt(int y) const
{
    if (y < lanesTop() || y >= size.height())
        return -1;
    const int lane = (y - lanesTop() + scroll) / laneHeight;
    return lane < laneCount ? lane : -1;
}

bool TimelineLayout::isLinksHeader(int y) const
{
    const QRect rect = linksHeaderRect();
    return links.count > 0 && y >= lanesTop() && y < size.height() && y >= rect.top() && y <= rect.bottom();
}

int TimelineLayout::linkAt(int y) const
{
    if (!links.open || y < lanesTop() || y >= size.height() || y < linkTop(0))
        return -1;
    const int row = (y - linkTop(0)) / linkRowHeight;
    return row < links.count ? row : -1;
}

int TimelineLayout::lastVisible() const
{
    const int height = size.height() - lanesTop() + scroll;
    return std::clamp((height + laneHeight - 1) / laneHeight, 0, laneCount);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_layout.h"

namespace heteroscope {

TimelineLayout TimelineLayout::arrange(QSize size, int laneCount, int scroll, bool legendNeeded)
{
    constexpr int legendHeight = 26;
    constexpr int tall = 420;
    TimelineLayout layout;
    layout.size = size;
    layout.laneCount = laneCount;
    const int room = size.height() - rulerHeight - layout.contentHeight();
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

int TimelineLayout::lastVisible() const
{
    const int height = size.height() - lanesTop() + scroll;
    return std::clamp((height + laneHeight - 1) / laneHeight, 0, laneCount);
}

} // namespace heteroscope

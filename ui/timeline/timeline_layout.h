// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions of the parts of the timeline: legend, overview, ruler, lane heads and lanes. Device-independent pixels.
#pragma once

#include "theme/theme.h"

#include <QRect>
#include <QSize>

#include <algorithm>

namespace heteroscope {

/// The rows of links under the lanes.
struct LinkRowsLayout
{
    int count = 0; ///< 0: there is no line to fold them, either
    bool open = true;
};

struct TimelineLayout
{
    QSize size;
    int laneCount = 0;
    int legend = 0;    ///< height; 0 = not shown
    int legendPad = 0; ///< room at its right that is not the legend's
    int overview = 0;
    int scroll = 0; ///< of the lanes, upwards
    LinkRowsLayout links;

    // Inside a lane.
    static constexpr int memoryTop = 1;
    static constexpr int memoryHeight = 4;
    static constexpr int barTop = 6;
    static constexpr int barHeight = 20;
    static constexpr int trafficTop = 27;
    static constexpr int trafficHeight = 6;
    // Of links.
    static constexpr int linksHeaderHeight = 22;
    static constexpr int linkRowHeight = 28;

    /// Legend and overview appear where they do not push lanes out of sight, and always in a tall view; the legend also
    /// when it is needed.
    static TimelineLayout arrange(QSize size, int laneCount, int scroll, bool legendNeeded = false,
                                  LinkRowsLayout links = {});

    int lanesTop() const { return legend + overview + rulerHeight; }
    int contentHeight() const { return laneCount * laneHeight + linksHeight(); }
    int linksHeight() const
    {
        return links.count == 0 ? 0 : linksHeaderHeight + (links.open ? links.count * linkRowHeight : 0);
    }
    int maximumScroll() const { return std::max(0, contentHeight() - (size.height() - lanesTop())); }
    QRect legendRect() const { return QRect(0, 0, size.width() - legendPad, legend); }
    QRect overviewRect() const { return QRect(laneHeadWidth, legend, barsWidth(), overview); }
    QRect rulerRect() const { return QRect(laneHeadWidth, legend + overview, barsWidth(), rulerHeight); }
    QRect lanesRect() const
    {
        return QRect(laneHeadWidth, lanesTop(), barsWidth(), std::max(0, size.height() - lanesTop()));
    }
    int barsWidth() const { return std::max(0, size.width() - laneHeadWidth); }
    int laneTop(int lane) const { return lanesTop() + lane * laneHeight - scroll; }
    /// The line that folds the links.
    QRect linksHeaderRect() const { return QRect(0, laneTop(laneCount), size.width(), linksHeaderHeight); }
    int linkTop(int row) const { return laneTop(laneCount) + linksHeaderHeight + row * linkRowHeight; }
    /// The row of links at a height of the widget, or -1.
    int linkAt(int y) const;
    bool isLinksHeader(int y) const;
    /// The lane at a height of the widget, or -1.
    int laneAt(int y) const;
    int firstVisible() const { return std::min(laneCount, scroll / laneHeight); }
    int lastVisible() const; ///< one past it
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the parts of the timeline stand: legend, overview, ruler, lane heads and lanes. Device-independent pixels.
#pragma once

#include "theme/theme.h"

#include <QRect>
#include <QSize>

#include <algorithm>

namespace heteroscope {

struct TimelineLayout
{
    QSize size;
    int laneCount = 0;
    int legend = 0; ///< height; 0 = not shown
    int legendPad = 0; ///< room at its right that is not the legend's
    int overview = 0;
    int scroll = 0; ///< of the lanes, upwards

    // Inside a lane.
    static constexpr int memoryTop = 1;
    static constexpr int memoryHeight = 4;
    static constexpr int barTop = 6;
    static constexpr int barHeight = 20;
    static constexpr int trafficTop = 27;
    static constexpr int trafficHeight = 6;

    /// Legend and overview appear where they do not push lanes out of sight, and always in a tall view; the legend also
    /// when it is needed.
    static TimelineLayout arrange(QSize size, int laneCount, int scroll, bool legendNeeded = false);

    int lanesTop() const { return legend + overview + rulerHeight; }
    int contentHeight() const { return laneCount * laneHeight; }
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
    /// The lane at a height of the widget, or -1.
    int laneAt(int y) const;
    int firstVisible() const { return std::min(laneCount, scroll / laneHeight); }
    int lastVisible() const; ///< one past it
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Positions of the parts of the timeline: legend, overview, ruler, lane heads and lanes. Device-independent pixels.
#pragma once

#include "theme/theme.h"
#include "timeline/timeline_rows.h"

#include <QRect>
#include <QSize>

#include <algorithm>
#include <memory>
#include <vector>

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
    int markers = 0; ///< height of the strip of flags below the ruler; 0: there is none
    int scroll = 0;  ///< of the lanes that are not pinned, upwards
    LinkRowsLayout links;
    int counters = 0;                     ///< counter tracks, between lanes and links
    std::shared_ptr<const RowTable> rows; ///< null: every lane is a row

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
    static constexpr int counterHeight = 38;

    /// Legend and overview appear where they do not push lanes out of sight, and always in a tall view; the legend also
    /// when it is needed.
    static constexpr int legendHeight = 26;
    static TimelineLayout arrange(QSize size, int laneCount, int scroll, bool legendNeeded = false,
                                  LinkRowsLayout links = {}, std::shared_ptr<const RowTable> rows = {},
                                  int counters = 0, int markers = 0);

    int lanesTop() const { return legend + overview + rulerHeight + markers; }
    int pinnedHeight() const { return rows ? rows->pinnedHeight : 0; }
    /// Below the pinned lanes.
    int bodyTop() const { return lanesTop() + pinnedHeight(); }
    int rowsHeight() const { return rows ? rows->height : laneCount * laneHeight; }
    int contentHeight() const { return rowsHeight() + countersHeight() + linksHeight(); }
    int countersHeight() const { return counters * counterHeight; }
    int linksHeight() const
    {
        return links.count == 0 ? 0 : linksHeaderHeight + (links.open ? links.count * linkRowHeight : 0);
    }
    int maximumScroll() const { return std::max(0, contentHeight() - (size.height() - bodyTop())); }
    QRect legendRect() const { return QRect(0, 0, size.width() - legendPad, legend); }
    QRect overviewRect() const { return QRect(laneHeadWidth, legend, barsWidth(), overview); }
    /// In the head of a lane at `top`: what pins it, and what hides it.
    static QRect pinRect(int top) { return {laneHeadWidth - 42, top + 3, 14, 14}; }
    static QRect hideRect(int top) { return {laneHeadWidth - 22, top + 3, 14, 14}; }
    QRect rulerRect() const { return QRect(laneHeadWidth, legend + overview, barsWidth(), rulerHeight); }
    QRect markersRect() const { return QRect(laneHeadWidth, legend + overview + rulerHeight, barsWidth(), markers); }
    QRect lanesRect() const
    {
        return QRect(laneHeadWidth, lanesTop(), barsWidth(), std::max(0, size.height() - lanesTop()));
    }
    int barsWidth() const { return std::max(0, size.width() - laneHeadWidth); }
    /// The part of the lanes that scrolls.
    QRect bodyRect() const { return lanesRect().adjusted(0, pinnedHeight(), 0, 0); }
    /// Top of a lane, pinned or not; of one in a folded group that of the group; far above if it is not shown.
    int laneTop(int lane) const;
    /// The line that folds the links.
    QRect linksHeaderRect() const
    {
        return QRect(0, bodyTop() + rowsHeight() + countersHeight() - scroll, size.width(), linksHeaderHeight);
    }
    int linkTop(int row) const { return linksHeaderRect().top() + linksHeaderHeight + row * linkRowHeight; }
    int counterTop(int counter) const { return bodyTop() + rowsHeight() - scroll + counter * counterHeight; }
    /// The counter track at a height of the widget, or -1.
    int counterAt(int y) const;
    /// The row of links at a height of the widget, or -1.
    int linkAt(int y) const;
    bool isLinksHeader(int y) const;
    /// The lane at a height of the widget, or -1.
    int laneAt(int y) const;
    /// The group whose heading is there, or -1.
    int groupAt(int y) const;
    struct PlacedRow
    {
        TimelineRow row;
        int y = 0; ///< in the widget
        bool pinned = false;
    };
    /// The rows in view, pinned ones first.
    std::vector<PlacedRow> visibleRows() const;
    /// Whether the lane itself is in view, not only the heading of its group.
    bool isVisible(int lane) const;
    /// Whether all lanes are in view.
    bool showsAll() const;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The critical path as a thread over the lanes.
#include "timeline/timeline_painter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heteroscope {

void TimelinePainter::paintCritical(const std::vector<PathPiece> &thread)
{
    m_painter.save();
    m_painter.setClipRect(m_layout.lanesRect());
    m_painter.setFont(font(TypeRole::badge));
    const auto [first, last] = piecesWithin(thread, m_viewport.start, m_viewport.visibleEnd());
    for (std::size_t i = first; i < last; ++i)
        paintPiece(thread[i]);
    // A connector at each change of lanes; those that share a pixel are drawn once, over the lanes they span.
    const auto visible = [&](int lane) {
        return std::clamp(m_layout.laneTop(lane), m_layout.lanesTop() - laneHeight, m_layout.size.height());
    };
    double column = -1;
    double top = 0;
    double bottom = 0;
    const auto flush = [&] {
        if (column < 0 || bottom <= top)
            return;
        fill(QRectF(column - 2, top, 4, bottom - top), m_theme[Role::base]);
        fill(QRectF(column - 1, top, 2, bottom - top), m_theme[Role::criticalPath]);
    };
    for (std::size_t i = first; i < last && i + 1 < thread.size(); ++i) {
        const PathPiece &later = thread[i];
        const PathPiece &earlier = thread[i + 1];
        if (later.lane == earlier.lane)
            continue;
        const double x = snap(laneHeadWidth + m_viewport.x(later.start));
        const bool laterIsAbove = visible(later.lane) < visible(earlier.lane);
        const PathPiece &above = laterIsAbove ? later : earlier;
        const PathPiece &below = laterIsAbove ? earlier : later;
        const double from =
            visible(above.lane) + (isTransfer(above) ? TimelineLayout::trafficTop + TimelineLayout::trafficHeight
                                                     : TimelineLayout::barTop + TimelineLayout::barHeight);
        const double to =
            visible(below.lane) + (isTransfer(below) ? TimelineLayout::trafficTop : TimelineLayout::barTop);
        if (column >= 0 && std::abs(x - column) < 2) {
            top = std::min(top, from);
            bottom = std::max(bottom, to);
            continue;
        }
        flush();
        column = x;
        top = from;
        bottom = to;
    }
    flush();
    m_painter.restore();
}

void TimelinePainter::paintPiece(const PathPiece &piece)
{
    if (!m_layout.isVisible(piece.lane))
        return;
    const double x0 = std::max(-8.0, m_viewport.x(piece.start));
    const double x1 = std::min(m_viewport.width + 8, m_viewport.x(piece.end));
    const int top = m_layout.laneTop(piece.lane);
    if (x1 - x0 < 2) {
        // Too narrow for an outline: a stroke of the thread itself.
        const double x = snap(laneHeadWidth + x0);
        const QRectF stroke(x, top + (isTransfer(piece) ? TimelineLayout::trafficTop : TimelineLayout::barTop), 1,
                            isTransfer(piece) ? TimelineLayout::trafficHeight : TimelineLayout::barHeight);
        if (stroke == m_lastStroke)
            return;
        m_lastStroke = stroke;
        fill(stroke, m_theme[Role::criticalPath]);
        return;
    }
    const auto outline = [&](QRectF rect) {
        if (rect.width() < 5)
            return;
        m_painter.setPen(QPen(m_theme[Role::criticalPath], 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect.adjusted(1, 1, -1, -1));
        ++m_statistics.operations;
    };
    const double left = snap(laneHeadWidth + x0);
    const double right = snap(laneHeadWidth + x1);
    if (isTransfer(piece)) {
        const QRectF bar(left, top + TimelineLayout::trafficTop - 1, right - left, TimelineLayout::trafficHeight + 1);
        fill(bar, m_theme.fill(trafficOf(piece.activity)));
        fill(QRectF(bar.left(), bar.top(), bar.width(), 1), m_theme[Role::criticalPath]);
        fill(QRectF(bar.left(), bar.bottom() - 1, bar.width(), 1), m_theme[Role::criticalPath]);
        return;
    }
    // The bars of the piece again, in full colour and one outline each, as far as there is room for them.
    const Lane &lane = m_data.result->lanes[static_cast<std::size_t>(piece.lane)];
    std::size_t i = intervalAt(lane, std::max(piece.start, m_viewport.start));
    const Ticks until = std::min(piece.end, m_viewport.visibleEnd());
    std::size_t end = intervalAt(lane, until);
    if (end < lane.intervals.size() && lane.intervals[end].start < until)
        ++end;
    const double room = (x1 - x0) / static_cast<double>(std::max<std::size_t>(1, end - i));
    if (room < 3) {
        const QRectF bar(left, top + TimelineLayout::barTop, right - left, TimelineLayout::barHeight);
        fill(bar, fillOf(piece.activity));
        outline(bar);
        return;
    }
    for (; i < end; ++i) {
        const LaneInterval &interval = lane.intervals[i];
        ComputeMark mark;
        mark.x0 = m_viewport.x(std::max(interval.start, piece.start));
        mark.x1 = m_viewport.x(std::min(interval.end, piece.end));
        mark.first = i;
        mark.activity = interval.activity;
        mark.hatched = interval.activity == Activity::bubble || interval.activity == Activity::straggler ? 1 : 0;
        paintBar(lane, mark, top);
        const double a = snap(laneHeadWidth + std::max(-8.0, mark.x0));
        const double b = snap(laneHeadWidth + std::min(m_viewport.width + 8, mark.x1));
        outline(QRectF(a, top + TimelineLayout::barTop, std::max(0.0, b - a - 1), TimelineLayout::barHeight));
    }
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of links under the lanes: a line that folds them, then a row each, as high as the link's capacity, with the
// communication on it in the colours of the timeline.
#include "language/link_text.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "timeline/timeline_painter.h"

#include <QPainter>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int padTop = 4; // above the capacity
constexpr int areaHeight = TimelineLayout::linkRowHeight - padTop - 3;

} // namespace

void TimelinePainter::paintLinks(const std::set<std::string> &selected)
{
    if (m_data.links.empty() || !m_data.topology)
        return;
    m_painter.save();
    m_painter.setClipRect(
        QRect(0, m_layout.bodyTop(), m_layout.size.width(), m_layout.size.height() - m_layout.bodyTop()));
    paintLinksHeader();
    if (m_layout.links.open) {
        for (int row = 0; row < m_layout.links.count; ++row) {
            const int top = m_layout.linkTop(row);
            if (top + TimelineLayout::linkRowHeight <= m_layout.bodyTop() || top >= m_layout.size.height())
                continue;
            const LinkLoad &link = m_data.result->links[m_data.links[static_cast<std::size_t>(row)].links.front()];
            paintLinkHead(row, top, selected.contains(m_data.topology->edge(link.edge).link));
            paintLinkLoad(row, top);
        }
    }
    m_painter.restore();
}

void TimelinePainter::paintLinksHeader()
{
    const QRect rect = m_layout.linksHeaderRect();
    m_painter.fillRect(rect, m_theme[Role::panel]);
    m_painter.fillRect(QRect(0, rect.bottom(), rect.width(), 1), m_theme[Role::border]);
    // A triangle that points down while the rows are there.
    const QPointF at(15, rect.center().y() + 0.5);
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme[Role::secondary]);
    if (m_layout.links.open)
        m_painter.drawPolygon(QPolygonF({at + QPointF(-4, -2), at + QPointF(4, -2), at + QPointF(0, 3)}));
    else
        m_painter.drawPolygon(QPolygonF({at + QPointF(-2, -4), at + QPointF(-2, 4), at + QPointF(3, 0)}));
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setFont(font(TypeRole::badge));
    m_painter.setPen(m_theme[Role::text]);
    m_painter.drawText(rect.adjusted(26, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, TimelineText::tr("Links"));
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::secondary]);
    const QString count = m_data.links.size() < m_data.linkRowsInAll
                              ? TimelineText::tr("%1 busiest of %2").arg(m_data.links.size()).arg(m_data.linkRowsInAll)
                              : TimelineText::tr("busiest first");
    m_painter.drawText(QRect(60, rect.top(), laneHeadWidth - 68, rect.height()), Qt::AlignVCenter | Qt::AlignRight,
                       count);
    QRectF note(laneHeadWidth + 8, rect.top(), m_layout.barsWidth() - 16, rect.height());
    const QString full = TimelineText::tr("full height = capacity");
    m_painter.drawText(note, Qt::AlignVCenter | Qt::AlignLeft, full);
    if (std::none_of(m_data.links.begin(), m_data.links.end(), [](const LinkRow &row) { return row.index.isShared(); }))
        return;
    note.setLeft(note.left() + m_painter.fontMetrics().horizontalAdvance(full) + 18);
    m_painter.fillRect(QRectF(note.left(), note.center().y() - 1, 14, 2), m_theme[Role::warning]);
    m_painter.drawText(note.adjusted(20, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                       TimelineText::tr("several flows at once"));
}

void TimelinePainter::paintLinkHead(int row, int top, bool selected)
{
    constexpr int height = TimelineLayout::linkRowHeight;
    const LinkRow &shown = m_data.links[static_cast<std::size_t>(row)];
    const LinkLoad &link = m_data.result->links[shown.links.front()];
    m_painter.fillRect(QRect(0, top, laneHeadWidth, height), m_theme[selected ? Role::selectionFill : Role::base]);
    if (selected)
        m_painter.fillRect(QRect(0, top, 3, height - 1), m_theme[Role::selection]);
    const QString name = linkTitle(*m_data.topology, *m_data.result, shown.links);
    m_painter.setFont(font(TypeRole::label));
    m_painter.setPen(m_theme[Role::text]);
    const QRect room(12, top, laneHeadWidth - 50, height - 1);
    m_painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                       m_painter.fontMetrics().elidedText(name, Qt::ElideRight, room.width()));
    m_painter.setPen(m_theme[Role::secondary]);
    drawNumber(m_painter, QRectF(104, top, laneHeadWidth - 112, height - 1), Qt::AlignRight | Qt::AlignVCenter,
               formatPercent(meanLoad(*m_data.result, link), 0));
    m_painter.fillRect(QRect(0, top + height - 1, laneHeadWidth, 1), m_theme[Role::grid]);
    m_painter.fillRect(QRect(laneHeadWidth - 1, top, 1, height), m_theme[Role::border]);
}

void TimelinePainter::paintLinkLoad(int row, int top)
{
    const LinkRow &shown = m_data.links[static_cast<std::size_t>(row)];
    const LinkLoad &link = m_data.result->links[shown.links.front()];
    const double full = shown.index.fullCapacity();
    const int bottom = top + padTop + areaHeight;
    if (!(full > 0))
        return;
    m_painter.save();
    m_painter.setClipRect(QRect(laneHeadWidth, top, m_layout.barsWidth(), TimelineLayout::linkRowHeight) &
                          m_layout.bodyRect());
    // The room that the link has, lower where its rate curve is.
    for (std::size_t i = 0; i < link.capacity.size(); ++i) {
        const double x0 = std::max(0.0, m_viewport.x(link.capacity[i].at));
        const Ticks until =
            i + 1 < link.capacity.size() ? std::min(link.capacity[i + 1].at, m_viewport.stepEnd) : m_viewport.stepEnd;
        const double x1 = std::min<double>(m_layout.barsWidth(), m_viewport.x(until));
        const double height = std::round(areaHeight * link.capacity[i].capacity / full);
        if (x1 > x0)
            fill(QRectF(laneHeadWidth + x0, bottom - height, x1 - x0, height), m_theme.mixed(Role::memoryTrack, 0.55));
    }
    for (const LoadColumn &column : loadColumns(shown.index, m_viewport, m_ratio)) {
        const double x = laneHeadWidth + column.x0;
        const double width = column.x1 - column.x0;
        double height = 0;
        for (std::size_t kind = 0; kind < trafficKinds; ++kind) {
            const double part = std::min(areaHeight * column.rate[kind] / full, areaHeight - height);
            if (part > 0)
                fill(QRectF(x, bottom - height - part, width, part), m_theme.fill(static_cast<Traffic>(kind)));
            height += part;
        }
        if (column.shared)
            fill(QRectF(x, top + 1, width, 2), m_theme[Role::warning]);
    }
    m_painter.fillRect(QRectF(laneHeadWidth, top + TimelineLayout::linkRowHeight - 1, m_layout.barsWidth(), 1),
                       m_theme[Role::grid]);
    m_painter.restore();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was measured by a drag: the stretch, its statistics on a card, and the numbers for a spreadsheet. And the card
// itself, which the explanations of bars share.
#include "analysis/stretch_statistics.h"
#include "base/files.h"
#include "language/sentences.h"
#include "report/timeline_csv.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"
#include "widgets/picture_file.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

void TimelineView::clearMeasure()
{
    m_measure.reset();
    m_measureCard = {};
    m_measureCsv.clear();
}

void TimelineView::finishMeasure()
{
    if (!m_measure || !m_data->result)
        return;
    const StretchStatistics found =
        stretchStatistics(*m_data->result, m_data->indices, m_measure->first, m_measure->second, m_selectedLanes);
    m_measureCard = explainStretch(*m_data->result, found);
    m_measureCsv = csvOfStretch(*m_data->result, found);
    viewport()->update();
}

bool TimelineView::event(QEvent *event)
{
    // Copies what was measured, instead of what is selected on the canvas.
    if (event->type() == QEvent::ShortcutOverride && !m_measureCsv.isEmpty() &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Find)) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

QString TimelineView::exportPicture(const QString &path) const
{
    return writePicture(path, innerSize(),
                        [this](QPainter &painter) { paint(painter, innerSize(), currentTheme(), 1, m_rows.table()); });
}

QString TimelineView::exportCsv(const QString &path) const
{
    if (!m_data->result)
        return {};
    std::vector<int> lanes;
    for (int lane = 0; lane < static_cast<int>(m_data->result->lanes.size()); ++lane)
        if (const RowTable &rows = *m_rows.table();
            rows.pinOf[static_cast<std::size_t>(lane)] >= 0 || rows.rowOf[static_cast<std::size_t>(lane)] >= 0)
            lanes.push_back(lane);
    const Status status =
        writeFileAtomically(path.toStdString(), timelineCsv(m_data->result, std::move(lanes), m_view.start,
                                                            std::min(m_view.visibleEnd(), m_data->result->stepTime)));
    return status ? QString() : QStringLiteral("%1: %2").arg(path, sentenceWithHint(status.error()));
}

void TimelineView::paintMeasure(QPainter &painter, const TimelineLayout &layout) const
{
    if (!m_measure)
        return;
    const Theme &theme = currentTheme();
    const double left = std::max<double>(laneHeadWidth, laneHeadWidth + m_view.x(m_measure->first));
    const double right = std::min<double>(layout.size.width(), laneHeadWidth + m_view.x(m_measure->second));
    const QRectF range(left, layout.lanesTop(), right - left, layout.lanesRect().height());
    painter.fillRect(range, theme.color(Role::selection, 0.10));
    painter.fillRect(QRectF(left, layout.rulerRect().top(), 1, range.bottom() - layout.rulerRect().top()),
                     theme[Role::selection]);
    painter.fillRect(QRectF(right - 1, layout.rulerRect().top(), 1, range.bottom() - layout.rulerRect().top()),
                     theme[Role::selection]);
    const QString text = measureText(*m_data->result, m_data->indices, m_measure->first, m_measure->second);
    painter.setFont(heteroscope::font(TypeRole::badge));
    const double width = numberWidth(painter, text) + 12;
    const double x = std::clamp((left + right - width) / 2, static_cast<double>(laneHeadWidth),
                                std::max<double>(laneHeadWidth, layout.size.width() - width));
    const QRectF label(x, layout.rulerRect().top() + 1, width, rulerHeight - 3);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme[Role::accent]);
    painter.drawRoundedRect(label, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme[Role::accentInk]);
    drawNumber(painter, label, Qt::AlignCenter, text);
}

void TimelineView::paintCard(QPainter &painter, const Explanation &card, QPoint at) const
{
    const Theme &theme = currentTheme();
    constexpr double pad = 12;
    constexpr double line = 17;
    const QFontMetricsF title(heteroscope::font(TypeRole::title));
    const QFontMetricsF small(heteroscope::font(TypeRole::label));
    double width = title.horizontalAdvance(card.headline) + 4;
    for (const QString &text : card.lines) {
        const QStringList cells = text.split(u'\t');
        width = std::max(width, small.horizontalAdvance(cells.join(QStringLiteral("          "))) + 16);
    }
    const QSize room = innerSize();
    width = std::min<double>(width + 2 * pad, room.width() - 8);
    const double height =
        2 * pad + line + (card.lines.isEmpty() ? 0 : 6 + line * static_cast<double>(card.lines.size())) - 4;
    QPointF corner = at + QPoint(14, 16);
    if (corner.x() + width > room.width() - 4)
        corner.setX(std::max(4.0, at.x() - width - 10));
    if (corner.y() + height > room.height() - 4)
        corner.setY(std::max(4.0, at.y() - height - 12));
    const QRectF frame(std::round(corner.x()), std::round(corner.y()), std::round(width), std::round(height));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, theme.isDark() ? 90 : 26));
    painter.drawRoundedRect(frame.translated(1, 2), 5, 5);
    painter.setPen(QPen(theme[Role::borderStrong], 1));
    painter.setBrush(theme[Role::tip]);
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(heteroscope::font(TypeRole::title));
    painter.setPen(theme[Role::text]);
    QRectF row(frame.left() + pad, frame.top() + pad - 2, frame.width() - 2 * pad, line);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft,
                     title.elidedText(card.headline, Qt::ElideRight, row.width()));
    row.translate(0, line + 6);
    painter.fillRect(QRectF(row.left(), row.top() - 4, row.width(), card.lines.isEmpty() ? 0 : 1), theme[Role::border]);
    for (const QString &text : card.lines) {
        const QStringList cells = text.split(u'\t');
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(theme[Role::secondary]);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, cells.value(0));
        painter.setFont(heteroscope::font(TypeRole::badge));
        painter.setPen(theme[Role::text]);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, cells.value(1));
        row.translate(0, line);
    }
    painter.restore();
}

} // namespace heteroscope

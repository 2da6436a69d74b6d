// SPDX-License-Identifier: GPL-3.0-or-later
#include "measured/overlay_view.h"

#include "language/step_words.h"
#include "measured/trace_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int legendLine = 20;
constexpr int legendHeight = 2 * legendLine + 2;
constexpr int headHeight = legendHeight + rulerHeight;

} // namespace

/// Pieces of one row, from left to right. What shares a pixel is stacked there in proportion to its time.
struct OverlayView::Strip
{
    QPainter &painter;
    QRectF room;                                     ///< of the bars that are in view, at the row's height
    std::vector<std::pair<QColor, double>> shares{}; ///< of the pixel in work
    double pixel = -1;

    void add(double x0, double x1, const QColor &color)
    {
        x0 = std::max(x0, 0.0);
        x1 = std::min(x1, room.width());
        if (!(x1 > x0))
            return;
        const double first = std::floor(x0);
        const double last = std::floor(x1);
        if (first >= last) {
            share(first, x1 - x0, color);
            return;
        }
        if (x0 > first)
            share(first, first + 1 - x0, color);
        const double from = std::ceil(x0);
        if (last > from) {
            flush();
            painter.fillRect(QRectF(room.left() + from, room.top(), last - from, room.height()), color);
        }
        if (x1 > last)
            share(last, x1 - last, color);
    }
    void flush()
    {
        double bottom = room.bottom();
        for (const auto &[color, part] : shares) {
            const double height = room.height() * std::min(1.0, part);
            painter.fillRect(QRectF(room.left() + pixel, bottom - height, 1, height), color);
            bottom -= height;
        }
        shares.clear();
    }

private:
    void share(double at, double part, const QColor &color)
    {
        if (at != pixel)
            flush();
        pixel = at;
        const auto known =
            std::find_if(shares.begin(), shares.end(), [&color](const auto &each) { return each.first == color; });
        if (known == shares.end())
            shares.emplace_back(color, part);
        else
            known->second += part;
    }
};

/// Swatches and words from left to right, as far as there is room.
struct OverlayView::LegendLine
{
    QPainter &painter;
    const Theme &theme;
    double top;
    double right;
    double x = 10;

    void words(const QString &text, Role role)
    {
        painter.setFont(heteroscope::font(TypeRole::label));
        const double width = painter.fontMetrics().horizontalAdvance(text);
        painter.setPen(theme[role]);
        if (x + width < right)
            painter.drawText(QRectF(x, top, width + 1, legendLine), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += width + 14;
    }
    void swatch(const QColor &color, const QString &text)
    {
        if (x + 17 + painter.fontMetrics().horizontalAdvance(text) < right)
            painter.fillRect(QRectF(x, top + legendLine / 2.0 - 5, 12, 10), color);
        x += 17;
        words(text, Role::secondary);
    }
};

OverlayView::OverlayView(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Measured ranks beside simulated lanes"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, viewport(), qOverload<>(&QWidget::update));
}

Ticks OverlayView::axisEnd() const
{
    Ticks end = m_result ? m_result->stepTime : Ticks(0);
    for (const OverlayRow &row : m_rows)
        if (!row.pieces.empty())
            end = std::max(end, row.pieces.back().end);
    return end;
}

void OverlayView::setRows(std::shared_ptr<const StepResult> result, std::vector<OverlayRow> rows)
{
    m_result = std::move(result);
    m_rows = std::move(rows);
    m_view.width = std::max(0, viewport()->width() - laneHeadWidth);
    m_view.setStepEnd(axisEnd());
    updateScrollBar();
    viewport()->update();
}

void OverlayView::setSelectedLanes(const std::set<int> &lanes)
{
    m_selected = lanes;
    viewport()->update();
}

void OverlayView::setStale(bool stale)
{
    m_stale = stale;
    viewport()->update();
}

void OverlayView::showRange(Ticks from, Ticks to)
{
    m_view.show(from, to);
    viewport()->update();
}

int OverlayView::topOf(int row) const { return headHeight + row * rowHeight - verticalScrollBar()->value(); }

int OverlayView::rowAt(int y) const
{
    if (y < headHeight)
        return -1;
    const int row = (y - headHeight + verticalScrollBar()->value()) / rowHeight;
    return row < static_cast<int>(m_rows.size()) ? row : -1;
}

void OverlayView::updateScrollBar()
{
    const int room = std::max(1, viewport()->height() - headHeight);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_rows.size()) * rowHeight - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(rowHeight);
}

void OverlayView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_view.setWidth(std::max(0, viewport()->width() - laneHeadWidth));
    updateScrollBar();
}

void OverlayView::paintHead(QPainter &painter, int number, const Theme &theme) const
{
    const OverlayRow &row = m_rows[static_cast<std::size_t>(number)];
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(row.lane)];
    const int top = topOf(number);
    const bool selected = m_selected.contains(row.lane);
    painter.fillRect(QRect(0, top, laneHeadWidth, rowHeight - 1), theme[selected ? Role::selectionFill : Role::base]);
    if (selected)
        painter.fillRect(QRect(0, top, 3, rowHeight - 1), theme[Role::selection]);
    const QRect above(10, top + topOfSimulated, laneHeadWidth - 18, barHeight);
    const QRect below(10, top + topOfMeasured, laneHeadWidth - 18, barHeight);
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(theme.stage(lane.stage));
    painter.drawText(above, Qt::AlignVCenter | Qt::AlignLeft, stageLetter(lane.stage));
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(theme[Role::text]);
    const QRect name = above.adjusted(18, 0, 0, 0);
    painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(laneName(lane), Qt::ElideMiddle, name.width()));
    painter.setPen(theme[Role::secondary]);
    painter.drawText(below.adjusted(18, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, tr("rank %1").arg(row.rank));
    if (!row.pieces.empty())
        drawNumber(painter, below, Qt::AlignVCenter | Qt::AlignRight, formatTicks(row.pieces.back().end));
    painter.fillRect(QRect(0, top + rowHeight - 1, viewport()->width(), 1), theme[Role::grid]);
}

void OverlayView::paintRow(QPainter &painter, int number, const Theme &theme) const
{
    const OverlayRow &row = m_rows[static_cast<std::size_t>(number)];
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(row.lane)];
    const int top = topOf(number);
    const double width = viewport()->width() - laneHeadWidth;
    const QBrush hatch = theme.bubbleHatch(devicePixelRatioF());
    Strip simulated{painter, QRectF(laneHeadWidth, top + topOfSimulated, width, barHeight)};
    painter.setOpacity(m_stale ? Theme::staleOpacity : 1);
    const auto firstBar = std::partition_point(lane.intervals.begin(), lane.intervals.end(),
                                               [this](const LaneInterval &one) { return one.end <= m_view.start; });
    for (auto bar = firstBar; bar != lane.intervals.end() && m_view.x(bar->start) < width; ++bar)
        if (bar->activity != Activity::idle && bar->activity != Activity::overhead) {
            const double from = std::max(0.0, std::ceil(m_view.x(bar->start)));
            const double to = std::min(width, std::floor(m_view.x(bar->end)));
            simulated.add(m_view.x(bar->start), m_view.x(bar->end), overlayColorOf(bar->activity, theme));
            if (bar->activity == Activity::bubble && to - from >= 3)
                painter.fillRect(QRectF(laneHeadWidth + from, simulated.room.top(), to - from, barHeight), hatch);
        }
    simulated.flush();
    painter.setOpacity(1);
    Strip measured{painter, QRectF(laneHeadWidth, top + topOfMeasured, width, barHeight)};
    const auto firstPiece = std::partition_point(row.pieces.begin(), row.pieces.end(),
                                                 [this](const MeasuredPiece &one) { return one.end <= m_view.start; });
    for (auto piece = firstPiece; piece != row.pieces.end() && m_view.x(piece->start) < width; ++piece)
        if (piece->kind != TraceKind::host)
            measured.add(m_view.x(piece->start), m_view.x(piece->end), colorOf(piece->kind, theme));
    measured.flush();
    // Where each step ends.
    const auto end = [&](Ticks at, int y) {
        const double x = m_view.x(at);
        if (x >= 0 && x <= width)
            painter.fillRect(QRectF(laneHeadWidth + std::floor(x), top + y - 1, 1, barHeight + 2), theme[Role::text]);
    };
    end(m_result->stepTime, topOfSimulated);
    if (!row.pieces.empty())
        end(row.pieces.back().end, topOfMeasured);
}

void OverlayView::paintRuler(QPainter &painter, const Theme &theme) const
{
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(theme[Role::secondary]);
    const QRect rect(laneHeadWidth, legendHeight, viewport()->width() - laneHeadWidth, rulerHeight);
    painter.drawText(QRect(10, legendHeight, laneHeadWidth - 16, rulerHeight), Qt::AlignVCenter | Qt::AlignLeft,
                     m_rows.size() == 1 ? tr("1 rank") : tr("%1 ranks").arg(formatCount(m_rows.size())));
    // From tick to tick in nice lengths, about 100 px apart.
    const double wanted = 100 * m_view.ticksPerPixel;
    const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, wanted))));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (power * factor <= wanted)
            step = power * factor;
    for (double at = std::floor(static_cast<double>(m_view.start.count) / step) * step;; at += step) {
        const double x = (at - static_cast<double>(m_view.start.count)) / m_view.ticksPerPixel;
        if (x > rect.width() - 60)
            break;
        if (x < 0)
            continue;
        painter.fillRect(QRectF(rect.left() + std::floor(x), rect.bottom() - 6, 1, 6), theme[Role::borderStrong]);
        drawNumber(painter, QRectF(rect.left() + x + 5, rect.top(), 90, rect.height() - 3),
                   Qt::AlignVCenter | Qt::AlignLeft, formatTicks(Ticks(static_cast<std::int64_t>(at))));
    }
    painter.fillRect(QRect(0, rect.bottom(), viewport()->width(), 1), theme[Role::border]);
    painter.fillRect(QRect(laneHeadWidth - 1, legendHeight, 1, viewport()->height()), theme[Role::border]);
}

void OverlayView::paintLegend(QPainter &painter, const Theme &theme) const
{
    std::array<bool, activityCount> activities{};
    std::array<bool, traceKindCount> kinds{};
    for (const OverlayRow &row : m_rows) {
        for (std::size_t a = 0; a < activityCount; ++a)
            activities[a] = activities[a] || m_result->lanes[static_cast<std::size_t>(row.lane)].time[a] > Ticks(0);
        for (const MeasuredPiece &piece : row.pieces)
            kinds[static_cast<std::size_t>(piece.kind)] = true;
    }
    LegendLine simulated{painter, theme, 1, static_cast<double>(viewport()->width())};
    simulated.words(tr("above, simulated:"), Role::text);
    for (std::size_t a = 0; a < activityCount; ++a)
        if (const auto activity = static_cast<Activity>(a);
            activities[a] && activity != Activity::idle && activity != Activity::overhead)
            simulated.swatch(overlayColorOf(activity, theme), activityName(activity));
    LegendLine measured{painter, theme, 1 + legendLine, static_cast<double>(viewport()->width())};
    measured.words(tr("below, measured:"), Role::text);
    for (std::size_t kind = 0; kind < traceKindCount; ++kind)
        if (kinds[kind] && static_cast<TraceKind>(kind) != TraceKind::host)
            measured.swatch(colorOf(static_cast<TraceKind>(kind), theme), wordOf(static_cast<TraceKind>(kind)));
}

void OverlayView::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme[Role::base]);
    if (m_rows.empty() || !m_result) {
        drawEmptyState(painter, viewport()->rect(),
                       tr("Open a trace of a real run, or drop it here: PyTorch profiler, Chakra, Primus."), theme);
        return;
    }
    painter.setClipRect(QRect(0, headHeight, viewport()->width(), viewport()->height() - headHeight));
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const int top = topOf(row);
        if (top + rowHeight <= headHeight || top >= viewport()->height())
            continue;
        paintRow(painter, row, theme);
        paintHead(painter, row, theme);
    }
    painter.setClipping(false);
    paintLegend(painter, theme);
    paintRuler(painter, theme);
    if (hasFocus() && property("showFocus").toBool())
        painter.fillRect(QRect(0, 0, viewport()->width(), 2), theme[Role::selection]);
}

void OverlayView::wheelEvent(QWheelEvent *event)
{
    event->accept();
    const double notches = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        m_view.zoomAt(event->position().x() - laneHeadWidth, std::pow(1.25, notches));
    else if ((event->modifiers() & Qt::ShiftModifier) || verticalScrollBar()->maximum() == 0)
        m_view.scrollBy(-event->angleDelta().y());
    else
        verticalScrollBar()->setValue(verticalScrollBar()->value() -
                                      static_cast<int>(std::lround(notches * rowHeight)));
    viewport()->update();
}

void OverlayView::keyPressEvent(QKeyEvent *event)
{
    const double cursor = m_cursor.x() > laneHeadWidth ? m_cursor.x() - laneHeadWidth : m_view.width / 2;
    switch (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier) ? 0 : event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        m_view.zoomAt(cursor, 1.5);
        break;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_view.zoomAt(cursor, 1 / 1.5);
        break;
    case Qt::Key_A:
    case Qt::Key_Left:
        m_view.scrollBy(-m_view.width / 8);
        break;
    case Qt::Key_D:
    case Qt::Key_Right:
        m_view.scrollBy(m_view.width / 8);
        break;
    case Qt::Key_F:
        m_view.fit();
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    viewport()->update();
}

void OverlayView::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
    m_moved = false;
    m_cursor = event->pos();
}

void OverlayView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint by = event->pos() - m_cursor;
    if (m_pressed && (m_moved || by.manhattanLength() >= 4)) {
        m_moved = true;
        m_view.scrollBy(-by.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
        m_cursor = event->pos();
        viewport()->update();
        return;
    }
    if (!m_pressed)
        m_cursor = event->pos();
    emit hovered(textAt(event->pos()));
}

void OverlayView::mouseReleaseEvent(QMouseEvent *event)
{
    if (std::exchange(m_pressed, false) && !m_moved && event->button() == Qt::LeftButton) {
        const int row = rowAt(event->pos().y());
        emit laneSelected(row < 0 ? -1 : m_rows[static_cast<std::size_t>(row)].lane);
    }
}

bool OverlayView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        emit hovered(QString());
    return QAbstractScrollArea::viewportEvent(event);
}

QString OverlayView::textAt(QPoint at) const
{
    const int number = rowAt(at.y());
    if (number < 0 || at.x() < laneHeadWidth || !m_result)
        return {};
    const OverlayRow &row = m_rows[static_cast<std::size_t>(number)];
    const Lane &lane = m_result->lanes[static_cast<std::size_t>(row.lane)];
    const Ticks time = m_view.time(at.x() - laneHeadWidth + 0.5);
    if (at.y() - topOf(number) < topOfMeasured) {
        const auto bar = std::partition_point(lane.intervals.begin(), lane.intervals.end(),
                                              [time](const LaneInterval &one) { return one.end <= time; });
        if (bar == lane.intervals.end())
            return {};
        return tr("%1, simulated: %2, %3 from %4")
            .arg(laneName(lane), activityName(bar->activity), formatTicks(bar->end - bar->start),
                 formatTicks(bar->start));
    }
    const auto piece = std::partition_point(row.pieces.begin(), row.pieces.end(),
                                            [time](const MeasuredPiece &one) { return one.end <= time; });
    if (piece == row.pieces.end())
        return {};
    return tr("rank %1, measured: %2, %3 from %4")
        .arg(QString::number(row.rank), wordOf(piece->kind), formatTicks(piece->end - piece->start),
             formatTicks(piece->start));
}

} // namespace heteroscope

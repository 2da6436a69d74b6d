// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heat_map_view.h"

#include "charts/chart_table.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QtWidgets>

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int axisHeight = 22;
constexpr int smallestRow = 4;
constexpr int largestRow = 30;
constexpr int rowWithName = 14; ///< at least as high
constexpr int rightMargin = 14;
constexpr double paleCell = 0.04;
constexpr int legendCells = 5;

} // namespace

QString nameOf(HeatQuantity quantity)
{
    switch (quantity) {
    case HeatQuantity::busy:
        return HeatMapView::tr("computing");
    case HeatQuantity::exposed:
        return HeatMapView::tr("waiting for links");
    case HeatQuantity::bubble:
        return HeatMapView::tr("bubble");
    case HeatQuantity::memory:
        break;
    }
    return HeatMapView::tr("memory");
}

HeatMapView::HeatMapView(QWidget *parent) : QAbstractScrollArea(parent), m_table(new ChartTable(this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Heat map of the lanes"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, viewport(), qOverload<>(&QWidget::update));
}

void HeatMapView::setResult(std::shared_ptr<const StepResult> result)
{
    m_result = std::move(result);
    m_indices.clear();
    if (m_result)
        for (const Lane &lane : m_result->lanes)
            m_indices.emplace_back(lane);
    m_stale = false;
    refresh();
}

void HeatMapView::setQuantity(HeatQuantity quantity)
{
    m_map.quantity = quantity;
    refresh();
}

void HeatMapView::refresh()
{
    const HeatQuantity quantity = m_map.quantity;
    m_map = m_result ? heatMap(*m_result, m_indices, quantity, columns) : HeatMap{quantity, Ticks(0), 0, {}};
    std::vector<ChartColumn> heads = {{tr("Lane"), QStringLiteral("lane")}};
    for (std::size_t column = 0; column < m_map.columns; ++column)
        heads.push_back(
            {formatTicks(m_map.start(column)), text(fmt::format("{} s", toSeconds(m_map.start(column)).value))});
    std::vector<std::vector<ChartCell>> rows;
    for (std::size_t lane = 0; lane < m_map.lanes(); ++lane) {
        auto &row = rows.emplace_back();
        row.push_back({laneName(m_result->lanes[lane]), std::nullopt});
        for (std::size_t column = 0; column < m_map.columns; ++column)
            row.push_back({formatPercent(m_map.at(lane, column), 0), m_map.at(lane, column)});
    }
    m_table->setTable(std::move(heads), std::move(rows));
    updateScrollBar();
    viewport()->update();
}

void HeatMapView::setStale(bool stale)
{
    m_stale = stale;
    viewport()->update();
}

void HeatMapView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selected)
        return;
    m_selected = lanes;
    viewport()->update();
}

int HeatMapView::headWidth() const { return rowHeight() >= rowWithName ? std::min(150, viewport()->width() / 4) : 30; }

int HeatMapView::rowHeight() const
{
    const int lanes = std::max(1, static_cast<int>(m_map.lanes()));
    return std::clamp((viewport()->height() - axisHeight) / lanes, smallestRow, largestRow);
}

void HeatMapView::updateScrollBar()
{
    const int room = std::max(1, viewport()->height() - axisHeight);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_map.lanes()) * rowHeight() - room));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(rowHeight());
}

void HeatMapView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

QRect HeatMapView::cellRect(int lane, int column) const
{
    if (lane < 0 || column < 0 || lane >= static_cast<int>(m_map.lanes()) || column >= static_cast<int>(m_map.columns))
        return {};
    const int left = headWidth();
    const double wide = std::max(1, viewport()->width() - left - rightMargin);
    const auto x = [&](int number) {
        return left + static_cast<int>(std::lround(wide * number / static_cast<double>(m_map.columns)));
    };
    const int top = lane * rowHeight() - verticalScrollBar()->value();
    const int gap = rowHeight() >= rowWithName ? 1 : 0;
    return {x(column), top, x(column + 1) - x(column), rowHeight() - gap};
}

int HeatMapView::laneAt(int y) const
{
    const int lane = (y + verticalScrollBar()->value()) / rowHeight();
    return y >= 0 && y < viewport()->height() - axisHeight && lane < static_cast<int>(m_map.lanes()) ? lane : -1;
}

QColor HeatMapView::cellColor(double value, const Theme &theme) const
{
    if (value > 1 && m_map.quantity == HeatQuantity::memory)
        return theme[Role::error];
    const Role role = m_map.quantity == HeatQuantity::busy      ? Role::forward
                      : m_map.quantity == HeatQuantity::exposed ? Role::pp
                      : m_map.quantity == HeatQuantity::bubble  ? Role::bubbleHatch
                                                                : Role::memory;
    return theme.mixed(role, paleCell + (1 - paleCell) * std::clamp(value, 0.0, 1.0));
}

void HeatMapView::paintRows(QPainter &painter, const Theme &theme) const
{
    const int bottom = viewport()->height() - axisHeight;
    painter.setClipRect(QRect(0, 0, viewport()->width(), bottom));
    const int height = rowHeight();
    const bool named = height >= rowWithName;
    for (int lane = verticalScrollBar()->value() / height; lane < static_cast<int>(m_map.lanes()); ++lane) {
        const QRect first = cellRect(lane, 0);
        if (first.top() >= bottom)
            break;
        if (m_selected.contains(lane)) {
            painter.fillRect(QRect(0, first.top(), headWidth(), first.height()), theme[Role::selectionFill]);
            painter.fillRect(QRect(0, first.top(), 3, first.height()), theme[Role::selection]);
        }
        const Lane &shown = m_result->lanes[static_cast<std::size_t>(lane)];
        if (named) {
            painter.setFont(heteroscope::font(TypeRole::badge));
            painter.setPen(theme.stage(shown.stage));
            painter.drawText(QRect(8, first.top(), 18, first.height()), Qt::AlignCenter, stageLetter(shown.stage));
            painter.setFont(heteroscope::font(TypeRole::label));
            painter.setPen(theme[Role::text]);
            const QRect room(30, first.top(), headWidth() - 36, first.height());
            painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                             painter.fontMetrics().elidedText(laneName(shown), Qt::ElideMiddle, room.width()));
        }
        painter.setOpacity(m_stale ? Theme::staleOpacity : 1);
        for (int column = 0; column < static_cast<int>(m_map.columns); ++column)
            painter.fillRect(
                cellRect(lane, column),
                cellColor(m_map.at(static_cast<std::size_t>(lane), static_cast<std::size_t>(column)), theme));
        painter.setOpacity(1);
    }
    painter.setClipping(false);
}

void HeatMapView::paintAxis(QPainter &painter, const Theme &theme) const
{
    // Right below the rows.
    const int top = std::min(viewport()->height() - axisHeight, static_cast<int>(m_map.lanes()) * rowHeight() + 2);
    const QRect first = cellRect(0, 0);
    const QRect last = cellRect(0, static_cast<int>(m_map.columns) - 1);
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(theme[Role::secondary]);
    // The scale of the colours stands at the right of the middle, between the ends of the step.
    const QString low = formatPercent(0, 0);
    const QString high = formatPercent(1, 0);
    constexpr int cell = 18;
    const double scale = numberWidth(painter, low) + numberWidth(painter, high) + legendCells * cell + 12;
    double x = first.left() + (last.right() - first.left() - scale) / 2;
    drawNumber(painter, QRectF(first.left(), top, 60, axisHeight), Qt::AlignVCenter | Qt::AlignLeft, formatTicks({}));
    drawNumber(painter, QRectF(last.right() - 90, top, 90, axisHeight), Qt::AlignVCenter | Qt::AlignRight,
               formatTicks(m_map.stepEnd));
    drawNumber(painter, QRectF(x, top, numberWidth(painter, low) + 1, axisHeight), Qt::AlignVCenter | Qt::AlignLeft,
               low);
    x += numberWidth(painter, low) + 6;
    for (int i = 0; i < legendCells; ++i, x += cell)
        painter.fillRect(QRectF(x, top + 6, cell, 10), cellColor(i / double(legendCells - 1), theme));
    drawNumber(painter, QRectF(x + 6, top, numberWidth(painter, high) + 1, axisHeight),
               Qt::AlignVCenter | Qt::AlignLeft, high);
}

void HeatMapView::paintEvent(QPaintEvent *)
{
    const Theme &theme = currentTheme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme[Role::base]);
    if (m_map.lanes() == 0) {
        drawEmptyState(painter, viewport()->rect(), tr("The heat map appears with the first simulated step."), theme);
        return;
    }
    paintRows(painter, theme);
    paintAxis(painter, theme);
    if (hasFocus() && property("showFocus").toBool())
        painter.fillRect(QRect(0, 0, viewport()->width(), 2), theme[Role::selection]);
}

QString HeatMapView::textAt(QPoint at) const
{
    const int lane = laneAt(at.y());
    if (lane < 0)
        return {};
    const QString name = laneName(m_result->lanes[static_cast<std::size_t>(lane)]);
    for (int column = 0; column < static_cast<int>(m_map.columns); ++column) {
        const QRect cell = cellRect(lane, column);
        if (at.x() < cell.left() || at.x() > cell.right())
            continue;
        const auto part = static_cast<std::size_t>(column);
        return tr("%1 · %2 to %3: %4 %5")
            .arg(name, formatTicks(m_map.start(part)), formatTicks(m_map.start(part + 1)), nameOf(m_map.quantity),
                 formatPercent(m_map.at(static_cast<std::size_t>(lane), part)));
    }
    return name;
}

void HeatMapView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        emit laneSelected(laneAt(event->pos().y()));
}

void HeatMapView::mouseMoveEvent(QMouseEvent *event) { emit hovered(textAt(event->pos())); }

bool HeatMapView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        emit hovered(QString());
    return QAbstractScrollArea::viewportEvent(event);
}

void HeatMapView::keyPressEvent(QKeyEvent *event)
{
    const int lanes = static_cast<int>(m_map.lanes());
    if ((event->key() != Qt::Key_Down && event->key() != Qt::Key_Up) || lanes == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const bool down = event->key() == Qt::Key_Down;
    int lane = down ? 0 : lanes - 1;
    if (!m_selected.empty())
        lane = std::clamp(down ? *m_selected.rbegin() + 1 : *m_selected.begin() - 1, 0, lanes - 1);
    const int top = lane * rowHeight();
    const int room = viewport()->height() - axisHeight;
    verticalScrollBar()->setValue(std::min(top, std::max(verticalScrollBar()->value(), top + rowHeight() - room)));
    emit laneSelected(lane);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The near level of a node: a cell for each device and the fabric between them.
#include "canvas/items/fading.h"
#include "canvas/items/node_item.h"
#include "canvas/scene/canvas_scene.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

/// The step of a lane by cause, as one stacked bar.
void paintTimeBar(QPainter &painter, const QRectF &rect, const Lane &lane, Ticks step)
{
    const Theme &t = currentTheme();
    painter.fillRect(rect, t[Role::panelSunk]);
    if (step.count <= 0)
        return;
    static constexpr Activity order[] = {Activity::forward,       Activity::recompute,      Activity::backward,
                                         Activity::inputGradient, Activity::weightGradient, Activity::optimizer,
                                         Activity::overhead,      Activity::exposedTp,      Activity::exposedPp,
                                         Activity::exposedDp,     Activity::exposedCp,      Activity::exposedEp,
                                         Activity::straggler,     Activity::bubble};
    double x = rect.left();
    for (const Activity activity : order) {
        const double share =
            static_cast<double>(lane.time[static_cast<std::size_t>(activity)].count) / static_cast<double>(step.count);
        const QRectF part(x, rect.top(), share * rect.width(), rect.height());
        x = part.right();
        if (part.width() < 0.3)
            continue;
        painter.fillRect(part, t.fill(activity));
        if (activity == Activity::bubble || activity == Activity::straggler)
            painter.fillRect(part, t.bubbleHatch(ratioOf(painter)));
    }
}

/// Memory by part, in the colours of the memory chart.
void paintMemoryParts(QPainter &painter, const QRectF &rect, const Lane &lane, Bytes capacity)
{
    const Theme &t = currentTheme();
    const double total = lane.memory.total().value;
    const double scale = std::max(total, capacity.value);
    painter.fillRect(rect, t[Role::memoryTrack]);
    if (scale <= 0)
        return;
    double x = rect.left();
    for (std::size_t i = 0; i < memoryPartCount; ++i) {
        const auto part = static_cast<MemoryPart>(i);
        const double width = lane.memory[part].value / scale * rect.width();
        painter.fillRect(QRectF(x, rect.top(), std::max(0.0, width - (width > 2 ? 1 : 0)), rect.height()),
                         t.fill(part));
        x += width;
    }
    if (total > capacity.value) {
        const double from = rect.left() + capacity.value / scale * rect.width();
        const QRectF over(from, rect.top(), rect.right() - from, rect.height());
        painter.fillRect(over, t[Role::errorFill]);
        painter.fillRect(over, t.overflowHatch(ratioOf(painter)));
    }
}

} // namespace

void NodeItem::paintNear(QPainter &painter, const QSizeF &size) const
{
    const Theme &t = currentTheme();
    const double zoom = m_scene.zoom();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    paintFrame(painter, size, 6);
    const double titleHeight = NearLayout::title * zoom;
    const double left = NearLayout::margin * zoom;
    double right = size.width() - left;
    if (overlay && overlay->isUsed() && size.width() > 260) {
        const QString text = QObject::tr("stage %1").arg(stageLetter(overlay->stage));
        painter.setFont(font(TypeRole::badge));
        const double width = numberWidth(painter, text) + 10;
        drawChip(painter, QPointF(right - width, titleHeight / 2 - 8), text, t.stageFill(overlay->stage),
                 t.stage(overlay->stage));
        right -= width + 8;
    }
    const double nameWidth =
        drawLabel(painter, QRectF(left, 0, right - left, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                  QString::fromStdString(name()), TypeRole::welcome, t[Role::text]);
    drawLabel(painter, QRectF(left + nameWidth + 10, 1, right - left - nameWidth - 10, titleHeight),
              Qt::AlignLeft | Qt::AlignVCenter, m_summary, TypeRole::label, t[Role::secondary]);
    if (m_hasFabric)
        paintFabric(painter, zoom);
    const NearLayout layout(deviceCount(), m_hasFabric);
    for (int i = 0; i < deviceCount(); ++i)
        paintNearCell(painter, i, QRectF(layout.cellAt(i) * zoom, NearLayout::cell * zoom));
    if (overlay && overlay->isUsed() && size.width() > 420)
        drawLabel(painter,
                  QRectF(left, size.height() - NearLayout::caption * zoom, size.width() - 2 * left,
                         NearLayout::caption * zoom),
                  Qt::AlignRight | Qt::AlignVCenter,
                  QObject::tr("time by cause · memory: weights, gradients, optimizer, activations"), TypeRole::label,
                  t[Role::muted]);
}

void NodeItem::paintFabric(QPainter &painter, double zoom) const
{
    const Theme &t = currentTheme();
    const NearLayout layout(deviceCount(), m_hasFabric);
    if (!layout.bar)
        return;
    const QRectF bar(NearLayout::margin * zoom, layout.barTop() * zoom,
                     (layout.size.width() - 2 * NearLayout::margin) * zoom, NearLayout::barHeight * zoom);
    const auto drawLines = [&](double x, double from, double to) {
        painter.setPen(QPen(t[Role::load1], 1.4));
        if (m_doubleLines) {
            painter.drawLine(QPointF(x - 2, from), QPointF(x - 2, to));
            painter.drawLine(QPointF(x + 2, from), QPointF(x + 2, to));
        } else {
            painter.drawLine(QPointF(x, from), QPointF(x, to));
        }
    };
    for (int i = 0; i < deviceCount(); ++i) {
        const QRectF cell(layout.cellAt(i) * zoom, NearLayout::cell * zoom);
        const int row = i / layout.columns;
        if (row == layout.upperRows - 1)
            drawLines(cell.center().x(), cell.bottom(), bar.top());
        else if (row == layout.upperRows)
            drawLines(cell.center().x(), bar.bottom(), cell.top());
    }
    drawRounded(painter, bar, 4, t[Role::panelSunk], t[Role::border]);
    drawLabel(painter, bar, Qt::AlignCenter, m_fabric, TypeRole::badge, t[Role::secondary]);
}

void NodeItem::paintNearCell(QPainter &painter, int device, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    const DeviceOverlay *entry = deviceOverlay(overlay, device);
    const StepResult *result = m_scene.overlay().result();
    const bool selected = m_scene.isDeviceSelected(deviceName(device));
    const Fading fading(painter, !isShown(device));
    drawRounded(painter, rect, 4, t[Role::card], t[Role::borderStrong]);
    if (selected)
        drawRounded(painter, rect.adjusted(-1.5, -1.5, 1.5, 1.5), 5, QColor(), t[Role::selection], 2);
    const QRectF in = rect.adjusted(6, 5, -6, -4);
    double x = in.left();
    const auto index = static_cast<std::size_t>(device);
    if (entry) {
        x = drawChip(painter, in.topLeft(), cellText(entry), fillOf(device, overlay), inkOf(device, overlay)).right() +
            5;
    } else {
        painter.fillPath(shapePath(m_shapes[index], in.topLeft() + QPointF(7, 8), 10), inkOf(device, overlay));
        x += 18;
    }
    const QString title = QStringLiteral("gpu %1").arg(device);
    const double drawn = drawLabel(painter, QRectF(x, in.top(), in.right() - x, 16), Qt::AlignLeft | Qt::AlignVCenter,
                                   title, TypeRole::badge, t[Role::text]);
    const double factor = m_node.devices[index].speed.factorAt(m_scene.timeOnShow());
    const double rest = in.right() - x - drawn - 6;
    if (factor < 1 && rest > 34)
        drawChip(painter, QPointF(in.right() - 36, in.top()), formatPercent(factor, 0), t[Role::warnFill],
                 t[Role::warning]);
    else if (entry && rest > 48)
        drawLabel(painter, QRectF(in.right() - rest, in.top(), rest, 16), Qt::AlignRight | Qt::AlignVCenter,
                  QStringLiteral("tp%1 dp%2").arg(entry->rankInGroup).arg(entry->pipeline), TypeRole::label,
                  t[Role::secondary]);
    const double line = 14;
    if (!entry || !result) {
        drawLabel(painter, QRectF(in.left(), in.top() + 18, in.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                  m_typeNames[index], TypeRole::label, t[Role::secondary]);
        if (result)
            drawLabel(painter, QRectF(in.left(), in.bottom() - line, in.width(), line),
                      Qt::AlignLeft | Qt::AlignVCenter, QObject::tr("idle"), TypeRole::label, t[Role::muted]);
        return;
    }
    const Lane &lane = result->lanes[static_cast<std::size_t>(entry->lane)];
    painter.save();
    if (m_scene.isStale())
        painter.setOpacity(painter.opacity() * Theme::staleOpacity);
    const int last = lane.firstLayer + lane.layerCount - 1;
    const bool roomForLayers = in.height() > 58;
    double y = in.top() + 18;
    if (roomForLayers) {
        drawLabel(painter, QRectF(in.left(), y, in.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                  QObject::tr("layers %1–%2").arg(lane.firstLayer).arg(last), TypeRole::label, t[Role::secondary]);
        y += line + 2;
    }
    const double bottomText = in.bottom() - line + 2;
    const double room = std::max(8.0, bottomText - y - 3);
    const double time = std::min(10.0, room * 0.52);
    paintTimeBar(painter, QRectF(in.left(), y + 1, in.width(), time), lane, result->stepTime);
    paintMemoryParts(painter, QRectF(in.left(), y + time + 3, in.width(), std::min(7.0, room - time - 3)), lane,
                     entry->capacity);
    const bool over = entry->over().value > 0;
    const double memory =
        drawLabel(painter, QRectF(in.left(), bottomText, in.width(), line), Qt::AlignRight | Qt::AlignVCenter,
                  over ? QStringLiteral("+%1").arg(formatMemory(entry->over())) : formatMemory(entry->peak),
                  TypeRole::badge, over ? t[Role::error] : t[Role::text]);
    const QRectF busyPlace(in.left(), bottomText, in.width() - memory - 6, line);
    painter.setFont(font(TypeRole::label));
    QString busy = QObject::tr("%1 busy").arg(formatPercent(entry->busy, 0));
    if (numberWidth(painter, busy) > busyPlace.width())
        busy = formatPercent(entry->busy, 0);
    drawLabel(painter, busyPlace, Qt::AlignLeft | Qt::AlignVCenter, busy, TypeRole::label, t[Role::secondary]);
    painter.restore();
}

} // namespace heteroscope

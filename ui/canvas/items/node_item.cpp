// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/node_item.h"

#include "canvas/items/fading.h"
#include "canvas/scene/canvas_scene.h"
#include "cluster/catalog.h"
#include "language/link_text.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace heteroscope {

NodeItem::NodeItem(CanvasScene &scene, const Node &node) : CanvasItem(scene, node.name), m_node(node)
{
    describe();
    refreshSize();
}

void NodeItem::setNode(const Node &node)
{
    if (node == m_node)
        return;
    m_node = node;
    m_shown.clear();
    describe();
    refreshSize();
    update();
}

void NodeItem::describe()
{
    const Cluster &cluster = m_scene.project().cluster;
    m_shapes.clear();
    m_typeNames.clear();
    m_typeIndex.clear();
    QStringList order;
    std::map<QString, int> counts;
    for (const Device &device : m_node.devices) {
        const DeviceType *type = findDeviceType(cluster, device.type);
        const QString name = QString::fromStdString(type ? shortName(*type) : device.type);
        m_shapes.push_back(type ? type->shape : DeviceShape::pentagon);
        m_typeNames.push_back(name);
        m_typeIndex.push_back(m_scene.typeIndex(device.type));
        if (counts[name]++ == 0)
            order << name;
    }
    QStringList parts;
    for (const QString &name : order)
        parts << QStringLiteral("%1x %2").arg(counts[name]).arg(name);
    m_summary = parts.isEmpty() ? QObject::tr("no devices") : parts.join(QStringLiteral(" + "));

    m_fabric.clear();
    m_doubleLines = false;
    m_hasFabric = false;
    // What the devices hang on: the NVSwitch if there is one, else PCIe switches or the host.
    const FabricLink *chosen = nullptr;
    const FabricVertex *bar = nullptr;
    int vertices = 0;
    for (const FabricVertex &vertex : m_node.vertices) {
        if (vertex.kind == FabricVertex::Kind::nic)
            continue;
        for (const FabricLink &link : m_node.fabric) {
            const bool touches = link.to == vertex.id || link.from == vertex.id;
            const bool fromDevice = link.from.rfind("gpu", 0) == 0 || link.to.rfind("gpu", 0) == 0;
            if (!touches || !fromDevice)
                continue;
            ++vertices;
            if (!chosen || (vertex.kind == FabricVertex::Kind::nvswitch && bar->kind != FabricVertex::Kind::nvswitch)) {
                chosen = &link;
                bar = &vertex;
            }
            break;
        }
    }
    if (!chosen)
        return;
    m_hasFabric = true;
    m_doubleLines = chosen->technology == LinkTechnology::nvlink;
    QString what = technologyName(chosen->technology);
    if (bar->kind == FabricVertex::Kind::nvswitch)
        what = QStringLiteral("NVSwitch");
    else if (bar->kind == FabricVertex::Kind::pcieSwitch)
        what = vertices > 1 ? QObject::tr("%1 PCIe switches").arg(vertices) : QObject::tr("PCIe switch");
    else if (bar->kind == FabricVertex::Kind::host)
        what = vertices > 1 ? QObject::tr("PCIe, %1 sockets").arg(vertices) : QObject::tr("PCIe to the host");
    m_fabric = QObject::tr("%1 · %2 per direction · %3")
                   .arg(what, formatBandwidth(chosen->bandwidth), formatSeconds(chosen->latency));
}

int NodeItem::deviceAt(QPointF scenePoint) const
{
    if (m_scene.level() != CanvasLevel::near)
        return -1;
    const int device = NearLayout(deviceCount(), m_hasFabric).deviceAt(scenePoint - sceneRect().topLeft());
    return device < deviceCount() ? device : -1;
}

QRectF NodeItem::cellOf(int device) const
{
    const NearLayout layout(deviceCount(), m_hasFabric);
    return {sceneRect().topLeft() + layout.cellAt(device), NearLayout::cell};
}

QSizeF NodeItem::sizeAt(double zoom) const { return nodeSizeOnScreen(deviceCount(), m_hasFabric, zoom); }

const DeviceOverlay *NodeItem::deviceOverlay(const NodeOverlay *overlay, int device) const
{
    const auto index = static_cast<std::size_t>(device);
    if (!overlay || index >= overlay->devices.size() || overlay->devices[index].lane < 0)
        return nullptr;
    return &overlay->devices[index];
}

QColor NodeItem::fillOf(int device, const NodeOverlay *overlay) const
{
    const Theme &t = currentTheme();
    const auto index = static_cast<std::size_t>(device);
    const DeviceOverlay *entry = deviceOverlay(overlay, device);
    if (const LaneNow *now = replayOf(entry))
        return t.fill(now->activity);
    switch (m_scene.colourBy()) {
    case ColourBy::type:
        return index < m_typeIndex.size() ? t.stageFill(m_typeIndex[index]) : t[Role::panelSunk];
    case ColourBy::load:
        return entry ? t.mixed(Role::forward, 0.08 + 0.5 * entry->busy, Role::card) : t[Role::panelSunk];
    case ColourBy::memory: {
        if (!entry || entry->capacity.value <= 0)
            return t[Role::panelSunk];
        const double share = entry->peak / entry->capacity;
        return share > 1 ? t[Role::errorFill] : t.mixed(Role::memory, 0.08 + 0.6 * share, Role::card);
    }
    case ColourBy::stage:
        break;
    }
    return entry ? t.stageFill(entry->stage) : t[Role::panelSunk];
}

QColor NodeItem::inkOf(int device, const NodeOverlay *overlay) const
{
    const Theme &t = currentTheme();
    const auto index = static_cast<std::size_t>(device);
    const DeviceOverlay *entry = deviceOverlay(overlay, device);
    if (const LaneNow *now = replayOf(entry))
        return isCompute(now->activity) || now->activity == Activity::optimizer ? t.ink(now->activity)
                                                                                : t[Role::secondary];
    switch (m_scene.colourBy()) {
    case ColourBy::type:
        return index < m_typeIndex.size() ? t.stage(m_typeIndex[index]) : t[Role::muted];
    case ColourBy::load:
    case ColourBy::memory:
        return entry ? t[Role::text] : t[Role::muted];
    case ColourBy::stage:
        break;
    }
    return entry ? t.stage(entry->stage) : t[Role::muted];
}

const LaneNow *NodeItem::replayOf(const DeviceOverlay *device) const
{
    const ReplayMoment *moment = m_scene.replay();
    if (!moment || !device || static_cast<std::size_t>(device->lane) >= moment->lanes.size())
        return nullptr;
    return &moment->lanes[static_cast<std::size_t>(device->lane)];
}

QString NodeItem::cellText(const DeviceOverlay *device) const
{
    if (!device)
        return {};
    if (const LaneNow *now = replayOf(device))
        return barLabel(now->activity, now->microBatch);
    return stageLetter(device->stage) + QString::number(device->pipeline);
}

std::string NodeItem::deviceName(int device) const { return name() + ":" + std::to_string(device); }

int NodeItem::devicesGone() const
{
    return static_cast<int>(std::count_if(m_node.devices.begin(), m_node.devices.end(), [this](const Device &device) {
        return device.speed.factorAt(m_scene.timeOnShow()) <= 0;
    }));
}

void NodeItem::paintOnScreen(QPainter &painter, const QSizeF &size)
{
    const int gone = devicesGone();
    if (gone == 0)
        return paintPresent(painter, size);
    painter.save();
    painter.setOpacity(painter.opacity() * Theme::dimmedOpacity);
    paintPresent(painter, size);
    painter.restore();
    paintLoss(painter, size, gone);
}

void NodeItem::paintLoss(QPainter &painter, const QSizeF &size, int gone) const
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(), size);
    painter.save();
    painter.setPen(QPen(t[Role::error], 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 6, 6);
    painter.drawLine(rect.topLeft() + QPointF(4, 4), rect.bottomRight() - QPointF(4, 4));
    painter.drawLine(rect.bottomLeft() + QPointF(4, -4), rect.topRight() + QPointF(-4, 4));
    const QString text =
        gone == deviceCount() ? QObject::tr("gone") : QObject::tr("%1 of %2 gone").arg(gone).arg(deviceCount());
    painter.setFont(font(TypeRole::badge));
    const QSizeF chip(painter.fontMetrics().horizontalAdvance(text) + 12, 18);
    if (chip.width() + 4 < size.width() && chip.height() + 4 < size.height()) {
        const QRectF place(rect.center() - QPointF(chip.width() / 2, chip.height() / 2), chip);
        painter.setPen(Qt::NoPen);
        painter.setBrush(t[Role::errorFill]);
        painter.drawRoundedRect(place, 3, 3);
        painter.setPen(t[Role::error]);
        painter.drawText(place, Qt::AlignCenter, text);
    }
    painter.restore();
}

void NodeItem::paintPresent(QPainter &painter, const QSizeF &size)
{
    if (!m_scene.isPreview())
        return paintLevel(painter, size);
    // A plan that is only looked at: a ghost, with a dashed line around what it uses.
    const Theme &t = currentTheme();
    painter.save();
    painter.setOpacity(painter.opacity() * Theme::ghostOpacity);
    paintLevel(painter, size);
    painter.restore();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    if (!overlay || !overlay->isUsed())
        return;
    painter.save();
    painter.setPen(QPen(t[Role::selection], 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(QPointF(), size).adjusted(-2, -2, 2, 2), 7, 7);
    painter.restore();
}

void NodeItem::paintLevel(QPainter &painter, const QSizeF &size)
{
    switch (m_scene.level()) {
    case CanvasLevel::far:
        paintFar(painter, size);
        break;
    case CanvasLevel::middle:
        paintMiddle(painter, size);
        break;
    case CanvasLevel::near:
        paintNear(painter, size);
        break;
    }
}

void NodeItem::paintFrame(QPainter &painter, const QSizeF &size, double radius) const
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(), size);
    if (painter.opacity() < 1) {
        // Faded, but not of glass: nothing shows through it.
        const FadedColors seen(painter);
        drawRounded(painter, rect, radius, t[Role::canvas], t[Role::canvas]);
    }
    paintGround(painter, rect, radius);
    // The stage's colour down the left side.
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    if (overlay && overlay->isUsed()) {
        painter.save();
        QPainterPath frame;
        frame.addRoundedRect(rect, radius, radius);
        painter.setClipPath(frame, Qt::IntersectClip);
        painter.fillRect(QRectF(0, 0, 4, size.height()), m_scene.colourBy() == ColourBy::type && !m_typeIndex.empty()
                                                             ? t.stage(m_typeIndex.front())
                                                             : t.stage(overlay->stage));
        painter.restore();
    }
    if (isSelectedByName())
        drawRounded(painter, rect.adjusted(-3, -3, 3, 3), radius + 3, QColor(), t[Role::selection], 2);
}

void NodeItem::paintFar(QPainter &painter, const QSizeF &size) const
{
    const Theme &t = currentTheme();
    const FadedColors seen(painter);
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    const bool used = overlay && overlay->isUsed();
    const QRectF rect(QPointF(), size);
    const double scale = size.width() / farTile.width();
    const double radius = 8 * scale;
    const int first = firstShown();
    const QColor ink = seen(used || m_scene.colourBy() == ColourBy::type ? inkOf(first, overlay) : t[Role::muted]);
    const QColor fill = seen(deviceCount() > 0 ? fillOf(first, overlay) : t[Role::card]);
    drawRounded(painter, rect, radius, fill, isHovered() ? seen(t[Role::secondary]) : ink, scale < 0.5 ? 0.6 : 1);
    if (isSelectedByName())
        drawRounded(painter, rect.adjusted(-2, -2, 2, 2), radius + 2, QColor(), seen(t[Role::selection]), 2);
    if (size.width() < roomForDots)
        return;
    if (size.width() >= roomForName)
        drawLabel(painter, QRectF(4, 5 * scale, size.width() - 8, 16), Qt::AlignHCenter | Qt::AlignVCenter,
                  QString::fromStdString(name()), TypeRole::badge, ink);
    const std::vector<QRectF> places = farDots();
    QPainterPath dots;
    QPainterPath fadedDots;
    for (std::size_t i = 0; i < places.size(); ++i) {
        QPainterPath &path = isShown(static_cast<int>(i)) ? dots : fadedDots;
        if (places[i].width() < 3)
            path.addRect(places[i]);
        else
            path.addPath(shapePath(m_shapes[i], places[i].center(), places[i].width()));
    }
    painter.fillPath(dots, ink);
    if (!fadedDots.isEmpty()) {
        const Fading fading(painter, true);
        painter.fillPath(fadedDots, ink);
    }
}

void NodeItem::paintMiddle(QPainter &painter, const QSizeF &size) const
{
    const Theme &t = currentTheme();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    paintFrame(painter, size, 6);
    const double nameWidth = drawLabel(painter, QRectF(14, 5, size.width() - 26, 17), Qt::AlignLeft | Qt::AlignVCenter,
                                       QString::fromStdString(name()), TypeRole::title, t[Role::text]);
    drawLabel(painter, QRectF(14 + nameWidth + 8, 6, size.width() - 24 - nameWidth - 8, 16),
              Qt::AlignRight | Qt::AlignVCenter, m_summary, TypeRole::label, t[Role::muted]);
    if (deviceCount() <= 8)
        paintCells(painter);
    else
        paintRuns(painter);

    const double right = size.width() - 10;
    painter.save();
    if (m_scene.isStale())
        painter.setOpacity(painter.opacity() * Theme::staleOpacity);
    if (overlay && overlay->isUsed()) {
        drawLabel(painter, QRectF(14, 62, 30, 15), Qt::AlignLeft | Qt::AlignVCenter, QObject::tr("busy"),
                  TypeRole::label, t[Role::secondary]);
        const double share = drawLabel(painter, QRectF(right - 60, 62, 60, 15), Qt::AlignRight | Qt::AlignVCenter,
                                       formatPercent(overlay->busy), TypeRole::badge, t[Role::text]);
        drawBar(painter, QRectF(42, 67, right - share - 6 - 42, 6), overlay->busy, t[Role::forward],
                t[Role::memoryTrack], 3);
        drawLabel(painter, QRectF(14, 77, 80, 15), Qt::AlignLeft | Qt::AlignVCenter, layersText(overlay->layers),
                  TypeRole::label, t[Role::secondary]);
        const bool over = overlay->peak > overlay->capacity;
        const QString memory = over ? QObject::tr("%1 over").arg(formatMemory(overlay->peak - overlay->capacity))
                                    : QObject::tr("peak %1").arg(formatMemory(overlay->peak));
        drawLabel(painter, QRectF(80, 77, right - 80, 15), Qt::AlignRight | Qt::AlignVCenter, memory,
                  over ? TypeRole::badge : TypeRole::label, over ? t[Role::error] : t[Role::secondary]);
    } else {
        const bool known = m_scene.overlay().result() != nullptr;
        drawLabel(painter, QRectF(14, 77, right - 14, 15), Qt::AlignLeft | Qt::AlignVCenter,
                  known && overlay ? QObject::tr("not used by this plan") : QObject::tr("no plan yet"), TypeRole::label,
                  t[Role::muted]);
    }
    painter.restore();
}

void NodeItem::paintCells(QPainter &painter) const
{
    const Theme &t = currentTheme();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    const int n = deviceCount();
    if (n == 0)
        return;
    const double pitch = std::min(40.0, 156.0 / n);
    const double width = pitch - 2.5;
    painter.setFont(font(TypeRole::badge));
    bool isNarrow = false; // for the pipelines of some devices
    for (int i = 0; i < n; ++i)
        isNarrow = isNarrow || numberWidth(painter, cellText(deviceOverlay(overlay, i))) > width;
    for (int i = 0; i < n; ++i) {
        const Fading fading(painter, !isShown(i));
        const QRectF cell(14 + i * pitch, 28, width, 20);
        const DeviceOverlay *device = deviceOverlay(overlay, i);
        drawRounded(painter, cell, 3, fillOf(i, overlay));
        const LaneNow *now = replayOf(device);
        if (now && (now->activity == Activity::bubble || now->activity == Activity::straggler))
            painter.fillRect(cell.adjusted(1, 1, -1, -1), t.bubbleHatch(painter.device()->devicePixelRatioF()));
        if (device) {
            painter.setFont(font(TypeRole::badge));
            painter.setPen(inkOf(i, overlay));
            QString text = cellText(device);
            if (now && numberWidth(painter, text) > width - 2)
                text = text.left(1); // of "B14" the kind is what matters
            else if (!now && isNarrow)
                text = stageLetter(device->stage); // for all devices of the node alike
            drawNumber(painter, cell, Qt::AlignCenter, text);
            drawMemoryBar(painter, QRectF(cell.left(), 51, width, 4),
                          device->capacity.value > 0 ? device->peak / device->capacity : 0);
        } else {
            painter.fillPath(shapePath(m_shapes[static_cast<std::size_t>(i)], cell.center(), 8), inkOf(i, overlay));
        }
        if (m_node.devices[static_cast<std::size_t>(i)].speed.factorAt(m_scene.timeOnShow()) < 1) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(t[Role::warning]);
            painter.drawEllipse(cell.topRight() + QPointF(-2, 2), 2.5, 2.5);
        }
        if (m_scene.isDeviceSelected(deviceName(i)))
            drawRounded(painter, cell.adjusted(-1.5, -1.5, 1.5, 1.5), 4, QColor(), t[Role::selection], 2);
    }
}

void NodeItem::paintRuns(QPainter &painter) const
{
    // Too many devices for a cell each: neighbours in the same stage and pipeline share one.
    const Theme &t = currentTheme();
    const NodeOverlay *overlay = m_scene.overlay().node(name());
    const int n = deviceCount();
    const double unit = 156.0 / n;
    const auto key = [&](int i) {
        const DeviceOverlay *device = deviceOverlay(overlay, i);
        return device ? std::tuple(device->stage, device->pipeline, isShown(i))
                      : std::tuple(-1, static_cast<int>(m_shapes[static_cast<std::size_t>(i)]), isShown(i));
    };
    for (int from = 0; from < n;) {
        int to = from + 1;
        while (to < n && key(to) == key(from))
            ++to;
        const Fading fading(painter, !isShown(from));
        const QRectF cell(14 + from * unit, 28, (to - from) * unit - 1.5, 20);
        const DeviceOverlay *device = deviceOverlay(overlay, from);
        drawRounded(painter, cell, 3, fillOf(from, overlay));
        const QString text =
            device ? (cell.width() > 40 ? QStringLiteral("%1 x%2").arg(cellText(device), QString::number(to - from))
                                        : cellText(device))
                   : QStringLiteral("x%1").arg(to - from);
        if (cell.width() > 16)
            drawLabel(painter, cell, Qt::AlignCenter, text, TypeRole::badge, inkOf(from, overlay));
        if (device)
            drawMemoryBar(painter, QRectF(cell.left(), 51, cell.width(), 4),
                          device->capacity.value > 0 ? device->peak / device->capacity : 0);
        bool selected = false;
        for (int i = from; i < to; ++i)
            selected = selected || m_scene.isDeviceSelected(deviceName(i));
        if (selected)
            drawRounded(painter, cell.adjusted(-1.5, -1.5, 1.5, 1.5), 4, QColor(), t[Role::selection], 2);
        from = to;
    }
}

} // namespace heteroscope

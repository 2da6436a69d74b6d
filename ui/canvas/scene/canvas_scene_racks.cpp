// SPDX-License-Identifier: GPL-3.0-or-later
//
// Racks in the scene: the frames of open ones, the places of the tiles of closed ones.
#include "canvas/scene/canvas_scene.h"
#include "theme/icons.h"

#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr double framePad = 16;     // pixels around what stands in an open rack
constexpr double headerHeight = 22; // of its title

} // namespace

void CanvasScene::placeRacks()
{
    for (const auto &[name, item] : m_racks) {
        double left = 0, top = 0, right = 0, bottom = 0;
        bool first = true;
        for (const std::string &member : item->rack().members)
            if (const auto at = placeOf(member)) {
                left = first ? at->x() : std::min(left, at->x());
                right = first ? at->x() : std::max(right, at->x());
                top = first ? at->y() : std::min(top, at->y());
                bottom = first ? at->y() : std::max(bottom, at->y());
                first = false;
            }
        item->setPos((left + right) / 2, (top + bottom) / 2);
    }
}

QRectF CanvasScene::rackFrame(const Rack &rack) const
{
    QRectF frame;
    for (const std::string &member : rack.members)
        if (!m_closedIn.count(member))
            if (const CanvasItem *item = itemNamed(member))
                frame = frame.united(item->sceneRect());
    if (frame.isEmpty())
        return {};
    const double pad = framePad / m_zoom;
    return frame.adjusted(-pad, -pad - headerHeight / m_zoom, pad, pad);
}

std::string CanvasScene::rackHeaderAt(QPointF point) const
{
    for (const Rack &rack : project().cluster.racks) {
        QRectF header = rackFrame(rack);
        header.setHeight(std::min(header.height(), headerHeight / m_zoom));
        if (!rack.collapsed && header.contains(point))
            return rack.name;
    }
    return {};
}

std::string CanvasScene::rackToggleAt(QPointF point) const
{
    if (const CanvasItem *item = itemAtPoint(point)) {
        const auto *tile = dynamic_cast<const RackItem *>(item);
        return tile && tile->isOpener(point) ? tile->name() : std::string();
    }
    const std::string open = rackHeaderAt(point);
    const Rack *rack = open.empty() ? nullptr : project().cluster.findRack(open);
    return rack && (point.x() - rackFrame(*rack).left()) * m_zoom <= headerHeight + 2 ? open : std::string();
}

void CanvasScene::drawRacks(QPainter *painter) const
{
    const Theme &t = currentTheme();
    for (const Rack &rack : project().cluster.racks) {
        const QRectF frame = rackFrame(rack);
        if (frame.isEmpty())
            continue;
        const bool selected = isSelected(rack.name);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (m_fadedFrames.count(rack.name))
            painter->setOpacity(painter->opacity() * Theme::dimmedOpacity);
        painter->translate(frame.topLeft());
        painter->scale(1 / m_zoom, 1 / m_zoom);
        const QRectF onScreen(QPointF(), frame.size() * m_zoom);
        const QColor line = selected                 ? t[Role::selection]
                            : m_hovered == rack.name ? t[Role::secondary]
                                                     : t[Role::borderStrong];
        painter->setPen(QPen(line, selected ? 2 : 1, selected ? Qt::SolidLine : Qt::DashLine));
        painter->setBrush(t.color(Role::panelSunk, 0.5));
        painter->drawRoundedRect(onScreen.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
        paintIcon(*painter, QRectF(6, 4, 16, 16), IconName::chevronDown, t[Role::secondary]);
        const QString name = QString::fromStdString(rack.name);
        drawLabel(*painter, QRectF(24, 3, onScreen.width() - 34, 18), Qt::AlignLeft | Qt::AlignVCenter,
                  rack.repeat > 1 ? tr("%1 x %2").arg(name, QString::number(rack.repeat)) : name, TypeRole::badge,
                  selected ? t[Role::selection] : t[Role::secondary]);
        painter->restore();
    }
}

} // namespace heteroscope

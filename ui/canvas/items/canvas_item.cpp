// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/canvas_item.h"

#include "canvas/scene/canvas_scene.h"
#include "widgets/drawing.h"

#include <QPainter>

namespace heteroscope {

CanvasItem::CanvasItem(CanvasScene &scene, std::string name) : m_scene(scene), m_name(std::move(name)) { setZValue(1); }

void CanvasItem::zoomChanged()
{
    prepareGeometryChange();
    m_screenSize = sizeAt(m_scene.zoom());
}

void CanvasItem::refreshSize() { zoomChanged(); }

QRectF CanvasItem::sceneRect() const
{
    const QSizeF size = m_screenSize / m_scene.zoom();
    return {pos() - QPointF(size.width() / 2, size.height() / 2), size};
}

QRectF CanvasItem::sceneRectAt(double zoom) const
{
    const QSizeF size = sizeAt(zoom) / zoom;
    return {pos() - QPointF(size.width() / 2, size.height() / 2), size};
}

QPointF CanvasItem::portAt(Side side) const
{
    const QRectF rect = sceneRect();
    switch (side) {
    case Side::top:
        return {rect.center().x(), rect.top()};
    case Side::bottom:
        return {rect.center().x(), rect.bottom()};
    case Side::left:
        return {rect.left(), rect.center().y()};
    case Side::right:
        break;
    }
    return {rect.right(), rect.center().y()};
}

QRectF CanvasItem::boundingRect() const
{
    const double halo = (portRadius + 4) / m_scene.zoom();
    return sceneRect().translated(-pos()).adjusted(-halo, -halo, halo, halo);
}

QPainterPath CanvasItem::shape() const
{
    QPainterPath path;
    path.addRect(sceneRect().translated(-pos()));
    return path;
}

void CanvasItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->save();
    const double zoom = m_scene.zoom();
    painter->translate(sceneRect().topLeft() - pos());
    painter->scale(1 / zoom, 1 / zoom);
    snapToPixels(*painter);
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_scene.isGhost(m_name))
        painter->setOpacity(painter->opacity() * 0.45);
    paintOnScreen(*painter, m_screenSize);
    if (hasPorts() && isHovered() && !m_scene.isGhost(m_name) && m_screenSize.width() >= roomForPorts)
        paintPorts(*painter, m_screenSize);
    painter->restore();
}

void CanvasItem::paintPorts(QPainter &painter, const QSizeF &size) const
{
    const Theme &t = currentTheme();
    const QPointF centres[] = {{size.width() / 2, 0},
                               {size.width(), size.height() / 2},
                               {size.width() / 2, size.height()},
                               {0, size.height() / 2}};
    for (const QPointF &centre : centres) {
        painter.setPen(QPen(t[Role::selection], 2));
        painter.setBrush(t[Role::card]);
        painter.drawEllipse(centre, portRadius - 0.5, portRadius - 0.5);
    }
}

void CanvasItem::paintGround(QPainter &painter, const QRectF &rect, double radius) const
{
    const Theme &t = currentTheme();
    if (m_scene.isGhost(name())) {
        drawRounded(painter, rect, radius, t[Role::card]);
        painter.setPen(QPen(t[Role::selection], 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    } else {
        drawRounded(painter, rect, radius, t[Role::card], isHovered() ? t[Role::secondary] : t[Role::borderStrong]);
    }
}

bool CanvasItem::isSelectedByName() const { return m_scene.isSelected(m_name); }

bool CanvasItem::isHovered() const { return m_scene.hovered() == m_name; }

} // namespace heteroscope

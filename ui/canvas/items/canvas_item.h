// SPDX-License-Identifier: GPL-3.0-or-later
//
// What nodes, switches and notes on the canvas have in common: a name, a centre in the scene, a size on the screen that
// depends on the zoom, ports in the middle of their sides. Items only draw; the view's gestures handle the mouse.
#pragma once

#include "canvas/items/canvas_levels.h"

#include <QGraphicsItem>

#include <string>

namespace heteroscope {

class CanvasScene;

class CanvasItem : public QGraphicsItem
{
public:
    CanvasItem(CanvasScene &scene, std::string name);

    const std::string &name() const { return m_name; }
    /// The scene tells items that the zoom changed, so that they take their new size.
    void zoomChanged();

    /// Size on the screen now.
    QSizeF screenSize() const { return m_screenSize; }
    /// The drawn rectangle in scene coordinates.
    QRectF sceneRect() const;
    /// The same at another zoom.
    QRectF sceneRectAt(double zoom) const;
    /// Whether links can end at it.
    virtual bool hasPorts() const { return true; }
    /// Centre of a port in scene coordinates.
    QPointF portAt(Side side) const;

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

    bool isSelectedByName() const;
    bool isHovered() const;
    /// The filter of the canvas does not show it.
    bool isFaded() const { return opacity() < 1; }

protected:
    virtual QSizeF sizeAt(double zoom) const = 0;
    /// Draws in pixels with the origin at the top left corner.
    virtual void paintOnScreen(QPainter &painter, const QSizeF &size) = 0;
    void refreshSize();
    /// The ground of what is drawn as a card: of one that is about to be placed with a dashed border.
    void paintGround(QPainter &painter, const QRectF &rect, double radius) const;

    CanvasScene &m_scene;

private:
    void paintPorts(QPainter &painter, const QSizeF &size) const;

    std::string m_name;
    QSizeF m_screenSize;
};

} // namespace heteroscope

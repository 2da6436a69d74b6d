// SPDX-License-Identifier: GPL-3.0-or-later
//
// Base class of nodes, switches and notes on the canvas: a name, a centre in the scene, a size on the screen that
// depends on the zoom, and ports in the middle of the sides. Items only draw; the gestures of the view handle the
// mouse.
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
    /// Called by the scene after a change of the zoom; updates the size.
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
    /// True if the filter of the canvas fades it.
    bool isFaded() const { return opacity() < 1; }

protected:
    virtual QSizeF sizeAt(double zoom) const = 0;
    /// Draws in pixels with the origin at the top left corner.
    virtual void paintOnScreen(QPainter &painter, const QSizeF &size) = 0;
    void refreshSize();
    /// Draws the background of a card; with a dashed border while the item is being placed.
    void paintGround(QPainter &painter, const QRectF &rect, double radius) const;

    CanvasScene &m_scene;

private:
    void paintPorts(QPainter &painter, const QSizeF &size) const;

    std::string m_name;
    QSizeF m_screenSize;
};

} // namespace heteroscope

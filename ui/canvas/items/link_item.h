// SPDX-License-Identifier: GPL-3.0-or-later
//
// A link on the canvas: a path between two sides, with a badge when something is wrong with it. What is said of the
// link under the mouse and of the selected one stands on a card (link_card.h).
#pragma once

#include "canvas/items/canvas_item.h"
#include "canvas/items/link_label.h"
#include "canvas/scene/canvas_overlay.h"
#include "canvas/scene/link_routes.h"

namespace heteroscope {

class LinkItem : public QGraphicsItem
{
public:
    LinkItem(CanvasScene &scene, const Link &link);

    const std::string &name() const { return m_link.name; }
    const Link &link() const { return m_link; }
    void setLink(const Link &link);
    /// Where it runs, in scene coordinates, at the present zoom.
    void setPath(const LinkPath &path);
    const LinkPath &path() const { return m_path; }
    /// The badge that is to be seen beside it, while no card says the same; its text is empty without one.
    LinkBadge badge() const;
    /// Where a badge may stand, the best place first: centres in pixels, which are scene coordinates times the zoom.
    std::vector<QPointF> badgeCentres(QSizeF size) const;
    /// In scene coordinates; none: there is no badge, or no room for it.
    void setBadgePlace(std::optional<QPointF> centre);
    const std::optional<QPointF> &badgePlace() const { return m_badgeAt; }
    /// The straight line between the two ends.
    QLineF line() const { return m_path.ends(); }
    /// True within 6 px of the path.
    bool isNear(QPointF scenePoint) const;

    QRectF boundingRect() const override;
    QPainterPath shape() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void paintReplay(QPainter &painter, double width) const;
    void paintBadge(QPainter &painter) const;

    CanvasScene &m_scene;
    Link m_link;
    LinkPath m_path{QPolygonF(2), {}};
    std::optional<QPointF> m_badgeAt;
    QPolygonF m_onScreen = m_path.points; // in pixels from its first end
};

} // namespace heteroscope

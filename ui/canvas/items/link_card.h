// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cards of the link under the mouse and of the one selected link: above everything else that is drawn, and beside
// nodes, switches, racks and notes, not on them.
#pragma once

#include "canvas/items/link_label.h"

#include <QGraphicsItem>

#include <string>
#include <vector>

namespace heteroscope {

class CanvasScene;
class LinkItem;

class LinkCard : public QGraphicsItem
{
public:
    explicit LinkCard(CanvasScene &scene);

    struct Card
    {
        std::string link;
        LinkBadge badge;
        LinkPlate plate;
        QRectF rect; ///< in the scene
    };
    const std::vector<Card> &cards() const { return m_cards; }
    bool shows(const std::string &link) const;
    /// Makes and places the cards again, after anything that they depend on changed.
    void follow();

    QRectF boundingRect() const override { return m_extent; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    void add(const LinkItem &item);
    QRectF placeFor(const LinkItem &item, QSizeF size) const;

    CanvasScene &m_scene;
    std::vector<Card> m_cards;
    QRectF m_extent;
};

} // namespace heteroscope

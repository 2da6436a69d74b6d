// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_card.h"

#include "canvas/scene/canvas_scene.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double aboveAll = 60;
constexpr double cardGap = 4;     // pixels between badge and plate
constexpr double besideLink = 12; // pixels between the middle of the line and its card
constexpr double stepAway = 28;   // pixels between one try and the next, away from the line
constexpr int stepsAway = 8;

QSizeF sizeOf(const LinkCard::Card &card)
{
    const QSizeF plate = card.plate.size();
    if (card.badge.text.isEmpty())
        return plate;
    const QSizeF badge = card.badge.size();
    return {std::max(badge.width(), plate.width()), badge.height() + cardGap + plate.height()};
}

double overlap(const QRectF &a, const QRectF &b)
{
    const QRectF both = a & b;
    return both.isEmpty() ? 0 : both.width() * both.height();
}

} // namespace

LinkCard::LinkCard(CanvasScene &scene) : m_scene(scene)
{
    setZValue(aboveAll);
    setAcceptedMouseButtons(Qt::NoButton);
}

bool LinkCard::shows(const std::string &link) const
{
    return std::any_of(m_cards.begin(), m_cards.end(), [&](const Card &card) { return card.link == link; });
}

void LinkCard::follow()
{
    prepareGeometryChange();
    m_cards.clear();
    m_extent = QRectF();
    if (m_scene.level() != CanvasLevel::far) {
        // Of several selected ones the cards would lie upon each other.
        const NameSet &selected = m_scene.document()->selection()->names();
        if (selected.size() == 1)
            if (const LinkItem *item = m_scene.linkNamed(*selected.begin()))
                add(*item);
        if (const LinkItem *item = m_scene.linkNamed(m_scene.hovered()); item && !shows(item->name()))
            add(*item);
    }
    update();
}

void LinkCard::add(const LinkItem &item)
{
    Card card;
    card.link = item.name();
    card.badge = badgeOf(m_scene, item.link());
    card.plate = plateOf(m_scene, item.link());
    card.rect = placeFor(item, sizeOf(card) / m_scene.zoom());
    m_extent |= card.rect;
    m_cards.push_back(std::move(card));
}

/// The place nearest to the middle of the link that is in view and beside everything, the controls of the view
/// included; where there is none, the one that covers least.
QRectF LinkCard::placeFor(const LinkItem &item, QSizeF size) const
{
    const double zoom = m_scene.zoom();
    const double pixel = 1 / zoom;
    std::vector<QRectF> things;
    m_scene.forEachItem([&](const CanvasItem &thing) {
        const double halo = 3 * pixel; // rings of selected things
        things.push_back(thing.sceneRect().adjusted(-halo, -halo, halo, halo));
    });
    for (const Card &card : m_cards)
        things.push_back(card.rect);
    const CanvasScene::SeenPart view = m_scene.seenPart();
    // Least of all it may lie on a thing, then on a control or out of view.
    const auto costOf = [&](const QRectF &rect) {
        double onThings = 0, elsewhere = 0;
        for (const QRectF &thing : things)
            onThings += overlap(rect, thing);
        for (const QRectF &control : view.covered)
            elsewhere += overlap(rect, control);
        if (!view.seen.isEmpty())
            elsewhere += size.width() * size.height() - overlap(rect, view.seen);
        constexpr double worse = 1000;
        const double cost = (worse * onThings + elsewhere) * zoom * zoom;
        return cost < 1 ? 0 : cost; // less than a pixel
    };
    const LinkPath &path = item.path();
    QRectF best;
    double covers = -1;
    for (int step = 0; step < stepsAway; ++step)
        for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}) {
            const auto [point, along] = path.at(share);
            for (const double side : {1.0, -1.0}) {
                const QPointF away = QPointF(-along.y(), along.x()) * side;
                const double reach = (besideLink + step * stepAway) * pixel + std::abs(away.x()) * size.width() / 2 +
                                     std::abs(away.y()) * size.height() / 2;
                QRectF rect(QPointF(), size);
                rect.moveCenter(point + away * reach);
                const double covered = costOf(rect);
                if (covers < 0 || covered < covers) {
                    best = rect;
                    covers = covered;
                }
                if (covered <= 0)
                    return best;
            }
        }
    return best;
}

void LinkCard::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const double zoom = m_scene.zoom();
    for (const Card &card : m_cards) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(card.rect.topLeft());
        painter->scale(1 / zoom, 1 / zoom);
        snapToPixels(*painter);
        const double width = card.rect.width() * zoom;
        double top = 0;
        if (!card.badge.text.isEmpty()) {
            const QSizeF size = card.badge.size();
            card.badge.paint(*painter, QPointF((width - size.width()) / 2, 0));
            top = size.height() + cardGap;
        }
        card.plate.paint(*painter, QPointF((width - card.plate.size().width()) / 2, top));
        painter->restore();
    }
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_item.h"

#include "canvas/items/fading.h"
#include "canvas/items/link_card.h"
#include "canvas/items/link_style.h"
#include "canvas/scene/canvas_scene.h"
#include "replay/replay.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double dashSpeed = 40; // px in a second of replay at speed 1
constexpr double badgeGap = 5;   // px between a line and a badge that had to leave its usual place

} // namespace

LinkItem::LinkItem(CanvasScene &scene, const Link &link) : m_scene(scene), m_link(link) { setZValue(0); }

void LinkItem::setLink(const Link &link)
{
    if (link == m_link)
        return;
    prepareGeometryChange();
    m_link = link;
    update();
}

void LinkItem::setPath(const LinkPath &path)
{
    // Of an equal path at another zoom, pixels differ.
    m_onScreen = path.points.translated(-path.points.first());
    for (QPointF &point : m_onScreen)
        point *= m_scene.zoom();
    if (path == m_path)
        return;
    prepareGeometryChange();
    m_path = path;
}

bool LinkItem::isNear(QPointF point) const
{
    const double reach = std::max(6.0, linkWidth(m_link.bandwidth) / 2 + 3) / m_scene.zoom();
    return distanceTo(m_path.points, point) <= reach;
}

QRectF LinkItem::boundingRect() const
{
    const double halo = 16 / m_scene.zoom();
    const QRectF line = m_path.points.boundingRect().adjusted(-halo, -halo, halo, halo);
    if (!m_badgeAt)
        return line;
    const double w = 160 / m_scene.zoom();
    const double h = 60 / m_scene.zoom();
    return line.united(QRectF(m_badgeAt->x() - w, m_badgeAt->y() - h, 2 * w, 2 * h));
}

QPainterPath LinkItem::shape() const
{
    QPainterPathStroker stroker;
    stroker.setWidth(std::max(12.0, linkWidth(m_link.bandwidth)) / m_scene.zoom());
    QPainterPath path;
    path.addPolygon(m_path.points);
    return stroker.createStroke(path);
}

void LinkItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const Theme &t = currentTheme();
    const double zoom = m_scene.zoom();
    painter->save();
    painter->translate(m_path.points.first());
    painter->scale(1 / zoom, 1 / zoom);
    painter->setRenderHint(QPainter::Antialiasing);
    const double shrink =
        m_scene.level() == CanvasLevel::far ? std::clamp(std::pow(zoom / farBelow, 1.6), 0.2, 1.0) : 1.0;
    const double width = linkWidth(m_link.bandwidth) * shrink;
    const LinkOverlay *overlay = m_scene.overlay().link(m_link.name);
    const bool selected = m_scene.isSelected(m_link.name);
    const bool hovered = m_scene.hovered() == m_link.name;
    const double factor = m_link.rate.factorAt(m_scene.timeOnShow());
    if (selected || hovered) {
        painter->setPen(QPen(t.color(Role::selection, selected ? 0.28 : 0.12), width + 7, Qt::SolidLine, Qt::FlatCap));
        drawPath(*painter, m_onScreen);
    }
    if (const FadedColors seen(*painter); factor <= 0) {
        QPen down(seen(t[Role::error]), 1.5, Qt::CustomDashLine, Qt::RoundCap);
        down.setDashPattern({0.5, 4});
        painter->setPen(down);
        drawPath(*painter, m_onScreen);
    } else {
        const QColor color = seen(t.load(overlay ? overlay->load() : 0));
        if (zoom < dashesFrom) {
            // Upright and level lines need no soft edges, which cost most of a frame.
            painter->setRenderHint(QPainter::Antialiasing, m_scene.linkRouting() != LinkRouting::orthogonal);
            painter->setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
            drawPath(*painter, m_onScreen);
        } else {
            drawLinkPath(*painter, m_onScreen, m_link.technology, width, color);
        }
    }
    paintReplay(*painter, width);
    if (m_scene.level() != CanvasLevel::far)
        paintBadge(*painter);
    painter->restore();
}

void LinkItem::paintReplay(QPainter &painter, double width) const
{
    const ReplayMoment *moment = m_scene.replay();
    if (!moment)
        return;
    const auto found = moment->links.find(m_link.name);
    if (found == moment->links.end())
        return;
    // Dashes in the communication's colour, on a ground that tells them from the link's own.
    const Theme &t = currentTheme();
    const double wide = std::max(3.0, width * 0.7);
    painter.setPen(QPen(t[Role::canvas], wide + 3, Qt::SolidLine, Qt::FlatCap));
    drawPath(painter, m_onScreen);
    QPen dashes(t.fill(found->second.traffic), wide, Qt::CustomDashLine, Qt::FlatCap);
    dashes.setDashPattern({8 / wide, 5 / wide});
    const bool forward = found->second.from == m_link.from;
    const double phase = moment->share * Replay::secondsForAStep * dashSpeed;
    dashes.setDashOffset((forward ? -phase : phase) / wide);
    painter.setPen(dashes);
    drawPath(painter, m_onScreen);
}

LinkBadge LinkItem::badge() const
{
    // Beside the short piece of a link that passes behind things it would cover the badges of those that end there.
    const bool changed = m_link.rate.factorAt(m_scene.timeOnShow()) < 1;
    if (m_path.covered && !changed && !m_scene.isSelected(m_link.name))
        return {};
    return badgeOf(m_scene, m_link);
}

std::vector<QPointF> LinkItem::badgeCentres(QSizeF size) const
{
    const double zoom = m_scene.zoom(), width = linkWidth(m_link.bandwidth);
    std::vector<QPointF> centres;
    // Beside a straight line, on one that bends: what is beside it there may be another link.
    centres.push_back(m_path.isStraight() ? besideLine(m_path.open.p1() * zoom, m_path.open.p2() * zoom, width, size)
                                          : m_path.middle * zoom);
    for (const double share : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9}) {
        const auto [point, along] = m_path.at(share);
        const QPointF across(-along.y(), along.x());
        const double reach =
            width / 2 + badgeGap + std::abs(across.x()) * size.width() / 2 + std::abs(across.y()) * size.height() / 2;
        for (const double side : {1.0, -1.0})
            centres.push_back(point * zoom + across * side * reach);
    }
    return centres;
}

void LinkItem::setBadgePlace(std::optional<QPointF> centre)
{
    if (centre == m_badgeAt)
        return;
    prepareGeometryChange();
    m_badgeAt = centre;
}

void LinkItem::paintBadge(QPainter &painter) const
{
    // The card says it as well, where no thing is in its way.
    if (!m_badgeAt || m_scene.linkCard().shows(m_link.name))
        return;
    const LinkBadge shown = badge();
    const QSizeF size = shown.size();
    const QPointF at = (*m_badgeAt - m_path.points.first()) * m_scene.zoom();
    if (!shown.text.isEmpty())
        shown.paint(painter, at - QPointF(size.width() / 2, size.height() / 2));
}

} // namespace heteroscope

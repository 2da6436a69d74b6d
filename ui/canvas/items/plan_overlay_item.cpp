// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/plan_overlay_item.h"

#include "canvas/items/device_hull.h"
#include "canvas/items/fading.h"
#include "canvas/scene/canvas_scene.h"
#include "canvas/scene/link_routes.h"
#include "canvas/scene/way_around.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace heteroscope {
namespace {

constexpr double aboveNodes = 1.5;  // and below notes
constexpr double besideCards = 7;   // pixels between an arrow and the card that it goes around
constexpr double betweenArrows = 4; // that go around the same card
constexpr std::size_t arrowTracks = 3;
constexpr double hullLine = 2;
constexpr double tieLine = 5;
constexpr double roomForHulls = 10; // things narrower on the screen are outlined without round corners

Role roleOf(OverlayKind kind)
{
    switch (kind) {
    case OverlayKind::tensor:
        return Role::tp;
    case OverlayKind::data:
        return Role::dp;
    case OverlayKind::context:
    case OverlayKind::expert:
        return Role::ep;
    case OverlayKind::pipeline:
    case OverlayKind::none:
        break;
    }
    return Role::pp;
}

/// On whole pixels, so that the line is crisp.
QRectF onPixels(const QPainter &painter, const QRectF &rect)
{
    const QTransform &toDevice = painter.deviceTransform();
    return toDevice.inverted().mapRect(QRectF(toDevice.mapRect(rect).toRect()));
}

QPolygonF polygonOf(const QLineF &line) { return {line.p1(), line.p2()}; }

/// Through the points, round at the corners.
QPainterPath roundedPath(const QPolygonF &points, double radius)
{
    QPainterPath path(points.front());
    for (qsizetype i = 1; i + 1 < points.size(); ++i) {
        const QLineF in(points[i], points[i - 1]);
        const QLineF out(points[i], points[i + 1]);
        const double r = std::min({radius, in.length() / 2, out.length() / 2});
        if (r <= 0)
            continue;
        path.lineTo(in.pointAt(r / in.length()));
        path.quadTo(points[i], out.pointAt(r / out.length()));
    }
    path.lineTo(points.back());
    return path;
}

QRectF united(const std::vector<QRectF> &pieces)
{
    QRectF all;
    for (const QRectF &piece : pieces)
        all |= piece;
    return all;
}

} // namespace

PlanOverlayItem::PlanOverlayItem(CanvasScene &scene) : m_scene(scene)
{
    setZValue(aboveNodes);
    setFlag(QGraphicsItem::ItemUsesExtendedStyleOption); // asks which part is to be painted
}

void PlanOverlayItem::take(const CanvasOverlay &overlay, OverlayKind kind)
{
    m_kind = kind;
    m_pairs.clear();
    m_groups.clear();
    if (kind == OverlayKind::pipeline)
        m_pairs = overlay.pipelineHops;
    else if (kind == OverlayKind::data)
        m_pairs = overlay.replicaPairs;
    else if (overlay.result() && overlay.simulation->topology)
        m_groups = groupsOf(*overlay.simulation->topology, overlay.simulation->plan, kind);
    follow();
}

void PlanOverlayItem::follow()
{
    prepareGeometryChange();
    m_hulls.clear();
    m_ties.clear();
    m_captions.clear();
    m_extent = QRectF();
    placePairs(m_pairs);
    placeGroups();
    for (const Hull &hull : m_hulls)
        m_extent |= united(hull.pieces);
    for (const Tie &tie : m_ties)
        m_extent |= tie.way.boundingRect().adjusted(-1, -1, 1, 1);
    for (const Caption &caption : m_captions)
        m_extent |= caption.rect;
    const double halo = 8 / m_scene.zoom();
    if (!m_extent.isEmpty())
        m_extent.adjust(-halo, -halo, halo, halo);
    update();
}

void PlanOverlayItem::placePairs(const std::vector<NodePair> &pairs)
{
    constexpr std::size_t readable = 64;
    if (m_scene.level() == CanvasLevel::far || pairs.size() > readable)
        return;
    std::vector<QRectF> cards;
    m_scene.forEachItem([&](const CanvasItem &item) {
        if (item.hasPorts()) // a note lies above the arrows
            cards.push_back(item.sceneRect());
    });
    std::size_t detours = 0;
    for (const NodePair &pair : pairs) {
        const CanvasItem *from = m_scene.itemNamed(pair.from);
        const CanvasItem *to = m_scene.itemNamed(pair.to);
        if (!from || !to || from == to)
            continue;
        // Those that go around the same card do so side by side.
        const double clearance = besideCards + static_cast<double>(detours % arrowTracks) * betweenArrows;
        QPolygonF way =
            wayAround(straightBetween(from->sceneRect(), to->sceneRect()), cards, clearance / m_scene.zoom());
        detours += way.size() > 2 ? 1 : 0;
        m_ties.push_back({std::move(way), from->name(), to->name()});
    }
}

void PlanOverlayItem::placeGroups()
{
    std::map<const CanvasItem *, std::vector<QRectF>> places; // of devices in nodes, in the scene
    std::map<const RackItem *, std::vector<int>> inRacks;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        std::size_t before = m_hulls.size(); // of the part that was placed last, if there was one
        bool any = false;
        for (const ParallelPart &part : m_groups[g].parts) {
            const CanvasItem *item = m_scene.itemNamed(part.node);
            if (const auto *rack = dynamic_cast<const RackItem *>(item)) {
                if (std::vector<int> &groups = inRacks[rack]; groups.empty() || groups.back() != static_cast<int>(g))
                    groups.push_back(static_cast<int>(g));
            } else if (const auto *node = dynamic_cast<const NodeItem *>(item)) {
                auto known = places.find(node);
                if (known == places.end()) {
                    std::vector<QRectF> rects = node->devicePlaces();
                    for (QRectF &rect : rects)
                        rect = QRectF(node->sceneRect().topLeft() + rect.topLeft() / m_scene.zoom(),
                                      rect.size() / m_scene.zoom());
                    known = places.emplace(node, std::move(rects)).first;
                }
                Hull hull{node->name(), hullPieces(known->second, part.devices, 1 / m_scene.zoom()),
                          static_cast<int>(g)};
                if (hull.pieces.empty())
                    hull.pieces = {node->sceneRect()};
                if (any)
                    m_ties.push_back({polygonOf(straightBetween(united(m_hulls[before].pieces), united(hull.pieces))),
                                      m_hulls[before].thing, hull.thing});
                any = true;
                before = m_hulls.size();
                m_hulls.push_back(std::move(hull));
            }
        }
    }
    for (const auto &[rack, groups] : inRacks)
        placeRackGroups(*rack, groups);
}

void PlanOverlayItem::placeRackGroups(const RackItem &rack, const std::vector<int> &groups)
{
    const std::map<std::string, QRectF> squares = rack.memberPlaces();
    const QPointF corner = rack.sceneRect().topLeft();
    std::set<std::vector<std::string>> drawn; // groups of the same members look the same
    int count = 0;
    std::set<int> degrees;
    for (const int g : groups) {
        const ParallelGroup &group = m_groups[static_cast<std::size_t>(g)];
        count += group.count;
        degrees.insert(group.degree);
        std::vector<std::string> members;
        QRectF around;
        for (const ParallelPart &part : group.parts)
            if (const auto square = squares.find(part.node); square != squares.end()) {
                members.push_back(part.node);
                around |= square->second;
            }
        if (around.isEmpty() || !drawn.insert(members).second)
            continue;
        m_hulls.push_back(
            {rack.name(), {QRectF(corner + around.topLeft() / m_scene.zoom(), around.size() / m_scene.zoom())}, g});
    }
    const QRectF room = rack.captionPlace();
    if (room.isEmpty())
        return;
    const QString name = QString::fromLatin1(overlayNames[static_cast<std::size_t>(m_kind)]);
    const QString degree = *degrees.begin() == *degrees.rbegin()
                               ? name + QString::number(*degrees.begin())
                               : QStringLiteral("%1%2–%3").arg(name).arg(*degrees.begin()).arg(*degrees.rbegin());
    m_captions.push_back({QRectF(corner + room.topLeft() / m_scene.zoom(), room.size() / m_scene.zoom()),
                          QStringLiteral("%1 %2").arg(degree, timesText(count)), rack.name()});
}

bool PlanOverlayItem::isDimmed(const std::string &from, const std::string &to) const
{
    return m_scene.isFaded(from) || m_scene.isFaded(to);
}

void PlanOverlayItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *)
{
    if (m_kind == OverlayKind::none)
        return;
    const double zoom = m_scene.zoom();
    const QColor color = currentTheme()[roleOf(m_kind)];
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->scale(1 / zoom, 1 / zoom); // in pixels, from the origin of the scene
    if (m_scene.isStale())
        painter->setOpacity(painter->opacity() * Theme::staleOpacity);
    const bool pairs = m_kind == OverlayKind::pipeline || m_kind == OverlayKind::data;
    for (const Tie &tie : m_ties) {
        const Fading fading(*painter, isDimmed(tie.from, tie.to));
        QPolygonF way = tie.way;
        for (QPointF &point : way)
            point *= zoom;
        if (pairs) {
            paintArrow(*painter, std::move(way), color, m_kind == OverlayKind::pipeline);
        } else {
            QColor pale = color;
            pale.setAlphaF(0.45f);
            painter->setPen(QPen(pale, tieLine, Qt::SolidLine, Qt::FlatCap));
            painter->drawPolyline(way);
        }
    }
    paintHulls(*painter, option->exposedRect, color);
    for (const Caption &caption : m_captions) {
        const Fading fading(*painter, isDimmed(caption.thing, caption.thing));
        drawLabel(*painter, QRectF(caption.rect.topLeft() * zoom, caption.rect.size() * zoom),
                  Qt::AlignLeft | Qt::AlignVCenter, caption.text, TypeRole::badge, color);
    }
    painter->restore();
}

void PlanOverlayItem::paintArrow(QPainter &painter, QPolygonF way, const QColor &color, bool arrow) const
{
    const auto direction = [](QPointF from, QPointF to) {
        const QLineF piece(from, to);
        return piece.length() > 0 ? QPointF(piece.dx(), piece.dy()) / piece.length() : QPointF(1, 0);
    };
    if (way.size() == 2 && QLineF(way[0], way[1]).length() < 8)
        return;
    const QPointF along = direction(way[way.size() - 2], way.back());
    const QPointF across(-along.y(), along.x());
    const QPointF tip = way.back() - along * 4;
    way.front() += direction(way[0], way[1]) * 4;
    way.back() = arrow ? tip - along * 6 : tip;
    painter.setPen(QPen(color, 1.5, arrow ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(roundedPath(way, 8));
    if (!arrow)
        return;
    const QPointF head[] = {tip, tip - along * 7 + across * 4, tip - along * 7 - across * 4};
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(head, 3);
}

void PlanOverlayItem::paintHulls(QPainter &painter, const QRectF &exposed, const QColor &color) const
{
    const double zoom = m_scene.zoom();
    QColor tint = color;
    tint.setAlphaF(0.10f);
    std::vector<QRectF> tiny;
    for (const Hull &hull : m_hulls) {
        const QRectF all = united(hull.pieces);
        if (!all.intersects(exposed))
            continue;
        if (all.width() * zoom < roomForHulls) {
            tiny.emplace_back(all.topLeft() * zoom, all.size() * zoom);
            continue;
        }
        const Fading fading(painter, m_scene.isFaded(hull.thing));
        painter.setPen(QPen(color, hullLine));
        painter.setBrush(tint);
        const QRectF *last = nullptr;
        for (const QRectF &piece : hull.pieces) {
            const QRectF rect(piece.topLeft() * zoom, piece.size() * zoom);
            const double radius = std::min({6.0, rect.width() / 3, rect.height() / 3});
            painter.drawRoundedRect(onPixels(painter, rect), radius, radius);
            if (last) { // the same group goes on beyond devices of another one
                const QRectF before(last->topLeft() * zoom, last->size() * zoom);
                if (std::abs(before.top() - rect.top()) < 1)
                    painter.drawLine(QPointF(before.right(), rect.bottom()), QPointF(rect.left(), rect.bottom()));
                else
                    painter.drawLine(straightBetween(before, rect));
            }
            last = &piece;
        }
    }
    if (tiny.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRects(tiny.data(), static_cast<int>(tiny.size()));
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/view/gesture.h"

#include "canvas/items/link_style.h"
#include "canvas/view/canvas_view.h"
#include "editing/canvas_clipboard.h"
#include "editing/canvas_edits.h"
#include "editing/note_commands.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"

#include <QScrollBar>

#include <cmath>

namespace heteroscope {
namespace {

constexpr double dragThreshold = 4; // pixels before a press becomes a drag

}

MoveGesture::MoveGesture(CanvasView &view, QPointF start, std::string grabbed, bool toggle)
    : Gesture(view), m_start(start), m_grabbed(std::move(grabbed))
{
    Selection *selection = m_view.document()->selection();
    if (toggle) {
        m_clickOnly = selection->contains(m_grabbed);
        selection->toggleName(m_grabbed);
    } else if (!selection->contains(m_grabbed)) {
        selection->selectNames({m_grabbed});
    }
    if (m_clickOnly)
        return;
    for (const std::string &name : selectedThings(*m_view.document()))
        if (const auto at = m_view.canvasScene()->placeOf(name))
            m_from[name] = *at;
}

QPointF MoveGesture::snappedDelta(QPointF delta, bool free) const
{
    const auto it = m_from.find(m_grabbed);
    if (free)
        return delta;
    if (it == m_from.end())
        return snappedToGrid(delta); // a rack: what is in it keeps its place on the grid
    const QPointF wanted = it->second + delta;
    QPointF place = snappedToGrid(wanted);
    // In line with another thing, which need not stand on the grid itself, before on the grid.
    QPointF reach(magnet(), magnet());
    m_view.canvasScene()->forEachItem([&](const CanvasItem &other) {
        if (m_view.canvasScene()->isGhost(other.name()))
            return;
        const QPointF away = other.pos() - wanted;
        if (std::abs(away.x()) < reach.x()) {
            reach.setX(std::abs(away.x()));
            place.setX(other.pos().x());
        }
        if (std::abs(away.y()) < reach.y()) {
            reach.setY(std::abs(away.y()));
            place.setY(other.pos().y());
        }
    });
    return place - it->second;
}

double MoveGesture::magnet() const
{
    constexpr double pixels = 8;
    return std::min(pixels / m_view.zoom(), 0.75 * gridPitch);
}

void MoveGesture::move(QPointF point, QPoint, Qt::KeyboardModifiers modifiers)
{
    if (m_clickOnly || m_from.empty())
        return;
    const QPointF delta = point - m_start;
    if (!m_moving && std::hypot(delta.x(), delta.y()) * m_view.zoom() < dragThreshold)
        return;
    if (!m_moving) {
        m_moving = true;
        NameSet names;
        for (const auto &[name, from] : m_from) {
            names.insert(name);
            if (const CanvasItem *item = m_view.canvasScene()->itemNamed(name))
                names.insert(item->name()); // of a closed rack its tile
        }
        m_view.canvasScene()->setGhosts(names);
    }
    m_delta = snappedDelta(delta, modifiers & Qt::AltModifier);
    for (const auto &[name, from] : m_from)
        m_view.canvasScene()->showAt(name, from + m_delta);
    m_view.canvasScene()->routeLinks();
    findGuides();
    m_view.viewport()->update();
}

void MoveGesture::findGuides()
{
    m_guides.clear();
    const CanvasItem *own = m_view.canvasScene()->itemNamed(m_grabbed);
    if (!own)
        return;
    const QPointF at = own->pos();
    m_view.canvasScene()->forEachItem([&](const CanvasItem &other) {
        if (m_view.canvasScene()->isGhost(other.name()))
            return;
        if (std::abs(other.pos().x() - at.x()) < 0.5)
            m_guides.emplace_back(at, other.pos());
        if (std::abs(other.pos().y() - at.y()) < 0.5)
            m_guides.emplace_back(at, other.pos());
    });
}

void MoveGesture::release(QPointF, Qt::KeyboardModifiers)
{
    if (!m_moving)
        return;
    m_view.canvasScene()->setGhosts({});
    std::map<std::string, CanvasPosition> positions;
    for (const auto &[name, from] : m_from)
        positions[name] = toCanvas(from + m_delta);
    Document &document = *m_view.document();
    const std::string one = oneSelected(document);
    const QString text = one.empty() ? QObject::tr("Move %1 items").arg(positions.size())
                                     : QObject::tr("Move %1").arg(thingText(document.project(), one));
    document.edit(text, moveThings(document.project(), positions));
}

void MoveGesture::cancel()
{
    m_view.canvasScene()->setGhosts({});
    for (const auto &[name, from] : m_from)
        m_view.canvasScene()->showAt(name, from);
    m_view.canvasScene()->routeLinks();
}

void MoveGesture::paint(QPainter &painter)
{
    if (!m_moving)
        return;
    painter.setPen(QPen(currentTheme()[Role::selection], 1, Qt::DashLine));
    painter.setRenderHint(QPainter::Antialiasing, false); // upright and level: crisp
    for (const QLineF &guide : m_guides)
        painter.drawLine(m_view.mapFromScene(guide.p1()), m_view.mapFromScene(guide.p2()));
}

LinkGesture::LinkGesture(CanvasView &view, std::string from, QPointF port)
    : Gesture(view), m_from(std::move(from)), m_port(port), m_end(port)
{}

void LinkGesture::move(QPointF point, QPoint, Qt::KeyboardModifiers)
{
    m_end = point;
    CanvasScene *scene = m_view.canvasScene();
    const CanvasItem *item = scene->itemAtPoint(point, (portRadius + 4) / m_view.zoom());
    if (item && !item->hasPorts())
        item = nullptr; // a note
    m_target = item ? item->name() : std::string();
    scene->setHovered(m_target);
    m_reason.clear();
    m_refused = false;
    if (m_target.empty() || (m_target == m_from && QLineF(m_port, point).length() * m_view.zoom() < 24)) {
        m_target.clear();
    } else {
        m_reason = refusalOf(*m_view.document(), m_from, m_target);
        m_refused = !m_reason.isEmpty();
        if (const auto side = scene->portNear(*item, point))
            m_end = item->portAt(*side);
    }
    m_view.showFeedback(m_refused ? m_reason : QString());
    m_view.viewport()->update();
}

void LinkGesture::release(QPointF point, Qt::KeyboardModifiers modifiers)
{
    move(point, {}, modifiers);
    if (m_target.empty())
        return;
    if (m_refused) {
        m_view.showFeedback(m_reason);
        return;
    }
    addLinkBetween(*m_view.document(), m_from, m_target, m_view.linkType());
    m_view.showFeedback({});
}

void LinkGesture::cancel() { m_view.showFeedback({}); }

void LinkGesture::paint(QPainter &painter)
{
    const Theme &t = currentTheme();
    const QPointF a = m_view.mapFromScene(m_port);
    const QPointF b = m_view.mapFromScene(m_end);
    const QColor color = m_refused ? t[Role::error] : t[Role::selection];
    QPen pen(color, 2, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 1.5});
    painter.setPen(pen);
    painter.drawLine(a, b);
    const auto ring = [&](QPointF centre) {
        painter.setPen(QPen(color, 2));
        painter.setBrush(t[Role::card]);
        painter.drawEllipse(centre, portRadius - 0.5, portRadius - 0.5);
    };
    ring(a);
    if (m_refused) {
        painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(b + QPointF(-4.5, -4.5), b + QPointF(4.5, 4.5));
        painter.drawLine(b + QPointF(4.5, -4.5), b + QPointF(-4.5, 4.5));
    } else {
        ring(b);
    }
    QString text = m_reason;
    if (!m_refused) {
        const LinkType &type = m_view.linkType();
        const QString what =
            QStringLiteral("%1 · %2").arg(QString::fromStdString(type.name), formatBandwidth(type.bandwidth));
        text = m_target.empty() ? QObject::tr("%1 – drop on a node or switch").arg(what)
                                : QObject::tr("%1 to %2").arg(what, QString::fromStdString(m_target));
    }
    painter.setFont(font(m_refused ? TypeRole::badge : TypeRole::label));
    const double width = std::ceil(numberWidth(painter, text)) + (m_refused ? 30 : 14);
    QRectF chip(b + QPointF(14, 12), QSizeF(width, 22));
    const QRectF room = QRectF(m_view.viewport()->rect()).adjusted(6, 6, -6, -6);
    if (chip.right() > room.right())
        chip.moveRight(room.right());
    if (chip.bottom() > room.bottom())
        chip.moveBottom(b.y() - 12);
    drawRounded(painter, chip, 4, m_refused ? t[Role::errorFill] : t[Role::tip],
                m_refused ? t[Role::error] : t[Role::borderStrong]);
    if (m_refused)
        paintIcon(painter, QRectF(chip.left() + 6, chip.top() + 4, 14, 14), IconName::cross, t[Role::error]);
    painter.setFont(font(m_refused ? TypeRole::badge : TypeRole::label));
    painter.setPen(m_refused ? t[Role::error] : t[Role::text]);
    drawNumber(painter, chip.adjusted(m_refused ? 23 : 7, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void PanGesture::move(QPointF, QPoint point, Qt::KeyboardModifiers)
{
    const QPoint by = point - m_last;
    m_last = point;
    m_view.panBy(by);
}

RubberBandGesture::RubberBandGesture(CanvasView &view, QPointF start, bool extend)
    : Gesture(view), m_start(start), m_end(start)
{
    if (extend)
        m_before = m_view.document()->selection()->names();
}

void RubberBandGesture::move(QPointF point, QPoint, Qt::KeyboardModifiers)
{
    m_end = point;
    const QPointF delta = (m_end - m_start) * m_view.zoom();
    m_dragged = m_dragged || std::hypot(delta.x(), delta.y()) >= dragThreshold;
    if (!m_dragged)
        return;
    const QRectF band = QRectF(m_start, m_end).normalized();
    NameSet names = m_before;
    CanvasScene *scene = m_view.canvasScene();
    scene->forEachItem([&](const CanvasItem &item) {
        if (band.intersects(item.sceneRect()))
            names.insert(item.name());
    });
    for (const auto &[name, item] : scene->links())
        if (band.contains(item->line().p1()) && band.contains(item->line().p2()))
            names.insert(name);
    m_view.document()->selection()->selectNames(names);
    m_view.viewport()->update();
}

void RubberBandGesture::release(QPointF, Qt::KeyboardModifiers)
{
    if (!m_dragged && m_before.empty())
        m_view.document()->selection()->clear();
}

void RubberBandGesture::cancel() { m_view.document()->selection()->selectNames(m_before); }

void RubberBandGesture::paint(QPainter &painter)
{
    if (!m_dragged)
        return;
    const Theme &t = currentTheme();
    const QRectF band = QRectF(m_view.mapFromScene(m_start), m_view.mapFromScene(m_end)).normalized();
    painter.fillRect(band, t.color(Role::selection, 0.10));
    painter.setPen(QPen(t[Role::selection], 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace heteroscope

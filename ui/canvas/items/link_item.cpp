// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_item.h"

#include "canvas/items/fading.h"
#include "canvas/items/link_style.h"
#include "canvas/scene/canvas_scene.h"
#include "language/link_text.h"
#include "replay/replay.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>

namespace heteroscope {
namespace {

struct Badge
{
    QString text;
    std::optional<IconName> icon = IconName::warning;
    Role fill = Role::warnFill;
    Role ink = Role::warning;
};

double textBegin(const Badge &badge) { return badge.icon ? 23 : 7; }

QSizeF sizeOf(QPainter &painter, const Badge &badge)
{
    painter.setFont(font(TypeRole::badge));
    // What warns of nothing is smaller.
    return {std::ceil(numberWidth(painter, badge.text)) + textBegin(badge) + 7, badge.icon ? 22.0 : 18.0};
}

QRectF paintBadge(QPainter &painter, QPointF centre, QSizeF size, const Badge &badge)
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(std::round(centre.x() - size.width() / 2), std::round(centre.y() - size.height() / 2)),
                      size);
    drawRounded(painter, rect, 4, t[badge.fill], t[badge.ink]);
    if (badge.icon)
        paintIcon(painter, QRectF(rect.left() + 5, rect.top() + 4, 14, 14), *badge.icon, t[badge.ink]);
    painter.setFont(font(TypeRole::badge));
    painter.setPen(t[badge.ink]);
    drawNumber(painter, rect.adjusted(textBegin(badge), 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, badge.text);
    return rect;
}

constexpr double dashSpeed = 40; // px in a second of replay at speed 1

/// Below this, flows on one link hardly hinder each other.
constexpr double hardlySlower = 1.25;

/// Text on a plate of the ground's colour, one line or two columns of lines. The rectangle it took.
QRectF paintPlate(QPainter &painter, QPointF top, const QStringList &lines)
{
    const Theme &t = currentTheme();
    constexpr double lineHeight = 16;
    painter.setFont(font(TypeRole::label));
    double left = 0;
    double right = 0;
    for (const QString &line : lines) {
        const QStringList cells = line.split(u'\t');
        left = std::max(left, std::ceil(numberWidth(painter, cells[0])));
        right = std::max(right, cells.size() > 1 ? std::ceil(numberWidth(painter, cells[1])) + 14 : 0);
    }
    const double width = left + right + 12;
    const QRectF rect(std::round(top.x() - width / 2), std::round(top.y()), width,
                      lineHeight * static_cast<double>(lines.size()) + 2);
    if (lines.size() > 1)
        drawRounded(painter, rect, 4, t[Role::tip], t[Role::borderStrong]);
    else
        drawRounded(painter, rect, 4, t.color(Role::canvas, 0.9));
    painter.setFont(font(TypeRole::label));
    painter.setPen(t[Role::secondary]);
    QRectF row(rect.left() + 6, rect.top() + 1, width - 12, lineHeight);
    for (const QString &line : lines) {
        const QStringList cells = line.split(u'\t');
        drawNumber(painter, row, Qt::AlignLeft | Qt::AlignVCenter, cells[0]);
        if (cells.size() > 1)
            drawNumber(painter, row, Qt::AlignRight | Qt::AlignVCenter, cells[1]);
        row.translate(0, lineHeight);
    }
    return rect;
}

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
    // Room for the plate; the label is as wide as its text, so keep plenty.
    const double halo = 16 / m_scene.zoom();
    const QRectF line = m_path.points.boundingRect().adjusted(-halo, -halo, halo, halo);
    const double w = 160 / m_scene.zoom();
    const double h = 150 / m_scene.zoom();
    return line.united(QRectF(m_path.middle.x() - w, m_path.middle.y() - h, 2 * w, 2 * h));
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
        paintLabel(*painter, width, overlay);
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

const LinkLoad *LinkItem::sharing(const LinkOverlay *overlay) const
{
    const StepResult *result = m_scene.overlay().result();
    if (!overlay || overlay->maxShared < 0 || !result)
        return nullptr;
    const LinkLoad &load = result->links[static_cast<std::size_t>(overlay->maxShared)];
    return load.flowsAtOnce > 1 ? &load : nullptr;
}

void LinkItem::paintLabel(QPainter &painter, double width, const LinkOverlay *overlay) const
{
    const bool selected = m_scene.isSelected(m_link.name);
    const bool hovered = m_scene.hovered() == m_link.name;
    const double factor = m_link.rate.factorAt(m_scene.timeOnShow());
    const double load = overlay ? overlay->load() : 0;
    const LinkLoad *shared = sharing(overlay);
    Badge badge;
    if (factor <= 0)
        badge = {QObject::tr("link is down"), IconName::cross, Role::errorFill, Role::error};
    else if (factor < 1)
        badge.text = QObject::tr("runs at %1").arg(formatPercent(factor, 0));
    else if (shared && shared->slower >= hardlySlower)
        badge.text = sharedText(*shared);
    else if (load >= 0.8)
        badge.text = QObject::tr("%1 busy").arg(formatPercent(load, 0));
    else if (shared)
        badge = {QObject::tr("%1 flows").arg(shared->flowsAtOnce), std::nullopt, Role::card, Role::secondary};
    // Beside the short piece of a link that passes behind things it would cover the badges of those that end there.
    if (m_path.covered && factor >= 1 && !selected && !hovered)
        badge = {};
    const QSizeF size = badge.text.isEmpty() ? QSizeF() : sizeOf(painter, badge);
    // Beside a straight line, on one that bends: what is beside it there may be another link.
    const auto onScreen = [this](QPointF point) { return (point - m_path.points.first()) * m_scene.zoom(); };
    QPointF at = m_path.isStraight() ? besideLine(onScreen(m_path.open.p1()), onScreen(m_path.open.p2()), width, size)
                                     : onScreen(m_path.middle);
    if (!badge.text.isEmpty())
        at = paintBadge(painter, at, size, badge).center() + QPointF(0, 20);
    // Of several, the plates would lie upon each other and upon what the links end at.
    if (!hovered && !m_scene.isSelectedAlone(m_link.name))
        return;
    QStringList words;
    if (const auto copies = linkCopies(m_scene.project().cluster, m_link); copies > 1)
        words << timesText(static_cast<int>(copies));
    words << formatBandwidth(m_link.bandwidth * std::max(factor, 0.0));
    words << technologyName(m_link, m_scene.project().library.links);
    if (overlay)
        words << QObject::tr("%1 load").arg(formatPercent(load, 0));
    QStringList lines = {words.join(QStringLiteral(" · "))};
    if (shared) {
        lines << QObject::tr("%1 at %2:").arg(sharedText(*shared), formatTicks(shared->maxFlowsAt));
        lines << sharedBy(*m_scene.overlay().result(), *shared);
    }
    paintPlate(painter, at - QPointF(0, 9), lines);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/link_label.h"

#include "canvas/scene/canvas_scene.h"
#include "language/link_text.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// Below this, flows on one link hardly hinder each other.
constexpr double hardlySlower = 1.25;
constexpr double plateLine = 16;   // height
constexpr double plateColumn = 14; // between two columns

double textBegin(const LinkBadge &badge) { return badge.icon ? 23 : 7; }

/// Width of a text with figures as drawNumber draws them.
double widthOf(TypeRole type, const QString &text)
{
    QImage pixel(1, 1, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&pixel);
    painter.setFont(font(type));
    return std::ceil(numberWidth(painter, text));
}

/// The direction of the link that is shared by most flows; nullptr without a simulated step.
const LinkLoad *sharingOn(const CanvasScene &scene, const LinkOverlay *overlay)
{
    const StepResult *result = scene.overlay().result();
    if (!overlay || overlay->maxShared < 0 || !result)
        return nullptr;
    const LinkLoad &load = result->links[static_cast<std::size_t>(overlay->maxShared)];
    return load.flowsAtOnce > 1 ? &load : nullptr;
}

} // namespace

QSizeF LinkBadge::size() const
{
    // What warns of nothing is smaller.
    return {widthOf(TypeRole::badge, text) + textBegin(*this) + 7, icon ? 22.0 : 18.0};
}

void LinkBadge::paint(QPainter &painter, QPointF topLeft) const
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(std::round(topLeft.x()), std::round(topLeft.y())), size());
    drawRounded(painter, rect, 4, t[fill], t[ink]);
    if (icon)
        paintIcon(painter, QRectF(rect.left() + 5, rect.top() + 4, 14, 14), *icon, t[ink]);
    painter.setFont(font(TypeRole::badge));
    painter.setPen(t[ink]);
    drawNumber(painter, rect.adjusted(textBegin(*this), 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

LinkBadge badgeOf(const CanvasScene &scene, const Link &link)
{
    const double factor = link.rate.factorAt(scene.timeOnShow());
    const LinkOverlay *overlay = scene.overlay().link(link.name);
    const double load = overlay ? overlay->load() : 0;
    const LinkLoad *shared = sharingOn(scene, overlay);
    LinkBadge badge;
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
    return badge;
}

QSizeF LinkPlate::size() const
{
    double left = 0;
    double right = 0;
    for (const QString &line : lines) {
        const QStringList cells = line.split(u'\t');
        left = std::max(left, widthOf(TypeRole::label, cells[0]));
        right = std::max(right, cells.size() > 1 ? widthOf(TypeRole::label, cells[1]) + plateColumn : 0);
    }
    return {left + right + 12, plateLine * static_cast<double>(lines.size()) + 2};
}

void LinkPlate::paint(QPainter &painter, QPointF topLeft) const
{
    const Theme &t = currentTheme();
    const QRectF rect(QPointF(std::round(topLeft.x()), std::round(topLeft.y())), size());
    if (lines.size() > 1)
        drawRounded(painter, rect, 4, t[Role::tip], t[Role::borderStrong]);
    else
        drawRounded(painter, rect, 4, t.color(Role::canvas, 0.9));
    painter.setFont(font(TypeRole::label));
    painter.setPen(t[Role::secondary]);
    QRectF row(rect.left() + 6, rect.top() + 1, rect.width() - 12, plateLine);
    for (const QString &line : lines) {
        const QStringList cells = line.split(u'\t');
        drawNumber(painter, row, Qt::AlignLeft | Qt::AlignVCenter, cells[0]);
        if (cells.size() > 1)
            drawNumber(painter, row, Qt::AlignRight | Qt::AlignVCenter, cells[1]);
        row.translate(0, plateLine);
    }
}

LinkPlate plateOf(const CanvasScene &scene, const Link &link)
{
    const double factor = link.rate.factorAt(scene.timeOnShow());
    const LinkOverlay *overlay = scene.overlay().link(link.name);
    QStringList words;
    if (const auto copies = linkCopies(scene.project().cluster, link); copies > 1)
        words << timesText(static_cast<int>(copies));
    words << formatBandwidth(link.bandwidth * std::max(factor, 0.0));
    words << technologyName(link, scene.project().library.links);
    if (overlay)
        words << QObject::tr("%1 load").arg(formatPercent(overlay->load(), 0));
    LinkPlate plate{{words.join(QStringLiteral(" · "))}};
    if (const LinkLoad *shared = sharingOn(scene, overlay)) {
        plate.lines << QObject::tr("%1 at %2:").arg(sharedText(*shared), formatTicks(shared->maxFlowsAt));
        plate.lines << sharedBy(*scene.overlay().result(), *shared);
    }
    return plate;
}

} // namespace heteroscope

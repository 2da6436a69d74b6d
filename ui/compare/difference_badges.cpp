// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/difference_badges.h"

#include "canvas/items/canvas_item.h"
#include "canvas/scene/canvas_scene.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace heteroscope {

namespace {

constexpr double aboveNotes = 4;
constexpr double badgeHeight = 18; // px on the screen

} // namespace

DifferenceBadges::DifferenceBadges(CanvasScene &scene) : m_scene(scene)
{
    setZValue(aboveNotes);
    setAcceptedMouseButtons(Qt::NoButton);
    setVisible(false);
    scene.addItem(this);
}

void DifferenceBadges::setDifferences(std::vector<NodeDifference> differences)
{
    prepareGeometryChange();
    m_differences = std::move(differences);
    setVisible(!m_differences.empty());
    update();
}

std::vector<DifferenceBadges::Badge> DifferenceBadges::badges() const
{
    struct Sum
    {
        std::int64_t ticks = 0;
        NodeDifference most; ///< of its nodes
    };
    std::map<const CanvasItem *, Sum> sums;
    for (const NodeDifference &one : m_differences) {
        const CanvasItem *item = m_scene.itemNamed(one.node);
        if (!item)
            continue;
        Sum &sum = sums[item];
        sum.ticks += one.ticks;
        if (std::abs(one.ofCause) > std::abs(sum.most.ofCause))
            sum.most = one;
    }
    std::vector<Badge> all;
    const double pixel = 1 / m_scene.zoom();
    const QFontMetricsF metrics(heteroscope::font(TypeRole::badge));
    for (const auto &[item, sum] : sums) {
        Badge badge;
        badge.thing = QString::fromStdString(item->name());
        badge.ticks = sum.ticks;
        const double seconds = static_cast<double>(sum.ticks) / static_cast<double>(Ticks::perSecond);
        const QString figure = sum.ticks == 0 ? QStringLiteral("±0") : formatSignedSeconds(Seconds(seconds));
        badge.text = sum.most.ofCause == 0 ? figure : figure + u' ' + causeName(sum.most.cause);
        const QRectF card = item->sceneRect();
        const double room = card.width() - 8 * pixel;
        if (metrics.horizontalAdvance(badge.text) + 12 > room / pixel)
            badge.text = figure;
        const double width = std::min(room, (metrics.horizontalAdvance(badge.text) + 12) * pixel);
        const double height = std::min(badgeHeight * pixel, card.height());
        // At the lower edge, where it covers nothing of the card.
        badge.rect = QRectF(card.center().x() - width / 2, card.bottom() - 4 * pixel, width, height);
        all.push_back(std::move(badge));
    }
    std::sort(all.begin(), all.end(), [](const Badge &x, const Badge &y) { return x.thing < y.thing; });
    return all;
}

std::int64_t DifferenceBadges::missing() const
{
    std::int64_t ticks = 0;
    for (const NodeDifference &one : m_differences)
        if (!m_scene.itemNamed(one.node))
            ticks += one.ticks;
    return ticks;
}

QRectF DifferenceBadges::boundingRect() const { return m_differences.empty() ? QRectF() : m_scene.contentRect(); }

void DifferenceBadges::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    const Theme &theme = currentTheme();
    const double pixel = 1 / m_scene.zoom();
    painter->setRenderHint(QPainter::Antialiasing);
    for (const Badge &badge : badges()) {
        const Role ground = badge.ticks > 0 ? Role::warnFill : badge.ticks < 0 ? Role::okFill : Role::panelSunk;
        const Role ink = badge.ticks > 0 ? Role::warning : badge.ticks < 0 ? Role::ok : Role::secondary;
        painter->save();
        painter->translate(badge.rect.topLeft());
        painter->scale(pixel, pixel); // sizes are those of the screen
        const QRectF rect(QPointF(0, 0), badge.rect.size() / pixel);
        painter->setPen(QPen(theme[ink], 1));
        painter->setBrush(theme[ground]);
        painter->drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter->setFont(heteroscope::font(TypeRole::badge));
        drawNumber(*painter, rect, Qt::AlignCenter, badge.text);
        painter->restore();
    }
}

} // namespace heteroscope

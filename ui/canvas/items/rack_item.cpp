// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/rack_item.h"

#include "canvas/scene/canvas_scene.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr QRectF openerRect(7, 6, 16, 16); // pixels of the card
constexpr double squareSide = 14;          // of a member
constexpr double squarePitch = 16.5;
constexpr std::size_t maxSquares = 8;

constexpr QRectF squareAt(std::size_t member)
{
    return {14 + static_cast<double>(member) * squarePitch, 28, squareSide, squareSide};
}

} // namespace

QString timesText(int repeat) { return QStringLiteral("×%1").arg(formatCount(static_cast<std::size_t>(repeat))); }

RackItem::RackItem(CanvasScene &scene, const Rack &rack) : CanvasItem(scene, rack.name), m_rack(rack) { refreshSize(); }

void RackItem::setRack(const Rack &rack, const Cluster &cluster)
{
    m_rack = rack;
    m_nodes.clear();
    m_switches = 0;
    m_devices = 0;
    for (const std::string &member : rack.members) {
        if (const Node *node = cluster.findNode(member)) {
            m_nodes.push_back(member);
            m_devices += node->devices.size();
        } else if (cluster.findSwitch(member)) {
            ++m_switches;
        }
    }
    m_devices *= static_cast<std::size_t>(std::max(1, rack.repeat));
    update();
}

void RackItem::takeLoad(const CanvasOverlay &overlay)
{
    m_used = 0;
    m_busy = 0;
    double fullest = -1;
    for (const std::string &member : m_nodes)
        for (int copy = 1; copy <= m_rack.repeat; ++copy) {
            const NodeOverlay *node = overlay.node(copy == 1 ? member : member + "#" + std::to_string(copy));
            if (!node || !node->isUsed())
                continue;
            ++m_used;
            m_busy += node->busy;
            const double share = node->capacity.value > 0 ? node->peak / node->capacity : 0;
            if (share > fullest) {
                fullest = share;
                m_peak = node->peak;
                m_capacity = node->capacity;
            }
        }
    // Of all devices that the tile stands for, as their number on it says.
    if (m_used > 0)
        m_busy /= static_cast<double>(m_nodes.size()) * m_rack.repeat;
}

bool RackItem::isOpener(QPointF scenePoint) const
{
    if (m_scene.level() == CanvasLevel::far)
        return false;
    return openerRect.contains((scenePoint - sceneRect().topLeft()) * m_scene.zoom());
}

QSizeF RackItem::sizeAt(double zoom) const
{
    return levelAt(zoom) == CanvasLevel::far ? farTile * (zoom / farBelow) : cardSize;
}

bool RackItem::isChosen() const
{
    return isSelectedByName() || std::any_of(m_rack.members.begin(), m_rack.members.end(),
                                             [this](const auto &member) { return m_scene.isSelected(member); });
}

void RackItem::paintOnScreen(QPainter &painter, const QSizeF &size)
{
    const QRectF rect(QPointF(), size);
    const bool far = m_scene.level() == CanvasLevel::far;
    const double radius = far ? 8 * size.width() / farTile.width() : 6;
    paintPlates(painter, rect, radius);
    if (far)
        paintFar(painter, rect);
    else
        paintCard(painter, rect);
    if (isChosen())
        drawRounded(painter, rect.adjusted(-2, -2, 2, 2), radius + 2, QColor(), currentTheme()[Role::selection], 2);
}

void RackItem::paintPlates(QPainter &painter, const QRectF &rect, double radius) const
{
    const Theme &t = currentTheme();
    const double step = std::min(3.0, rect.height() / 14);
    if (m_rack.repeat > 1)
        for (int plate = 2; plate >= 1; --plate)
            drawRounded(painter, rect.translated(plate * step, plate * step), radius, t[Role::panelSunk],
                        t[Role::borderStrong]);
    paintGround(painter, rect, radius);
}

void RackItem::paintFar(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    if (rect.width() < 26)
        return;
    const bool named = rect.width() >= 64;
    if (named)
        drawLabel(painter, QRectF(4, 4, rect.width() - 8, 16), Qt::AlignCenter, QString::fromStdString(name()),
                  TypeRole::badge, t[Role::text]);
    drawLabel(painter, rect.adjusted(2, named ? 20 : 0, -2, 0), Qt::AlignCenter, timesText(m_rack.repeat),
              named ? TypeRole::title : TypeRole::badge, t[Role::secondary]);
}

void RackItem::paintCard(QPainter &painter, const QRectF &rect) const
{
    const Theme &t = currentTheme();
    const double right = rect.width() - 10;
    paintIcon(painter, openerRect, IconName::chevronRight, t[Role::secondary]);
    painter.setFont(font(TypeRole::badge));
    const QString times = timesText(m_rack.repeat);
    const double chip = std::ceil(numberWidth(painter, times)) + 10;
    drawChip(painter, QPointF(right - chip, 6), times, t[Role::selectionFill], t[Role::selection]);
    drawLabel(painter, QRectF(26, 5, right - chip - 34, 17), Qt::AlignLeft | Qt::AlignVCenter,
              QString::fromStdString(name()), TypeRole::title, t[Role::text]);
    paintMembers(painter);
    painter.save();
    if (m_scene.isStale())
        painter.setOpacity(painter.opacity() * Theme::staleOpacity);
    if (m_used > 0) {
        drawLabel(painter, QRectF(14, 58, 30, 15), Qt::AlignLeft | Qt::AlignVCenter, tr("busy"), TypeRole::label,
                  t[Role::secondary]);
        const double share = drawLabel(painter, QRectF(right - 60, 58, 60, 15), Qt::AlignRight | Qt::AlignVCenter,
                                       formatPercent(m_busy), TypeRole::badge, t[Role::text]);
        drawBar(painter, QRectF(42, 63, right - share - 6 - 42, 6), m_busy, t[Role::forward], t[Role::memoryTrack], 3);
        const bool over = m_peak > m_capacity;
        drawLabel(painter, QRectF(100, 76, right - 100, 15), Qt::AlignRight | Qt::AlignVCenter,
                  over ? tr("%1 over").arg(formatMemory(m_peak - m_capacity)) : tr("peak %1").arg(formatMemory(m_peak)),
                  over ? TypeRole::badge : TypeRole::label, over ? t[Role::error] : t[Role::secondary]);
    }
    painter.restore();
    drawLabel(painter, QRectF(14, 76, m_used > 0 ? 84 : right - 14, 15), Qt::AlignLeft | Qt::AlignVCenter,
              m_devices == 1 ? tr("1 device") : tr("%1 devices").arg(formatCount(m_devices)), TypeRole::label,
              t[Role::secondary]);
}

std::size_t RackItem::squares() const { return m_nodes.size() > maxSquares ? maxSquares - 2 : m_nodes.size(); }

std::map<std::string, QRectF> RackItem::memberPlaces() const
{
    std::map<std::string, QRectF> places;
    const bool far = m_scene.level() == CanvasLevel::far;
    const QSizeF size = screenSize();
    const double inset = std::min(3.0, size.height() / 8);
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (far)
            places.emplace(m_nodes[i], QRectF(QPointF(), size).adjusted(inset, inset, -inset, -inset));
        else if (i < squares())
            places.emplace(m_nodes[i], squareAt(i).adjusted(-1.5, -2, 1.5, 2));
    return places;
}

QRectF RackItem::captionPlace() const
{
    const QSizeF size = screenSize();
    return m_scene.level() == CanvasLevel::far ? QRectF() : QRectF(14, 45, size.width() - 28, 13);
}

void RackItem::paintMembers(QPainter &painter) const
{
    const Theme &t = currentTheme();
    const std::size_t drawn = squares();
    for (std::size_t i = 0; i < drawn; ++i) {
        const NodeOverlay *node = m_scene.overlay().node(m_nodes[i]);
        const bool used = node && node->isUsed();
        const QRectF square = squareAt(i);
        drawRounded(painter, square, 3, used ? t.stageFill(node->stage) : t[Role::panelSunk]);
        if (used)
            drawLabel(painter, square.adjusted(-3, 0, 3, 0), Qt::AlignCenter, stageLetter(node->stage), TypeRole::badge,
                      t.stage(node->stage));
        else
            paintIcon(painter, square.adjusted(1, 1, -1, -1), IconName::server, t[Role::muted]);
    }
    QRectF next = squareAt(drawn);
    if (drawn < m_nodes.size()) {
        next.setWidth(2 * squarePitch);
        next.moveLeft(next.left() + 4 +
                      drawLabel(painter, next, Qt::AlignLeft | Qt::AlignVCenter,
                                QStringLiteral("+%1").arg(m_nodes.size() - drawn), TypeRole::label,
                                t[Role::secondary]));
    }
    if (m_switches > 0)
        paintIcon(painter, QRectF(next.left(), next.top() - 1, 16, 16), IconName::networkSwitch, t[Role::secondary]);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/group_layer.h"

#include "canvas/scene/canvas_scene.h"
#include "editing/group_commands.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>
#include <map>

namespace heteroscope {
namespace {

constexpr double firstGap = 4; // pixels from a thing to the first outline
constexpr double nextGap = 4;  // and from one to the next
constexpr double tagHeight = 16;
constexpr double tagPad = 5;
constexpr double tagGap = 3; // between tags
constexpr double widestTag = 220;
constexpr double minTag = 28;    // narrower ones could not be read
constexpr double tagRise = 16.5; // of its top above the thing
constexpr double everywhere = 1e7;

double textWidth(const QString &text) { return QFontMetricsF(font(TypeRole::badge)).horizontalAdvance(text); }

} // namespace

GroupLayer::GroupLayer(CanvasScene &scene) : m_scene(scene)
{
    setZValue(1.5);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF GroupLayer::boundingRect() const
{
    return m_groups.empty() ? QRectF() : QRectF(-everywhere, -everywhere, 2 * everywhere, 2 * everywhere);
}

void GroupLayer::sync()
{
    prepareGeometryChange();
    m_groups.clear();
    const Project &project = m_scene.project();
    for (const DeviceGroup &group : project.cluster.deviceGroups)
        m_groups.push_back({groupKey(group.name), QString::fromStdString(group.name), rulesText(project, group.name),
                            partsOf(project.cluster, group)});
    update();
}

std::vector<std::pair<const CanvasItem *, GroupLayer::Mark>> GroupLayer::marksOf(const Group &group) const
{
    std::vector<std::pair<const CanvasItem *, Mark>> marks;
    std::map<const CanvasItem *, std::pair<std::size_t, bool>> tiles; // closed racks: nodes held, all of them whole
    for (const GroupPart &part : group.parts) {
        const CanvasItem *item = m_scene.itemNamed(part.node);
        if (!item)
            continue;
        if (dynamic_cast<const RackItem *>(item)) {
            auto &[nodes, whole] = tiles.try_emplace(item, 0, true).first->second;
            ++nodes;
            whole = whole && part.whole;
            continue;
        }
        const auto *node = dynamic_cast<const NodeItem *>(item);
        const bool allDevices = std::find(part.devices.begin(), part.devices.end(), false) == part.devices.end();
        if (!node || m_scene.level() != CanvasLevel::near || allDevices) {
            marks.emplace_back(item, Mark{item->sceneRect(), 0, part.whole});
            continue;
        }
        for (std::size_t d = 0; d < part.devices.size(); ++d)
            if (part.devices[d])
                marks.emplace_back(item, Mark{node->cellOf(static_cast<int>(d)), 0, true});
    }
    for (const auto &[item, held] : tiles) {
        const auto *tile = static_cast<const RackItem *>(item);
        marks.emplace_back(item, Mark{item->sceneRect(), 0, held.second && held.first == tile->nodeCount()});
    }
    return marks;
}

std::vector<GroupLayer::Drawn> GroupLayer::layOut() const
{
    std::map<const CanvasItem *, int> around;
    std::map<const CanvasItem *, Shelf> shelves;
    std::vector<Drawn> all;
    for (const Group &group : m_groups) {
        Drawn drawn{&group, {}, group.name, {}};
        const CanvasItem *first = nullptr;
        QRectF at;
        const auto marks = marksOf(group);
        for (const auto &[item, mark] : marks) {
            drawn.marks.push_back(mark);
            drawn.marks.back().around = around[item];
            if (!first || std::pair(mark.rect.top(), mark.rect.left()) < std::pair(at.top(), at.left())) {
                first = item;
                at = mark.rect;
            }
        }
        const CanvasItem *last = nullptr;
        for (const auto &[item, mark] : marks) // devices of a node stand one after another
            if (item != std::exchange(last, item))
                ++around[item];
        if (first)
            placeTag(drawn, at, shelves[first]);
        all.push_back(std::move(drawn));
    }
    return all;
}

void GroupLayer::placeTag(Drawn &drawn, const QRectF &thing, Shelf &shelf) const
{
    const double zoom = m_scene.zoom();
    const bool far = m_scene.level() == CanvasLevel::far;
    const double widest = far ? std::min(widestTag, nodePitchX * zoom - 6) : widestTag;
    if (widest < minTag)
        return;
    if (!far && !drawn.group->rules.isEmpty())
        drawn.text = QStringLiteral("%1 · %2").arg(drawn.group->name, drawn.group->rules);
    const double width = std::min(widest, std::ceil(textWidth(drawn.text)) + 2 * tagPad);
    if (shelf.used > 0 && shelf.used + width > thing.width() * zoom)
        shelf = {shelf.row + 1, 0};
    const double rise = tagRise + shelf.row * (tagHeight + tagGap);
    drawn.tag = QRectF(thing.left() + shelf.used / zoom, thing.top() - rise / zoom, width / zoom, tagHeight / zoom);
    shelf.used += width + tagGap;
}

std::string GroupLayer::tagAt(QPointF scenePoint) const
{
    const std::vector<Drawn> all = layOut();
    for (auto drawn = all.rbegin(); drawn != all.rend(); ++drawn) // the one drawn last is on top
        if (drawn->tag.contains(scenePoint))
            return drawn->group->key;
    return {};
}

QRectF GroupLayer::tagOf(const std::string &key) const
{
    for (const Drawn &drawn : layOut())
        if (drawn.group->key == key)
            return drawn.tag;
    return {};
}

std::vector<QRectF> GroupLayer::outlinesOf(const std::string &key) const
{
    std::vector<QRectF> rects;
    for (const Drawn &drawn : layOut()) {
        if (drawn.group->key != key)
            continue;
        for (const Mark &mark : drawn.marks) {
            const double gap = (firstGap + nextGap * mark.around) / m_scene.zoom();
            rects.push_back(mark.rect.adjusted(-gap, -gap, gap, gap));
        }
    }
    return rects;
}

void GroupLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    if (m_groups.empty())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const std::vector<Drawn> all = layOut();
    const QRectF seen = painter->clipBoundingRect();
    for (const Drawn &drawn : all)
        paintOutlines(*painter, drawn, m_scene.isSelected(drawn.group->key), m_scene.hovered() == drawn.group->key,
                      seen);
    // Above all outlines, the selected one above the others.
    for (const bool selected : {false, true})
        for (const Drawn &drawn : all)
            if (m_scene.isSelected(drawn.group->key) == selected && !drawn.tag.isEmpty())
                paintTag(*painter, drawn, selected, m_scene.hovered() == drawn.group->key);
    painter->restore();
}

void GroupLayer::paintOutlines(QPainter &painter, const Drawn &drawn, bool selected, bool hovered,
                               const QRectF &seen) const
{
    const Theme &t = currentTheme();
    const double zoom = m_scene.zoom();
    const bool dashed = zoom >= dashesFrom; // farther away they cost too much, as those of links
    const QColor ink = selected ? t[Role::selection] : hovered ? t[Role::text] : t[Role::secondary];
    QPen pen(ink, selected ? 2 : dashed ? 1.25 : 1, dashed ? Qt::CustomDashLine : Qt::SolidLine, Qt::RoundCap);
    painter.setBrush(Qt::NoBrush);
    std::vector<QRectF> plain;
    for (const Mark &mark : drawn.marks) {
        const double gap = firstGap + nextGap * mark.around;
        const QRectF around = mark.rect.adjusted(-gap / zoom, -gap / zoom, gap / zoom, gap / zoom);
        if (!seen.isEmpty() && !around.intersects(seen))
            continue;
        if (!dashed) {
            plain.push_back(around);
            continue;
        }
        painter.save();
        painter.translate(mark.rect.topLeft());
        painter.scale(1 / zoom, 1 / zoom);
        snapToPixels(painter);
        pen.setDashPattern(mark.whole ? QVector<qreal>{5, 3} : QVector<qreal>{0.1, 3});
        painter.setPen(pen);
        const QRectF outline = QRectF(QPointF(), mark.rect.size() * zoom).adjusted(-gap, -gap, gap, gap);
        const double radius = std::min(8.0, outline.height() / 4);
        painter.drawRoundedRect(outline, radius, radius);
        painter.restore();
    }
    if (!plain.empty()) {
        pen.setCosmetic(true);
        painter.setPen(pen);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.drawRects(plain.data(), static_cast<int>(plain.size()));
        painter.setRenderHint(QPainter::Antialiasing);
    }
}

void GroupLayer::paintTag(QPainter &painter, const Drawn &drawn, bool selected, bool hovered) const
{
    const Theme &t = currentTheme();
    painter.save();
    painter.translate(drawn.tag.topLeft());
    painter.scale(1 / m_scene.zoom(), 1 / m_scene.zoom());
    snapToPixels(painter);
    const QRectF rect(QPointF(), drawn.tag.size() * m_scene.zoom());
    drawRounded(painter, rect, 4, selected ? t[Role::selectionFill] : t[Role::panelSunk],
                selected  ? t[Role::selection]
                : hovered ? t[Role::secondary]
                          : t[Role::borderStrong]);
    drawLabel(painter, rect.adjusted(tagPad - 1, 0, -tagPad + 2, 0), Qt::AlignLeft | Qt::AlignVCenter, drawn.text,
              TypeRole::badge,
              selected  ? t[Role::selection]
              : hovered ? t[Role::text]
                        : t[Role::secondary]);
    painter.restore();
}

} // namespace heteroscope

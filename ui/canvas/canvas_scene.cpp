// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas_scene.h"

#include "canvas/auto_layout.h"
#include "canvas/link_routes.h"
#include "theme/numbers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// Removes items whose names are gone, calls `renew` for each value and `create` for those that are new.
template<class Items, class Values, class Create, class Renew>
void sync(Items &items, const Values &values, Create &&create, Renew &&renew)
{
    NameSet wanted;
    for (const auto &value : values)
        wanted.insert(value.name);
    std::erase_if(items, [&](const auto &entry) { return !wanted.count(entry.first); });
    for (const auto &value : values) {
        auto it = items.find(value.name);
        if (it == items.end())
            it = items.emplace(value.name, create(value)).first;
        renew(*it->second, value);
    }
}

QString switchDetail(const Cluster &cluster, const Switch &value)
{
    double widest = 0;
    int links = 0;
    for (const Link &link : cluster.links)
        if (link.from == value.name || link.to == value.name) {
            ++links;
            widest = std::max(widest, link.bandwidth.value);
        }
    if (links == 0)
        return value.ports > 0 ? QObject::tr("%1 ports").arg(value.ports) : QObject::tr("not linked");
    const int ports = value.ports > 0 ? value.ports : links;
    return QObject::tr("%1 x %2").arg(ports).arg(formatBandwidth(BytesPerSecond(widest)));
}

} // namespace

CanvasScene::CanvasScene(Document *document, QObject *parent) : QGraphicsScene(parent), m_document(document)
{
    setItemIndexMethod(QGraphicsScene::NoIndex);
    connect(document, &Document::projectChanged, this, &CanvasScene::syncWithProject);
    connect(document->selection(), &Selection::changed, this, [this] { update(); });
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { update(); });
    syncWithProject();
}

CanvasScene::~CanvasScene()
{
    m_links.clear();
    m_nodes.clear();
    m_switches.clear();
}

void CanvasScene::setZoom(double zoom)
{
    if (std::abs(zoom - m_zoom) < 1e-9)
        return;
    m_zoom = zoom;
    for (auto &[name, item] : m_nodes)
        item->zoomChanged();
    for (auto &[name, item] : m_switches)
        item->zoomChanged();
    routeLinks();
    update();
}

void CanvasScene::setOverlay(CanvasOverlay overlay)
{
    m_overlay = std::move(overlay);
    update();
}

void CanvasScene::setReplay(std::optional<ReplayMoment> moment)
{
    m_replay = std::move(moment);
    update();
}

void CanvasScene::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void CanvasScene::setColourBy(ColourBy by)
{
    m_colourBy = by;
    update();
}

void CanvasScene::setOverlayKind(OverlayKind kind)
{
    m_overlayKind = kind;
    update();
}

void CanvasScene::setHovered(const std::string &name)
{
    if (name == m_hovered)
        return;
    // What is said of a link stands above the things around it.
    const auto lift = [this](const std::string &link, double z) {
        if (const auto found = m_links.find(link); found != m_links.end())
            found->second->setZValue(z);
    };
    lift(m_hovered, 0);
    lift(name, 50);
    m_hovered = name;
    update();
}

void CanvasScene::setGhosts(NameSet names)
{
    m_ghosts = std::move(names);
    update();
}

CanvasItem *CanvasScene::itemNamed(const std::string &name) const
{
    if (const auto it = m_nodes.find(name); it != m_nodes.end())
        return it->second.get();
    if (const auto it = m_switches.find(name); it != m_switches.end())
        return it->second.get();
    return nullptr;
}

LinkItem *CanvasScene::linkNamed(const std::string &name) const
{
    const auto it = m_links.find(name);
    return it == m_links.end() ? nullptr : it->second.get();
}

CanvasItem *CanvasScene::itemAtPoint(QPointF point, double reach) const
{
    CanvasItem *found = nullptr;
    double nearest = 1e300;
    const auto look = [&](CanvasItem *item) {
        const QRectF rect = item->sceneRect().adjusted(-reach, -reach, reach, reach);
        const double distance = QLineF(item->pos(), point).length();
        if (rect.contains(point) && distance < nearest) {
            nearest = distance;
            found = item;
        }
    };
    for (const auto &[name, item] : m_nodes)
        look(item.get());
    for (const auto &[name, item] : m_switches)
        look(item.get());
    return found;
}

LinkItem *CanvasScene::linkAtPoint(QPointF point) const
{
    for (const auto &[name, item] : m_links)
        if (item->isNear(point))
            return item.get();
    return nullptr;
}

std::optional<Side> CanvasScene::portNear(const CanvasItem &item, QPointF point) const
{
    if (item.screenSize().width() < roomForPorts)
        return std::nullopt;
    const double reach = (portRadius + 4) / m_zoom;
    for (const Side side : allSides)
        if (QLineF(item.portAt(side), point).length() <= reach)
            return side;
    return std::nullopt;
}

int CanvasScene::typeIndex(const std::string &type) const
{
    const auto it = m_typeOrder.find(type);
    return it == m_typeOrder.end() ? 0 : it->second;
}

void CanvasScene::showAt(const std::string &name, QPointF centre)
{
    if (CanvasItem *item = itemNamed(name))
        item->setPos(centre);
}

void CanvasScene::syncWithProject()
{
    m_synced = m_document->snapshot();
    const Cluster &cluster = m_synced->cluster;
    m_typeOrder.clear();
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            m_typeOrder.emplace(device.type, static_cast<int>(m_typeOrder.size()));
    const auto add = [this](auto item) {
        addItem(item.get());
        return item;
    };
    sync(
        m_nodes, cluster.nodes, [&](const Node &node) { return add(std::make_unique<NodeItem>(*this, node)); },
        [](NodeItem &item, const Node &node) { item.setNode(node); });
    sync(
        m_switches, cluster.switches,
        [&](const Switch &value) { return add(std::make_unique<SwitchItem>(*this, value)); },
        [&](SwitchItem &item, const Switch &value) { item.setSwitch(value, switchDetail(cluster, value)); });
    sync(
        m_links, cluster.links, [&](const Link &link) { return add(std::make_unique<LinkItem>(*this, link)); },
        [](LinkItem &item, const Link &link) { item.setLink(link); });
    for (const auto &[name, at] : completePositions(*m_synced))
        showAt(name, toScene(at));
    if (!m_hovered.empty() && !cluster.isNameTaken(m_hovered))
        m_hovered.clear();
    routeLinks();
    update();
}

void CanvasScene::routeLinks()
{
    std::vector<RouteRequest> requests;
    std::vector<LinkItem *> items;
    for (auto &[name, item] : m_links) {
        const CanvasItem *from = itemNamed(item->link().from);
        const CanvasItem *to = itemNamed(item->link().to);
        if (!from || !to)
            continue;
        requests.push_back({item->link().from, item->link().to, from->sceneRect(), to->sceneRect()});
        items.push_back(item.get());
    }
    const std::vector<QLineF> lines = routeLinksBetween(requests);
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i]->setLine(lines[i]);
}

QRectF CanvasScene::contentRectAt(double zoom) const
{
    QRectF rect;
    for (const auto &[name, item] : m_nodes)
        rect = rect.united(item->sceneRectAt(zoom));
    for (const auto &[name, item] : m_switches)
        rect = rect.united(item->sceneRectAt(zoom));
    return rect;
}

QRectF CanvasScene::centresRect() const
{
    QRectF rect;
    bool first = true;
    const auto add = [&](const CanvasItem &item) {
        if (first)
            rect = QRectF(item.pos(), item.pos());
        first = false;
        rect.setCoords(std::min(rect.left(), item.pos().x()), std::min(rect.top(), item.pos().y()),
                       std::max(rect.right(), item.pos().x()), std::max(rect.bottom(), item.pos().y()));
    };
    for (const auto &[name, item] : m_nodes)
        add(*item);
    for (const auto &[name, item] : m_switches)
        add(*item);
    return rect;
}

void CanvasScene::drawBackground(QPainter *painter, const QRectF &rect)
{
    const Theme &t = currentTheme();
    painter->fillRect(rect, t[Role::canvas]);
    // One dot every 24 scene units; coarser when they would crowd.
    double pitch = gridPitch;
    while (pitch * m_zoom < 16)
        pitch *= 2;
    const double dot = 1.4 / m_zoom;
    std::vector<QRectF> dots;
    for (double y = std::floor(rect.top() / pitch) * pitch; y <= rect.bottom(); y += pitch)
        for (double x = std::floor(rect.left() / pitch) * pitch; x <= rect.right(); x += pitch)
            dots.emplace_back(x - dot / 2, y - dot / 2, dot, dot);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(t[Role::border]);
    painter->drawRects(dots.data(), static_cast<int>(dots.size()));
    drawRacks(painter);
}

void CanvasScene::drawRacks(QPainter *painter) const
{
    const Theme &t = currentTheme();
    for (const Rack &rack : project().cluster.racks) {
        QRectF frame;
        for (const std::string &member : rack.members)
            if (const CanvasItem *item = itemNamed(member))
                frame = frame.united(item->sceneRect());
        if (frame.isEmpty())
            continue;
        const double pad = 16 / m_zoom;
        frame.adjust(-pad, -pad - 18 / m_zoom, pad, pad);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(frame.topLeft());
        painter->scale(1 / m_zoom, 1 / m_zoom);
        const QRectF onScreen(QPointF(), frame.size() * m_zoom);
        painter->setPen(QPen(t[Role::borderStrong], 1, Qt::DashLine));
        painter->setBrush(t.color(Role::panelSunk, 0.5));
        painter->drawRoundedRect(onScreen.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
        drawLabel(*painter, QRectF(10, 4, onScreen.width() - 20, 18), Qt::AlignLeft | Qt::AlignVCenter,
                  tr("%1 · %2 times").arg(QString::fromStdString(rack.name)).arg(rack.repeat), TypeRole::badge,
                  t[Role::secondary]);
        painter->restore();
    }
}

void CanvasScene::drawForeground(QPainter *painter, const QRectF &)
{
    const Theme &t = currentTheme();
    if (level() == CanvasLevel::far || m_stale)
        return;
    if (m_overlayKind == OverlayKind::pipeline)
        drawPairs(painter, m_overlay.pipelineHops, t[Role::pp], true);
    else if (m_overlayKind == OverlayKind::replicas)
        drawPairs(painter, m_overlay.replicaPairs, t[Role::dp], false);
}

void CanvasScene::drawPairs(QPainter *painter, const std::vector<NodePair> &pairs, const QColor &color,
                            bool arrows) const
{
    constexpr std::size_t readable = 64;
    if (pairs.size() > readable)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    for (const NodePair &pair : pairs) {
        const CanvasItem *from = itemNamed(pair.from);
        const CanvasItem *to = itemNamed(pair.to);
        if (!from || !to)
            continue;
        const QLineF line = straightBetween(from->sceneRect(), to->sceneRect());
        if (line.length() * m_zoom < 8)
            continue;
        painter->save();
        painter->translate(line.p1());
        painter->scale(1 / m_zoom, 1 / m_zoom);
        const QPointF end = (line.p2() - line.p1()) * m_zoom;
        const double length = std::hypot(end.x(), end.y());
        const QPointF along = end / length;
        const QPointF across(-along.y(), along.x());
        const QPointF a = along * 4;
        const QPointF b = end - along * 4;
        painter->setPen(QPen(color, 1.5, arrows ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap));
        painter->drawLine(a, arrows ? b - along * 6 : b);
        if (arrows) {
            const QPointF head[] = {b, b - along * 7 + across * 4, b - along * 7 - across * 4};
            painter->setPen(Qt::NoPen);
            painter->setBrush(color);
            painter->drawPolygon(head, 3);
        }
        painter->restore();
    }
    painter->restore();
}

} // namespace heteroscope

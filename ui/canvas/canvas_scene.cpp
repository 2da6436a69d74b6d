// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/canvas_scene.h"

#include "canvas/link_routes.h"
#include "canvas/note_commands.h"
#include "theme/icons.h"
#include "theme/numbers.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace heteroscope {
namespace {

constexpr double framePad = 16;     // pixels around what stands in an open rack
constexpr double headerHeight = 22; // of its title

/// Removes items whose names are gone or not to be seen, calls `renew` for each value and `create` for those that are
/// new.
template<class Items, class Values, class IsSeen, class Create, class Renew>
void sync(Items &items, const Values &values, IsSeen &&isSeen, Create &&create, Renew &&renew)
{
    std::unordered_set<std::string> wanted;
    for (const auto &value : values)
        if (isSeen(value))
            wanted.insert(value.name);
    std::erase_if(items, [&](const auto &entry) { return !wanted.count(entry.first); });
    for (const auto &value : values) {
        if (!wanted.count(value.name))
            continue;
        auto it = items.find(value.name);
        if (it == items.end())
            it = items.emplace(value.name, create(value)).first;
        renew(*it->second, value);
    }
}

/// How many copies of a link end at each copy of the thing.
int copiesAt(const Cluster &cluster, const std::string &thing, const Link &link)
{
    if (cluster.racks.empty())
        return 1;
    const Rack *own = cluster.rackOf(thing);
    const Rack *others = cluster.rackOf(link.from == thing ? link.to : link.from);
    return others && others != own ? others->repeat : 1;
}

QString switchDetail(const Cluster &cluster, const Switch &value)
{
    double widest = 0;
    int links = 0;
    for (const Link &link : cluster.links)
        if (link.from == value.name || link.to == value.name) {
            links += copiesAt(cluster, value.name, link);
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
    m_groups = std::make_unique<GroupLayer>(*this);
    addItem(m_groups.get());
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
    m_racks.clear();
    m_notes.clear();
    m_groups.reset();
}

void CanvasScene::setZoom(double zoom)
{
    if (std::abs(zoom - m_zoom) < 1e-9)
        return;
    m_zoom = zoom;
    forEachItem([](CanvasItem &item) { item.zoomChanged(); });
    routeLinks();
    update();
}

void CanvasScene::setOverlay(CanvasOverlay overlay)
{
    m_overlay = std::move(overlay);
    for (const auto &[name, item] : m_racks)
        item->takeLoad(m_overlay);
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

void CanvasScene::setLinkRouting(LinkRouting routing)
{
    if (routing == m_linkRouting)
        return;
    m_linkRouting = routing;
    routeLinks();
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
    if (const auto it = m_notes.find(name); it != m_notes.end())
        return it->second.get();
    const auto closed = m_closedIn.find(name);
    const auto it = m_racks.find(closed == m_closedIn.end() ? name : closed->second);
    return it == m_racks.end() ? nullptr : it->second.get();
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
    forEachItem([&](CanvasItem &item) {
        const double around = item.hasPorts() ? reach : 0;
        const QRectF rect = item.sceneRect().adjusted(-around, -around, around, around);
        const double distance = QLineF(item.pos(), point).length();
        const bool above = found && item.zValue() > found->zValue();
        const bool below = found && item.zValue() < found->zValue();
        if (rect.contains(point) && !below && (above || distance < nearest)) {
            nearest = distance;
            found = &item;
        }
    });
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
    if (!item.hasPorts() || item.screenSize().width() < roomForPorts)
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
    m_places[name] = centre;
    if (!m_closedIn.count(name))
        if (CanvasItem *item = itemNamed(name))
            item->setPos(centre);
}

std::optional<QPointF> CanvasScene::placeOf(const std::string &name) const
{
    const auto it = m_places.find(name);
    return it == m_places.end() ? std::nullopt : std::optional(it->second);
}

void CanvasScene::placeRacks()
{
    for (const auto &[name, item] : m_racks) {
        double left = 0, top = 0, right = 0, bottom = 0;
        bool first = true;
        for (const std::string &member : item->rack().members)
            if (const auto at = placeOf(member)) {
                left = first ? at->x() : std::min(left, at->x());
                right = first ? at->x() : std::max(right, at->x());
                top = first ? at->y() : std::min(top, at->y());
                bottom = first ? at->y() : std::max(bottom, at->y());
                first = false;
            }
        item->setPos((left + right) / 2, (top + bottom) / 2);
    }
}

void CanvasScene::syncWithProject()
{
    m_synced = m_document->snapshot();
    const Cluster &cluster = m_synced->cluster;
    m_closedIn.clear();
    std::unordered_set<std::string> known;
    if (!cluster.racks.empty()) {
        for (const Node &node : cluster.nodes)
            known.insert(node.name);
        for (const Switch &value : cluster.switches)
            known.insert(value.name);
    }
    for (const Rack &rack : cluster.racks)
        for (const std::string &member : rack.members)
            if (rack.collapsed && known.count(member))
                m_closedIn.emplace(member, rack.name);
    m_typeOrder.clear();
    for (const Node &node : cluster.nodes)
        for (const Device &device : node.devices)
            m_typeOrder.emplace(device.type, static_cast<int>(m_typeOrder.size()));
    const auto add = [this](auto item) {
        addItem(item.get());
        return item;
    };
    const auto isSeen = [this](const auto &thing) { return !m_closedIn.count(thing.name); };
    const auto closedRack = [this](const std::string &name) {
        const auto it = m_closedIn.find(name);
        return it == m_closedIn.end() ? std::string() : it->second;
    };
    sync(
        m_nodes, cluster.nodes, isSeen, [&](const Node &node) { return add(std::make_unique<NodeItem>(*this, node)); },
        [](NodeItem &item, const Node &node) { item.setNode(node); });
    sync(
        m_switches, cluster.switches, isSeen,
        [&](const Switch &value) { return add(std::make_unique<SwitchItem>(*this, value)); },
        [&](SwitchItem &item, const Switch &value) { item.setSwitch(value, switchDetail(cluster, value)); });
    sync(
        m_racks, cluster.racks,
        [&](const Rack &rack) {
            return rack.collapsed && std::any_of(rack.members.begin(), rack.members.end(),
                                                 [&](const auto &member) { return closedRack(member) == rack.name; });
        },
        [&](const Rack &rack) { return add(std::make_unique<RackItem>(*this, rack)); },
        [&](RackItem &item, const Rack &rack) {
            item.setRack(rack, cluster);
            item.takeLoad(m_overlay);
        });
    sync(
        m_links, cluster.links,
        [&](const Link &link) {
            const std::string rack = closedRack(link.from);
            return rack.empty() || rack != closedRack(link.to);
        },
        [&](const Link &link) { return add(std::make_unique<LinkItem>(*this, link)); },
        [](LinkItem &item, const Link &link) { item.setLink(link); });
    syncNotes();
    m_groups->sync();
    m_places.clear();
    for (const auto &[name, at] : drawnPositions(*m_synced))
        showAt(name, toScene(at));
    if (!m_hovered.empty() && !cluster.isNameTaken(m_hovered) && !m_notes.count(m_hovered) &&
        !findDeviceGroup(cluster, m_hovered))
        m_hovered.clear();
    routeLinks();
    update();
}

void CanvasScene::syncNotes()
{
    struct Keyed
    {
        std::string name;
        const Note *note;
    };
    std::vector<Keyed> notes;
    for (const Note &note : m_synced->notes)
        notes.push_back({noteKey(note.id), &note});
    sync(
        m_notes, notes, [](const Keyed &) { return true; },
        [this](const Keyed &keyed) {
            auto item = std::make_unique<NoteItem>(*this, *keyed.note);
            addItem(item.get());
            return item;
        },
        [](NoteItem &item, const Keyed &keyed) { item.setNote(*keyed.note); });
}

void CanvasScene::routeLinks()
{
    placeRacks();
    std::vector<RouteRequest> requests;
    std::vector<LinkItem *> items;
    for (auto &[name, item] : m_links) {
        const CanvasItem *from = itemNamed(item->link().from);
        const CanvasItem *to = itemNamed(item->link().to);
        if (!from || !to)
            continue;
        requests.push_back({from->name(), to->name(), from->sceneRect(), to->sceneRect()});
        items.push_back(item.get());
    }
    std::vector<LinkPath> paths = routeLinksBetween(requests, m_linkRouting, m_zoom);
    placeBadges(paths);
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i]->setPath(paths[i]);
}

/// Where no thing hides them. In large drawings they stay in the middle: that look would cost more than it is worth.
void CanvasScene::placeBadges(std::vector<LinkPath> &paths) const
{
    constexpr std::size_t mostLooks = 100'000;
    if (level() == CanvasLevel::far)
        return;
    std::vector<QRectF> things;
    forEachItem([&things](const CanvasItem &item) { things.push_back(item.sceneRect()); });
    if (things.size() * paths.size() > mostLooks)
        return;
    for (LinkPath &path : paths) {
        const auto hides = [&path](const QRectF &thing) { return thing.contains(path.middle); };
        path.covered = path.isStraight() && std::any_of(things.begin(), things.end(), hides);
        if (!path.covered)
            continue;
        path.open = longestOpenPiece(path.ends(), things);
        path.middle = path.open.center();
    }
}

QRectF CanvasScene::contentRectAt(double zoom) const
{
    QRectF rect;
    forEachItem([&](const CanvasItem &item) { rect = rect.united(item.sceneRectAt(zoom)); });
    return rect;
}

QRectF CanvasScene::centresRect() const
{
    QRectF rect;
    bool first = true;
    forEachItem([&](const CanvasItem &item) {
        if (first)
            rect = QRectF(item.pos(), item.pos());
        first = false;
        rect.setCoords(std::min(rect.left(), item.pos().x()), std::min(rect.top(), item.pos().y()),
                       std::max(rect.right(), item.pos().x()), std::max(rect.bottom(), item.pos().y()));
    });
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

QRectF CanvasScene::rackFrame(const Rack &rack) const
{
    QRectF frame;
    for (const std::string &member : rack.members)
        if (!m_closedIn.count(member))
            if (const CanvasItem *item = itemNamed(member))
                frame = frame.united(item->sceneRect());
    if (frame.isEmpty())
        return {};
    const double pad = framePad / m_zoom;
    return frame.adjusted(-pad, -pad - headerHeight / m_zoom, pad, pad);
}

std::string CanvasScene::rackHeaderAt(QPointF point) const
{
    for (const Rack &rack : project().cluster.racks) {
        QRectF header = rackFrame(rack);
        header.setHeight(std::min(header.height(), headerHeight / m_zoom));
        if (!rack.collapsed && header.contains(point))
            return rack.name;
    }
    return {};
}

std::string CanvasScene::rackToggleAt(QPointF point) const
{
    if (const CanvasItem *item = itemAtPoint(point)) {
        const auto *tile = dynamic_cast<const RackItem *>(item);
        return tile && tile->isOpener(point) ? tile->name() : std::string();
    }
    const std::string open = rackHeaderAt(point);
    const Rack *rack = open.empty() ? nullptr : project().cluster.findRack(open);
    return rack && (point.x() - rackFrame(*rack).left()) * m_zoom <= headerHeight + 2 ? open : std::string();
}

void CanvasScene::drawRacks(QPainter *painter) const
{
    const Theme &t = currentTheme();
    for (const Rack &rack : project().cluster.racks) {
        const QRectF frame = rackFrame(rack);
        if (frame.isEmpty())
            continue;
        const bool selected = isSelected(rack.name);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(frame.topLeft());
        painter->scale(1 / m_zoom, 1 / m_zoom);
        const QRectF onScreen(QPointF(), frame.size() * m_zoom);
        const QColor line = selected                 ? t[Role::selection]
                            : m_hovered == rack.name ? t[Role::secondary]
                                                     : t[Role::borderStrong];
        painter->setPen(QPen(line, selected ? 2 : 1, selected ? Qt::SolidLine : Qt::DashLine));
        painter->setBrush(t.color(Role::panelSunk, 0.5));
        painter->drawRoundedRect(onScreen.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
        paintIcon(*painter, QRectF(6, 4, 16, 16), IconName::chevronDown, t[Role::secondary]);
        const QString name = QString::fromStdString(rack.name);
        drawLabel(*painter, QRectF(24, 3, onScreen.width() - 34, 18), Qt::AlignLeft | Qt::AlignVCenter,
                  rack.repeat > 1 ? tr("%1 · %2 times").arg(name).arg(rack.repeat) : name, TypeRole::badge,
                  selected ? t[Role::selection] : t[Role::secondary]);
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
        if (!from || !to || from == to)
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

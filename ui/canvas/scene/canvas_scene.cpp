// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/canvas_scene.h"

#include "canvas/items/link_card.h"
#include "canvas/items/plan_overlay_item.h"
#include "canvas/scene/badge_places.h"
#include "canvas/scene/link_routes.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

CanvasScene::CanvasScene(Document *document, QObject *parent) : QGraphicsScene(parent), m_document(document)
{
    m_planOverlay = std::make_unique<PlanOverlayItem>(*this);
    addItem(m_planOverlay.get());
    setItemIndexMethod(QGraphicsScene::NoIndex);
    m_groups = std::make_unique<GroupLayer>(*this);
    addItem(m_groups.get());
    m_linkCard = std::make_unique<LinkCard>(*this);
    addItem(m_linkCard.get());
    connect(document, &Document::projectChanged, this, &CanvasScene::syncWithProject);
    connect(document->selection(), &Selection::changed, this, [this] {
        placeBadges(); // a selected link says more
        m_linkCard->follow();
        update();
    });
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
    m_planOverlay.reset();
    m_groups.reset();
    m_linkCard.reset();
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
    m_isPreview = false;
    takeOverlay(std::move(overlay));
}

void CanvasScene::setPreview(CanvasOverlay overlay)
{
    m_isPreview = true;
    takeOverlay(std::move(overlay));
}

void CanvasScene::takeOverlay(CanvasOverlay overlay)
{
    m_overlay = std::move(overlay);
    for (const auto &[name, item] : m_racks)
        item->takeLoad(m_overlay);
    m_planOverlay->take(m_overlay, m_overlayKind);
    placeBadges();
    m_linkCard->follow();
    if (m_filter.isActive())
        applyFilter();
    update();
    emit overlayChanged();
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
    if (by == m_colourBy)
        return;
    m_colourBy = by;
    update();
    emit colourByChanged();
}

void CanvasScene::setOverlayKind(OverlayKind kind)
{
    if (kind == m_overlayKind)
        return;
    m_overlayKind = kind;
    m_planOverlay->take(m_overlay, m_overlayKind);
    update();
    emit overlayKindChanged();
}

bool CanvasScene::hasOverlay(OverlayKind kind) const
{
    if (kind == OverlayKind::context || kind == OverlayKind::expert)
        return m_overlay.simulation && hasParallelism(m_overlay.simulation->plan, kind);
    return true;
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
    m_hovered = name;
    m_linkCard->follow();
    update();
}

void CanvasScene::placeCards() { m_linkCard->follow(); }

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
    findOpenPieces(paths);
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i]->setPath(paths[i]);
    placeBadges();
    m_planOverlay->follow();
    m_linkCard->follow();
}

/// Where no thing hides badges. In large drawings they stay in the middle: that look would cost more than it is worth.
void CanvasScene::findOpenPieces(std::vector<LinkPath> &paths) const
{
    constexpr std::size_t maxLooks = 100'000;
    if (level() == CanvasLevel::far)
        return;
    std::vector<QRectF> things;
    forEachItem([&things](const CanvasItem &item) { things.push_back(item.sceneRect()); });
    if (things.size() * paths.size() > maxLooks)
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

/// What warns of something is placed first.
void CanvasScene::placeBadges()
{
    std::vector<std::pair<LinkItem *, LinkBadge>> shown;
    for (const auto &[name, item] : m_links) {
        LinkBadge badge = level() == CanvasLevel::far ? LinkBadge() : item->badge();
        if (badge.text.isEmpty())
            item->setBadgePlace(std::nullopt);
        else
            shown.emplace_back(item.get(), std::move(badge));
    }
    std::stable_partition(shown.begin(), shown.end(), [](const auto &one) { return one.second.icon.has_value(); });
    std::vector<BadgeRequest> badges;
    for (const auto &[item, badge] : shown)
        badges.push_back({badge.size(), item->badgeCentres(badge.size())});
    std::vector<QRectF> things;
    forEachItem([&](const CanvasItem &item) {
        const QRectF rect = item.sceneRect();
        things.emplace_back(rect.topLeft() * m_zoom, rect.size() * m_zoom);
    });
    const auto places = placeApart(badges, things);
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i].first->setBadgePlace(places[i] ? std::optional(*places[i] / m_zoom) : std::nullopt);
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
    painter->setBrush(t[t.kind() == ThemeKind::contrast ? Role::grid : Role::border]);
    painter->drawRects(dots.data(), static_cast<int>(dots.size()));
    drawRacks(painter);
}

} // namespace heteroscope

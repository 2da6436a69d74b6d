// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawn cluster as graphics items. The scene only reads: it follows the document's snapshot, the selection and the
// overlay of the simulation on show; gestures of the view make edits.
#pragma once

#include "analysis/parallel_groups.h"
#include "analysis/replay_moment.h"
#include "canvas/items/group_layer.h"
#include "canvas/items/link_item.h"
#include "canvas/items/node_item.h"
#include "canvas/items/note_item.h"
#include "canvas/items/rack_item.h"
#include "canvas/items/switch_item.h"
#include "canvas/scene/canvas_filter.h"
#include "canvas/scene/canvas_overlay.h"
#include "widgets/drawing.h"

#include <QGraphicsScene>

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

namespace heteroscope {

class LinkCard;
class PlanOverlayItem;

class CanvasScene : public QGraphicsScene
{
    Q_OBJECT

public:
    explicit CanvasScene(Document *document, QObject *parent = nullptr);
    ~CanvasScene() override;

    const Project &project() const { return m_document->project(); }
    Document *document() const { return m_document; }

    double zoom() const { return m_zoom; }
    CanvasLevel level() const { return levelAt(m_zoom); }
    void setZoom(double zoom);

    /// Start time of the shown step in the scenario; link rates are drawn as of this time.
    Seconds timeOnShow() const { return m_overlay.simulation ? m_overlay.simulation->startTime : Seconds(0); }
    const CanvasOverlay &overlay() const { return m_overlay; }
    void setOverlay(CanvasOverlay overlay);
    /// The state at one time of the step during a replay; nullptr without a replay.
    const ReplayMoment *replay() const { return m_replay && !m_isPreview ? &*m_replay : nullptr; }
    void setReplay(std::optional<ReplayMoment> moment);
    /// True while the overlay is that of a plan that is only looked at: its placement is drawn as a ghost.
    bool isPreview() const { return m_isPreview; }
    void setPreview(CanvasOverlay overlay);
    bool isStale() const { return m_stale && !m_isPreview; }
    void setStale(bool stale);
    ColourBy colourBy() const { return m_colourBy; }
    void setColourBy(ColourBy by);
    OverlayKind overlayKind() const { return m_overlayKind; }
    void setOverlayKind(OverlayKind kind);
    /// False for CP and EP groups if the shown plan has none; true for all other kinds.
    bool hasOverlay(OverlayKind kind) const;
    const PlanOverlayItem &planOverlay() const { return *m_planOverlay; }
    /// The cards of the hovered and of the selected link.
    const LinkCard &linkCard() const { return *m_linkCard; }
    /// What of the scene a view shows, and what its controls cover of that.
    struct SeenPart
    {
        QRectF seen; ///< empty: nothing is known of a view
        std::vector<QRectF> covered;
    };
    void setSeenPart(std::function<SeenPart()> seenPart) { m_seenPart = std::move(seenPart); }
    SeenPart seenPart() const { return m_seenPart ? m_seenPart() : SeenPart(); }
    /// Places the cards again after the view has moved.
    void placeCards();
    /// The filter; items of other kinds fade.
    const CanvasFilter &filter() const { return m_filter; }
    void setFilter(CanvasFilter filter);
    /// A node, switch, link, note, rack or what stands in a closed one.
    bool isFaded(const std::string &name) const;

    bool isSelected(const std::string &name) const { return m_document->selection()->contains(name); }
    bool isDeviceSelected(const std::string &device) const
    {
        return m_document->selection()->devices().count(device) > 0;
    }
    /// Node, switch, link, rack, note (its key) or tag of a group (its key) under the mouse; empty none.
    const std::string &hovered() const { return m_hovered; }
    void setHovered(const std::string &name);
    /// Things drawn as ghosts while they are dragged.
    bool isGhost(const std::string &name) const { return m_ghosts.count(name) > 0; }
    void setGhosts(NameSet names);

    /// Node, switch, closed rack or note (by key); what stands in a closed rack is that rack's tile.
    CanvasItem *itemNamed(const std::string &name) const;
    LinkItem *linkNamed(const std::string &name) const;
    const std::map<std::string, std::unique_ptr<NodeItem>> &nodes() const { return m_nodes; }
    const std::map<std::string, std::unique_ptr<SwitchItem>> &switches() const { return m_switches; }
    /// Only closed ones; their members are not among nodes, switches and links.
    const std::map<std::string, std::unique_ptr<RackItem>> &racks() const { return m_racks; }
    const std::map<std::string, std::unique_ptr<LinkItem>> &links() const { return m_links; }
    /// By key.
    const std::map<std::string, std::unique_ptr<NoteItem>> &notes() const { return m_notes; }
    template<class Visit>
    void forEachItem(Visit &&visit) const
    {
        for (const auto &[name, item] : m_nodes)
            visit(static_cast<CanvasItem &>(*item));
        for (const auto &[name, item] : m_switches)
            visit(static_cast<CanvasItem &>(*item));
        for (const auto &[name, item] : m_racks)
            visit(static_cast<CanvasItem &>(*item));
        for (const auto &[key, item] : m_notes)
            visit(static_cast<CanvasItem &>(*item));
    }
    /// The frame of an open rack with its header; empty for another one.
    QRectF rackFrame(const Rack &rack) const;
    /// The open rack whose header is under the point; empty none.
    std::string rackHeaderAt(QPointF point) const;
    /// The rack, open or closed, whose sign that closes or opens it is under the point; empty none.
    std::string rackToggleAt(QPointF point) const;
    const GroupLayer &groups() const { return *m_groups; }
    /// What stands under the point: the topmost, of several the one with the nearest middle; what has ports also
    /// within `reach` scene units of it.
    CanvasItem *itemAtPoint(QPointF point, double reach = 0) const;
    LinkItem *linkAtPoint(QPointF point) const;
    /// The port within reach of the point, if the item has one there.
    std::optional<Side> portNear(const CanvasItem &item, QPointF point) const;

    /// Order of first use of a device type in the cluster, for colouring by type.
    int typeIndex(const std::string &type) const;
    /// Moves a node, switch or note on the screen only; routeLinks follows.
    void showAt(const std::string &name, QPointF centre);
    /// Centre of a node, a switch (drawn or in a closed rack) or a note; none for another name.
    std::optional<QPointF> placeOf(const std::string &name) const;
    /// How links run between their ends.
    LinkRouting linkRouting() const { return m_linkRouting; }
    void setLinkRouting(LinkRouting routing);
    /// Routes the links between the current positions of their ends, and centres closed racks over their members.
    void routeLinks();
    /// What is drawn, with a margin; an empty rectangle when nothing is.
    QRectF contentRect() const { return contentRectAt(m_zoom); }
    QRectF contentRectAt(double zoom) const;
    /// Extent of the centres; unlike contentRect it does not depend on the zoom.
    QRectF centresRect() const;

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;

signals:
    void colourByChanged();
    void overlayChanged(); ///< another step is shown
    void overlayKindChanged();
    void filterChanged();
    void synced(); ///< with another state of the project

private:
    void syncWithProject();
    void takeOverlay(CanvasOverlay overlay);
    void syncNotes();
    void drawRacks(QPainter *painter) const;
    void placeRacks();
    void findOpenPieces(std::vector<LinkPath> &paths) const;
    void placeBadges();
    void applyFilter();
    std::vector<bool> shownDevices(const Node &node, int copies) const;
    bool showsAny(const Rack &rack) const;

    Document *m_document;
    std::function<SeenPart()> m_seenPart;
    double m_zoom = 1;
    CanvasOverlay m_overlay;
    std::optional<ReplayMoment> m_replay;
    bool m_stale = false;
    bool m_isPreview = false;
    ColourBy m_colourBy = ColourBy::stage;
    OverlayKind m_overlayKind = OverlayKind::pipeline;
    CanvasFilter m_filter;
    NameSet m_fadedFrames; ///< racks
    LinkRouting m_linkRouting = LinkRouting::straight;
    std::string m_hovered;
    NameSet m_ghosts;
    std::map<std::string, int> m_typeOrder;
    ProjectSnapshot m_synced;
    std::map<std::string, std::unique_ptr<NodeItem>> m_nodes;
    std::map<std::string, std::unique_ptr<SwitchItem>> m_switches;
    std::map<std::string, std::unique_ptr<RackItem>> m_racks;
    std::map<std::string, std::unique_ptr<LinkItem>> m_links;
    std::map<std::string, std::unique_ptr<NoteItem>> m_notes;
    std::unique_ptr<PlanOverlayItem> m_planOverlay;
    std::unique_ptr<GroupLayer> m_groups;
    std::unique_ptr<LinkCard> m_linkCard;
    std::unordered_map<std::string, QPointF> m_places;       // of nodes and switches, drawn or not, and notes
    std::unordered_map<std::string, std::string> m_closedIn; // node or switch -> closed rack
};

} // namespace heteroscope

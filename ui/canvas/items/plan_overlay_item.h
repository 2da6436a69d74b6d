// SPDX-License-Identifier: GPL-3.0-or-later
//
// The overlay of the shown plan, above nodes and below notes: the hops of pipelines, the pairs of replicas, or the
// outlines of the groups of one kind of parallelism. Computed when the plan or the drawing changes, not for each frame.
#pragma once

#include "analysis/parallel_groups.h"
#include "canvas/scene/canvas_overlay.h"

#include <QGraphicsItem>
#include <QPolygonF>

namespace heteroscope {

class CanvasScene;
class RackItem;

class PlanOverlayItem : public QGraphicsItem
{
public:
    explicit PlanOverlayItem(CanvasScene &scene);

    /// Shows another step or another kind of overlay.
    void take(const CanvasOverlay &overlay, OverlayKind kind);
    /// Updates the overlay after items were moved or resized.
    void follow();

    /// A hull in one thing that is drawn: pieces of devices that are neighbours, in scene coordinates.
    struct Hull
    {
        std::string thing; ///< node or closed rack
        std::vector<QRectF> pieces;
        int group = 0; ///< index into groups()
    };
    const std::vector<ParallelGroup> &groups() const { return m_groups; }
    const std::vector<Hull> &hulls() const { return m_hulls; }
    /// Lines from hull to hull of a group, in scene coordinates; hops of pipelines and pairs of replicas run around
    /// what stands between them.
    struct Tie
    {
        QPolygonF way;
        std::string from;
        std::string to;
    };
    const std::vector<Tie> &ties() const { return m_ties; }

    QRectF boundingRect() const override { return m_extent; }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    struct Caption
    {
        QRectF rect; ///< in the scene
        QString text;
        std::string thing;
    };

    void placePairs(const std::vector<NodePair> &pairs);
    void placeGroups();
    void placeRackGroups(const RackItem &rack, const std::vector<int> &groups);
    bool isDimmed(const std::string &from, const std::string &to) const;
    void paintArrow(QPainter &painter, QPolygonF way, const QColor &color, bool arrow) const;
    void paintHulls(QPainter &painter, const QRectF &exposed, const QColor &color) const;

    CanvasScene &m_scene;
    OverlayKind m_kind = OverlayKind::none;
    std::vector<NodePair> m_pairs;
    std::vector<ParallelGroup> m_groups;
    std::vector<Hull> m_hulls;
    std::vector<Tie> m_ties;
    std::vector<Caption> m_captions; ///< of closed racks
    QRectF m_extent;
};

} // namespace heteroscope

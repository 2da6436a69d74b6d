// SPDX-License-Identifier: GPL-3.0-or-later
//
// A closed rack: one tile for its members and all their copies.
#pragma once

#include "canvas/items/canvas_item.h"
#include "cluster/cluster.h"

#include <QCoreApplication>

#include <map>

namespace heteroscope {

struct CanvasOverlay;

/// How often a rack repeats, as its drawing says it: "×16".
QString timesText(int repeat);

class RackItem : public CanvasItem
{
    Q_DECLARE_TR_FUNCTIONS(RackItem)

public:
    RackItem(CanvasScene &scene, const Rack &rack);

    /// Takes the rack's present value and what of the cluster it stands for.
    void setRack(const Rack &rack, const Cluster &cluster);
    const Rack &rack() const { return m_rack; }
    std::size_t nodeCount() const { return m_nodes.size(); } ///< in each copy
    /// Updates the load shown, over all copies, from the shown step.
    void takeLoad(const CanvasOverlay &overlay);
    /// True if the point is on the button that opens the rack.
    bool isOpener(QPointF scenePoint) const;
    /// Where each member that is a node is drawn, in pixels from the top left corner: its square in the card, the whole
    /// tile far away. Members that have no square are not there.
    std::map<std::string, QRectF> memberPlaces() const;
    /// Room for a line about what is in it, in the same way; empty where there is none.
    QRectF captionPlace() const;

protected:
    QSizeF sizeAt(double zoom) const override;
    void paintOnScreen(QPainter &painter, const QSizeF &size) override;

private:
    void paintPlates(QPainter &painter, const QRectF &rect, double radius) const;
    void paintFar(QPainter &painter, const QRectF &rect) const;
    void paintCard(QPainter &painter, const QRectF &rect) const;
    void paintMembers(QPainter &painter) const;
    bool isChosen() const;
    std::size_t squares() const;

    Rack m_rack;
    std::vector<std::string> m_nodes; // members that are nodes, in the order of the rack
    std::size_t m_switches = 0;
    std::size_t m_devices = 0; // of all copies
    int m_used = 0;            // nodes of all copies that the plan uses
    double m_busy = 0;         // their mean
    Bytes m_peak;              // of the fullest device of all
    Bytes m_capacity;          // of that device
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// A node on the canvas, at its three levels: tile, card, cells with the fabric between them.
#pragma once

#include "canvas/items/canvas_item.h"
#include "canvas/scene/canvas_overlay.h"

namespace heteroscope {

struct LaneNow;

class NodeItem : public CanvasItem
{
public:
    NodeItem(CanvasScene &scene, const Node &node);

    /// Updates the item from the node. Cheap if nothing changed.
    void setNode(const Node &node);
    const Node &node() const { return m_node; }
    int deviceCount() const { return static_cast<int>(m_node.devices.size()); }
    /// Device under a scene point in the near level; -1 elsewhere.
    int deviceAt(QPointF scenePoint) const;
    /// Its cell in the near level, in the scene.
    QRectF cellOf(int device) const;
    /// Which devices are of a kind that the canvas shows; the others fade. Empty: all are.
    void setShownDevices(std::vector<bool> shown) { m_shown = std::move(shown); }
    bool isShown(int device) const { return m_shown.empty() || m_shown[static_cast<std::size_t>(device)]; }
    /// The rectangle of each device in pixels from the top left corner; empty if the level does not draw single
    /// devices.
    std::vector<QRectF> devicePlaces() const;

protected:
    QSizeF sizeAt(double zoom) const override;
    void paintOnScreen(QPainter &painter, const QSizeF &size) override;

private:
    void describe();
    /// Devices whose rate is 0 at the time on show.
    int devicesGone() const;
    /// Crossed out, over the faded node.
    void paintLoss(QPainter &painter, const QSizeF &size, int gone) const;
    void paintPresent(QPainter &painter, const QSizeF &size);
    void paintLevel(QPainter &painter, const QSizeF &size);
    void paintFar(QPainter &painter, const QSizeF &size) const;
    std::vector<QRectF> farDots() const;
    int firstShown() const;
    void paintMiddle(QPainter &painter, const QSizeF &size) const;
    void paintCells(QPainter &painter) const;
    void paintRuns(QPainter &painter) const;
    void paintNear(QPainter &painter, const QSizeF &size) const;
    void paintFabric(QPainter &painter, double zoom) const;
    void paintNearCell(QPainter &painter, int device, const QRectF &rect) const;
    void paintFrame(QPainter &painter, const QSizeF &size, double radius) const;
    QColor fillOf(int device, const NodeOverlay *overlay) const;
    QColor inkOf(int device, const NodeOverlay *overlay) const;
    const DeviceOverlay *deviceOverlay(const NodeOverlay *overlay, int device) const;
    /// The state of the device at the current time of a replay; nullptr without one.
    const LaneNow *replayOf(const DeviceOverlay *device) const;
    QString cellText(const DeviceOverlay *device) const;
    std::string deviceName(int device) const;

    Node m_node;
    std::vector<DeviceShape> m_shapes; // by device
    std::vector<QString> m_typeNames;  // by device, short
    std::vector<int> m_typeIndex;      // by device, order of first use in the cluster
    std::vector<bool> m_shown;         // by device; empty: all
    QString m_summary;                 // "4x A100 80G + 4x V100 32G"
    QString m_fabric;                  // "NVSwitch · 300 GB/s each way · 1.00 µs"
    bool m_hasFabric = false;
    bool m_doubleLines = false;
};

} // namespace heteroscope

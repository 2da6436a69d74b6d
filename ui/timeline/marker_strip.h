// SPDX-License-Identifier: GPL-3.0-or-later
//
// Markers of a timeline: each is a flag with its text in a strip between ruler and lanes, so that no text covers a bar,
// and a line from there to its moment, through all lanes or down to the lane of its device. Where flags are crowded,
// their texts are shortened and the later ones stand right of their moment; flags never overlap.
#pragma once

#include "project/marker.h"
#include "simulator/result/step_result.h"
#include "timeline/timeline_layout.h"

#include <QRectF>

#include <memory>
#include <vector>

class QPainter;

namespace heteroscope {

class Topology;
struct TimelineViewport;

class MarkerStrip
{
public:
    static constexpr int height = 20;

    /// In the widget.
    struct Flag
    {
        std::size_t index = 0; ///< of markers()
        double x = 0;          ///< of the moment
        QRectF box;
        int lane = -1;
    };

    /// Sorts them by time. False if they are what is shown already.
    bool setMarkers(std::vector<Marker> markers);
    /// The step on show; both may be null.
    void setStep(const StepResult *result, const Topology *topology);

    const std::vector<Marker> &markers() const { return m_markers; }
    const Marker *find(int id) const { return findMarker(m_markers, id); }
    /// The lane of a marker's device in the step on show; -1: of the whole step, or the device does not work in it.
    int laneOf(const Marker &marker) const;

    /// Flags in view, from left to right. moved: stands in for the marker with its id, while it is dragged; may be
    /// null.
    std::vector<Flag> flags(const TimelineLayout &layout, const TimelineViewport &viewport,
                            const Marker *moved = nullptr) const;
    /// selected: id of the marker to set apart; 0: none.
    void paint(QPainter &painter, const TimelineLayout &layout, const TimelineViewport &viewport, const Theme &theme,
               int selected = 0, const Marker *moved = nullptr) const;

private:
    std::vector<Marker> m_markers;
    const StepResult *m_result = nullptr;
    const Topology *m_topology = nullptr;
};

/// The moment in the resolution of the simulator.
Ticks timeOf(const Marker &marker);

} // namespace heteroscope

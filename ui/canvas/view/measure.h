// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measuring tool: rate, latency and bottleneck of a transfer from one node or closed rack to another.
#pragma once

#include "canvas/view/gesture.h"
#include "cost/way.h"
#include "document/document.h"
#include "jobs/calibration_in_use.h"

#include <memory>
#include <optional>

namespace heteroscope {

/// The result of a measurement, in words.
struct Measurement
{
    std::string from, to; ///< names on the canvas; `to` empty: nothing yet
    QString text;
    bool refused = false;
};

/// Measures in one snapshot of the project at one instant; expands the cluster once.
class MeasuringTape
{
public:
    MeasuringTape(ProjectSnapshot project, Seconds at);

    bool isFor(const ProjectSnapshot &project, Seconds at) const
    {
        return m_project == project && m_at == at && m_calibration == CalibrationInUse::values();
    }
    Measurement between(const std::string &from, const std::string &to);

private:
    ProjectSnapshot m_project;
    Seconds m_at;
    std::shared_ptr<const CalibrationValues> m_calibration; ///< null: the shipped constants
    std::optional<Result<Topology>> m_topology;
    std::unique_ptr<Network> m_network;
};

/// A line between the two with what was measured at its end, in pixels of the view.
void paintMeasurement(QPainter &painter, const CanvasView &view, const Measurement &measurement, QPointF end);

class MeasureGesture : public Gesture
{
public:
    MeasureGesture(CanvasView &view, std::string from, QPointF start);
    void move(QPointF scenePoint, QPoint viewPoint, Qt::KeyboardModifiers modifiers) override;
    void release(QPointF scenePoint, Qt::KeyboardModifiers modifiers) override;
    void paint(QPainter &painter) override;
    Qt::CursorShape cursor() const override { return Qt::CrossCursor; }

private:
    Measurement m_measurement;
    QPointF m_end;
};

} // namespace heteroscope

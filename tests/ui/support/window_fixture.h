// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tests of the window share: settings of their own, palette drops, an engine that answers when it is told to.
#pragma once

#include "canvas/view/canvas_view.h"
#include "jobs/session.h"
#include "palette/palette_view.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace heteroscope {

/// Settings go to a folder that is gone after the test.
class PrivateSettings
{
public:
    PrivateSettings()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("HeteroScopeTests"));
        QCoreApplication::setApplicationName(QStringLiteral("HeteroScopeTests"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }
    QString path(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

/// Drops what the palette would hand over onto the canvas.
inline void dropFromPalette(PaletteView &palette, CanvasView &canvas, PaletteKind kind, const QString &name,
                            QPointF scenePoint)
{
    const QModelIndex index = palette.model()->find(kind, name);
    const std::unique_ptr<QMimeData> data(palette.model()->mimeData({index}));
    const QPoint at = canvas.mapFromScene(scenePoint);
    QDragEnterEvent enter(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &enter);
    QDragMoveEvent move(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &move);
    QDropEvent drop(at, Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &drop);
}

/// A gate that jobs on other threads wait at.
class Gate
{
public:
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_open = true;
        m_changed.notify_all();
    }
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_open = false;
    }
    /// Returns when the gate is open or the stop token fires.
    void pass(const StopToken &stop = {})
    {
        std::unique_lock lock(m_mutex);
        while (!m_open && !stop.stop_requested())
            m_changed.wait_for(lock, std::chrono::milliseconds(1));
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_open = true;
};

/// One lane that computes all the time; the step takes as long as the batch is large, so that results can be told
/// apart.
inline StepResult simpleStep(const Topology &topology, const Workload &workload)
{
    StepResult result;
    result.stepTime = Ticks(workload.job.globalBatch * Ticks::perSecond);
    Lane lane;
    lane.name = "lane";
    for (std::size_t i = 0; i < topology.devices().size(); ++i)
        lane.devices.push_back(DeviceId(i));
    LaneInterval interval;
    interval.end = result.stepTime;
    interval.activity = Activity::forward;
    lane.intervals.push_back(interval);
    lane.time[static_cast<std::size_t>(Activity::forward)] = result.stepTime;
    lane.memory.weights = Bytes(10e9);
    lane.memoryCapacity = Bytes(80e9);
    result.lanes.push_back(lane);
    result.tokensPerSecond = 1;
    result.mfu = 0.5;
    return result;
}

/// An engine whose simulations and searches wait at gates.
struct GatedEngine
{
    Gate simulation;
    Gate search;
    std::atomic<int> simulations = 0;
    std::atomic<int> simulationsStopped = 0; ///< that were told to
    std::atomic<int> searches = 0;
    std::atomic<double> lastStart = 0;       ///< of the newest simulation, seconds
    std::atomic<double> lastSearchStart = 0; ///< of the newest search

    Engine engine()
    {
        Engine made;
        made.simulate = [this](const Topology &topology, const Workload &workload, const Plan &, Seconds startTime,
                               const StopToken &stop) -> Result<StepResult> {
            ++simulations;
            lastStart = startTime.value;
            simulation.pass();
            simulationsStopped += stop.stop_requested() ? 1 : 0;
            return simpleStep(topology, workload);
        };
        made.search = [this](const Topology &topology, const Workload &workload, const SearchOptions &options,
                             StopToken stop, Progress *, const ImprovementCallback &improved) -> Result<SearchResult> {
            lastSearchStart = options.startTime.value;
            ++searches;
            RankedPlan best;
            best.plan.microBatchSize = workload.job.globalBatch;
            best.result = std::make_shared<const StepResult>(simpleStep(topology, workload));
            if (improved)
                improved(best);
            search.pass(stop);
            SearchResult result;
            result.proved = !stop.stop_requested();
            result.stopped = stop.stop_requested();
            result.gap = result.proved ? 0 : 0.25;
            result.plans.push_back(best);
            result.simulated = 1;
            result.enumerated = 1;
            return result;
        };
        return made;
    }
};

/// A session that simulates and searches with gated answers, and follows edits at once.
struct GatedSession
{
    GatedEngine gated;
    Document document;
    Session session{&document, gated.engine()};

    GatedSession() { session.setFollowDelay(0); }
};

} // namespace heteroscope

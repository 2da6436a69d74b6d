// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface between the docks and their window: it informs docks about the shown step and the marked lanes, and
// receives their requests. A dock is connected to it where it is made (dock_registry.cpp) and knows neither the window
// nor the other docks.
#pragma once

#include "analysis/dependency.h"
#include "cluster/topology.h"
#include "jobs/plan_filter.h"
#include "jobs/session.h"
#include "palette/palette_model.h"
#include "simulator/result/step_result.h"

#include <QObject>

#include <memory>
#include <set>
#include <vector>

class QWidget;

namespace heteroscope {

class CanvasView;
class Replay;

/// All members must outlive the docks.
struct DockParts
{
    QWidget *window = nullptr;
    Document *document = nullptr;
    Session *session = nullptr;
    Replay *replay = nullptr;
    CanvasView *canvas = nullptr;
    std::vector<PaletteExample> examples; ///< listed in the palette
};

class DockHost : public QObject
{
    Q_OBJECT

public:
    explicit DockHost(DockParts parts);

    const DockParts &parts() const { return m_parts; }
    Session *session() const { return m_parts.session; }
    /// The shown step; nullptr if there is none.
    std::shared_ptr<const StepResult> result() const { return session()->result(); }
    /// The topology of the shown step; nullptr if there is none.
    std::shared_ptr<const Topology> topology() const;

    /// Selects a lane of the shown step and its devices; -1 clears the selection.
    void selectLane(int lane);
    /// Selects a drawn link. Does nothing for links inside nodes.
    void selectLink(const QString &name);
    /// Shows the activity of an interval of a lane in the breakdown.
    void chooseActivity(int lane, int interval);

signals:
    /// Another step is shown. Its staleness and marks are signalled directly afterwards.
    void resultChanged();
    void staleChanged(bool stale);
    /// The lanes of the selected items, and the selected names, which include links.
    void marked(const std::set<int> &lanes, const heteroscope::NameSet &names);
    /// The filter of the ranking is another one, or accepts other plans.
    void plansFiltered(const heteroscope::PlanFilter &filter);
    /// Plans were kept by their numbers, or all again.
    void plansBrushed(const heteroscope::PlanBrush &brush);
    /// The term of this activity was chosen.
    void activityChosen(heteroscope::Activity activity);

    /// A bar of the timeline was selected; an invalid one: none is.
    void barChosen(heteroscope::BarId bar);

    /// A marker of the timeline was selected, by its id; 0: none is.
    void markerChosen(int id);

    // What docks ask for.
    /// A marker of the timeline, to be selected and shown.
    void markerWanted(int id);
    /// A bar of the timeline, to be selected and shown.
    void barWanted(heteroscope::BarId bar);
    /// Requests a line in the status bar.
    void said(const QString &text);
    /// Reports a failure.
    void failed(const QString &title, const QString &text);
    void jumpRequested(const QString &thing);
    void exampleRequested(const QString &file);
    void addRequested(heteroscope::PaletteKind kind, const QString &name);
    void linkTypeRequested(const QString &name);
    void scenarioRequested();

private:
    void showResult();
    void mark();

    DockParts m_parts;
};

} // namespace heteroscope

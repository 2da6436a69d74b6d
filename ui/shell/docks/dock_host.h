// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the docks of a window share: it tells them which step is on show and what is marked in it, and takes what they
// ask for. A dock connects to it where it is made (dock_registry.cpp) and knows neither the window nor the other docks.
#pragma once

#include "cluster/topology.h"
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

/// All of it outlives the docks.
struct DockParts
{
    QWidget *window = nullptr;
    Document *document = nullptr;
    Session *session = nullptr;
    Replay *replay = nullptr;
    CanvasView *canvas = nullptr;
    std::vector<PaletteExample> examples; ///< that the palette offers
};

class DockHost : public QObject
{
    Q_OBJECT

public:
    explicit DockHost(DockParts parts);

    const DockParts &parts() const { return m_parts; }
    Session *session() const { return m_parts.session; }
    /// The step on show; null while there is none.
    std::shared_ptr<const StepResult> result() const { return session()->result(); }
    /// Of the step on show, or null.
    std::shared_ptr<const Topology> topology() const;

    /// Selects a lane of the step on show with its devices; -1 clears.
    void selectLane(int lane);
    /// Selects a drawn link; one inside a node is left alone.
    void selectLink(const QString &name);
    /// Says what the lane does in a pass of the timeline.
    void chooseActivity(int lane, int interval);

signals:
    /// Another step is on show. Whether it is stale, and what is marked in it, follow at once.
    void resultChanged();
    void staleChanged(bool stale);
    /// The lanes of what is selected, and the names of the selected links among other names.
    void marked(const std::set<int> &lanes, const heteroscope::NameSet &names);
    /// The term of this activity is looked at.
    void activityChosen(heteroscope::Activity activity);

    // What docks ask for.
    /// A line for the status bar.
    void said(const QString &text);
    /// Something did not work: a report.
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

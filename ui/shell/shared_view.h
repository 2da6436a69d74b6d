// SPDX-License-Identifier: GPL-3.0-or-later
//
// A project with what a window shows of it, to be handed on: layout, docks, place on the canvas, selection, plan, start
// time, stretch of the timeline and play head. It is an ordinary project file with one more key, "x-window", which the
// window takes out when it opens the file. Sizes of docks are not kept: screens differ.
#pragma once

#include "jobs/session.h"

#include <QObject>

#include <memory>
#include <string>

namespace heteroscope {

class CanvasView;
class DockLayouts;
class Docks;
class Replay;
class TimelineView;

struct SharedParts
{
    Document &document;
    Session &session;
    Replay &replay;
    CanvasView &canvas;
    TimelineView &timeline;
    const Docks &docks;
    DockLayouts &layouts;
};

class SharedView : public QObject
{
    Q_OBJECT

public:
    explicit SharedView(SharedParts parts);
    ~SharedView() override;

    /// The text of the file.
    std::string projectAsShown() const;
    /// Shows the project as the text of its "x-window" says, parts of the step as soon as it is simulated. What cannot
    /// be read or is no longer there is left out. An empty text changes nothing.
    void apply(const std::string &view);

private:
    struct Waiting;
    void applyDocks();
    void applyStep();

    SharedParts m_parts;
    std::unique_ptr<Waiting> m_waiting; ///< what waits for the step; null if nothing does
};

/// Takes the view out of a project that was read; empty if it has none.
std::string takeSharedView(Project &project);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands for the shown step: its critical path, and its replay on timeline and canvas.
#pragma once

#include "settings/actions.h"

#include <QObject>

#include <memory>

namespace heteroscope {

class CanvasView;
class Docks;
class MomentFinder;
class Replay;
class Session;

struct StepParts
{
    const Actions &actions;
    const Session &session;
    Replay &replay;
    CanvasView &canvas;
    const Docks &docks;
};

class StepCommands : public QObject
{
    Q_OBJECT

public:
    explicit StepCommands(StepParts parts);
    ~StepCommands() override;

    /// False while the window shows its welcome page: then there is nothing to play.
    void setOnShow(bool onShow);

signals:
    void said(const QString &text);

private:
    void connectCriticalPath();
    void showMoment();
    void refresh();

    StepParts m_parts;
    bool m_onShow = true;
    std::unique_ptr<MomentFinder> m_moments; ///< of the shown step, created by its first replay
};

} // namespace heteroscope

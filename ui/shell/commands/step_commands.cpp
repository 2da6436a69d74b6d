// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/step_commands.h"

#include "analysis/replay_moment.h"
#include "canvas/view/canvas_view.h"
#include "jobs/session.h"
#include "replay/replay.h"
#include "shell/commands/connect_action.h"
#include "shell/docks/docks.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"

namespace heteroscope {

StepCommands::StepCommands(StepParts parts) : m_parts(parts)
{
    connectCriticalPath();
    onAction(m_parts.actions, ActionId::replay, this, [this] {
        m_parts.docks.show<TimelineView>();
        m_parts.replay.toggle();
    });
    connect(&m_parts.canvas, &CanvasView::playRequested, m_parts.actions[ActionId::replay], &QAction::trigger);
    connect(&m_parts.replay, &Replay::moved, this, &StepCommands::showMoment);
    connect(&m_parts.replay, &Replay::speedChanged, this,
            [this](double speed) { emit said(tr("Replay at %1 of the usual speed").arg(formatPercent(speed, 0))); });
    connect(&m_parts.session, &Session::shownChanged, this, [this] {
        m_moments.reset();
        m_parts.replay.setResult(m_parts.session.result());
        showMoment();
        refresh();
    });
    refresh();
}

StepCommands::~StepCommands() = default;

void StepCommands::setOnShow(bool onShow)
{
    m_onShow = onShow;
    refresh();
}

void StepCommands::refresh()
{
    enableAction(m_parts.actions, ActionId::replay, m_onShow && m_parts.session.result() != nullptr);
}

void StepCommands::connectCriticalPath()
{
    auto *timeline = m_parts.docks.view<TimelineView>();
    onAction(m_parts.actions, ActionId::criticalPath, this, [this, timeline](bool shown) {
        timeline->setCriticalPathShown(shown);
        if (shown)
            m_parts.docks.show<TimelineView>();
    });
    connect(timeline, &TimelineView::criticalPathToggled, m_parts.actions[ActionId::criticalPath],
            &QAction::setChecked);
}

void StepCommands::showMoment()
{
    CanvasScene *scene = m_parts.canvas.canvasScene();
    if (!m_parts.replay.at()) {
        scene->setReplay(std::nullopt);
        return;
    }
    const auto &shown = m_parts.session.shown();
    if (!m_moments)
        m_moments = std::make_unique<MomentFinder>(m_parts.session.result(), shown ? shown->topology : nullptr);
    scene->setReplay(m_moments->at(*m_parts.replay.at()));
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/plan_commands.h"

#include "jobs/session.h"
#include "shell/commands/connect_action.h"

namespace heteroscope {

PlanCommands::PlanCommands(const Actions &actions, Session &session) : m_actions(actions), m_session(session)
{
    onAction(actions, ActionId::live, this, [this](bool live) { m_session.setLive(live); });
    onAction(actions, ActionId::plan, this, [this] { m_session.search(); });
    onAction(actions, ActionId::cancelPlan, this, [this] { m_session.cancelSearch(); });
    onAction(actions, ActionId::applyPlan, this, [this] { m_session.applyShown(); });
    onAction(actions, ActionId::showOwnPlan, this, [this] { m_session.pickNone(); });
    connect(session.document(), &Document::projectChanged, this, &PlanCommands::refresh);
    connect(&session, &Session::searchingChanged, this, &PlanCommands::refresh);
    connect(&session, &Session::progressChanged, this, &PlanCommands::refresh);
    connect(&session, &Session::liveChanged, this, &PlanCommands::refresh);
    connect(&session, &Session::shownChanged, this, &PlanCommands::refresh);
    connect(&session, &Session::rankingChanged, this, &PlanCommands::refresh);
    refresh();
}

void PlanCommands::refresh()
{
    const auto enable = [this](ActionId id, bool enabled) { enableAction(m_actions, id, enabled); };
    const bool searching = m_session.isSearching();
    enable(ActionId::plan, !m_session.document()->project().cluster.nodes.empty() && !searching);
    enable(ActionId::cancelPlan, searching && !m_session.isCancelling());
    const auto &shown = m_session.shown();
    enable(ActionId::applyPlan, shown && shown->result && shown->origin != PlanOrigin::project);
    enable(ActionId::showOwnPlan, m_session.picked().has_value());
    m_actions[ActionId::live]->setChecked(m_session.isLive());
}

} // namespace heteroscope

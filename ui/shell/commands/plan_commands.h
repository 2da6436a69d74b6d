// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of the search: start and stop it, live mode, which plan is shown and taken.
#pragma once

#include "settings/actions.h"

#include <QObject>

namespace heteroscope {

class Session;

class PlanCommands : public QObject
{
    Q_OBJECT

public:
    PlanCommands(const Actions &actions, Session &session);

private:
    void refresh();

    const Actions &m_actions;
    Session &m_session;
};

} // namespace heteroscope

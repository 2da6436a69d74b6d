// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of the search: start, stop, live mode, showing and applying plans.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settings/actions.h"

namespace heteroscope {

/// Calls the function when the action is triggered, while the context exists.
template<class Function>
void onAction(const Actions &actions, ActionId id, const QObject *context, Function function)
{
    QObject::connect(actions[id], &QAction::triggered, context, std::move(function));
}

inline void enableAction(const Actions &actions, ActionId id, bool enabled) { actions[id]->setEnabled(enabled); }

} // namespace heteroscope

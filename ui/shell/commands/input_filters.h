// SPDX-License-Identifier: GPL-3.0-or-later
//
// What keys and the wheel mean to fields, everywhere in a window.
#pragma once

#include "settings/actions.h"

namespace heteroscope {

/// UndoKeys, SpaceKey and PassingWheel, which the window owns then.
void installInputFilters(const Actions &actions, QWidget *window);

} // namespace heteroscope

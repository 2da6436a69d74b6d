// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/input_filters.h"

#include "shell/commands/passing_wheel.h"
#include "shell/commands/space_key.h"
#include "shell/commands/undo_keys.h"

#include <QWidget>

namespace heteroscope {

void installInputFilters(const Actions &actions, QWidget *window)
{
    new UndoKeys(actions, window);
    new SpaceKey(window);
    new PassingWheel(window);
}

} // namespace heteroscope

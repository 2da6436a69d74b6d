// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shortcut page: all actions with their current shortcuts, and the keys that views handle themselves.
#pragma once

#include <QDialog>

namespace heteroscope {

class Actions;

class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    ShortcutSheet(const Actions &actions, QWidget *parent);
};

} // namespace heteroscope

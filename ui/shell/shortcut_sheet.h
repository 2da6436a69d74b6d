// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheet of shortcuts, made from the actions with the keys they have now, and the keys that views handle themselves.
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

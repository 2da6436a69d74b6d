// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheet of shortcuts, made from the action table and the keys that views handle themselves.
#pragma once

#include <QDialog>

namespace heteroscope {

class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutSheet(QWidget *parent);
};

} // namespace heteroscope

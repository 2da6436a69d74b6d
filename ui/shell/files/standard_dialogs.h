// SPDX-License-Identifier: GPL-3.0-or-later
//
// The questions of the window asked with Qt's dialogs.
#pragma once

#include "shell/files/dialogs.h"

class QWidget;

namespace heteroscope {

Dialogs standardDialogs(QWidget *parent);

} // namespace heteroscope

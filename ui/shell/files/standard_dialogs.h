// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dialogs of the window, with Qt's standard dialogs.
#pragma once

#include "shell/files/dialogs.h"

class QWidget;

namespace heteroscope {

Dialogs standardDialogs(QWidget *parent);

} // namespace heteroscope

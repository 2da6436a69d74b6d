// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving the keyboard focus from panel to panel (F6).
#pragma once

#include <vector>

class QWidget;

namespace heteroscope {

/// The first widget inside that the Tab key would reach; the widget itself if it is one; null when there is none.
QWidget *firstFocusOf(QWidget *panel);

/// Where the Tab key goes from what has the keyboard now: through the panels one after the other, then through what
/// else the window has, and round the end. Qt's own chain is in the order in which widgets were made, and leads behind
/// tabs. Null when nothing takes the keyboard.
QWidget *nextFocus(QWidget *window, const std::vector<QWidget *> &panels, bool forward);

/// Gives the keyboard to the panel after (or before) the one that has it, round the end. Panels that are hidden, or
/// hold nothing to focus, are passed over.
void focusNextPanel(const std::vector<QWidget *> &panels, bool forward);

} // namespace heteroscope

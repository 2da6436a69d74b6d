// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving the keyboard focus from panel to panel (F6).
#pragma once

#include <vector>

class QWidget;

namespace heteroscope {

/// The widget is in a dock whose tab is not in front: Qt leaves it visible, beyond the left edge of the window.
bool isBehind(const QWidget *widget);

/// The first widget in a panel that the Tab key would reach, which may be the panel itself; nullptr if there is none.
QWidget *firstFocusOf(QWidget *panel);

/// The next widget for the Tab key: through the panels one after the other, then the rest of the window, then again
/// from the start. Qt's own order is the order in which widgets were made, and includes hidden tabs. nullptr if no
/// widget accepts the focus. From a widget that was just disabled or hidden, as a button is by what it did, it goes no
/// further than to its neighbour in the same panel.
QWidget *nextFocus(QWidget *window, const std::vector<QWidget *> &panels, bool forward);

/// Moves the keyboard focus to the next (or previous) panel, cyclically. Panels that are hidden or have no widget that
/// accepts the focus are skipped.
void focusNextPanel(const std::vector<QWidget *> &panels, bool forward);

} // namespace heteroscope

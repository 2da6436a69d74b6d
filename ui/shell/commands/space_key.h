// SPDX-License-Identifier: GPL-3.0-or-later
//
// Space plays the step whatever took the focus. It keeps its usual meaning in a text, in an open menu or list of
// choices, and on a button or combo box that was reached by the keyboard, where nothing else presses it.
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace heteroscope {

/// Decides who gets a Space: who accepts its ShortcutOverride keeps it from the action that plays.
class SpaceKey : public QObject
{
    Q_OBJECT

public:
    explicit SpaceKey(QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QPointer<QWidget> m_reached; ///< the button or combo box that was reached by the keyboard
};

} // namespace heteroscope

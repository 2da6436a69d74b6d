// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo and redo while a field has the keyboard. Qt gives these keys to the field, whose own history is empty as soon as
// its text is in the project. Here they go to the project, unless the field holds text that the project does not have
// yet: that is undone in the field.
//
// A field that writes into the project as it is typed says so by its property `appliesAtOnce` (all spin boxes do), and
// by `halfTyped` that its present text is not a value yet.
#pragma once

#include "settings/actions.h"

#include <QObject>

class QKeyEvent;
class QLineEdit;

namespace heteroscope {

class UndoKeys : public QObject
{
    Q_OBJECT

public:
    /// Watches the fields of the window and of its floating docks and dialogs.
    UndoKeys(const Actions &actions, QWidget *window);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool belongsToWindow(const QWidget *widget) const;
    bool isUndo(const QKeyEvent &key) const;
    bool isRedo(const QKeyEvent &key) const;
    /// Ends what is typed in a field of the project. Returns true if the key is used up by that.
    static bool finish(QWidget &focused, QLineEdit &field);

    const Actions &m_actions;
    QWidget *m_window;
};

} // namespace heteroscope

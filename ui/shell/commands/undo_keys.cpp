// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/undo_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace heteroscope {
namespace {

/// The text field of the focused widget; nullptr if it has none.
QLineEdit *fieldOf(QWidget *focused)
{
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(focused))
        return spin->findChild<QLineEdit *>();
    return qobject_cast<QLineEdit *>(focused);
}

} // namespace

UndoKeys::UndoKeys(const Actions &actions, QWidget *window) : QObject(window), m_actions(actions), m_window(window)
{
    QApplication::instance()->installEventFilter(this);
}

bool UndoKeys::belongsToWindow(const QWidget *widget) const
{
    while (widget && widget->window() != m_window)
        widget = widget->window()->parentWidget();
    return widget != nullptr;
}

bool UndoKeys::isUndo(const QKeyEvent &key) const
{
    return m_actions[ActionId::undo]->shortcuts().contains(QKeySequence(key.keyCombination()));
}

bool UndoKeys::isRedo(const QKeyEvent &key) const
{
    return m_actions[ActionId::redo]->shortcuts().contains(QKeySequence(key.keyCombination()));
}

bool UndoKeys::finish(QWidget &focused, QLineEdit &field)
{
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(&focused)) {
        spin->interpretText();
        emit spin->editingFinished();
        return false;
    }
    const bool halfTyped = field.property("halfTyped").toBool();
    emit field.editingFinished(); // takes back what is half typed
    return halfTyped;
}

bool UndoKeys::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    auto *focused = qobject_cast<QWidget *>(watched);
    auto &key = *static_cast<QKeyEvent *>(event);
    const bool undo = isUndo(key);
    if (!focused || (!undo && !isRedo(key)) || !belongsToWindow(focused))
        return false;
    if (auto *text = qobject_cast<QPlainTextEdit *>(focused)) {
        const bool own = undo ? text->document()->isUndoAvailable() : text->document()->isRedoAvailable();
        event->setAccepted(own);
        return true;
    }
    QLineEdit *field = fieldOf(focused);
    if (!field)
        return false;
    const bool isSpinBox = field != focused;
    if (!isSpinBox && !field->property("appliesAtOnce").toBool()) {
        event->setAccepted(undo ? field->isUndoAvailable() : field->isRedoAvailable());
        return true;
    }
    event->setAccepted(finish(*focused, *field));
    return true; // what is not accepted goes to the shortcuts of the window
}

} // namespace heteroscope

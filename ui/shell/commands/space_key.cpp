// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/space_key.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QKeyEvent>

namespace heteroscope {
namespace {

bool isPressedBySpace(const QWidget *widget)
{
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QComboBox *>(widget);
}

bool isSpace(const QKeyEvent &key) { return key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier; }

} // namespace

SpaceKey::SpaceKey(QWidget *window) : QObject(window) { QApplication::instance()->installEventFilter(this); }

bool SpaceKey::eventFilter(QObject *watched, QEvent *event)
{
    auto *widget = qobject_cast<QWidget *>(watched);
    if (!widget)
        return false;
    switch (event->type()) {
    case QEvent::FocusIn: {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        // After a list of choices or another window the focus comes back to where it was.
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            m_reached = reason != Qt::MouseFocusReason && isPressedBySpace(widget) ? widget : nullptr;
        return false;
    }
    case QEvent::MouseButtonPress:
        m_reached = nullptr;
        return false;
    case QEvent::ShortcutOverride:
        break;
    default:
        return false;
    }
    if (!isSpace(*static_cast<QKeyEvent *>(event)))
        return false;
    if (widget == m_reached) {
        event->accept();
        return true;
    }
    // A number has no spaces: its field would only swallow the key.
    if (auto *spin = qobject_cast<QAbstractSpinBox *>(widget)) {
        spin->interpretText();
        event->ignore();
        return true;
    }
    return false;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/passing_wheel.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace heteroscope {

PassingWheel::PassingWheel(QObject *parent) : QObject(parent) { QApplication::instance()->installEventFilter(this); }

bool PassingWheel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Wheel && event->type() != QEvent::Polish)
        return false;
    auto *box = qobject_cast<QWidget *>(watched);
    if (!qobject_cast<QComboBox *>(box) && !qobject_cast<QAbstractSpinBox *>(box))
        return false;
    if (event->type() == QEvent::Polish) {
        if (box->focusPolicy() == Qt::WheelFocus)
            box->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    if (box->hasFocus())
        return false;
    event->ignore(); // what is around it may scroll
    return true;
}

} // namespace heteroscope

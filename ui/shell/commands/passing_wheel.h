// SPDX-License-Identifier: GPL-3.0-or-later
//
// A wheel that scrolls a page changes nothing in the fields that come under the pointer: a box with choices or a number
// takes it only while it has the keyboard, which a wheel does not give it.
#pragma once

#include <QObject>

namespace heteroscope {

class PassingWheel : public QObject
{
    Q_OBJECT

public:
    /// Of all boxes of the program that are shown from now on.
    explicit PassingWheel(QObject *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace heteroscope

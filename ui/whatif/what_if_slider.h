// SPDX-License-Identifier: GPL-3.0-or-later
//
// One number of a what-if: its name, a slider over its values, what it is now, and how far from the start. A drag, the
// arrow keys and the wheel move it by one value, Page Up and Page Down by eight, Home and End to the ends; the button
// takes it back to the start.
#pragma once

#include "design/what_if.h"

#include <QWidget>

#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace heteroscope {

class WhatIfSlider : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfSlider(WhatIfNumber number, QWidget *parent = nullptr);

    const WhatIfNumber &number() const { return m_number; }
    const std::vector<double> &choices() const { return m_choices; }
    /// Shows a value without telling about it; nullopt: what it is of has gone.
    void setValue(std::optional<double> value);
    QSlider *slider() const { return m_slider; }
    QToolButton *resetButton() const { return m_reset; }
    QString text() const;
    /// "3 links like to-a".
    QString name() const;
    /// "25.0 GB/s".
    QString textOf(double value) const;

signals:
    /// Moved by the user, while dragging too.
    void moved(double value);
    /// The mouse let go, or a key moved it.
    void released();

private:
    int nearest(double value) const;
    bool isFromText() const;

    WhatIfNumber m_number;
    std::vector<double> m_choices;
    QLabel *m_name;
    QSlider *m_slider;
    QLabel *m_text;
    QToolButton *m_reset;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The slider of a control of a lesson. Its positions are indices of the control's values; a screen reader is told the
// values instead.
#pragma once

#include <QSlider>

#include <vector>

namespace heteroscope {

class LessonSlider : public QSlider
{
    Q_OBJECT

public:
    /// values: of the positions, in the order of the control; not empty.
    explicit LessonSlider(std::vector<double> values, QWidget *parent = nullptr);

    const std::vector<double> &values() const { return m_values; }
    double currentValue() const { return m_values[static_cast<std::size_t>(value())]; }
    /// Moves to the position whose value is nearest.
    void moveNear(double wanted);

    /// The present value as it is written: "8", "25 GB/s".
    void setValueText(const QString &text);
    const QString &valueText() const { return m_text; }

private:
    std::vector<double> m_values;
    QString m_text;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawings of a lesson: cards, and a curve over the values of a control.
#pragma once

#include "lesson/evaluation.h"

#include <QFrame>
#include <QWidget>

namespace heteroscope {

/// A card with a border, on which the parts of a step lie.
class LessonBox : public QFrame
{
public:
    explicit LessonBox(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Line: formula; points: simulated, the present one larger.
class LessonCurve : public QWidget
{
    Q_OBJECT

public:
    explicit LessonCurve(QWidget *parent = nullptr);

    void setPoints(const Lesson &lesson, const LessonChart &chart, std::vector<ChartPoint> points,
                   const std::optional<ControlValue> &present);

    QSize sizeHint() const override { return {300, 190}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<ChartPoint> m_points;
    std::vector<QString> m_labels;
    std::optional<std::size_t> m_present;
    LessonShow m_show = LessonShow::number;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drawings of a lesson: a formula with the learner's numbers, and a curve over the values of a control.
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

/// "bubble = (p − 1) / (m + p − 1)", the same with numbers, and two bars: by the formula and simulated. A division at
/// the top is drawn as a fraction. What is too wide is drawn smaller.
class FormulaView : public QWidget
{
    Q_OBJECT

public:
    explicit FormulaView(QWidget *parent = nullptr);

    /// scope.now may be nullptr: then there are no numbers.
    void setFormula(const LessonScope &scope, const LessonFormula &formula, const QString &name);

    QSize sizeHint() const override { return {300, 150}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// One side of an equation, above and below the line of a fraction; below is empty without one.
    struct Side
    {
        QString above;
        QString below;
    };
    static double widthOf(const Side &side);
    static double drawSide(QPainter &painter, QPointF at, const Side &side);
    void drawRow(QPainter &painter, double top, const std::vector<Side> &sides) const;
    void drawBar(QPainter &painter, double top, const QString &name, double value, bool isSimulated) const;

    QString m_name;
    Side m_names;
    Side m_numbers;
    std::optional<FormulaVerdict> m_verdict;
    LessonShow m_show = LessonShow::number;
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

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formula of a step of a lesson, with the learner's numbers.
#pragma once

#include "lesson/evaluation.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace heteroscope {

/// "bubble = (p − 1) / (m + p − 1)", the same with numbers, and two bars: by the formula and simulated. A division at
/// the top is drawn as a fraction. What is too wide goes on in the next line, before an operator where there is one;
/// type is never drawn smaller. Its height depends on its width.
class FormulaView : public QWidget
{
    Q_OBJECT

public:
    explicit FormulaView(QWidget *parent = nullptr);

    /// scope.now may be nullptr: then there are no numbers.
    void setFormula(const LessonScope &scope, const LessonFormula &formula, const QString &name);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    /// One side of an equation, above and below the line of a fraction; below is empty without one.
    struct Side
    {
        QString above;
        QString below;
    };
    /// A side in lines that fit.
    struct Block
    {
        QStringList above;
        QStringList below;
        double width = 0;
        double height() const;
    };
    /// Blocks beside each other.
    struct Row
    {
        std::vector<Block> blocks;
        double height() const;
        double width() const;
    };

    static Block blockOf(const Side &side, double width);
    /// The equations in rows that are at most that wide.
    std::vector<Row> rowsFor(double width) const;
    static void addRows(std::vector<Row> &rows, const QString &name, const Side &side, const QString &value,
                        double width);
    static void drawBlock(QPainter &painter, QPointF topLeft, const Block &block);
    void drawBar(QPainter &painter, double top, const QString &name, double value, bool isSimulated) const;
    double innerWidth() const; ///< in the drawing's own pixels

    QString m_name;
    Side m_names;
    Side m_numbers;
    std::optional<FormulaVerdict> m_verdict;
    LessonShow m_show = LessonShow::number;
};

} // namespace heteroscope

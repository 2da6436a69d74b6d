// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parallel coordinates: an axis stands for a quantity, a line for a plan. A drag along an axis keeps the plans whose
// value is within it (a brush), a click on an axis lets it go, Escape lets all go. A click on a line picks its plan, a
// double click applies it. Left and Right choose an axis, Up and Down the next plan that is kept, in the order of that
// axis; '[' and ']' set the lower and the upper end of its brush to the value of the chosen plan.
#pragma once

#include "parallel/parallel_axes.h"

#include <QWidget>

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heteroscope {

class ParallelPlot : public QWidget
{
    Q_OBJECT

public:
    using Range = std::pair<double, double>; ///< values, both included

    explicit ParallelPlot(QWidget *parent = nullptr);

    /// Brushes of axes with the same title stay. names: of the plans.
    void setAxes(std::vector<ParallelAxis> axes, QStringList names);
    const std::vector<ParallelAxis> &axes() const { return m_axes; }
    void setStale(bool stale);
    /// The plan on show; -1: none.
    void setShown(int plan);
    int shown() const { return m_shown; }
    /// Plans that another filter does not accept.
    void setFaded(std::set<int> plans);

    bool isBrushed() const;
    const std::optional<Range> &brush(std::size_t axis) const { return m_brushes[axis]; }
    void setBrush(std::size_t axis, const std::optional<Range> &range);
    void clearBrushes();
    /// Every brush holds its value.
    bool isKept(int plan) const;
    int planCount() const { return static_cast<int>(m_names.size()); }

    QPoint placeOf(std::size_t axis, double value) const;
    /// The line within reach; -1: none.
    int planAt(QPoint place) const;
    QString textOf(int plan) const;

    QSize sizeHint() const override { return {900, 280}; }
    QSize minimumSizeHint() const override { return {320, 90}; }

signals:
    void brushed();
    void picked(int plan);
    void activated(int plan);
    void hovered(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QRect room() const; ///< between the outermost axes, from top to foot
    double xOf(std::size_t axis) const;
    int axisAt(QPoint place) const; ///< -1: none
    double valueAt(std::size_t axis, int y) const;
    void paintLine(QPainter &painter, int plan) const;
    void paintAxis(QPainter &painter, std::size_t axis) const;
    void dragBrush(QPoint at);
    void choosePlan(int step);
    void endBrushAtPlan(bool lower);
    void setHovered(int plan);

    std::vector<ParallelAxis> m_axes;
    std::vector<std::optional<Range>> m_brushes; ///< by axis
    QStringList m_names;
    std::set<int> m_faded;
    int m_shown = -1;
    int m_hovered = -1;
    int m_axis = 0;     ///< of the keyboard
    int m_dragged = -1; ///< axis whose brush is being drawn
    bool m_moved = false;
    QPoint m_pressed;
    bool m_stale = false;
};

} // namespace heteroscope

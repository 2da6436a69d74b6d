// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans over two axes; left and below is better. The front is drawn as numbered points on a step line, other plans in
// grey. A click picks a plan, a double click applies it; the left and right arrow keys move along the front.
#pragma once

#include "pareto/pareto_axis.h"
#include "pareto/pareto_points.h"

#include <QWidget>

#include <set>
#include <vector>

class QCPAxis;
class QCPItemText;
class QCustomPlot;

namespace heteroscope {

class ParetoPlot : public QWidget
{
    Q_OBJECT

public:
    explicit ParetoPlot(QWidget *parent = nullptr);

    void setPoints(std::vector<PlanPoint> points, ParetoAxis horizontal, ParetoAxis vertical);
    const std::vector<PlanPoint> &points() const { return m_points; }
    void setStale(bool stale);
    /// Marks the shown plan with a ring; -1 for none.
    void setShown(int point);
    int shown() const { return m_shown; }
    /// Points that a filter does not accept; they are drawn faint and cannot be picked.
    void setFaded(std::set<int> points);
    const std::set<int> &faded() const { return m_faded; }
    /// Plans outside of the axes, which cover the front and what is not much worse; the wheel shows more.
    int beyond() const;
    /// Where a point is drawn.
    QPoint placeOf(int point) const;
    /// The nearest point within reach; -1 none.
    int pointAt(QPoint place) const;
    /// What hovering over a point tells.
    QString textOf(int point) const;

    QSize sizeHint() const override { return {520, 260}; }
    QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void rangeChanged();
    void picked(int point);
    void activated(int point);
    void hovered(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void rebuild();
    void addFront();
    void addCloud(PlanPoint::Kind kind);
    void addMark(int point);
    void partNumbers();
    void addLabel(const PlanPoint &point, const QString &text);
    void scale();
    AxisUnit scaleAxis(QCPAxis *axis, ParetoAxis meaning) const;
    bool isInside(const PlanPoint &point) const;
    double x(const PlanPoint &point) const;
    double y(const PlanPoint &point) const;
    QColor tint(QColor color) const;
    bool isFaded(int point) const { return m_faded.contains(point); }
    void setHovered(int point);

    QCustomPlot *m_plot;
    std::vector<QCPItemText *> m_names;   ///< of the shown plan and the user's own
    std::vector<QCPItemText *> m_numbers; ///< of the front, best in the first axis first
    std::vector<PlanPoint> m_points;
    ParetoAxis m_horizontal = ParetoAxis::stepTime;
    ParetoAxis m_vertical = ParetoAxis::stepEnergy;
    AxisUnit m_across;
    AxisUnit m_up;
    int m_shown = -1;
    int m_hovered = -1;
    std::set<int> m_faded;
    bool m_stale = false;
};

} // namespace heteroscope

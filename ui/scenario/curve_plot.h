// SPDX-License-Identifier: GPL-3.0-or-later
//
// A rate curve as an editable step plot: points can be dragged, a double click adds one, Delete removes the selected
// one, arrow keys move it, Page Up and Page Down select the next. A click on the time axis moves the start of the step.
// The plot only requests changes; the owner of the curve makes them and sets the curve again.
#pragma once

#include "cluster/rate_curve.h"
#include "theme/theme.h"

#include <QWidget>

#include <functional>
#include <optional>

namespace heteroscope {

class CurvePlot : public QWidget
{
    Q_OBJECT

public:
    explicit CurvePlot(QWidget *parent = nullptr);

    void setCurve(const RateCurve &curve);
    const RateCurve &curve() const { return m_curve; }
    /// A curve that is only tried, drawn dashed over the other.
    void setPreview(const std::optional<RateCurve> &preview);
    const std::optional<RateCurve> &preview() const { return m_preview; }
    /// The end of the time axis.
    void setHorizon(Seconds horizon);
    Seconds horizon() const { return m_horizon; }
    /// Start time of the shown step.
    void setMoment(Seconds moment);
    /// What a factor amounts to, e.g. "1.25 GB/s"; percent where there is none.
    void setValueText(std::function<QString(double)> text);
    /// Without axes and editing, for the inspector.
    void setSketch(bool sketch);
    /// Index of the selected point; -1 none.
    int selected() const { return m_selected; }
    void select(int point);

    QPointF placeOf(Seconds at, double factor) const;
    QSize sizeHint() const override { return m_sketch ? QSize(200, 64) : QSize(420, 220); }
    QSize minimumSizeHint() const override { return m_sketch ? QSize(80, 56) : QSize(160, 90); }

signals:
    /// Asks for this curve; several in a row while dragging, then editingFinished.
    void edited(const heteroscope::RateCurve &curve, const QString &what);
    void editingFinished();
    void selectionChanged(int point);
    void momentMoved(heteroscope::Seconds moment);
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class Drag { none, point, moment };
    QRectF area() const;
    double highest() const;
    Seconds timeAt(double x) const;
    double factorAt(double y) const;
    int pointAt(QPointF place) const;
    void movePoint(int point, Seconds at, double factor);
    void addPoint(Seconds at, double factor);
    void removePoint(int point);
    QPolygonF steps(const RateCurve &curve) const;
    void paintAxes(QPainter &painter) const;
    void paintValues(QPainter &painter) const;
    void paintMoment(QPainter &painter) const;

    RateCurve m_curve;
    std::optional<RateCurve> m_preview;
    Seconds m_horizon{3600};
    Seconds m_moment;
    std::function<QString(double)> m_valueText;
    bool m_sketch = false;
    int m_selected = -1;
    Drag m_drag = Drag::none;
};

} // namespace heteroscope

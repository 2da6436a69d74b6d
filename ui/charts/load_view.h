// SPDX-License-Identifier: GPL-3.0-or-later
//
// The load dock: per lane a stacked bar of its activities, in the colours of the timeline, and its peak memory relative
// to the capacity, with overflow hatched. A click selects a lane.
#pragma once

#include "simulator/result/step_result.h"
#include "theme/theme.h"

#include <QAbstractScrollArea>

#include <memory>
#include <set>
#include <vector>

namespace heteroscope {

class LoadView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit LoadView(QWidget *parent = nullptr);

    void setResult(std::shared_ptr<const StepResult> result);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);

    /// Draws legend and all lanes at any size, without the widget being shown.
    void paint(QPainter &painter, QSize size, const Theme &theme, double devicePixelRatio = 1) const;
    /// Min height at which no lane is cut off, for this width.
    int fullHeight(int width) const;
    /// The lane of a row of the viewport, -1 for none.
    int laneAt(int y) const;

    QSize sizeHint() const override { return {900, 324}; }

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Frame;
    struct LegendEntry
    {
        Activity activity;
        QString text;
        QRect place;
    };
    std::vector<LegendEntry> legend(int width) const;
    int legendHeight(int width) const;
    void paintRow(Frame &frame, int lane, int top) const;
    void paintMemory(Frame &frame, const Lane &lane, double left, double width, int top) const;
    void paintTotal(Frame &frame, int top) const;
    void paintLegend(Frame &frame) const;
    /// Height of a lane in a view of this size.
    int laneHeight(QSize size) const;
    void updateScrollBar();
    QString textAt(QPoint at) const;

    std::shared_ptr<const StepResult> m_result;
    std::set<int> m_selected;
    int m_hoveredLane = -1;
    bool m_stale = false;
};

} // namespace heteroscope

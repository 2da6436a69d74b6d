// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measured ranks beside the simulated lanes that they are mapped to, on one time axis from the start of the step: above
// the simulated row, below the measured one. Ctrl+wheel zooms at the cursor, W A S D as in the timeline, a drag moves,
// F fits; a click selects the lane. Where several pieces share a pixel they are stacked in proportion, so idle time
// stays visible at any zoom.
#pragma once

#include "analysis/timeline_viewport.h"
#include "exchange/trace/measured_trace.h"
#include "simulator/result/step_result.h"

#include <QAbstractScrollArea>

#include <memory>
#include <set>
#include <vector>

namespace heteroscope {

class Theme;

struct OverlayRow
{
    int rank = 0;
    int lane = 0;
    std::vector<MeasuredPiece> pieces; ///< of its step
};

class OverlayView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 44;
    static constexpr int barHeight = 15;
    static constexpr int topOfSimulated = 5; ///< in a row
    static constexpr int topOfMeasured = 22;

    explicit OverlayView(QWidget *parent = nullptr);

    /// lanes of the rows are indices into the result.
    void setRows(std::shared_ptr<const StepResult> result, std::vector<OverlayRow> rows);
    const std::vector<OverlayRow> &rows() const { return m_rows; }
    void setSelectedLanes(const std::set<int> &lanes);
    void setStale(bool stale);

    const TimelineViewport &viewportState() const { return m_view; }
    void showRange(Ticks from, Ticks to);
    /// Top of a row in the viewport.
    int topOf(int row) const;
    int rowAt(int y) const; ///< -1: none
    /// "rank 3, measured: DP, 1.20 ms from 30.0 ms"; empty where nothing is.
    QString textAt(QPoint at) const;

    QSize sizeHint() const override { return {600, 260}; }

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Strip;
    struct LegendLine;
    Ticks axisEnd() const;
    void updateScrollBar();
    void paintRow(QPainter &painter, int row, const Theme &theme) const;
    void paintHead(QPainter &painter, int row, const Theme &theme) const;
    void paintRuler(QPainter &painter, const Theme &theme) const;
    void paintLegend(QPainter &painter, const Theme &theme) const;

    std::shared_ptr<const StepResult> m_result;
    std::vector<OverlayRow> m_rows;
    TimelineViewport m_view;
    std::set<int> m_selected;
    bool m_stale = false;
    bool m_pressed = false;
    bool m_moved = false;
    QPoint m_cursor;
};

} // namespace heteroscope

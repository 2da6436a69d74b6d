// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory dock: per lane a stacked bar of the parts of its peak memory with the capacity of the device; the part
// above the capacity is hatched in the error colour. A click selects a lane. A line below states the cause of the peak
// of the selected lanes, or of the fullest lane.
#pragma once

#include "analysis/lane_shares.h"

#include <QWidget>

#include <memory>
#include <set>
#include <utility>
#include <vector>

class QCPItemText;
class QCustomPlot;
class QLabel;
class QMouseEvent;

namespace heteroscope {

class Theme;

class MemoryView : public QWidget
{
    Q_OBJECT

public:
    explicit MemoryView(QWidget *parent = nullptr);

    void setResult(std::shared_ptr<const StepResult> result);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);
    /// Draws the chart at any size, without the widget being shown.
    void paint(QPainter &painter, QSize size) const;

    /// The lane whose bar stands there; -1 for none.
    int laneAt(QPoint at) const;
    /// The line below the chart.
    QString reason() const;

    /// Lanes with their name below; fewer than all where the names would meet.
    int namedLanes() const;

    QSize sizeHint() const override { return {900, 324}; }

signals:
    void laneSelected(int lane);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    /// What is written at the bars: the name of every n-th lane, beside the letter of the stage or below it, and the
    /// peaks.
    struct Labels
    {
        int every = 1;
        bool below = false;
        bool peaks = false;
        friend bool operator==(const Labels &, const Labels &) = default;
    };
    Labels fittingLabels() const;
    void rebuild();
    /// One above the other for each part of the memory, and what does not fit.
    void addBars();
    /// Capacity, peak and selection of a lane.
    void markLane(int index);
    void labelAxes(double highest);
    void placePeaks();
    void showReason();
    void onMousePress(QMouseEvent *event);
    int laneOn(QPoint inPlot) const;

    QCustomPlot *m_plot;
    QLabel *m_reason;
    std::shared_ptr<const StepResult> m_result;
    std::set<int> m_selected;
    Labels m_labels;
    std::vector<std::pair<QCPItemText *, int>> m_peaks; ///< of the chart, with their lanes
    bool m_stale = false;
};

} // namespace heteroscope

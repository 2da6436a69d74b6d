// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory over the step. Of one lane its parts, one above the other, below the line of its limit; what lies beyond the
// limit is hatched in the error colour. Of several lanes their totals, each line named at its end with its peak.
// Without a selection the fullest lane of each stage. A click chooses the nearest line, Left and Right go from change
// to change, Up and Down from line to line.
#pragma once

#include "analysis/memory_series.h"

#include <QWidget>

#include <memory>
#include <set>
#include <vector>

class QCPGraph;
class QCPItemText;
class QCustomPlot;
class QLabel;

namespace heteroscope {

class ChartTable;
class Theme;

class MemoryTimeView : public QWidget
{
    Q_OBJECT

public:
    /// Lanes that are drawn at most, and points of each.
    static constexpr std::size_t mostLanes = 8;
    static constexpr std::size_t mostPoints = 2000;

    explicit MemoryTimeView(QWidget *parent = nullptr);

    void setResult(std::shared_ptr<const StepResult> result);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);

    /// Lanes that are drawn, by number.
    const std::vector<int> &lanes() const { return m_lanes; }
    const MemorySeries &series(std::size_t index) const { return m_series[index]; }
    bool isStacked() const { return m_lanes.size() == 1; }
    /// A row for each drawn point of each drawn lane.
    ChartTable *table() const { return m_table; }
    /// The lane of a row of the table.
    int laneOfRow(int row) const;
    /// The sentence below the chart.
    QString note() const;
    /// Where a point of lanes()[index] stands in this widget.
    QPoint placeOf(std::size_t index, std::size_t point) const;

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void chooseLanes();
    void refreshTable();
    void rebuild();
    void addParts(const Theme &theme);
    void addLines(const Theme &theme);
    void addLimits(const Theme &theme);
    QCPGraph *addStep(const std::vector<double> &heights, std::size_t index);
    void placeNames();
    QString textOf(std::size_t index, std::size_t point) const;
    std::size_t pointAt(std::size_t index, double seconds) const;
    /// The drawn lane whose line is nearest to a place of the plot.
    std::size_t lineAt(QPoint inPlot) const;
    const Lane &laneOf(std::size_t index) const;

    QCustomPlot *m_plot;
    QLabel *m_note;
    ChartTable *m_table;
    std::shared_ptr<const StepResult> m_result;
    std::set<int> m_selected;
    std::vector<int> m_lanes;
    std::vector<MemorySeries> m_series; ///< of m_lanes
    std::vector<QCPItemText *> m_limitNames;
    std::vector<std::pair<std::size_t, QCPItemText *>> m_names; ///< by index into m_lanes; the plot owns them
    std::size_t m_line = 0;                                     ///< where the keyboard is
    std::size_t m_point = 0;
    bool m_stale = false;
};

} // namespace heteroscope

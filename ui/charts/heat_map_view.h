// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lanes against time as a map of cells: the darker a cell, the larger the share of its time that the lane computes,
// waits for a link or stands in a bubble, or the fuller its memory. A click selects a lane; so do Up and Down.
#pragma once

#include "analysis/heat_map.h"

#include <QAbstractScrollArea>

#include <memory>
#include <set>

namespace heteroscope {

class ChartTable;
class Theme;

class HeatMapView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    static constexpr std::size_t columns = 60;

    explicit HeatMapView(QWidget *parent = nullptr);

    void setResult(std::shared_ptr<const StepResult> result);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);
    void setQuantity(HeatQuantity quantity);
    HeatQuantity quantity() const { return m_map.quantity; }

    const HeatMap &map() const { return m_map; }
    /// A row for each lane: its name, then a value for each part of the step.
    ChartTable *table() const { return m_table; }
    /// In the viewport; empty if it is not there.
    QRect cellRect(int lane, int column) const;
    /// What a cell of this value is filled with; more than 1 (of memory) in the colour of errors.
    QColor cellColor(double value, const Theme &theme) const;
    /// -1: none.
    int laneAt(int y) const;

    QSize sizeHint() const override { return {900, 300}; }

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void refresh();
    void updateScrollBar();
    int headWidth() const;
    int rowHeight() const;
    void paintRows(QPainter &painter, const Theme &theme) const;
    void paintAxis(QPainter &painter, const Theme &theme) const;
    QString textAt(QPoint at) const;

    std::shared_ptr<const StepResult> m_result;
    std::vector<LaneIndex> m_indices;
    HeatMap m_map;
    ChartTable *m_table;
    std::set<int> m_selected;
    bool m_stale = false;
};

/// "busy", "waiting for links", "bubble", "memory".
QString nameOf(HeatQuantity quantity);

} // namespace heteroscope

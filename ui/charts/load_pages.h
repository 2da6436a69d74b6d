// SPDX-License-Identifier: GPL-3.0-or-later
//
// The load dock: where the time goes as bars, as a map of lanes against time, and as operations on the roofline of
// their device. Behind each chart stands its table, which can be written as CSV. The selection is that of the window;
// the roofline is of the first selected lane, else of the busiest one, and is computed on a worker thread while it is
// looked at.
#pragma once

#include "analysis/heat_map.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"
#include "simulator/result/explain_step.h"

#include <QWidget>

#include <array>
#include <set>

class QButtonGroup;
class QComboBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace heteroscope {

class ChartTable;
class HeatMapView;
class LoadView;
class RooflineView;

class LoadPages : public QWidget
{
    Q_OBJECT

public:
    enum Page { barsPage, heatPage, rooflinePage, pageCount };

    explicit LoadPages(QWidget *parent = nullptr);
    ~LoadPages() override;

    /// Null, or one without a result, clears the charts.
    void setSimulation(std::shared_ptr<const Simulation> shown);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);

    void showPage(Page page);
    Page page() const;
    /// The table in place of the chart.
    void setTableShown(bool shown);
    bool isTableShown() const;
    ChartTable *tableOf(Page page) const;

    LoadView *bars() const { return m_bars; }
    HeatMapView *heatMap() const { return m_heat; }
    RooflineView *roofline() const { return m_roofline; }
    QTableView *tableView() const { return m_tableView; }
    QComboBox *quantityField() const { return m_quantity; }
    QToolButton *pageButton(Page page) const { return m_buttons[page]; }
    QToolButton *tableButton() const { return m_tableButton; }
    /// Draws nothing that is still being computed.
    bool isReady() const { return !m_job.isRunning(); }

    /// The table of the page as comma-separated values, in SI units.
    QString csv() const;
    void exportCsv(const QString &fileName);

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {320, 90}; }

signals:
    void laneSelected(int lane);
    void hovered(const QString &text);
    void exportFailed(const QString &message);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void arrange();
    void arrangeHead(QLayout *head);
    void setUpTable();
    void refreshPage();
    void fillBarsTable();
    int rooflineLane() const;
    void openRoofline();
    void acceptRoofline(const Result<LaneExplanation> &explanation, int lane);
    void pickRow(int row);
    void askForFile();

    std::shared_ptr<const Simulation> m_shown;
    std::set<int> m_selected;
    LoadView *m_bars;
    HeatMapView *m_heat;
    RooflineView *m_roofline;
    ChartTable *m_barsTable;
    QTableView *m_tableView;
    QStackedWidget *m_pages; ///< the charts, then the table
    QButtonGroup *m_group;
    std::array<QToolButton *, pageCount> m_buttons{};
    QComboBox *m_quantity;
    QToolButton *m_tableButton;
    QToolButton *m_exportButton;
    int m_openedLane = -1;  ///< whose roofline is shown or on its way
    bool m_current = false; ///< it is of the shown step
    LatestJob m_job;        // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

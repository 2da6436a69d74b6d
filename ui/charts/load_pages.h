// SPDX-License-Identifier: GPL-3.0-or-later
//
// The load dock: where the time goes as bars, as a map of lanes against time, and as operations on the roofline of
// their device. Behind each chart stands its table, which can be written as CSV. The selection is that of the window;
// the roofline is of the first selected lane, else of the busiest one, and is computed on a worker thread while it is
// looked at.
#pragma once

#include "charts/chart_pages.h"
#include "jobs/latest_job.h"
#include "jobs/simulation.h"
#include "simulator/result/explain_step.h"

#include <set>

class QComboBox;

namespace heteroscope {

class HeatMapView;
class LoadView;
class RooflineView;

class LoadPages : public ChartPages
{
    Q_OBJECT

public:
    enum Page { barsPage, heatPage, rooflinePage, pageCount };

    explicit LoadPages(QWidget *parent = nullptr);

    /// Null, or one without a result, clears the charts.
    void setSimulation(std::shared_ptr<const Simulation> shown);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);

    void showPage(Page page) { showNumber(page); }
    Page page() const { return static_cast<Page>(current()); }

    LoadView *bars() const { return m_bars; }
    HeatMapView *heatMap() const { return m_heat; }
    RooflineView *roofline() const { return m_roofline; }
    QComboBox *quantityField() const { return m_quantity; }
    /// Draws nothing that is still being computed.
    bool isReady() const { return !m_job.isRunning(); }

protected:
    void showEvent(QShowEvent *event) override;
    void pageShown() override;
    void pickRow(int row) override;

private:
    void setUpQuantity();
    void fillBarsTable();
    int rooflineLane() const;
    void openRoofline();
    void acceptRoofline(const Result<LaneExplanation> &explanation, int lane);

    std::shared_ptr<const Simulation> m_shown;
    std::set<int> m_selected;
    LoadView *m_bars;
    HeatMapView *m_heat;
    RooflineView *m_roofline;
    ChartTable *m_barsTable;
    QComboBox *m_quantity;
    int m_openedLane = -1;  ///< whose roofline is shown or on its way
    bool m_current = false; ///< it is of the shown step
    LatestJob m_job;        // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

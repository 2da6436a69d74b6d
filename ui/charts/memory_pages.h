// SPDX-License-Identifier: GPL-3.0-or-later
//
// The memory dock: the parts of each lane's peak, memory over the step, and what the stages hold under every schedule
// that the plan can have; behind each its table. The schedules are simulated while their page is looked at.
#pragma once

#include "charts/chart_pages.h"
#include "jobs/schedule_comparison.h"

#include <set>

namespace heteroscope {

class MemoryTimeView;
class MemoryView;

class MemoryPages : public ChartPages
{
    Q_OBJECT

public:
    enum Page { peaksPage, timePage, schedulesPage, pageCount };

    explicit MemoryPages(Engine engine, QWidget *parent = nullptr);

    /// Null, or one without a result, clears the charts.
    void setSimulation(std::shared_ptr<const Simulation> shown);
    void setStale(bool stale);
    void setSelectedLanes(const std::set<int> &lanes);

    void showPage(Page page) { showNumber(page); }
    Page page() const { return static_cast<Page>(current()); }
    MemoryView *peaks() const { return m_peaks; }
    MemoryTimeView *overTime() const { return m_time; }
    const ScheduleComparison &schedules() const { return m_schedules; }

protected:
    void showEvent(QShowEvent *event) override;
    void pageShown() override;
    void pickRow(int row) override;

private:
    void fillPeaks();
    void fillSchedules();
    void compareSchedules();

    std::shared_ptr<const Simulation> m_shown;
    MemoryView *m_peaks;
    MemoryTimeView *m_time;
    ChartTable *m_peaksTable;
    ChartTable *m_schedulesTable;
    ScheduleComparison m_schedules; // last member: it stops its thread
};

} // namespace heteroscope

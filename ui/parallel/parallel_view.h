// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock with the ranking on parallel axes, and its table. What is brushed there is what the strategies and the
// Pareto chart show, and the other way round: what is filtered there is faint here.
#pragma once

#include "charts/chart_pages.h"
#include "jobs/plan_filter.h"
#include "jobs/session.h"
#include "parallel/parallel_plot.h"

class QLabel;
class QPushButton;

namespace heteroscope {

class ParallelView : public ChartPages
{
    Q_OBJECT

public:
    explicit ParallelView(Session *session, QWidget *parent = nullptr);

    ParallelPlot *plot() const { return m_plot; }
    const std::vector<PlanPoint> &plans() const { return m_plans; }
    QPushButton *clearButton() const { return m_clear; }
    /// "12 of 80 plans".
    QString count() const;
    PlanBrush brush() const;

    void setFilter(const PlanFilter &filter);

signals:
    void brushed(const heteroscope::PlanBrush &brush);
    void planPicked(const heteroscope::Plan &plan);
    void planActivated(const heteroscope::Plan &plan);

protected:
    void showEvent(QShowEvent *event) override;
    void pickRow(int row) override;

private:
    void refresh();
    void fillTable();
    void fade();
    void sayCount();
    void onBrushed();

    Session *m_session;
    std::shared_ptr<const Ranking> m_ranking; ///< whose plans are drawn
    std::shared_ptr<const Simulation> m_own;  ///< likewise
    std::vector<PlanPoint> m_plans;
    PlanFilter m_filter;
    ParallelPlot *m_plot;
    ChartTable *m_table;
    QLabel *m_count;
    QPushButton *m_clear;
};

} // namespace heteroscope

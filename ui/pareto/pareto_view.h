// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Pareto dock: the choice of axes, the chart, the plans of the front as a table, and whether the front is exact. A
// picked plan is shown in all views, like a row of the strategies. The search runs only while the dock is visible.
#pragma once

#include "jobs/front_search.h"
#include "jobs/plan_filter.h"
#include "pareto/pareto_axis.h"
#include "pareto/pareto_points.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace heteroscope {

class ParetoModel;
class ParetoPlot;
class StateStrip;

class ParetoView : public QWidget
{
    Q_OBJECT

public:
    explicit ParetoView(Session *session, QWidget *parent = nullptr);

    FrontSearch *search() { return &m_search; }
    ParetoPlot *plot() const { return m_plot; }
    ParetoModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    StateStrip *strip() const { return m_strip; }
    QComboBox *firstAxis() const { return m_first; }
    QComboBox *secondAxis() const { return m_second; }
    /// Stops a search, goes on with one that was cut short, or takes an axis that can be drawn.
    QPushButton *button() const { return m_button; }

    /// Picks the plan under a point in global coordinates, in chart or table.
    void pickAt(QPoint global);
    /// Plans that the filter does not accept fade in the chart and are not in the table.
    void setFilter(const PlanFilter &filter);

    QSize sizeHint() const override { return {900, 324}; }

signals:
    void planPicked(const heteroscope::Plan &plan);
    void planActivated(const heteroscope::Plan &plan); ///< Enter or double click
    void hovered(const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void setUpAxes();
    void setUpTable();
    void arrange();
    void connectParts();
    void chooseAxes(bool firstMoved);
    void refresh();
    void refreshStrip();
    void refreshShown();
    static QString keyOf(const std::vector<PlanPoint> &points);
    void refreshNote();
    void pick(int point);
    void activate(int point);
    void pressButton();
    ParetoAxis axisOf(const QComboBox *field) const;

    /// What chart and table are made of.
    struct Drawn
    {
        std::shared_ptr<const RankedFront> front;
        std::shared_ptr<const Ranking> ranking;
        std::shared_ptr<const Simulation> own;
        ParetoAxis first = ParetoAxis::stepTime;
        ParetoAxis second = ParetoAxis::stepTime;
        friend bool operator==(const Drawn &, const Drawn &) = default;
    };

    void applyFilter();

    Session *m_session;
    PlanFilter m_filter;
    FrontSearch m_search;
    Drawn m_drawn;
    StateStrip *m_strip;
    QComboBox *m_first;
    QComboBox *m_second;
    QPushButton *m_button;
    ParetoPlot *m_plot;
    ParetoModel *m_model;
    QTableView *m_table;
    QLabel *m_note; ///< below the table
    bool m_refreshing = false;
};

} // namespace heteroscope

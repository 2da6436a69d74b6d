// SPDX-License-Identifier: GPL-3.0-or-later
//
// The breakdown dock: explains the step time and memory of one device. A bar, below it a searchable tree down to single
// operations, and beside it formula, inputs and sources of the selected term. The explanation is computed on a worker
// thread, and only while the dock is visible.
#pragma once

#include "breakdown/term_path.h"
#include "jobs/explain_shown.h"
#include "jobs/latest_job.h"

#include <QPersistentModelIndex>
#include <QWidget>

#include <set>

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QSplitter;
class QTreeView;

namespace heteroscope {

class BreakdownBar;
class BreakdownDelegate;
class BreakdownModel;
class TermDetails;

class BreakdownView : public QWidget
{
    Q_OBJECT

public:
    explicit BreakdownView(QWidget *parent = nullptr);
    ~BreakdownView() override;

    /// Sets the simulation to explain; nullptr, or one without a result, clears the view.
    void setSimulation(std::shared_ptr<const Simulation> shown);
    void setStale(bool stale);
    /// Explains the first of these lanes; the busiest lane if the set is empty.
    void setSelectedLanes(const std::set<int> &lanes);
    /// Selects the term of this activity, as soon as its lane is explained.
    void selectActivity(Activity activity);
    /// Goes to a term; the row and the segment become current.
    void selectPath(const TermPath &path);

    /// Computes at once on the calling thread, for rendered pictures.
    void openNow();

    int lane() const;
    bool isReady() const { return m_openedLane >= 0 && !m_job.isRunning(); }
    TermPath currentPath() const;

    BreakdownBar *bar() const { return m_bar; }
    BreakdownModel *model() const { return m_model; }
    QTreeView *tree() const { return m_tree; }
    QLineEdit *search() const { return m_search; }
    TermDetails *details() const { return m_details; }

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {420, 90}; }

signals:
    void opened(); ///< another explanation is shown

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void open();
    void accept(const Result<LaneExplanation> &explanation);
    void filter(const QString &text);
    void showCurrent();
    void updateTitle();
    void fitColumns();
    std::vector<TermPath> expandedPaths() const;
    void expandFirst();

    std::shared_ptr<const Simulation> m_shown;
    std::set<int> m_selected;
    QLabel *m_chip;
    QLabel *m_title;
    QLineEdit *m_search;
    BreakdownBar *m_bar;
    BreakdownModel *m_model;
    QSortFilterProxyModel *m_filter;
    QTreeView *m_tree;
    BreakdownDelegate *m_delegate;
    TermDetails *m_details;
    QSplitter *m_splitter;
    TermPath m_wanted = {PlainTerm::step};
    int m_openedLane = -1;
    int m_askedLane = -1;   ///< the one that is opened next, or is open
    bool m_current = false; ///< the explanation belongs to the shown simulation, or is on its way
    bool m_settingModel = false;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "What to buy": which clusters of a choice of nodes, fabrics, prices and limits are worth their money for the
// project's model and job (core/design/design_search.h). The search runs on a worker thread; Stop leaves the front of
// what was planned by then. The front is a chart and a table of the same numbers; the sentence below says what the
// chosen cluster has more than the next cheaper one. Draw, Enter or a double click puts the cluster with its plan in
// the place of the drawn one, as one undo step.
#pragma once

#include "design/design_search.h"
#include "jobs/latest_job.h"
#include "jobs/session.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace heteroscope {

class ChartTable;
class DesignChart;
class DesignForm;
class StateStrip;

/// An answer and what it was asked for.
struct DesignAnswer
{
    DesignSpec spec;
    DesignResult found;
};

class DesignView : public QWidget
{
    Q_OBJECT

public:
    enum Axis { pricePerHour, priceOfTraining, energy, axisCount };

    explicit DesignView(Session *session, QWidget *parent = nullptr);
    ~DesignView() override;

    void search();
    void stop();
    bool isRunning() const { return m_job.isRunning(); }
    /// Null before the first answer.
    const std::shared_ptr<const DesignAnswer> &answer() const { return m_answer; }
    /// Row of the front; -1: none.
    int current() const;
    void setCurrent(int row);
    /// Puts the current cluster in the place of the drawn one.
    void draw();
    /// Writes the question as a design file, which `hscope design` takes.
    void saveQuestion(const QString &fileName);
    void exportCsv(const QString &fileName);

    DesignForm *form() const { return m_form; }
    DesignChart *chart() const { return m_chart; }
    ChartTable *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    StateStrip *strip() const { return m_strip; }
    QPushButton *searchButton() const { return m_search; }
    QPushButton *drawButton() const { return m_draw; }
    QComboBox *axis() const { return m_axis; }
    QString sentence() const;

    QSize sizeHint() const override { return {1100, 324}; }
    QSize minimumSizeHint() const override { return {560, 200}; }

signals:
    void failed(const QString &title, const QString &text);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setUpTable();
    void arrange();
    void accept(Result<std::shared_ptr<const DesignAnswer>> answer);
    void fillTable();
    void fillChart();
    void refresh();
    void showCurrent();
    void showProblem(const Error &error);
    bool isStale() const;

    Session *m_session;
    std::shared_ptr<const DesignAnswer> m_answer;
    std::optional<Error> m_problem;
    ProgressUpdate m_progress;
    StateStrip *m_strip;
    QPushButton *m_search;
    QPushButton *m_draw;
    QPushButton *m_save;
    QPushButton *m_export;
    DesignForm *m_form;
    QComboBox *m_axis;
    QWidget *m_beside; ///< the chart and its axis; hidden where there is no room
    DesignChart *m_chart;
    ChartTable *m_model;
    QTableView *m_table;
    QLabel *m_sentence;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

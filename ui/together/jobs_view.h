// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "Jobs": the jobs of the project, their steps alone and together. Simulating them together and planning them
// in turn begin when asked for, on a worker thread. Selecting a job selects its devices on the canvas. A job is made of
// the selected nodes and devices; that, removing one, and using plans that were found are edits of the project.
#pragma once

#include "jobs/jobs_together.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace heteroscope {

class JobsModel;
class StateStrip;

class JobsView : public QWidget
{
    Q_OBJECT

public:
    explicit JobsView(Session *session, QWidget *parent = nullptr, JobsTogether::Work work = {});
    ~JobsView() override;

    JobsTogether *together() { return &m_together; }
    JobsModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    StateStrip *strip() const { return m_strip; }
    QPushButton *addButton() const { return m_add; }
    QPushButton *removeButton() const { return m_remove; }
    QPushButton *simulateButton() const { return m_simulate; }
    /// Plans, or stops.
    QPushButton *planButton() const { return m_plan; }
    QPushButton *useButton() const { return m_use; }
    /// The table, as a spreadsheet takes it.
    void copy() const;

    QSize sizeHint() const override { return {900, 240}; }
    QSize minimumSizeHint() const override { return {480, 160}; }

private:
    void setUpTable();
    void setUpButtons();
    void refresh();
    void refreshStrip();
    /// The nodes and devices that are selected.
    std::vector<std::string> selectedDevices() const;
    /// Of the further jobs; -1 for the project's own.
    int selectedJob() const;
    void add();
    void remove();
    void usePlans();
    void rename(const QString &name, const QString &to);
    void chooseModel(const QString &name, const QString &model);
    void changeTraining(const QString &name, int globalBatch, int sequenceLength);
    void selectDevices(int row);

    Session *m_session;
    JobsTogether m_together;
    StateStrip *m_strip;
    QPushButton *m_add;
    QPushButton *m_remove;
    QPushButton *m_simulate;
    QPushButton *m_plan;
    QPushButton *m_use;
    JobsModel *m_model;
    QTableView *m_table;
    bool m_refreshing = false;
};

} // namespace heteroscope

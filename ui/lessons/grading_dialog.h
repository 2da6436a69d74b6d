// SPDX-License-Identifier: GPL-3.0-or-later
//
// Grades what students handed in for an exercise sheet: the sheet, the files, a table of verdicts with the reasons.
// Verdicts are those of `hscope grade`; they are computed on another thread and appear one by one.
#pragma once

#include "jobs/latest_job.h"
#include "lessons/grading_model.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace heteroscope {

class StatusLabel;

struct GradingQuestions
{
    std::function<QString()> sheet;                             ///< sheet.json; empty if cancelled
    std::function<QStringList()> handIns;                       ///< projects; empty if cancelled
    std::function<QString(const QString &suggested)> saveTable; ///< a CSV file; empty if cancelled
};

class GradingDialog : public QDialog
{
    Q_OBJECT

public:
    explicit GradingDialog(GradingQuestions questions, QWidget *parent = nullptr);

    void setHandIns(const QStringList &files);
    /// Checks all hand-ins; the button does the same.
    void grade();
    bool isGrading() const { return m_job.isRunning(); }

    QLineEdit *sheet() const { return m_sheet; }
    QTableView *table() const { return m_table; }
    GradingModel *model() { return &m_model; }
    QString statusText() const;

signals:
    /// This hand-in is to be shown in the window.
    void openRequested(const QString &path);
    void said(const QString &text);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void addPlaces(class QVBoxLayout *layout);
    void setUpTable();
    QLayout *makeButtons();
    void refresh();
    void showSummary();
    void showStatus(const QString &text, bool isBad);
    void openCurrent();
    void saveTable();

    GradingQuestions m_questions;
    QLineEdit *m_sheet;
    QLabel *m_count;
    QTableView *m_table;
    StatusLabel *m_status;
    QPushButton *m_grade = nullptr;
    QPushButton *m_open = nullptr;
    QPushButton *m_save = nullptr;
    GradingModel m_model;
    QSortFilterProxyModel *m_sorted;
    LatestJob m_job; ///< last member: its thread is joined first
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "What to change": a ranked tornado of the cluster's quantities, each with the step of the best plan with
// more and with less of it. A row selects its links, nodes or devices; Enter or a double click makes the change with
// more, as one undo step; Ctrl+C copies the table. It works only while the dock is visible.
#pragma once

#include "jobs/sensitivity_search.h"

#include <QWidget>

class QPushButton;
class QTableView;

namespace heteroscope {

class SensitivityModel;
class StateStrip;

class SensitivityView : public QWidget
{
    Q_OBJECT

public:
    explicit SensitivityView(Session *session, QWidget *parent = nullptr);
    ~SensitivityView() override;

    SensitivitySearch *search() { return &m_search; }
    SensitivityModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    StateStrip *strip() const { return m_strip; }
    /// Stops, or looks at the rest.
    QPushButton *button() const { return m_button; }
    QPushButton *applyButton() const { return m_apply; }
    /// Makes the change of the current row.
    void apply();
    void copy() const;
    void exportCsv(const QString &fileName);

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {560, 160}; }

signals:
    void exportFailed(const QString &message);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void setUpTable();
    void refresh();
    void refreshStrip();
    void select();
    void askForFile();
    QString csv() const;

    Session *m_session;
    SensitivitySearch m_search;
    std::shared_ptr<const SensitivityAnswer> m_shown;
    StateStrip *m_strip;
    QPushButton *m_button;
    QPushButton *m_apply;
    QPushButton *m_export;
    SensitivityModel *m_model;
    QTableView *m_table;
    bool m_refreshing = false;
};

} // namespace heteroscope

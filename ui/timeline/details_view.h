// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock with every field of the bar that is selected in the timeline. Enter or a double click on a field that names
// another bar goes there; Ctrl+C copies the selected fields, or all of them, as lines of name and value.
#pragma once

#include "timeline/bar_details.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTableView;

namespace heteroscope {

class ChartTable;

class DetailsView : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsView(QWidget *parent = nullptr);
    ~DetailsView() override;

    /// The step that bars are of; the shown bar is gone with the old one.
    void setResult(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology);
    void setBar(BarId bar);
    BarId bar() const { return m_bar; }
    const std::vector<BarField> &fields() const { return m_fields; }
    ChartTable *table() const { return m_table; }
    QTableView *view() const { return m_view; }
    QPushButton *copyButton() const { return m_copyButton; }
    /// What is copied: a line for each selected field, of all where none or one is.
    QString text() const;

    QSize sizeHint() const override { return {360, 324}; }
    QSize minimumSizeHint() const override { return {220, 90}; }

signals:
    void barWanted(heteroscope::BarId bar);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void writeTitle();
    void goTo(int row);
    void copy() const;

    std::shared_ptr<const StepResult> m_result;
    std::shared_ptr<const Topology> m_topology;
    BarId m_bar;
    std::vector<BarField> m_fields;
    ChartTable *m_table;
    QTableView *m_view;
    QLabel *m_title;
    QPushButton *m_copyButton;
};

} // namespace heteroscope

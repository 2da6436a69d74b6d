// SPDX-License-Identifier: GPL-3.0-or-later
//
// The What-if dock: a slider for each number of job, model and cluster, in groups, those with some words alone where a
// filter is written; and the history of what was changed since the
// start with its step times. Each move is an edit, so the step and the plans follow as after any edit; a drag is one
// undo step. Enter or a click on a row of the history goes back to it, or forth.
#pragma once

#include "design/what_if.h"
#include "jobs/session.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QTableView;
class QVBoxLayout;

namespace heteroscope {

class StateStrip;
class WhatIfHistory;
class WhatIfSlider;

class WhatIfView : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfView(Session *session, QWidget *parent = nullptr);
    ~WhatIfView() override;

    const std::vector<WhatIfSlider *> &sliders() const { return m_sliders; }
    WhatIfHistory *history() const { return m_history; }
    QTableView *table() const { return m_table; }
    QLineEdit *filterField() const { return m_filter; }
    StateStrip *strip() const { return m_strip; }
    QPushButton *startButton() const { return m_startHere; }
    QPushButton *backButton() const { return m_back; }
    /// The history as comma-separated values.
    QString csv() const;

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {560, 160}; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void setUpTable();
    void makeSliders();
    void filterSliders();
    void refresh();
    void say();
    void move(const WhatIfSlider &slider, double value);
    void goToCurrentRow();

    Session *m_session;
    WhatIfHistory *m_history;
    StateStrip *m_strip;
    QPushButton *m_startHere;
    QPushButton *m_back;
    QScrollArea *m_area;
    QWidget *m_rows;
    QVBoxLayout *m_rowLayout;
    std::vector<WhatIfSlider *> m_sliders;
    std::vector<std::pair<WhatIfPart, QLabel *>> m_headings;
    QLineEdit *m_filter;
    QTableView *m_table;
    bool m_late = true; ///< the start has changed while the dock was hidden
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The field that changes the schedule of the shown plan, as one undo step. It shows the bubble of the plan; its list
// shows the result under each schedule, which is simulated while the list is open.
#pragma once

#include "jobs/session.h"
#include "workload_bar/schedule_model.h"

#include <QComboBox>

namespace heteroscope {

class SchedulePicker : public QComboBox
{
    Q_OBJECT

public:
    explicit SchedulePicker(Session *session, QWidget *parent = nullptr);

    const ScheduleModel &scheduleModel() const { return *m_schedules; }
    const ScheduleComparison &comparison() const { return m_comparison; }
    /// "18.4 %", the bubble of the shown plan; empty without one.
    QString figure() const;

    void showPopup() override;
    void hidePopup() override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void showPlan();
    void choose(int row);

    Session *m_session;
    ScheduleModel *m_schedules;
    ScheduleComparison m_comparison;
    bool m_open = false;
};

} // namespace heteroscope

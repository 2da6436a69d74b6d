// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bar at the top: files, undo, the training job, the schedule, Live and Plan, theme, help and the menu.
#pragma once

#include "jobs/session.h"
#include "settings/actions.h"

#include <QComboBox>
#include <QSpinBox>
#include <QToolBar>
#include <QToolButton>

namespace heteroscope {

class SchedulePicker;
class TimeBar;

class WorkloadBar : public QToolBar
{
    Q_OBJECT

public:
    WorkloadBar(Session *session, const Actions &actions, QMenu *menu, QWidget *parent = nullptr);

    QComboBox *modelField() const { return m_model; }
    QSpinBox *batchField() const { return m_batch; }
    TimeBar *timeBar() const { return m_time; }
    /// Larger by this factor, for a projector.
    void setMagnification(double magnification);
    QToolButton *planButton() const { return m_plan; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addSpace(int width);
    void addField(const QString &label, QWidget *field);
    void addFields();
    void addSearch();
    void addMenuButton(QMenu *menu);
    void connectFields();
    void showWorkload();
    void showModels();
    void showSearching();
    void showLive();
    /// Shows as much as there is room for.
    void fitParts();
    struct Parts;
    int widthOf(const Parts &parts) const;
    void showParts(const Parts &parts);
    int larger(int pixels) const;
    void addLayouts();
    void showLayout();
    void editModel(int row);
    void editJob();

    Session *m_session;
    const Actions &m_actions;
    QComboBox *m_model;
    QSpinBox *m_batch;
    QSpinBox *m_sequence;
    SchedulePicker *m_schedule;
    QToolButton *m_live;
    QToolButton *m_plan;
    TimeBar *m_time;
    QAction *m_layouts = nullptr;    ///< shows the three layouts side by side
    QAction *m_layoutMenu = nullptr; ///< shows them as a menu, in less room
    QToolButton *m_layoutButton = nullptr;
    QAction *m_timeAction;           ///< shows it
    std::vector<QAction *> m_labels; ///< of the fields; they go where the bar is narrow
};

} // namespace heteroscope

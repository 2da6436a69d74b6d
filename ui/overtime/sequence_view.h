// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "Over time": the best sequence of plans over the scenario, as a band and as a table, beside what other
// policies do. Planning begins when asked for, on a worker thread. Moving or playing the time moves the session's start
// time, so canvas, timeline and ranking follow; with "Show its plan" the plan that the sequence uses then is shown.
// Nothing of it is an edit of the project.
#pragma once

#include "jobs/sequence_search.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QPushButton;
class QTableView;

namespace heteroscope {

class SequenceChart;
class StateStrip;
class StretchModel;

class SequenceView : public QWidget
{
    Q_OBJECT

public:
    static constexpr int playSteps = 200; ///< of the whole scenario

    explicit SequenceView(Session *session, QWidget *parent = nullptr, SequenceSearch::Planner planner = {});
    ~SequenceView() override;

    SequenceSearch *search() { return &m_search; }
    SequenceChart *chart() const { return m_chart; }
    StretchModel *model() const { return m_model; }
    QTableView *table() const { return m_table; }
    StateStrip *strip() const { return m_strip; }
    /// Plans, or stops.
    QPushButton *button() const { return m_button; }
    QPushButton *playButton() const { return m_play; }
    QCheckBox *followBox() const { return m_follow; }
    bool isPlaying() const { return m_timer.isActive(); }
    /// The table, as a spreadsheet takes it.
    void copy() const;

    QSize sizeHint() const override { return {900, 324}; }
    QSize minimumSizeHint() const override { return {560, 200}; }

protected:
    void hideEvent(QHideEvent *event) override;

private:
    void setUpTable();
    void refresh();
    void refreshStrip();
    void moveTo(Seconds time);
    Seconds playEnd() const;
    void play();
    void setPlaying(bool playing);
    void showMoment();

    Session *m_session;
    SequenceSearch m_search;
    std::shared_ptr<const SequenceAnswer> m_shown;
    StateStrip *m_strip;
    QCheckBox *m_follow;
    QPushButton *m_play;
    QPushButton *m_button;
    SequenceChart *m_chart;
    StretchModel *m_model;
    QTableView *m_table;
    QTimer m_timer; ///< runs while it plays
    bool m_moving = false;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan editor: the shown plan as a board whose borders and TP groups can be moved. Each move is an undoable edit of
// the project. A move that gives an invalid plan or violates a mapping is not allowed, and the reason is shown. Memory
// and the difference to the best plan are updated by the simulation.
#pragma once

#include "jobs/session.h"
#include "strategy/plan_edits.h"

#include <QWidget>

class QPushButton;

namespace heteroscope {

class PlanBoard;
class StateStrip;

class PlanEditor : public QWidget
{
    Q_OBJECT

public:
    explicit PlanEditor(Session *session, QWidget *parent = nullptr);

    PlanBoard *board() const { return m_board; }
    StateStrip *strip() const { return m_strip; }
    /// Begins with the best plan that is known.
    QPushButton *bestButton() const { return m_best; }
    /// The plan that is edited: the picked one, the project's own, or the one on show.
    std::optional<Plan> plan() const;

    QSize sizeHint() const override { return {900, 324}; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// Project or session changed; a hidden editor catches up when it is shown.
    void refresh();
    void refreshStrip();
    void take(const QString &what, const Result<Plan> &changed, const QString &mergeKey = {});
    void toggleLock(std::size_t stage);
    /// Why the plan is not allowed; empty if it is.
    QString whyRefused(const Plan &changed) const;

    Session *m_session;
    StateStrip *m_strip;
    QPushButton *m_best;
    PlanBoard *m_board;
    std::shared_ptr<const Topology> m_topology; ///< of m_project
    ProjectSnapshot m_project;
    QString m_refusal; ///< of the last move
};

} // namespace heteroscope

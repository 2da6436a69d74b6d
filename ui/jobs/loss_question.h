// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the failure of nodes or links would do to the step on show, answered on a worker thread (design/loss.h). The
// question ends with the object, and after `limit` with the best answer so far.
#pragma once

#include "design/loss.h"
#include "jobs/latest_job.h"
#include "jobs/session.h"

namespace heteroscope {

class LossQuestion : public QObject
{
    Q_OBJECT

public:
    static constexpr Seconds limit{10};

    /// Asks at once. The session must have a step on show.
    LossQuestion(Session *session, std::set<std::string> failing, QObject *parent = nullptr);

    bool isRunning() const { return m_job.isRunning(); }
    const std::optional<Result<LossAnswer>> &answer() const { return m_answer; }
    /// "Without h100-1: 9.80 s, TP4 PP2 DP1, 41.0 s to move 12.0 GB"; what is known so far.
    QString text() const;
    /// True if there is a plan to be shown.
    bool hasPlan() const { return m_answer && *m_answer && (*m_answer)->plan; }

public slots:
    /// Shows that plan.
    void pick();

signals:
    void answered();

private:
    Session *m_session;
    std::set<std::string> m_failing;
    std::optional<Result<LossAnswer>> m_answer;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The jobs of the document's project together (design/shared_jobs.h): simulated, or planned in turn, on a worker thread
// when somebody asks for it. After an edit the old answer stays, stale; a new one is begun only when asked for.
#pragma once

#include "design/shared_jobs.h"
#include "jobs/latest_job.h"
#include "jobs/session.h"

#include <QPointer>

namespace heteroscope {

/// An answer and what it was asked about.
struct TogetherAnswer
{
    ProjectSnapshot project;
    Seconds at;
    bool isPlanned = false; ///< in turn; else with the plans that the jobs have
    SharedJobs found;
};

class JobsTogether : public QObject
{
    Q_OBJECT

public:
    /// plan: in turn.
    using Work =
        std::function<Result<SharedJobs>(const SharedJobsInput &, bool plan, SharedJobsOptions, StopToken, Progress *)>;

    /// Empty work is simulateShared and planShared with the constants in use.
    explicit JobsTogether(Session *session, QObject *parent = nullptr, Work work = {});

    /// Null before anything is known.
    const std::shared_ptr<const TogetherAnswer> &answer() const { return m_answer; }
    bool isRunning() const { return m_job.isRunning(); }
    bool isPlanning() const { return isRunning() && m_isPlanning; }
    /// The answer is of another cluster, other jobs or plans, or another start time than the present ones.
    bool isStale() const;
    /// Stopped by the user before there was an answer.
    bool isStopped() const { return m_stopped; }
    const std::optional<Error> &problem() const { return m_problem; }

public slots:
    void simulate() { start(false); }
    void planInTurn() { start(true); }
    void cancel();

signals:
    void changed();

private:
    void start(bool plan);

    QPointer<Session> m_session; ///< null while the window goes
    Work m_work;
    std::shared_ptr<const TogetherAnswer> m_answer;
    std::optional<Error> m_problem;
    bool m_stopped = false;
    bool m_isPlanning = false;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

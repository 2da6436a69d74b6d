// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best sequence of plans over the document's scenario, found on a worker thread when somebody asks for it
// (planner/overtime/replan.h). After an edit the old answer stays, stale; a new one is begun only when asked for.
#pragma once

#include "jobs/latest_job.h"
#include "jobs/session.h"
#include "planner/overtime/replan.h"

#include <QPointer>

namespace heteroscope {

/// An answer and what it was asked about.
struct SequenceAnswer
{
    ProjectSnapshot project;
    ReplanResult found;
    PlanSequence fixed; ///< what the best fixed plan does; empty if there is none
};

class SequenceSearch : public QObject
{
    Q_OBJECT

public:
    using Planner = std::function<Result<ReplanResult>(const Project &, ReplanOptions, StopToken, Progress *)>;

    /// An empty planner is planOverTime with the constants in use.
    explicit SequenceSearch(Session *session, QObject *parent = nullptr, Planner planner = {});

    /// Null before anything is known.
    const std::shared_ptr<const SequenceAnswer> &answer() const { return m_answer; }
    bool isRunning() const { return m_job.isRunning(); }
    const ProgressUpdate &progress() const { return m_progress; }
    /// The answer is of another cluster, workload or mappings, or other plans, than the present ones.
    bool isStale() const;
    /// Stopped by the user before there was an answer.
    bool isStopped() const { return m_stopped; }
    const std::optional<Error> &problem() const { return m_problem; }

public slots:
    void start();
    void cancel();

signals:
    void changed();

private:
    QPointer<Session> m_session; ///< null while the window goes
    Planner m_planner;
    std::shared_ptr<const SequenceAnswer> m_answer;
    ProgressUpdate m_progress;
    std::optional<Error> m_problem;
    bool m_stopped = false;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

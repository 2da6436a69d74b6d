// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of the session's cluster is worth changing, found on a worker thread while somebody looks at it
// (design/sensitivity.h). It begins when the search is over; what is known so far is shown while it grows. After an
// edit the old answer stays, stale, until the new one has something.
#pragma once

#include "design/sensitivity.h"
#include "jobs/session.h"

#include <QPointer>

namespace heteroscope {

/// An answer and what it was asked about.
struct SensitivityAnswer
{
    ProjectSnapshot project;
    Seconds startTime;
    Sensitivity found;
};

class SensitivitySearch : public QObject
{
    Q_OBJECT

public:
    explicit SensitivitySearch(Session *session, QObject *parent = nullptr);

    /// Works only while it is wanted.
    void setWanted(bool wanted);
    /// Null before anything is known.
    const std::shared_ptr<const SensitivityAnswer> &answer() const { return m_answer; }
    bool isRunning() const { return m_job.isRunning(); }
    /// Stopped before everything was looked at.
    bool isCutShort() const { return m_answer && !isRunning() && m_answer->found.stopped; }
    /// The answer is of another cluster, workload, mappings or start time than the present ones.
    bool isStale() const;
    const std::optional<Error> &problem() const { return m_problem; }

public slots:
    void cancel();
    /// Begins anew without a limit of time.
    void goOn();

signals:
    void changed();

private:
    void follow();
    void start(std::optional<Seconds> limit);
    void accept(std::shared_ptr<const SensitivityAnswer> answer);

    QPointer<Session> m_session; ///< null while the window goes
    std::shared_ptr<const SensitivityAnswer> m_answer;
    ProjectSnapshot m_begun; ///< that the job was started with last
    Seconds m_begunTime;
    std::optional<Error> m_problem;
    bool m_wanted = false;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

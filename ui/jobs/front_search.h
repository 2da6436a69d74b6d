// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Pareto front of the session's project, found on a worker thread while somebody looks at it. It begins with the
// ranking when the search is over; what it has so far is shown while it grows, and stays when it is cancelled. After an
// edit the old front stays, stale, until the search for the new one finds something.
#pragma once

#include "jobs/session.h"

#include <QPointer>

#include <optional>

namespace heteroscope {

/// A front and the ranking that it began with.
struct RankedFront
{
    std::shared_ptr<const Ranking> ranking;
    ParetoFront front;
};

class FrontSearch : public QObject
{
    Q_OBJECT

public:
    explicit FrontSearch(Session *session, QObject *parent = nullptr);

    /// Searches only while it is wanted.
    void setWanted(bool wanted);
    void setObjectives(SearchObjective first, SearchObjective second);
    SearchObjective first() const { return m_first; }
    SearchObjective second() const { return m_second; }

    /// Of the objectives; null before anything is known.
    const std::shared_ptr<const RankedFront> &front() const { return m_front; }
    bool isRunning() const { return m_job.isRunning(); }
    /// Cancelled or out of time before it was through.
    bool isCutShort() const { return m_front && !isRunning() && !m_front->front.exact && m_front->front.stopped; }
    /// True if the front was found for another cluster, workload, mappings or start time than the present ones.
    bool isStale() const;
    const ProgressUpdate &progress() const { return m_progress; }
    /// Why there is none: no prices.
    const std::optional<Error> &problem() const { return m_problem; }

public slots:
    void cancel();
    /// Goes on without a limit of time.
    void goOn();

signals:
    void changed();

private:
    void follow();
    void forget();
    void start(std::optional<Seconds> limit);
    void accept(std::shared_ptr<const RankedFront> front);

    QPointer<Session> m_session; ///< null while the window goes
    SearchObjective m_first = SearchObjective::time;
    SearchObjective m_second = SearchObjective::energy;
    std::shared_ptr<const RankedFront> m_front;
    std::shared_ptr<const Ranking> m_begun; ///< the ranking that the job was started with last
    std::optional<Error> m_problem;
    ProgressUpdate m_progress;
    bool m_wanted = false;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope

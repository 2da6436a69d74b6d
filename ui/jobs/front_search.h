// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Pareto front of the session's project, found on a worker thread while somebody looks at it. It begins with the
// ranking when the search is over; what it has so far is shown while it grows, and stays when it is cancelled. After an
// edit the old front stays, stale, until the ranking has followed.
#pragma once

#include "jobs/session.h"

#include <QPointer>

#include <optional>

namespace heteroscope {

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
    const std::shared_ptr<const ParetoFront> &front() const { return m_front; }
    bool isRunning() const { return m_running; }
    /// Cancelled or out of time before it was through.
    bool isCutShort() const { return m_front && !m_running && !m_front->exact && m_front->stopped; }
    bool isStale() const
    {
        return m_front && m_session && (m_session->isRankingStale() || m_of != m_session->ranking());
    }
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
    void start(std::optional<Seconds> limit);
    void accept(std::shared_ptr<const ParetoFront> front);
    void finish();

    QPointer<Session> m_session; ///< null while the window goes
    SearchObjective m_first = SearchObjective::time;
    SearchObjective m_second = SearchObjective::energy;
    std::shared_ptr<const ParetoFront> m_front;
    std::shared_ptr<const SearchResult> m_of; ///< the ranking that the front began with
    std::optional<Error> m_problem;
    ProgressUpdate m_progress;
    bool m_wanted = false;
    bool m_running = false;
    LatestJob m_job; // last: it is joined before anything else goes
};

} // namespace heteroscope

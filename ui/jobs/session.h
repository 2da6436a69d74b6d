// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window knows about its document: the simulation that is shown, the ranking, and the jobs that renew them.
//
// 80 ms after the last edit the simulation follows, and with it the search (Live). Until then the old results stay and
// are marked stale; they never vanish. All computing happens on worker threads from the document's snapshot.
#pragma once

#include "jobs/latest_job.h"
#include "jobs/simulation.h"

#include <QElapsedTimer>
#include <QTimer>

namespace heteroscope {

class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(Document *document, Engine engine = coreEngine(), QObject *parent = nullptr);

    Document *document() const { return m_document; }

    /// The simulation on show; null before the first one. Its result may be null, its problems then say why.
    const std::shared_ptr<const Simulation> &shown() const { return m_shown; }
    /// The result of what is shown, or null.
    std::shared_ptr<const StepResult> result() const { return m_shown ? m_shown->result : nullptr; }
    /// True while what is shown is older than the document.
    bool isStale() const { return m_stale; }
    /// Why nothing newer can be shown, one error each: mistakes of the cluster, a plan that cannot run.
    const std::vector<Error> &problems() const { return m_problems; }

    /// The ranking; null before the first search. While a search runs it holds the best so far.
    const std::shared_ptr<const SearchResult> &ranking() const { return m_ranking; }
    bool isRankingStale() const { return m_rankingStale; }
    bool isSearching() const { return m_searching; }
    const ProgressUpdate &progress() const { return m_progress; }
    /// The plan that the user picked from the ranking, if any.
    const std::optional<Plan> &picked() const { return m_pickedPlan; }
    /// The plan that is shown, or about to be: the picked one, the project's, or the search's best.
    std::optional<Plan> currentPlan() const;
    const Engine &engine() const { return m_engine; }

    /// Where in the scenario the step begins; what the view is at, not a part of the project. Kept within the horizon
    /// of the rate curves.
    Seconds startTime() const { return m_startTime; }

    bool isLive() const { return m_live; }
    void setLive(bool live);

    /// Wait after the last edit; 0 follows at once. Tests use it.
    void setFollowDelay(int milliseconds) { m_followTimer.setInterval(milliseconds); }
    /// Wall time a search may take when it was started by an edit and not by the user.
    void setLiveBudget(Seconds budget) { m_liveBudget = budget; }

    int lateResults() const { return m_simulationJob.droppedPosts() + m_searchJob.droppedPosts(); }
    bool isIdle() const;

public slots:
    /// Simulates the step that begins then. While one is running, the next waits for it, so that each move is shown as
    /// soon as it can be and none starves.
    void setStartTime(heteroscope::Seconds time);
    /// Simulates (and, when live, searches) now instead of after the delay.
    void follow();
    /// Searches until the best plan is proved.
    void search();
    /// Stops the search; the best so far stays.
    void cancelSearch();
    /// Shows a plan of the ranking, or one that does not fit.
    void pick(const heteroscope::Plan &plan);
    /// Goes back to the project's own plan.
    void pickNone();
    /// Puts the plan that is shown into the project, as one undo step.
    void applyShown();
    void apply(const heteroscope::Plan &plan);
    /// Puts the current plan under another schedule into the project, as one undo step; a refusal is announced by the
    /// document.
    void changeSchedule(heteroscope::ScheduleKind kind);
    /// Puts a plan that was changed by hand into the project; consecutive ones of a merge key are one undo step.
    void editPlan(const QString &text, const heteroscope::Plan &plan, const QString &mergeKey = {});

signals:
    void startTimeChanged();
    void shownChanged();
    void staleChanged();
    void rankingChanged();
    void searchingChanged(bool searching);
    void progressChanged();
    void liveChanged(bool live);
    void problemsChanged();
    /// A job ended; isIdle() tells whether it was the last.
    void workFinished();

private:
    void onProjectChanged();
    void onProjectReplaced();
    void startSimulation();
    void startSearch(std::optional<Seconds> budget);
    void acceptSimulation(const std::shared_ptr<const Simulation> &simulation);
    void acceptRanking(std::shared_ptr<const SearchResult> ranking, bool finished);
    void showBestIfNothingElseRuns();
    std::vector<PlanCandidate> candidates() const;
    void setStale(bool stale);
    void setProblems(std::vector<Error> problems);
    void setSearching(bool searching);

    Document *m_document;
    Engine m_engine;
    ProjectSnapshot m_followed; // newest snapshot that a simulation was started for
    ProjectSnapshot m_searched; // likewise for a search
    ProjectSnapshot m_triedFor; // the search's best was tried for this one ...
    Plan m_triedPlan;           // ... and was this plan
    std::shared_ptr<const Simulation> m_shown;
    std::shared_ptr<const SearchResult> m_ranking;
    std::vector<Error> m_problems;
    std::optional<Plan> m_pickedPlan;
    ProgressUpdate m_progress;
    Seconds m_liveBudget{10};
    Seconds m_startTime;
    QTimer m_followTimer;
    QTimer m_lateTimer; ///< a start time that is not on show yet; after it the old step counts as stale
    QElapsedTimer m_searchClock;
    bool m_simulating = false;
    bool m_stale = false;
    bool m_rankingStale = false;
    bool m_searching = false;
    bool m_live = true;
    LatestJob m_simulationJob; // last: they are joined before anything else goes
    LatestJob m_searchJob;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window knows about its document: the simulation that is shown, the ranking, and the jobs that renew them.
//
// 80 ms after the last edit the simulation follows, and with it the search (Live). Until then the old results stay and
// are marked stale; they vanish only when the search has answered that nothing of the present project can be shown. The
// search begins with the plans of the old ranking: simulated again they replace it at once (Ranking::isFromBefore),
// until the answer is there. Each result carries the snapshot and the start time that it was computed from; it is stale
// when these differ from the present ones in what it depends on. All computing happens on worker threads.
#pragma once

#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/plan_steps.h"
#include "jobs/ranking.h"
#include "jobs/simulation.h"

#include <QElapsedTimer>
#include <QTimer>

namespace heteroscope {

/// What a ranking was searched for, compared with what is shown now.
enum class RankingAge {
    present,      ///< the present project and start time; also without a ranking
    otherTime,    ///< another start time of the step
    otherProject, ///< another cluster, workload or mappings
};

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
    /// True if what is shown was computed from another cluster, workload, plan or start time than the present ones.
    bool isStale() const;
    /// The project's plans at the start time of the shown step, its own first.
    const std::vector<NamedStep> &planSteps() const { return m_planSteps.all(); }
    /// Simulation of the project's own plan at the start time of the shown step; null if it has none that runs.
    std::shared_ptr<const Simulation> ownStep() const;
    /// True if what is shown stays from before an edit, because none of the present plans can run.
    bool hasNoPresentStep() const;
    /// Why the project's own plan cannot run now, if so.
    std::optional<Error> ownPlanProblem() const;
    /// Why nothing newer can be shown, each error once: first the errors of the last simulation (mistakes of the
    /// cluster, plans that cannot run), then the error of the last search.
    std::vector<Error> problems() const;

    /// The ranking; null before the first search. While a search runs it holds the best so far.
    const std::shared_ptr<const Ranking> &ranking() const { return m_ranking; }
    RankingAge rankingAge() const;
    bool isRankingStale() const { return rankingAge() != RankingAge::present; }
    /// The ranking if it is not stale, else null.
    std::shared_ptr<const Ranking> freshRanking() const { return isRankingStale() ? nullptr : m_ranking; }
    bool isSearching() const { return m_searchJob.isRunning(); }
    /// The search was cancelled and has not ended yet.
    bool isCancelling() const { return isSearching() && m_search.cancelled; }
    /// No plan fits the present project at the present start time: the search for it said so.
    bool nothingFits() const;
    const ProgressUpdate &progress() const { return m_search.progress; }
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
    void setFollowDelay(int milliseconds);
    /// Wall time a search may take when it was started by an edit and not by the user.
    void setLiveBudget(Seconds budget) { m_liveBudget = budget; }

    int lateResults() const { return m_simulationJob.droppedPosts() + m_searchJob.droppedPosts(); }
    /// True if no result is awaited.
    bool isIdle() const;

public slots:
    /// Simulates the step that begins then. While one is running, the next waits for it, so that each move is shown as
    /// soon as it can be and none starves. The ranking is stale; with Live a search follows when the time rests.
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
    /// Makes the plan that is shown the project's own, as one undo step. The plan that was the own one before stays in
    /// the project.
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
    void planStepsChanged();
    /// isStale() or rankingAge() changed.
    void staleChanged();
    void rankingChanged();
    void searchingChanged(bool searching);
    void progressChanged();
    void liveChanged(bool live);
    void problemsChanged();
    /// A job ended; isIdle() tells whether it was the last.
    void workFinished();

private:
    /// The search that was started last.
    struct Search
    {
        ProjectSnapshot snapshot; ///< null before the first one, and when it was abandoned
        Seconds startTime;
        std::optional<Seconds> budget;
        QElapsedTimer clock; ///< since it began
        ProgressUpdate progress;
        std::optional<Error> problem; ///< why it has no answer
        bool cancelled = false;
    };
    /// What listeners were told last.
    struct Staleness
    {
        bool shown = false;
        RankingAge ranking = RankingAge::present;
        friend bool operator==(const Staleness &, const Staleness &) = default;
    };

    void onProjectChanged();
    void onProjectReplaced();
    void startSimulation();
    void startSearch(std::optional<Seconds> budget);
    void followWithSearch();
    /// A search for what the project asks now was started, whatever became of it.
    bool isSearched() const;
    void abandonSearch();
    void startLookBeyond();
    void acceptSimulation(const std::shared_ptr<const Simulation> &simulation);
    void acceptImprovement(const std::shared_ptr<const Ranking> &sofar);
    void acceptAnswer(const Ranking &answer);
    void setRanking(std::shared_ptr<const Ranking> ranking);
    /// The plan that the ranking proposes to show: the recommended one, else the nearest to fitting.
    std::optional<PlanCandidate> proposal() const;
    void showProposalIfNothingElseRuns();
    bool wasTried(const Plan &plan) const;
    void dropStepOfBefore();
    bool isPresent(const Simulation &simulation) const;
    bool commit(const QString &text, const Project &after, const QString &mergeKey = {});
    std::vector<PlanCandidate> candidates() const;
    /// Emits staleChanged if there is something new to tell.
    void announceStaleness();
    /// Makes a change and emits problemsChanged if the problems are others after it.
    template<class Change>
    void changeProblems(Change change);

    Document *m_document;
    Engine m_engine;
    ProjectSnapshot m_followed; ///< newest snapshot that a simulation was started for
    Search m_search;
    std::shared_ptr<const Simulation> m_latest; ///< the last one that ended; shown unless only an older one has a step
    std::shared_ptr<const Simulation> m_shown;
    std::shared_ptr<const Ranking> m_ranking;
    std::optional<Plan> m_pickedPlan;
    Seconds m_liveBudget{10};
    Seconds m_startTime;
    QTimer m_followTimer;
    QTimer m_restTimer; ///< runs while the start time moves, before a search follows
    QTimer m_lateTimer; ///< runs while a step at an older start time does not count as stale yet
    Staleness m_announced;
    bool m_live = true;
    PlanSteps m_planSteps;
    LatestJob m_simulationJob; // last members: their threads are joined before the others are destroyed
    LatestJob m_searchJob;
    LatestJob m_beyondJob; ///< looks beyond the space once the search has its answer
};

template<class Change>
void Session::changeProblems(Change change)
{
    const std::vector<Error> before = problems();
    change();
    if (problems() != before)
        emit problemsChanged();
}

} // namespace heteroscope

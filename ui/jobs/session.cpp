// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/session.h"

#include "cluster/scenario_span.h"
#include "jobs/rank_plans.h"
#include "language/plan_words.h"
#include "project/edits.h"
#include "strategy/change_schedule.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int followDelay = 80;             // ms after the last edit
constexpr qint64 partialRankingDelay = 400; // ms a search may run before its best so far replaces an older ranking

} // namespace

Session::Session(Document *document, Engine engine, QObject *parent)
    : QObject(parent), m_document(document), m_engine(std::move(engine))
{
    m_followTimer.setSingleShot(true);
    m_followTimer.setInterval(followDelay);
    connect(&m_followTimer, &QTimer::timeout, this, &Session::follow);
    m_lateTimer.setSingleShot(true);
    m_lateTimer.setInterval(followDelay);
    connect(&m_lateTimer, &QTimer::timeout, this, &Session::announceStaleness);
    connect(document, &Document::projectReplaced, this, &Session::onProjectReplaced);
    connect(document, &Document::projectChanged, this, &Session::onProjectChanged);
    connect(&m_searchJob, &LatestJob::runningChanged, this, &Session::searchingChanged);
    for (const LatestJob *job : {&m_simulationJob, &m_searchJob, &m_beyondJob})
        connect(job, &LatestJob::runningChanged, this, [this](bool running) {
            if (!running)
                emit workFinished();
        });
}

bool Session::isIdle() const
{
    return !m_followTimer.isActive() && !m_simulationJob.isRunning() && !m_searchJob.isRunning() &&
           !m_beyondJob.isRunning();
}

bool Session::isStale() const
{
    return m_shown && (!samePhysics(*m_shown->project, m_document->project()) ||
                       (m_shown->startTime != m_startTime && !m_lateTimer.isActive()));
}

bool Session::isRankingStale() const { return m_ranking && !sameSearch(*m_ranking->snapshot, m_document->project()); }

void Session::announceStaleness()
{
    const Staleness now{isStale(), isRankingStale()};
    if (now == m_announced)
        return;
    m_announced = now;
    emit staleChanged();
}

std::vector<Error> Session::problems() const
{
    std::vector<Error> all;
    if (m_latest)
        all = m_latest->problems;
    // Both jobs expand the cluster.
    if (m_search.problem && std::find(all.begin(), all.end(), *m_search.problem) == all.end())
        all.push_back(*m_search.problem);
    return all;
}

template<class Change>
void Session::changeProblems(Change change)
{
    const std::vector<Error> before = problems();
    change();
    if (problems() != before)
        emit problemsChanged();
}

void Session::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    emit liveChanged(live);
    if (live && (!m_shown || isStale() || !isSearched()))
        follow();
}

void Session::onProjectReplaced()
{
    m_pickedPlan.reset();
    m_followed.reset();
    m_lateTimer.stop();
    m_ranking.reset();
    m_shown.reset();
    m_ownStep.reset();
    changeProblems([this] {
        m_latest.reset();
        m_search = {};
    });
    m_simulationJob.abandon();
    abandonSearch();
    if (m_startTime != Seconds(0)) {
        m_startTime = Seconds(0);
        emit startTimeChanged();
    }
    emit rankingChanged();
    emit shownChanged();
}

void Session::setStartTime(Seconds time)
{
    time = std::clamp(time, Seconds(0), scenarioSpan(m_document->project().cluster).horizon());
    if (time == m_startTime)
        return;
    if (!isStale())
        m_lateTimer.start();
    m_startTime = time;
    emit startTimeChanged();
    if (!m_simulationJob.isRunning() && !m_followTimer.isActive())
        startSimulation();
}

void Session::onProjectChanged()
{
    const Seconds horizon = scenarioSpan(m_document->project().cluster).horizon();
    if (m_startTime > horizon) {
        m_startTime = horizon;
        emit startTimeChanged();
    }
    if (m_search.problem && !isSearched())
        changeProblems([this] { m_search.problem.reset(); });
    announceStaleness();
    // Nothing follows where only the drawing moved, or an edit was taken back before anybody looked.
    const bool isFollowed = m_followed && samePhysics(*m_followed, m_document->project());
    if (m_live && (!isFollowed || m_followTimer.isActive()))
        m_followTimer.start();
}

bool Session::isSearched() const { return m_search.snapshot && sameSearch(*m_search.snapshot, m_document->project()); }

void Session::follow()
{
    m_followTimer.stop();
    startSimulation();
    if (isSearched())
        return;
    if (m_live && !m_document->project().cluster.nodes.empty())
        startSearch(m_liveBudget);
    else
        abandonSearch();
}

std::vector<PlanCandidate> Session::candidates() const
{
    std::vector<PlanCandidate> list;
    if (m_pickedPlan)
        list.push_back({*m_pickedPlan, PlanOrigin::picked});
    const Project &project = m_document->project();
    if (!project.plans.empty())
        list.push_back({project.plans.front().plan, PlanOrigin::project});
    if (m_ranking && m_ranking->best())
        list.push_back({m_ranking->best()->plan, PlanOrigin::best});
    return list;
}

void Session::startSimulation()
{
    m_followed = m_document->snapshot();
    m_simulationJob.start(
        [project = m_followed, list = candidates(), startTime = m_startTime, engine = m_engine](LatestJob::Handle &) {
            return std::make_shared<const Simulation>(simulate(engine, project, list, startTime));
        },
        [this](const std::shared_ptr<const Simulation> &simulation) { acceptSimulation(simulation); });
}

void Session::acceptSimulation(const std::shared_ptr<const Simulation> &simulation)
{
    const bool isShown =
        simulation->result || !m_shown || !m_shown->result || simulation->project->cluster.nodes.empty();
    const bool isThen = simulation->startTime == m_startTime;
    if (isThen)
        m_lateTimer.stop();
    if (isShown)
        m_shown = simulation;
    if (simulation->result && simulation->origin == PlanOrigin::project && simulation->startTime == Seconds(0))
        m_ownStep = simulation;
    else if (m_document->project().plans.empty())
        m_ownStep.reset();
    changeProblems([&] { m_latest = simulation; });
    announceStaleness();
    if (isShown)
        emit shownChanged();
    if (!isThen && !m_followTimer.isActive())
        startSimulation(); // the slider went on meanwhile
    showBestIfNothingElseRuns();
}

void Session::search()
{
    m_followTimer.stop();
    if (isStale() || !m_shown)
        startSimulation();
    startSearch(std::nullopt);
}

void Session::startSearch(std::optional<Seconds> budget)
{
    m_beyondJob.abandon();
    changeProblems([&] { m_search = {m_document->snapshot(), budget, {}, {}, {}}; });
    m_search.clock.start();
    emit progressChanged();
    m_searchJob.start(
        [this, snapshot = m_search.snapshot, budget, engine = m_engine](LatestJob::Handle &handle) {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_search.progress = update;
                    emit progressChanged();
                });
            });
            return rankPlans(engine, snapshot, budget, handle.stopToken(), &progress,
                             [this, &handle](const std::shared_ptr<GrowingRanking> &sofar) {
                                 handle.post([this, sofar] { acceptImprovement(sofar->copy()); });
                             });
        },
        [this, snapshot = m_search.snapshot](const Result<Ranking> &answer) {
            if (answer)
                acceptAnswer(*answer);
            else if (snapshot == m_search.snapshot)
                changeProblems([&] { m_search.problem = answer.error(); });
        });
}

void Session::abandonSearch()
{
    if (m_searchJob.isRunning())
        m_search = {};
    m_searchJob.abandon();
    m_beyondJob.abandon();
}

void Session::acceptImprovement(const std::shared_ptr<const Ranking> &sofar)
{
    // A quick search replaces the old ranking in one go.
    if (!m_ranking || !m_ranking->best() || m_search.clock.elapsed() >= partialRankingDelay)
        setRanking(sofar);
}

void Session::acceptAnswer(const Ranking &answer)
{
    const bool isOlder = freshRanking() && !sameSearch(*answer.snapshot, m_document->project());
    const bool foundNothing = answer.result.stopped && !answer.best() && m_ranking && m_ranking->best();
    if (isOlder || foundNothing)
        return; // what was there stays
    setRanking(std::make_shared<const Ranking>(answer));
    if (!answer.result.stopped && m_engine.lookBeyond)
        startLookBeyond();
}

void Session::startLookBeyond()
{
    m_beyondJob.start(
        [ranking = m_ranking, budget = m_search.budget,
         lookBeyond = m_engine.lookBeyond](LatestJob::Handle &handle) -> std::shared_ptr<const Ranking> {
            Ranking more = *ranking;
            const Project &project = *more.snapshot;
            const Status looked =
                lookBeyond(*more.topology, project.workload, searchOptions(project, *more.topology, budget),
                           more.result, handle.stopToken());
            return looked ? std::make_shared<const Ranking>(std::move(more)) : nullptr;
        },
        [this](const std::shared_ptr<const Ranking> &more) {
            if (more)
                setRanking(more);
        });
}

void Session::setRanking(std::shared_ptr<const Ranking> ranking)
{
    m_ranking = std::move(ranking);
    emit rankingChanged();
    announceStaleness();
    showBestIfNothingElseRuns();
}

void Session::showBestIfNothingElseRuns()
{
    const auto ranking = freshRanking();
    if (m_simulationJob.isRunning() || !ranking || !ranking->best())
        return;
    const Plan &best = ranking->best()->plan;
    if (m_shown && m_shown->result && !isStale() && (m_shown->origin != PlanOrigin::best || m_shown->plan == best))
        return;
    const bool wasTried = m_latest && m_latest->project == m_document->snapshot() &&
                          std::any_of(m_latest->candidates.begin(), m_latest->candidates.end(),
                                      [&best](const PlanCandidate &candidate) { return candidate.plan == best; });
    if (!wasTried)
        startSimulation();
}

void Session::cancelSearch()
{
    m_searchJob.cancel();
    m_beyondJob.abandon();
}

void Session::pick(const Plan &plan)
{
    const Project &project = m_document->project();
    if (!project.plans.empty() && project.plans.front().plan == plan) {
        pickNone();
        return;
    }
    if (m_pickedPlan == plan)
        return;
    m_pickedPlan = plan;
    startSimulation();
}

void Session::pickNone()
{
    if (!m_pickedPlan)
        return;
    m_pickedPlan.reset();
    startSimulation();
}

void Session::applyShown()
{
    if (m_shown && m_shown->result)
        apply(m_shown->plan);
}

void Session::apply(const Plan &plan) { editPlan(tr("Apply %1").arg(nameOf(plan)), plan); }

std::optional<Plan> Session::currentPlan() const
{
    if (m_pickedPlan)
        return m_pickedPlan;
    const Project &project = m_document->project();
    const bool showsOther = m_shown && m_shown->result && m_shown->origin == PlanOrigin::best;
    if (!project.plans.empty() && !showsOther)
        return project.plans.front().plan;
    if (m_shown && m_shown->result)
        return m_shown->plan;
    return std::nullopt;
}

void Session::changeSchedule(ScheduleKind kind)
{
    const std::optional<Plan> plan = currentPlan();
    if (!plan || plan->schedule == kind)
        return;
    const Result<Plan> changed = withSchedule(*plan, kind, m_document->project().workload.model);
    if (!changed) {
        m_document->edit(QString(), Result<Project>(changed.error()));
        return;
    }
    editPlan(tr("Schedule %1").arg(wordOf(kind)), *changed);
}

void Session::editPlan(const QString &text, const Plan &plan, const QString &mergeKey)
{
    const Project &project = m_document->project();
    const std::string name = project.plans.empty() ? "plan" : project.plans.front().name;
    const bool picked = m_pickedPlan.has_value();
    m_pickedPlan.reset();
    // A plan that the project has already is no edit that could be followed, but another one was on show.
    if (!m_document->edit(text, applyPlan(project, name, plan), mergeKey) && picked)
        startSimulation();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/session.h"

#include "cluster/scenario_span.h"
#include "project/edits.h"
#include "strategy/change_schedule.h"

#include <atomic>
#include <mutex>

namespace heteroscope {
namespace {

constexpr int followDelay = 80; // ms after the last edit
constexpr std::size_t rankedPlans = 40;
constexpr qint64 partialRankingDelay = 400; // ms a search may run before its best so far replaces an older ranking

/// Collects improvements on the searching threads and posts them as a growing ranking, one post in flight at a time, so
/// that a burst of improvements costs the window one repaint.
class ImprovementStream
{
public:
    ImprovementStream(LatestJob::Handle &handle, std::function<void(std::shared_ptr<const SearchResult>)> accept)
        : m_handle(handle), m_state(std::make_shared<State>())
    {
        m_state->accept = std::move(accept);
    }

    void add(const RankedPlan &plan)
    {
        {
            const std::lock_guard lock(m_state->mutex);
            m_state->sofar.plans.insert(m_state->sofar.plans.begin(), plan);
            if (m_state->sofar.plans.size() > rankedPlans)
                m_state->sofar.plans.resize(rankedPlans);
        }
        if (m_state->inFlight.exchange(true))
            return;
        m_handle.post([state = m_state] {
            state->inFlight = false;
            std::shared_ptr<const SearchResult> copy;
            {
                const std::lock_guard lock(state->mutex);
                copy = std::make_shared<const SearchResult>(state->sofar);
            }
            state->accept(copy);
        });
    }

private:
    struct State
    {
        std::mutex mutex;
        SearchResult sofar;
        std::atomic<bool> inFlight = false;
        std::function<void(std::shared_ptr<const SearchResult>)> accept;
    };
    LatestJob::Handle &m_handle;
    std::shared_ptr<State> m_state;
};

} // namespace

Session::Session(Document *document, Engine engine, QObject *parent)
    : QObject(parent), m_document(document), m_engine(std::move(engine))
{
    m_followTimer.setSingleShot(true);
    m_followTimer.setInterval(followDelay);
    connect(&m_followTimer, &QTimer::timeout, this, &Session::follow);
    m_lateTimer.setSingleShot(true);
    m_lateTimer.setInterval(followDelay);
    connect(&m_lateTimer, &QTimer::timeout, this, [this] { setStale(m_shown != nullptr); });
    connect(document, &Document::projectReplaced, this, &Session::onProjectReplaced);
    connect(document, &Document::projectChanged, this, &Session::onProjectChanged);
    connect(&m_searchJob, &LatestJob::runningChanged, this, [this](bool running) {
        if (running)
            return;
        setSearching(false);
        emit workFinished();
    });
    connect(&m_simulationJob, &LatestJob::runningChanged, this, [this](bool running) {
        if (!running)
            emit workFinished();
    });
}

bool Session::isIdle() const
{
    return !m_followTimer.isActive() && !m_simulationJob.isRunning() && !m_searchJob.isRunning();
}

void Session::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    emit liveChanged(live);
    if (live && m_stale)
        follow();
}

void Session::onProjectReplaced()
{
    m_pickedPlan.reset();
    m_followed.reset();
    m_searched.reset();
    m_triedFor.reset();
    m_simulating = false;
    m_lateTimer.stop();
    if (m_startTime != Seconds(0)) {
        m_startTime = Seconds(0);
        emit startTimeChanged();
    }
    m_searchJob.abandon();
    m_simulationJob.abandon();
    m_ranking.reset();
    m_shown.reset();
    m_progress = {};
    setProblems({});
    emit rankingChanged();
    emit shownChanged();
}

void Session::setStartTime(Seconds time)
{
    time = std::clamp(time, Seconds(0), scenarioSpan(m_document->project().cluster).horizon());
    if (time == m_startTime)
        return;
    m_startTime = time;
    emit startTimeChanged();
    m_lateTimer.start();
    if (!m_simulating && !m_followTimer.isActive())
        startSimulation();
}

void Session::onProjectChanged()
{
    const Seconds horizon = scenarioSpan(m_document->project().cluster).horizon();
    if (m_startTime > horizon) {
        m_startTime = horizon;
        emit startTimeChanged();
    }
    if (m_followed && samePhysics(*m_followed, m_document->project())) {
        // Only the drawing moved, or an edit was taken back before anybody looked.
        if (!m_followTimer.isActive())
            return;
    }
    setStale(m_shown != nullptr);
    m_rankingStale = m_ranking && m_searched && !sameSearch(*m_searched, m_document->project());
    if (m_live)
        m_followTimer.start();
}

void Session::follow()
{
    m_followTimer.stop();
    const bool empty = m_document->project().cluster.nodes.empty();
    startSimulation();
    if (m_searched && sameSearch(*m_searched, m_document->project()))
        return;
    if (m_live && !empty)
        startSearch(m_liveBudget);
    else
        m_searchJob.abandon();
}

std::vector<PlanCandidate> Session::candidates() const
{
    std::vector<PlanCandidate> list;
    if (m_pickedPlan)
        list.push_back({*m_pickedPlan, PlanOrigin::picked});
    const Project &project = m_document->project();
    if (!project.plans.empty())
        list.push_back({project.plans.front().plan, PlanOrigin::project});
    if (m_ranking && !m_ranking->plans.empty())
        list.push_back({m_ranking->plans.front().plan, PlanOrigin::best});
    return list;
}

void Session::startSimulation()
{
    m_followed = m_document->snapshot();
    m_simulating = true;
    m_simulationJob.start([this, project = m_followed, list = candidates(), startTime = m_startTime,
                           engine = m_engine](LatestJob::Handle &handle) {
        auto simulation = std::make_shared<const Simulation>(simulate(engine, project, list, startTime));
        handle.post([this, simulation] { acceptSimulation(simulation); });
    });
}

void Session::acceptSimulation(const std::shared_ptr<const Simulation> &simulation)
{
    m_simulating = false;
    setProblems(simulation->problems);
    const bool isThen = simulation->startTime == m_startTime;
    const bool isCurrent = isThen && samePhysics(*simulation->project, m_document->project());
    if (simulation->result || !m_shown || !m_shown->result || simulation->project->cluster.nodes.empty()) {
        m_shown = simulation;
        if (isCurrent)
            setStale(false);
        emit shownChanged();
    }
    if (isThen)
        m_lateTimer.stop();
    else if (!m_followTimer.isActive())
        startSimulation(); // the slider went on meanwhile
    showBestIfNothingElseRuns();
}

void Session::search()
{
    m_followTimer.stop();
    if (m_stale || !m_shown)
        startSimulation();
    startSearch(std::nullopt);
}

void Session::startSearch(std::optional<Seconds> budget)
{
    m_progress = {};
    const ProjectSnapshot project = m_document->snapshot();
    m_searched = project;
    m_searchClock.start();
    setSearching(true);
    emit progressChanged();
    m_searchJob.start([this, project, budget, engine = m_engine](LatestJob::Handle &handle) {
        Result<Topology> topology = Topology::build(project->cluster);
        if (!topology)
            return; // the simulation job reports it
        ImprovementStream stream(
            handle, [this](std::shared_ptr<const SearchResult> ranking) { acceptRanking(std::move(ranking), false); });
        Progress progress([this, &handle](const ProgressUpdate &update) {
            handle.post([this, update] {
                m_progress = update;
                emit progressChanged();
            });
        });
        SearchOptions options;
        options.top = rankedPlans;
        options.budget = budget;
        options.mappings = resolveMappings(project->mappings, project->cluster, *topology);
        Result<SearchResult> result = engine.search(*topology, project->workload, options, handle.stopToken(),
                                                    &progress, [&stream](const RankedPlan &plan) { stream.add(plan); });
        if (!result) {
            handle.post([this, error = result.error()] {
                std::vector<Error> problems = m_problems;
                problems.push_back(error);
                setProblems(std::move(problems));
            });
            return;
        }
        auto ranking = std::make_shared<const SearchResult>(*result);
        handle.post([this, ranking] { acceptRanking(ranking, true); });
        // The answer is there; what lies beyond the space may follow.
        if (engine.lookBeyond && !result->stopped &&
            engine.lookBeyond(*topology, project->workload, options, *result, handle.stopToken()) &&
            !handle.stopToken().stop_requested()) {
            auto more = std::make_shared<const SearchResult>(std::move(*result));
            handle.post([this, more] { acceptRanking(more, true); });
        }
    });
}

void Session::acceptRanking(std::shared_ptr<const SearchResult> ranking, bool finished)
{
    const bool old = m_ranking && !m_ranking->plans.empty();
    if (finished)
        setSearching(false);
    if (old && finished && ranking->stopped && ranking->plans.empty())
        return; // cancelled before it found anything: what was there stays
    if (old && !finished && m_searchClock.elapsed() < partialRankingDelay)
        return; // a quick search replaces the old ranking in one go
    m_ranking = std::move(ranking);
    m_rankingStale = false;
    emit rankingChanged();
    showBestIfNothingElseRuns();
}

void Session::showBestIfNothingElseRuns()
{
    if (m_simulating || m_rankingStale || !m_ranking || m_ranking->plans.empty())
        return;
    const Plan &best = m_ranking->plans.front().plan;
    if (m_shown && m_shown->result && !m_stale && (m_shown->origin != PlanOrigin::best || m_shown->plan == best))
        return;
    if (m_triedFor == m_document->snapshot() && m_triedPlan == best)
        return;
    m_triedFor = m_document->snapshot();
    m_triedPlan = best;
    startSimulation();
}

void Session::cancelSearch()
{
    if (m_searchJob.isRunning())
        m_searchJob.cancel();
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

void Session::apply(const Plan &plan) { editPlan(tr("Apply %1").arg(QString::fromStdString(planLabel(plan))), plan); }

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
    const std::string_view word = displayName(kind);
    editPlan(tr("Schedule %1").arg(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))), *changed);
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

void Session::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    emit staleChanged();
}

void Session::setProblems(std::vector<Error> problems)
{
    if (problems == m_problems)
        return;
    m_problems = std::move(problems);
    emit problemsChanged();
}

void Session::setSearching(bool searching)
{
    if (searching == m_searching)
        return;
    m_searching = searching;
    emit searchingChanged(searching);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/session.h"

#include "cluster/scenario_span.h"
#include "jobs/calibration_in_use.h"
#include "language/plan_words.h"
#include "project/edits.h"
#include "strategy/change_schedule.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int followDelay = 80; // ms after the last edit
constexpr int restDelay = 400;  // ms after the start time was moved last

} // namespace

Session::Session(Document *document, Engine engine, QObject *parent)
    : QObject(parent), m_document(document), m_engine(std::move(engine)), m_planSteps(m_engine)
{
    m_followTimer.setSingleShot(true);
    m_followTimer.setInterval(followDelay);
    connect(&m_followTimer, &QTimer::timeout, this, &Session::follow);
    m_restTimer.setSingleShot(true);
    m_restTimer.setInterval(restDelay);
    connect(&m_restTimer, &QTimer::timeout, this, &Session::followWithSearch);
    m_lateTimer.setSingleShot(true);
    m_lateTimer.setInterval(followDelay);
    connect(&m_lateTimer, &QTimer::timeout, this, &Session::announceStaleness);
    connect(document, &Document::projectReplaced, this, &Session::onProjectReplaced);
    connect(document, &Document::projectChanged, this, &Session::onProjectChanged);
    // What was computed with other constants says nothing any more.
    connect(&CalibrationInUse::instance(), &CalibrationInUse::changed, this, [this] {
        const auto picked = m_pickedPlan;
        const Seconds at = m_startTime;
        onProjectReplaced();
        m_pickedPlan = picked;
        if (at != Seconds(0)) {
            m_startTime = at;
            emit startTimeChanged();
        }
        follow();
    });
    connect(&m_searchJob, &LatestJob::runningChanged, this, &Session::searchingChanged);
    connect(&m_planSteps, &PlanSteps::changed, this, &Session::planStepsChanged);
    connect(&m_planSteps, &PlanSteps::finished, this, &Session::workFinished);
    for (const LatestJob *job : {&m_simulationJob, &m_searchJob, &m_beyondJob})
        connect(job, &LatestJob::runningChanged, this, [this](bool running) {
            if (!running)
                emit workFinished();
        });
}

bool Session::isIdle() const
{
    return !m_followTimer.isActive() && !m_restTimer.isActive() && !m_simulationJob.isRunning() &&
           !m_searchJob.isRunning() && !m_beyondJob.isRunning() && !m_planSteps.isRunning();
}

void Session::setFollowDelay(int milliseconds)
{
    m_followTimer.setInterval(milliseconds);
    m_restTimer.setInterval(milliseconds);
}

bool Session::isStale() const
{
    return m_shown && (!samePhysics(*m_shown->project, m_document->project()) ||
                       (m_shown->startTime != m_startTime && !m_lateTimer.isActive()));
}

RankingAge Session::rankingAge() const
{
    if (!m_ranking || answers(*m_ranking, m_document->project(), m_startTime))
        return RankingAge::present;
    return sameSearch(*m_ranking->snapshot, m_document->project()) ? RankingAge::otherTime : RankingAge::otherProject;
}

bool Session::isPresent(const Simulation &simulation) const
{
    return samePhysics(*simulation.project, m_document->project()) && simulation.startTime == m_startTime;
}

bool Session::hasNoPresentStep() const
{
    return m_shown && m_shown->result && isStale() && m_latest && !m_latest->result && isPresent(*m_latest);
}

bool Session::nothingFits() const
{
    const auto ranking = freshRanking();
    return ranking && ranking->nothingFits() && !isSearching() && !m_beyondJob.isRunning();
}

std::shared_ptr<const Simulation> Session::ownStep() const
{
    const auto &steps = m_planSteps.all();
    return !steps.empty() && steps.front().step->result ? steps.front().step : nullptr;
}

std::optional<Error> Session::ownPlanProblem() const
{
    return m_latest && isPresent(*m_latest) ? m_latest->projectPlanProblem : std::nullopt;
}

void Session::announceStaleness()
{
    const Staleness now{isStale(), rankingAge()};
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
    m_restTimer.stop();
    m_lateTimer.stop();
    m_ranking.reset();
    m_shown.reset();
    m_planSteps.forget();
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
    announceStaleness();
    if (m_live)
        m_restTimer.start();
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

bool Session::isSearched() const
{
    return m_search.snapshot && m_search.startTime == m_startTime &&
           sameSearch(*m_search.snapshot, m_document->project());
}

void Session::follow()
{
    m_followTimer.stop();
    startSimulation();
    followWithSearch();
}

void Session::followWithSearch()
{
    m_restTimer.stop();
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
    if (const auto proposed = proposal())
        list.push_back(*proposed);
    return list;
}

void Session::startSimulation()
{
    m_followed = m_document->snapshot();
    m_simulationJob.start(
        [project = m_followed, list = candidates(), startTime = m_startTime,
         engine = m_engine](LatestJob::Handle &handle) {
            return std::make_shared<const Simulation>(
                simulate(engine, project, list, startTime, nullptr, handle.stopToken()));
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
    changeProblems([&] { m_latest = simulation; });
    announceStaleness();
    if (isShown)
        emit shownChanged();
    if (isPresent(*simulation))
        m_planSteps.follow(simulation);
    if (!isThen && !m_followTimer.isActive())
        startSimulation(); // the slider went on meanwhile
    showProposalIfNothingElseRuns();
    dropStepOfBefore();
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

void Session::apply(const Plan &plan)
{
    const Project &project = m_document->project();
    const std::string name = project.plans.empty() ? "plan" : planLabel(plan);
    commit(tr("Apply %1").arg(nameOf(plan)), adoptPlan(project, name, plan));
}

std::optional<Plan> Session::currentPlan() const
{
    if (m_pickedPlan)
        return m_pickedPlan;
    const Project &project = m_document->project();
    const bool showsOther =
        m_shown && m_shown->result && (m_shown->origin == PlanOrigin::best || m_shown->origin == PlanOrigin::nearest);
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
    commit(text, applyPlan(project, name, plan), mergeKey);
}

bool Session::commit(const QString &text, const Project &after, const QString &mergeKey)
{
    const bool picked = m_pickedPlan.has_value();
    m_pickedPlan.reset();
    const bool changed = m_document->edit(text, after, mergeKey);
    // A plan that the project has already is no edit that could be followed, but another one was on show.
    if (!changed && picked)
        startSimulation();
    return changed;
}

} // namespace heteroscope

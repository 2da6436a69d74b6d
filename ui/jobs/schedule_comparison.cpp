// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/schedule_comparison.h"

#include "language/sentences.h"

namespace heteroscope {
namespace {

ScheduleOutcome outcomeOf(const Engine &engine, const Topology &topology, const Workload &workload, const Plan &plan,
                          Seconds startTime, const StopToken &stop)
{
    ScheduleOutcome outcome;
    const Result<StepResult> result = engine.simulate(topology, workload, plan, startTime, stop);
    if (!result) {
        outcome.problem = refusalOf(result.error());
        return outcome;
    }
    outcome.bubble = result->bubbleShare();
    outcome.stepTime = result->stepTime;
    outcome.uncertainty = result->uncertainty;
    outcome.feasible = result->feasible;
    outcome.stages = stageMemory(*result);
    return outcome;
}

} // namespace

ScheduleComparison::ScheduleComparison(Engine engine, QObject *parent) : QObject(parent), m_engine(std::move(engine)) {}

void ScheduleComparison::clear()
{
    m_job.abandon();
    m_project.reset();
    if (m_outcomes.empty())
        return;
    m_outcomes.clear();
    emit changed();
}

void ScheduleComparison::compare(const ProjectSnapshot &project, const Plan &plan, Seconds startTime)
{
    if (m_project && sameSearch(*m_project, *project) && m_plan == plan && m_startTime == startTime)
        return;
    clear();
    m_project = project;
    m_plan = plan;
    m_startTime = startTime;
    m_job.start([this, project, plan, startTime, engine = m_engine](LatestJob::Handle &handle) {
        const Result<Topology> topology = Topology::build(project->cluster);
        if (!topology)
            return; // the messages say it
        for (const ScheduleKind kind : changeableSchedules()) {
            if (handle.stopToken().stop_requested())
                return;
            const Result<Plan> changed = withSchedule(plan, kind, project->workload.model);
            if (!changed)
                continue;
            handle.post(
                [this, kind,
                 outcome = outcomeOf(engine, *topology, project->workload, *changed, startTime, handle.stopToken())] {
                    m_outcomes[kind] = outcome;
                    emit this->changed();
                });
        }
    });
}

} // namespace heteroscope

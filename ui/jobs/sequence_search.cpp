// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/sequence_search.h"

#include "base/out_of_memory.h"
#include "jobs/calibration_in_use.h"

namespace heteroscope {
namespace {

Result<ReplanResult> planWithConstantsInUse(const Project &project, ReplanOptions options, StopToken stop,
                                            Progress *progress)
{
    const auto calibration = CalibrationInUse::values();
    options.search.calibration = calibration.get();
    return withinMemory([&] { return planOverTime(project, options, std::move(stop), progress); });
}

using FoundSequence = Result<std::shared_ptr<const SequenceAnswer>>;

} // namespace

SequenceSearch::SequenceSearch(Session *session, QObject *parent, Planner planner)
    : QObject(parent), m_session(session), m_planner(planner ? std::move(planner) : planWithConstantsInUse)
{
    connect(session->document(), &Document::projectChanged, this, &SequenceSearch::changed);
}

bool SequenceSearch::isStale() const
{
    if (!m_answer || !m_session)
        return false;
    const Project &present = m_session->document()->project();
    return !sameSearch(*m_answer->project, present) || !samePhysics(*m_answer->project, present);
}

void SequenceSearch::cancel()
{
    if (!isRunning())
        return;
    m_stopped = true;
    m_job.cancel();
}

void SequenceSearch::start()
{
    if (!m_session)
        return;
    m_problem.reset();
    m_stopped = false;
    m_progress = {};
    m_job.start(
        [this, planner = m_planner, project = m_session->document()->snapshot()](LatestJob::Handle &handle) {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_progress = update;
                    emit changed();
                });
            });
            Result<ReplanResult> found = planner(*project, {}, handle.stopToken(), &progress);
            if (!found)
                return FoundSequence(found.error());
            SequenceAnswer answer{project, std::move(*found), {}};
            if (const auto &plan = answer.found.fixed.plan)
                answer.fixed = followPolicy(answer.found.problem, fixedPolicy(answer.found.problem, *plan));
            return FoundSequence(std::make_shared<const SequenceAnswer>(std::move(answer)));
        },
        [this](const FoundSequence &found) {
            if (found)
                m_answer = *found;
            else if (found.error().code != Error::Code::cancelled)
                m_problem = found.error();
            if (found)
                m_stopped = false;
            emit changed();
        });
    emit changed();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/jobs_together.h"

#include "base/out_of_memory.h"
#include "jobs/calibration_in_use.h"

namespace heteroscope {
namespace {

Result<SharedJobs> togetherWithConstantsInUse(const SharedJobsInput &input, bool plan, SharedJobsOptions options,
                                              const StopToken &stop, Progress *progress)
{
    const auto calibration = CalibrationInUse::values();
    options.search.calibration = calibration.get();
    return withinMemory(
        [&] { return plan ? planShared(input, options, stop, progress) : simulateShared(input, options, stop); });
}

using FoundTogether = Result<std::shared_ptr<const TogetherAnswer>>;

} // namespace

JobsTogether::JobsTogether(Session *session, QObject *parent, Work work)
    : QObject(parent), m_session(session), m_work(work ? std::move(work) : togetherWithConstantsInUse)
{
    connect(session->document(), &Document::projectChanged, this, &JobsTogether::changed);
    connect(session, &Session::startTimeChanged, this, &JobsTogether::changed);
}

bool JobsTogether::isStale() const
{
    if (!m_answer || !m_session)
        return false;
    const Project &before = *m_answer->project, &now = m_session->document()->project();
    const auto ownPlan = [](const Project &project) {
        return project.plans.empty() ? std::optional<Plan>() : project.plans.front().plan;
    };
    return m_answer->at != m_session->startTime() || before.jobs != now.jobs || !samePhysics(before, now) ||
           !sameSearch(before, now) || ownPlan(before) != ownPlan(now);
}

void JobsTogether::cancel()
{
    if (!isRunning())
        return;
    m_stopped = true;
    m_job.cancel();
}

void JobsTogether::start(bool plan)
{
    if (!m_session)
        return;
    m_problem.reset();
    m_stopped = false;
    m_isPlanning = plan;
    m_job.start(
        [work = m_work, project = m_session->document()->snapshot(), at = m_session->startTime(),
         plan](LatestJob::Handle &handle) {
            const auto input = sharedJobsOf(*project);
            if (!input)
                return FoundTogether(input.error());
            SharedJobsOptions options;
            options.at = at;
            auto found = work(*input, plan, options, handle.stopToken(), nullptr);
            if (!found)
                return FoundTogether(found.error());
            return FoundTogether(
                std::make_shared<const TogetherAnswer>(TogetherAnswer{project, at, plan, std::move(*found)}));
        },
        [this](const FoundTogether &found) {
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

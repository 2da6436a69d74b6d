// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/family_question.h"

#include "jobs/rank_plans.h"
#include "language/sentences.h"

namespace heteroscope {

FamilyQuestion::FamilyQuestion(Session *session, QObject *parent) : QObject(parent), m_session(session) {}

void FamilyQuestion::ask(const std::string &family)
{
    const auto ranking = m_session ? m_session->ranking() : nullptr;
    const auto explain = m_session ? m_session->engine().explainFamily : nullptr;
    if (!ranking || !explain || (family == m_family && ranking == m_ranking))
        return;
    m_family = family;
    m_ranking = ranking;
    m_answer.reset();
    m_problem.clear();
    m_job.start(
        [ranking, explain, family](LatestJob::Handle &handle) {
            return explain(*ranking->topology, ranking->snapshot->workload, searchOptions(*ranking), ranking->result,
                           family, handle.stopToken());
        },
        [this](const Result<WhyNotFamily> &answer) {
            if (answer)
                m_answer = std::make_shared<const WhyNotFamily>(*answer);
            else
                m_problem = refusalOf(answer.error());
            emit changed();
        });
    emit changed();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/family_question.h"

namespace heteroscope {

FamilyQuestion::FamilyQuestion(Session *session, QObject *parent) : QObject(parent), m_session(session) {}

void FamilyQuestion::ask(const QString &family)
{
    if (!m_session)
        return;
    const auto &ranking = m_session->ranking();
    if (!ranking || (family == m_family && ranking == m_of))
        return;
    m_family = family;
    m_of = ranking;
    m_answer.reset();
    m_problem.clear();
    m_running = true;
    m_job.start([this, family, known = ranking, project = m_session->document()->snapshot(),
                 explain = m_session->engine().explainFamily](LatestJob::Handle &handle) {
        const Result<Topology> topology = Topology::build(project->cluster);
        if (!topology || !explain) {
            handle.post([this] {
                m_running = false;
                emit changed();
            });
            return;
        }
        SearchOptions options;
        options.mappings = resolveMappings(project->mappings, project->cluster, *topology);
        Result<WhyNotFamily> answer =
            explain(*topology, project->workload, options, *known, family.toStdString(), handle.stopToken());
        if (answer)
            handle.post([this, found = std::make_shared<const WhyNotFamily>(std::move(*answer))] {
                m_running = false;
                m_answer = found;
                emit changed();
            });
        else
            handle.post([this, text = toString(answer.error())] {
                m_running = false;
                m_problem = QString::fromStdString(text);
                emit changed();
            });
    });
    emit changed();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/sensitivity_search.h"

#include "jobs/rank_plans.h"

namespace heteroscope {
namespace {

constexpr Seconds limitOfLooks{20}; // wall time of what nobody asked to go on

} // namespace

SensitivitySearch::SensitivitySearch(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    for (const auto signal : {&Session::rankingChanged, &Session::staleChanged, &Session::startTimeChanged})
        connect(session, signal, this, &SensitivitySearch::follow);
    connect(session, &Session::searchingChanged, this, &SensitivitySearch::follow);
}

bool SensitivitySearch::isStale() const
{
    return m_answer && m_session &&
           (m_answer->startTime != m_session->startTime() ||
            !sameSearch(*m_answer->project, m_session->document()->project()));
}

void SensitivitySearch::setWanted(bool wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    follow();
}

void SensitivitySearch::follow()
{
    if (!m_session)
        return;
    // The machine belongs to the search until that is over.
    const auto ranking = m_session->freshRanking();
    const bool isBegun =
        m_begun && ranking && m_begunTime == m_session->startTime() && sameSearch(*m_begun, *ranking->snapshot);
    if (m_wanted && ranking && !m_session->isSearching() && !isBegun)
        start(limitOfLooks);
    emit changed();
}

void SensitivitySearch::cancel() { m_job.cancel(); }

void SensitivitySearch::goOn()
{
    if (m_session && m_session->freshRanking() && !isRunning())
        start(std::nullopt);
}

void SensitivitySearch::start(std::optional<Seconds> limit)
{
    const auto analyse = m_session->engine().analyseSensitivity;
    if (!analyse)
        return;
    const auto ranking = m_session->freshRanking();
    m_begun = ranking->snapshot;
    m_begunTime = m_session->startTime();
    m_problem.reset();
    SensitivityOptions options;
    options.search = searchOptions(*ranking);
    options.each = usualEach;
    m_job.start(
        [this, analyse, limit, options, project = m_begun,
         at = m_begunTime](LatestJob::Handle &handle) -> Result<std::shared_ptr<const SensitivityAnswer>> {
            StopToken stop = handle.stopToken();
            if (limit)
                stop = stop.withDeadline(std::chrono::steady_clock::now() +
                                         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                             std::chrono::duration<double>(limit->value)));
            const auto answerOf = [&project, at](Sensitivity found) {
                return std::make_shared<const SensitivityAnswer>(SensitivityAnswer{project, at, std::move(found)});
            };
            Result<Sensitivity> found =
                analyse(*project, options, stop, nullptr, [this, &handle, &answerOf](const Sensitivity &sofar) {
                    if (!sofar.items.empty())
                        handle.post([this, answer = answerOf(sofar)] { accept(answer); });
                });
            if (!found)
                return found.error();
            return answerOf(std::move(*found));
        },
        [this](const Result<std::shared_ptr<const SensitivityAnswer>> &found) {
            if (!found && found.error().code != Error::Code::cancelled)
                m_problem = found.error();
            accept(found ? *found : found.error().code == Error::Code::cancelled ? m_answer : nullptr);
        });
    emit changed();
}

void SensitivitySearch::accept(std::shared_ptr<const SensitivityAnswer> answer)
{
    m_answer = std::move(answer);
    emit changed();
}

} // namespace heteroscope

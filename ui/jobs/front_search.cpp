// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/front_search.h"

#include "jobs/rank_plans.h"

namespace heteroscope {
namespace {

constexpr Seconds limitUnasked{10}; // wall time of a search that nobody asked to go on

} // namespace

FrontSearch::FrontSearch(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    for (const auto signal : {&Session::rankingChanged, &Session::staleChanged})
        connect(session, signal, this, &FrontSearch::follow);
    connect(session, &Session::searchingChanged, this, &FrontSearch::follow);
}

bool FrontSearch::isStale() const
{
    return m_front && m_session &&
           !answers(*m_front->ranking, m_session->document()->project(), m_session->startTime());
}

void FrontSearch::setWanted(bool wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    follow();
}

void FrontSearch::setObjectives(SearchObjective first, SearchObjective second)
{
    if (first == m_first && second == m_second)
        return;
    m_first = first;
    m_second = second;
    forget();
    follow();
}

void FrontSearch::forget()
{
    m_job.abandon();
    m_front.reset();
    m_begun.reset();
    m_problem.reset();
}

void FrontSearch::follow()
{
    if (!m_session)
        return;
    if (!m_session->ranking())
        forget(); // another project
    // The machine belongs to the search until that is over. What lies beyond the space belongs to the same search (it
    // shares the topology) and adds nothing to begin with.
    const auto ranking = m_session->freshRanking();
    if (m_wanted && ranking && !m_session->isSearching() && (!m_begun || m_begun->topology != ranking->topology))
        start(limitUnasked);
    emit changed();
}

void FrontSearch::cancel() { m_job.cancel(); }

void FrontSearch::goOn()
{
    if (m_session && m_session->ranking() && !isRunning())
        start(std::nullopt);
}

void FrontSearch::start(std::optional<Seconds> limit)
{
    const auto find = m_session->engine().findFront;
    if (!find)
        return;
    m_begun = m_session->ranking();
    m_problem.reset();
    m_progress = {};
    m_job.start(
        [this, ranking = m_begun, limit, first = m_first, second = m_second,
         find](LatestJob::Handle &handle) -> Result<std::shared_ptr<const RankedFront>> {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_progress = update;
                    emit changed();
                });
            });
            const auto shared = [&ranking](ParetoFront front) {
                return std::make_shared<const RankedFront>(RankedFront{ranking, std::move(front)});
            };
            Result<ParetoFront> found = find(
                *ranking->topology, ranking->snapshot->workload, searchOptions(*ranking, limit), first, second,
                ranking->result, handle.stopToken(), &progress, [this, &handle, &shared](const ParetoFront &sofar) {
                    handle.post([this, front = shared(sofar)] { accept(front); });
                });
            if (!found)
                return found.error();
            return shared(std::move(*found));
        },
        [this](const Result<std::shared_ptr<const RankedFront>> &found) {
            if (!found)
                m_problem = found.error();
            accept(found ? *found : nullptr);
        });
    emit changed();
}

void FrontSearch::accept(std::shared_ptr<const RankedFront> front)
{
    m_front = std::move(front);
    emit changed();
}

} // namespace heteroscope

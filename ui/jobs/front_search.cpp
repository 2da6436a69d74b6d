// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/front_search.h"

namespace heteroscope {
namespace {

constexpr Seconds limitUnasked{10}; // wall time of a search that nobody asked to go on

} // namespace

FrontSearch::FrontSearch(Session *session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(session, &Session::rankingChanged, this, &FrontSearch::follow);
    // The end of a search is told before its ranking.
    connect(session, &Session::searchingChanged, this, &FrontSearch::follow, Qt::QueuedConnection);
    connect(session, &Session::staleChanged, this, &FrontSearch::changed);
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
    m_job.abandon();
    m_running = false;
    m_front.reset();
    m_problem.reset();
    m_of.reset();
    emit changed();
    follow();
}

void FrontSearch::follow()
{
    if (!m_session)
        return;
    const auto &ranking = m_session->ranking();
    if (!ranking && (m_front || m_running || m_problem)) {
        // Another project.
        m_job.abandon();
        m_running = false;
        m_front.reset();
        m_problem.reset();
        m_of.reset();
    }
    // The machine belongs to the search until that is over.
    if (m_wanted && ranking && !m_session->isSearching() && !m_session->isRankingStale() && m_of != ranking)
        start(limitUnasked);
    emit changed();
}

void FrontSearch::cancel() { m_job.cancel(); }

void FrontSearch::goOn()
{
    if (m_session && m_session->ranking() && !m_running)
        start(std::nullopt);
}

void FrontSearch::start(std::optional<Seconds> limit)
{
    m_of = m_session->ranking();
    m_running = true;
    m_problem.reset();
    m_progress = {};
    const auto project = m_session->document()->snapshot();
    m_job.start([this, project, known = m_of, limit, first = m_first, second = m_second,
                 find = m_session->engine().findFront](LatestJob::Handle &handle) {
        const Result<Topology> topology = Topology::build(project->cluster);
        if (topology && find) {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_progress = update;
                    emit changed();
                });
            });
            SearchOptions options;
            options.budget = limit;
            options.mappings = resolveMappings(project->mappings, project->cluster, *topology);
            Result<ParetoFront> found =
                find(*topology, project->workload, options, first, second, *known, handle.stopToken(), &progress,
                     [this, &handle](const ParetoFront &front) {
                         handle.post([this, copy = std::make_shared<const ParetoFront>(front)] { accept(copy); });
                     });
            if (found)
                handle.post([this, front = std::make_shared<const ParetoFront>(std::move(*found))] { accept(front); });
            else
                handle.post([this, error = found.error()] {
                    m_front.reset();
                    m_problem = error;
                });
        }
        handle.post([this] { finish(); });
    });
    emit changed();
}

void FrontSearch::accept(std::shared_ptr<const ParetoFront> front)
{
    m_front = std::move(front);
    emit changed();
}

void FrontSearch::finish()
{
    m_running = false;
    emit changed();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The searches of a session: what becomes of their answers, and which plan they propose to show.
#include "jobs/rank_plans.h"
#include "jobs/session.h"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr qint64 partialRankingDelay = 400; // ms a search may run before its best so far replaces an older ranking

/// The plans of both, if both rank the same: then a search never takes away what an earlier one found.
std::shared_ptr<const Ranking> withKnown(const std::shared_ptr<const Ranking> &found,
                                         const std::shared_ptr<const Ranking> &known)
{
    if (!known || !answers(*known, *found->snapshot, found->result.startTime))
        return found;
    // The devices are the same; those of the newer search stand for both.
    return std::make_shared<const Ranking>(
        Ranking{found->snapshot, found->topology, joined(found->result, known->result), found->isFromBefore});
}

} // namespace

std::optional<PlanCandidate> Session::proposal() const
{
    if (!m_ranking)
        return std::nullopt;
    if (const Recommendation recommended = m_ranking->recommended())
        return PlanCandidate{*recommended.plan, PlanOrigin::best};
    if (m_ranking->result.nearest && !isRankingStale())
        return PlanCandidate{m_ranking->result.nearest->plan, PlanOrigin::nearest};
    return std::nullopt;
}

void Session::search()
{
    m_followTimer.stop();
    m_restTimer.stop();
    if (isStale() || !m_shown)
        startSimulation();
    startSearch(std::nullopt);
}

void Session::startSearch(std::optional<Seconds> budget)
{
    m_beyondJob.abandon();
    changeProblems([&] { m_search = {m_document->snapshot(), m_startTime, budget, {}, {}, {}}; });
    m_search.clock.start();
    emit progressChanged();
    m_searchJob.start(
        [this, snapshot = m_search.snapshot, startTime = m_startTime, budget,
         before = m_ranking ? m_ranking->result.seed : nullptr, engine = m_engine](LatestJob::Handle &handle) {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_search.progress = update;
                    emit progressChanged();
                });
            });
            return rankPlans(engine, snapshot, startTime, budget, before, handle.stopToken(), &progress,
                             [this, &handle](const std::shared_ptr<GrowingRanking> &sofar) {
                                 handle.post([this, sofar] { acceptImprovement(sofar->copy()); });
                             });
        },
        [this, snapshot = m_search.snapshot](const Result<Ranking> &answer) {
            if (answer)
                acceptAnswer(*answer);
            else if (snapshot == m_search.snapshot)
                changeProblems([&] { m_search.problem = answer.error(); });
            dropStepOfBefore();
        });
}

void Session::abandonSearch()
{
    if (m_searchJob.isRunning())
        m_search = {};
    m_searchJob.abandon();
    m_beyondJob.abandon();
}

void Session::acceptImprovement(const std::shared_ptr<const Ranking> &sofar)
{
    const RankedPlan *known = freshRanking() ? m_ranking->best() : nullptr;
    if (known && sofar->best()->result->stepTime >= known->result->stepTime)
        return;
    // A quick search replaces the old ranking in one go; its plans as they are now do so at once.
    if (known || !m_ranking || !m_ranking->best() || sofar->isFromBefore ||
        m_search.clock.elapsed() >= partialRankingDelay)
        setRanking(withKnown(sofar, m_ranking));
}

void Session::acceptAnswer(const Ranking &answer)
{
    const bool isOlder = freshRanking() && !answers(answer, m_document->project(), m_startTime);
    const bool foundNothing = answer.isCutOff() && m_ranking && m_ranking->best();
    if (isOlder || foundNothing)
        return; // what was there stays
    setRanking(withKnown(std::make_shared<const Ranking>(answer), m_ranking));
    if (!answer.result.stopped && m_engine.lookBeyond)
        startLookBeyond();
}

void Session::startLookBeyond()
{
    m_beyondJob.start(
        [ranking = m_ranking, budget = m_search.budget,
         lookBeyond = m_engine.lookBeyond](LatestJob::Handle &handle) -> std::shared_ptr<const Ranking> {
            Ranking more = *ranking;
            const Status looked = lookBeyond(*more.topology, more.snapshot->workload, searchOptions(more, budget),
                                             more.result, handle.stopToken());
            return looked ? std::make_shared<const Ranking>(std::move(more)) : nullptr;
        },
        [this](const std::shared_ptr<const Ranking> &more) {
            if (more)
                setRanking(more);
            dropStepOfBefore();
        });
}

void Session::setRanking(std::shared_ptr<const Ranking> ranking)
{
    m_ranking = std::move(ranking);
    emit rankingChanged();
    announceStaleness();
    showProposalIfNothingElseRuns();
}

void Session::showProposalIfNothingElseRuns()
{
    const auto proposed = isRankingStale() ? std::nullopt : proposal();
    if (m_simulationJob.isRunning() || !proposed)
        return;
    const bool isProposal = m_shown && (m_shown->origin == PlanOrigin::best || m_shown->origin == PlanOrigin::nearest);
    if (m_shown && m_shown->result && !isStale() && (!isProposal || m_shown->plan == proposed->plan))
        return;
    if (!wasTried(proposed->plan))
        startSimulation();
}

bool Session::wasTried(const Plan &plan) const
{
    return m_latest && m_latest->project == m_document->snapshot() && m_latest->startTime == m_startTime &&
           std::any_of(m_latest->candidates.begin(), m_latest->candidates.end(),
                       [&plan](const PlanCandidate &candidate) { return candidate.plan == plan; });
}

/// When the search has answered, and nothing of the present project can be shown, the step from before the edit goes.
void Session::dropStepOfBefore()
{
    if (!hasNoPresentStep() || m_searchJob.isRunning() || m_simulationJob.isRunning())
        return;
    const auto ranking = freshRanking();
    const auto proposed = ranking ? proposal() : std::nullopt;
    const bool isAnswered = (m_search.problem && isSearched()) ||
                            (ranking && ranking->nothingFits() && (!proposed || wasTried(proposed->plan)));
    if (!isAnswered)
        return;
    m_shown = m_latest;
    announceStaleness();
    emit shownChanged();
}

void Session::cancelSearch()
{
    m_search.cancelled = isSearching();
    m_searchJob.cancel();
    m_beyondJob.abandon();
    emit progressChanged();
}

} // namespace heteroscope

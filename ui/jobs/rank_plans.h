// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search as a job: a snapshot in, a ranking out, and the best plans so far while it runs.
#pragma once

#include "jobs/engine.h"
#include "jobs/ranking.h"

#include <mutex>

namespace heteroscope {

/// The options of every search for a project: its mappings, when in the scenario the step begins, and the number of
/// plans that the window ranks. budget: max wall time; without one until the best plan is proved.
SearchOptions searchOptions(const Project &project, const Topology &topology, Seconds startTime,
                            std::optional<Seconds> budget = {});
/// The options of further questions about a ranking.
SearchOptions searchOptions(const Ranking &ranking, std::optional<Seconds> budget = {});

/// The best plans so far. Searching threads add plans, another thread takes copies.
class GrowingRanking
{
public:
    explicit GrowingRanking(Ranking empty) : m_ranking(std::move(empty)) {}

    /// Begins with the plans of a ranking before an edit, simulated again, best first. Returned is what add returns.
    bool begin(const std::vector<RankedPlan> &plans);
    /// Puts a plan before all others. True if it is the first one since the last copy: then somebody should be told, so
    /// that a burst of improvements is told once.
    bool add(const RankedPlan &plan);
    std::shared_ptr<const Ranking> copy();

private:
    std::mutex m_mutex;
    Ranking m_ranking;
    bool m_changed = false; ///< since the last copy
};

/// Called on a searching thread when there is something to copy.
using RankingCallback = std::function<void(const std::shared_ptr<GrowingRanking> &sofar)>;

/// Expands the cluster and searches. before: what a search before an edit found, or null; its plans are simulated first
/// and told at once. Errors of Topology::build and of the engine's search.
Result<Ranking> rankPlans(const Engine &engine, const ProjectSnapshot &snapshot, Seconds startTime,
                          std::optional<Seconds> budget, std::shared_ptr<const SearchSeed> before,
                          const StopToken &stop, Progress *progress, const RankingCallback &improved);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tries plans outside the searched space (planner/space/space.h), without proof: other schedules, ZeRO 2 and 3, context
// and expert parallelism, TP degrees that differ between the stages of one type, TP over nodes, different groups that
// share the samples of a stage by speed, pipelines that differ. After a search of space P, what the user can tick in
// the job (TrainingJob::runs) and has not, or what the stack lacks by default, is not tried.
//
// In each round, every one of the best plans is changed in one of these ways (variations.h), and plans with own
// pipelines for each device type are drafted (unlike_pipelines.h). All are simulated. The best few are then improved by
// small changes (neighbours.h) as long as these help: layers between stages, samples between groups, micro-batches
// between pipelines. The next round starts from the best plans found, so that changes combine. Effort is counted in
// simulations and passes, so the result is the same on every machine, for any number of threads and for rankings of any
// length from rankedForAnswer plans on, unless it is stopped.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/search_result.h"

namespace heteroscope {

struct BeyondEffort
{
    std::size_t simulations = 1'200;
    std::int64_t passes = 8'000'000; ///< micro-batches x chunks x groups of all plans simulated
    std::size_t rounds = 3;
    std::size_t plans = 8; ///< max number of plans returned
};

/// Fills result.beyond: the best plan for each set of changes, best first by the objective of the options, within their
/// budgets and mappings. If the result has no plan, starts from plans that do not fit in memory. Errors: as
/// searchPlans.
Status lookBeyond(const Topology &topology, const Workload &workload, const SearchOptions &options,
                  SearchResult &result, StopToken stop = {}, Progress *progress = nullptr,
                  const BeyondEffort &effort = {});

} // namespace heteroscope

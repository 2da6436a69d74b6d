// SPDX-License-Identifier: GPL-3.0-or-later
//
// A look beyond the searched space: what the best plans would gain from what is in no family of planner/space/space.h.
// Other schedules, ZeRO 2 and 3, context and expert parallelism, TP degrees that differ between the stages of one type,
// TP over nodes, unlike groups that share a stage's samples by speed, pipelines that differ.
//
// Nothing is proved here. Each of the best plans is varied in one of these ways at a time (variations.h), some
// pipelines of their own for each device type are drafted (unlike_pipelines.h), all of them are simulated, and the best
// few are improved step by step (neighbours.h): borders between stages, samples between groups, micro-batches between
// pipelines, as long as a step helps. From what won so far the next round goes on, so that variations combine. The
// effort is counted in simulations and passes, so the outcome is the same on every machine and for any number of
// threads, unless it is stopped.
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
    std::size_t plans = 8; ///< that are kept
};

/// Fills result.beyond: the best plan for each set of variations, best first, by the objective of the options, within
/// their budgets and mappings. Where the result has no plan, from those that do not fit. Errors: those of searchPlans.
Status lookBeyond(const Topology &topology, const Workload &workload, const SearchOptions &options,
                  SearchResult &result, StopToken stop = {}, Progress *progress = nullptr,
                  const BeyondEffort &effort = {});

} // namespace heteroscope

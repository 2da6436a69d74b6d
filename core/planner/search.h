// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searches for the best plan of a space (planner/space/space.h) with a proof. core/planner/README.md describes how.
//
// Every family of the space is either simulated or pruned for a counted reason. Each has a lower bound on its plans:
// from its throughput (family_bound.h), or from L1 and L3 over all its layouts and cuts (layout_model.h). Plans that
// these do not exclude are timed (pipeline_clock.h), and simulated if they may still win. "Proved" means that no lower
// bound is below the best plan. A family whose effort is spent before it is closed keeps its lower bound and leaves a
// gap. The result is the same for any number of threads, unless a budget or a stop ends the search.
//
// A search after an edit may begin with what the search before it found (SearchOptions::before). It gives the same
// answer with the same verdict, sooner.
//
// The baselines' plans are simulated first; plans slower than the fastest of them are not searched for. If the fastest
// baseline lies outside the space, or the search stops first, it is returned, labelled with its origin.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/search_options.h"
#include "planner/search_result.h"

#include <functional>

namespace heteroscope {

/// Called on the searching thread each time a better plan is found.
using ImprovementCallback = std::function<void(const RankedPlan &)>;

/// Errors: the cluster has no device; no device supports the job's precision. If no plan is feasible, `plans` is empty
/// and `rejected` says why; that is not an error. After a stop before the families were enumerated the result claims
/// nothing.
Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop = {}, Progress *progress = nullptr,
                                 const ImprovementCallback &improved = {});

} // namespace heteroscope

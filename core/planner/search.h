// SPDX-License-Identifier: GPL-3.0-or-later
//
// Search for the fastest plan. The space is written in planner/space/space.h. Every family of the space is accounted
// for: simulated, or pruned for a counted reason. Each has a bound that none of its plans is below: by its throughput
// (family_bound.h), by L1 over all its layouts and cuts, or, where plans of it could still win, because every one of
// those was timed (pipeline_clock.h) and, if that did not rule it out, simulated. "Proved" means that no bound is below
// the best plan; families too large to follow to their end keep their lower bound and leave a gap. Deterministic: the
// result is the same for any number of threads, unless the search was cut short by its budget or a stop.
//
// The baselines' plans are simulated first, and no family is followed for plans that are slower than the fastest of
// them. Where that one lies outside the space, or where the search ended before it came so far, it is the answer, and
// says whose it is.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/search_options.h"
#include "planner/search_result.h"

#include <functional>

namespace heteroscope {

/// Called with the best plan so far each time it improves; on the searching thread.
using ImprovementCallback = std::function<void(const RankedPlan &)>;

/// Errors: no device at all; a precision no device has. No feasible plan is no error: plans is empty then and rejected
/// says why.
Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop = {}, Progress *progress = nullptr,
                                 const ImprovementCallback &improved = {});

} // namespace heteroscope

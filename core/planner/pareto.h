// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of the space that no other plan beats in two objectives at once.
//
// A family may hold a point of the front only below the time from which on its least energy, w P T + work
// (objective.h), is covered by a known point; its cuts below that time are timed, and those whose own least energy
// (cut_work.h) is not covered are simulated. So the front is exact where every family was followed to its end; the
// others are counted. Cost grows with the time alone, as it counts the whole cluster: the front of time and cost is one
// plan.
#pragma once

#include "planner/search.h"

namespace heteroscope {

struct ParetoPoint
{
    Plan plan;
    std::string family;                   ///< its label
    std::optional<BaselineKind> baseline; ///< whose plan it is, if it comes from a baseline
    std::shared_ptr<const StepResult> result;
};

struct ParetoFront
{
    SearchObjective first = SearchObjective::time;
    SearchObjective second = SearchObjective::energy;
    std::vector<ParetoPoint> points; ///< by rising first objective, falling second
    bool exact = false;              ///< every plan of the space is as bad as or worse than a point in both
    std::size_t families = 0;
    std::size_t open = 0; ///< families that may hold further points
    bool stopped = false;
    Seconds searchTime;
};

/// "J", "USD" or "s" of a simulated step.
double objectiveValue(SearchObjective objective, const StepResult &result);

/// Called with the front so far each time it gains a point, on the searching thread; families and open are not counted
/// yet.
using FrontCallback = std::function<void(const ParetoFront &)>;

/// known: a search of the same question, whose plans are a beginning. Space, mappings, budgets, wall time, threads and
/// calibration of the options count. Errors as searchPlans, also for an objective of cost without any price; invalid
/// when both objectives are the same.
Result<ParetoFront> findParetoFront(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                    SearchObjective first, SearchObjective second, const SearchResult &known,
                                    StopToken stop = {}, Progress *progress = nullptr, const FrontCallback &grown = {});

} // namespace heteroscope

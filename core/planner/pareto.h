// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Pareto front: the plans of the space that no other plan is better than in two objectives at once.
//
// A family can have a point of the front only below the time at which its min energy, W T + work (objective.h), is
// covered by a known point. Its cuts below that time are timed, and those whose own min energy (cut_work.h) is not
// covered are simulated. The front is exact if every family was followed to its end; the others are counted.
// Families of pipelines that differ (planner/space/apart.h) are not followed: those that may have a point are counted.
// Cost is proportional to time, because it counts the whole cluster, so the front of time and cost is one plan.
#pragma once

#include "planner/search.h"

namespace heteroscope {

struct ParetoPoint
{
    Plan plan;
    std::string family;                   ///< its label
    std::optional<BaselineKind> baseline; ///< name of the baseline that made the plan; empty if none did
    std::shared_ptr<const StepResult> result;
};

struct ParetoFront
{
    SearchObjective first = SearchObjective::time;
    SearchObjective second = SearchObjective::energy;
    std::vector<ParetoPoint> points; ///< sorted by the first objective
    bool exact = false;              ///< no plan of the space is better than all points
    std::size_t families = 0;
    std::size_t open = 0; ///< number of families that may have further points
    bool stopped = false;
    Seconds searchTime;
};

/// The value of a simulated step in joules, USD or seconds.
double objectiveValue(SearchObjective objective, const StepResult &result);

/// Called on the searching thread each time the front gains a point; families and open are not set yet.
using FrontCallback = std::function<void(const ParetoFront &)>;

/// known: the result of a search of the same project, whose plans are the start. Of the options, space, mappings,
/// budgets, wall time, threads and calibration are used. Errors: as searchPlans; objective cost without any price;
/// invalid if both objectives are the same.
Result<ParetoFront> findParetoFront(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                    SearchObjective first, SearchObjective second, const SearchResult &known,
                                    StopToken stop = {}, Progress *progress = nullptr, const FrontCallback &grown = {});

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data of one thread of a search: each has its own caches of prices.
#pragma once

#include "planner/search/family_search.h"

namespace heteroscope {

/// Topology, workload, groups, stack, options, objective, budget and calibration must outlive it.
struct SearchWorker
{
    SearchWorker(const Topology &topology, const Workload &workload, const TensorGroups &groups,
                 const SoftwareStack &stack, const SearchOptions &options, const ObjectiveBound &objective,
                 const PlanBudget &budget, const CalibrationValues &calibration, const StopToken &stop)
        : pricer(topology, workload, options.startTime, &calibration, stop),
          book(pricer, groups, stack),
          search(book, options.mappings, objective, budget)
    {
        pricer.limitMemory(memoryOfThread(options));
    }
    GroupPricer pricer;
    PriceBook book;
    FamilySearch search;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data of one thread of a search: each has its own caches of prices.
#pragma once

#include "planner/search/family_search.h"

namespace heteroscope {

struct SearchWorker
{
    SearchWorker(const Topology &topology, const Workload &workload, const TensorGroups &groups,
                 const SoftwareStack &stack, const std::vector<ResolvedMapping> &mappings,
                 const ObjectiveBound &objective, const PlanBudget &budget, const CalibrationValues &calibration)
        : predictor(topology, workload, Seconds(0), &calibration),
          book(predictor, groups, stack),
          search(book, mappings, objective, budget)
    {}
    StepPredictor predictor;
    PriceBook book;
    FamilySearch search;
};

} // namespace heteroscope

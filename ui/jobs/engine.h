// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two computations the window asks for, as values, so that tests can put slow, late or failing ones in their place.
#pragma once

#include "planner/search.h"
#include "simulator/predict_step.h"

#include <functional>

namespace heteroscope {

struct Engine
{
    std::function<Result<StepResult>(const Topology &, const Workload &, const Plan &, Seconds startTime)> simulate;
    std::function<Result<SearchResult>(const Topology &, const Workload &, const SearchOptions &, StopToken, Progress *,
                                       const ImprovementCallback &)>
        search;
};

/// predictStep and searchPlans.
Engine coreEngine();

} // namespace heteroscope

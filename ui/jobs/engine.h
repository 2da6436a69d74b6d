// SPDX-License-Identifier: GPL-3.0-or-later
//
// The computations that the window uses, as replaceable functions, so that tests can use slow, late or failing ones.
#pragma once

#include "design/sensitivity.h"
#include "planner/beyond/beyond.h"
#include "planner/explain/why_not_family.h"
#include "planner/pareto.h"
#include "simulator/predict_step.h"

#include <functional>

namespace heteroscope {

struct Engine
{
    std::function<Result<StepResult>(const Topology &, const Workload &, const Plan &, Seconds startTime, StopToken)>
        simulate;
    std::function<Result<SearchResult>(const Topology &, const Workload &, const SearchOptions &, StopToken, Progress *,
                                       const ImprovementCallback &)>
        search;
    /// Fills the result's plans outside the searched space.
    std::function<Status(const Topology &, const Workload &, const SearchOptions &, SearchResult &, StopToken)>
        lookBeyond;
    std::function<Result<ParetoFront>(const Topology &, const Workload &, const SearchOptions &, SearchObjective first,
                                      SearchObjective second, const SearchResult &known, StopToken, Progress *,
                                      const FrontCallback &)>
        findFront;
    std::function<Result<WhyNotFamily>(const Topology &, const Workload &, const SearchOptions &,
                                       const SearchResult &known, std::string_view family, StopToken)>
        explainFamily;
    /// May be empty: then nothing is looked at.
    std::function<Result<Sensitivity>(const Project &, SensitivityOptions, StopToken, Progress *,
                                      const SensitivityCallback &)>
        analyseSensitivity{};
};

/// predictStep, searchPlans, lookBeyond, findParetoFront, whyNotFamily and analyseSensitivity.
Engine coreEngine();

} // namespace heteroscope

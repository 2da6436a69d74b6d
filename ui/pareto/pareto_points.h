// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plans of the Pareto chart: the front and all other simulated plans.
#pragma once

#include "planner/pareto.h"

#include <QString>

#include <vector>

namespace heteroscope {

struct Simulation;

struct PlanPoint
{
    enum class Kind { front, ranked, baseline, beyond, own };

    Kind kind = Kind::ranked;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const StepResult> result;
    QString label;  ///< of the plan
    QString source; ///< whose it is: "rank 3", "Metis-like", "your plan"; may be empty

    bool isOnFront() const { return kind == Kind::front; }
};

/// The front first, in its order; then the own plan, the ranking, the baselines and what is beyond the space, each plan
/// once and only if it can run. Each may be null.
std::vector<PlanPoint> planPoints(const ParetoFront *front, const SearchResult *ranking, const Simulation *own);

} // namespace heteroscope

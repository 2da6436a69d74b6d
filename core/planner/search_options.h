// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search is asked for.
#pragma once

#include "base/units.h"
#include "planner/space/search_space.h"
#include "strategy/mapping.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace heteroscope {

struct CalibrationValues;

/// Cost counts every device of the cluster for the whole step, so its order of plans is that of time.
enum class SearchObjective { time, cost, energy };
inline constexpr std::array<std::string_view, 3> searchObjectiveNames = {"time", "cost", "energy"};

struct SearchOptions
{
    SearchSpace space = SearchSpace::C; ///< its part that space.h describes
    SearchObjective objective = SearchObjective::time;
    std::size_t top = 20;                           ///< plans kept in the ranking
    std::optional<Seconds> budget{};                ///< wall time; none = until proved
    std::vector<ResolvedMapping> mappings{};        ///< to be obeyed; see resolveMappings
    unsigned threads = 0;                           ///< 0 = one per core
    const CalibrationValues *calibration = nullptr; ///< null: the shipped constants; must outlive the search
    std::optional<double> mostCost{};               ///< USD a step: plans above it are not wanted
    bool baselines = true;                          ///< simulate the baselines' plans too
    std::optional<double> mostPower{};              ///< watts, mean over the step, of all devices of the cluster
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options of a search.
#pragma once

#include "base/stop_token.h"
#include "base/units.h"
#include "planner/space/search_space.h"
#include "strategy/mapping.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace heteroscope {

struct CalibrationValues;
struct RankedPlan;
struct SearchSeed;

/// Cost counts every device of the cluster for the whole step, so it ranks plans like time.
enum class SearchObjective { time, cost, energy };
inline constexpr std::array<std::string_view, 3> searchObjectiveNames = {"time", "cost", "energy"};

struct SearchOptions
{
    SearchSpace space = defaultSpace; ///< see space.h
    SearchObjective objective = SearchObjective::time;
    Seconds startTime{};                            ///< where on the time axis of the rate curves every step begins
    std::size_t top = 20;                           ///< max number of plans in the ranking
    std::optional<Seconds> budget{};                ///< max wall time of this call; nullopt: until proved
    std::vector<ResolvedMapping> mappings{};        ///< rules that every plan must obey (resolveMappings)
    unsigned threads = 0;                           ///< 0: one per core
    const CalibrationValues *calibration = nullptr; ///< nullptr: the shipped constants; must outlive the search
    std::optional<double> maxCost{};                ///< max cost in USD per step
    bool baselines = true;                          ///< simulate the baselines' plans too
    std::optional<Seconds> maxTime{};               ///< max step time; plans that take longer are of no interest
    std::optional<double> maxPower{};               ///< max mean power of the site, in watts (step_power.h)
    std::optional<Bytes> memory{};                  ///< for simulated steps, all threads together (base/memory_budget)
    /// SearchResult::seed of a search before an edit: its plans are simulated first, as far as they are still possible.
    std::shared_ptr<const SearchSeed> before{};
    /// Called once on the searching thread with these plans as they are now, best first; they prove nothing yet. Not
    /// called if none of them runs.
    std::function<void(const std::vector<RankedPlan> &)> followed{};
};

/// What a step that one of the threads simulates may take.
Bytes memoryOfThread(const SearchOptions &options);

/// A stop token that also ends the work when the budget of the options, counted from `start`, is spent.
StopToken withBudget(const StopToken &stop, const SearchOptions &options, std::chrono::steady_clock::time_point start);

} // namespace heteroscope

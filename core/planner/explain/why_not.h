// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a given plan is not the answer, with numbers: what makes it impossible, which stages are over their memory by how
// much, or by how much it is slower than the best plan and where that time sits.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/search_result.h"

namespace heteroscope {

class GroupPricer;

/// A device that has to hold more than it can; the worst one of its stage.
struct StageOverflow
{
    int pipeline = 0;
    int stage = 0;
    std::string device;
    Bytes peak;
    Bytes capacity;
    MemoryParts parts;
    Bytes over() const { return peak - capacity; }
    MemoryPart largestPart() const;
};

struct WhyNot
{
    enum class Verdict { cannotRun, breaksMapping, outOfMemory, overBudget, slower, asFast, faster };

    Verdict verdict = Verdict::cannotRun;
    Reason reason;                            ///< cannotRun: the error; breaksMapping: the mapping; else empty
    std::shared_ptr<const StepResult> result; ///< null where it cannot run
    std::optional<Seconds> best;              ///< step time of the plan it is compared with; empty without one
    std::optional<double> mostCost;           ///< budgets of the options: USD a step
    std::optional<double> mostPower;          ///< watts
    std::vector<StageOverflow> overflows;     ///< by pipeline and stage
    double slower = 0;                        ///< relative; compared with the best plan, where both can run
    std::vector<StepTerm> terms; ///< differences, largest first, negative where shorter; they add up to the
                                 ///< difference of the step times

    const StageOverflow *worstOverflow() const; ///< of the stage that is over by most; null without one
};
inline constexpr std::array<std::string_view, 7> whyNotNames = {
    "cannot run", "breaks a mapping", "out of memory", "over the budget", "slower", "as fast", "faster"};

/// best: the plan to compare with; null without one. Mappings and budgets are those of the options.
WhyNot whyNot(GroupPricer &pricer, const Plan &plan, const StepResult *best, const SearchOptions &options);

/// The same for a plan that has been simulated.
WhyNot whyNot(const Topology &topology, const Plan &plan, std::shared_ptr<const StepResult> result,
              const StepResult *best, const SearchOptions &options);

/// Where the devices of a plan work, by DeviceId, for findBreach.
std::vector<std::optional<DevicePlace>> placesOf(const Plan &plan, const Topology &topology);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a given plan is not the best: what makes it impossible, the stages that exceed their memory, or the difference to
// the best plan by cause.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/search_result.h"

namespace heteroscope {

class GroupPricer;

/// A device that needs more memory than it has; the one of its stage that exceeds it most.
struct StageOverflow
{
    int pipeline = 0;
    int stage = 0;
    std::string device;
    Bytes peak;
    Bytes capacity;
    MemoryParts parts;
    Bytes over() const { return peak - capacity; }
    MemoryPart largestPart() const { return parts.largest(); }
};

struct WhyNot
{
    enum class Verdict { cannotRun, breaksMapping, outOfMemory, overBudget, slower, asFast, faster };

    Verdict verdict = Verdict::cannotRun;
    Reason reason;                            ///< cannotRun: the error; breaksMapping: the mapping; else empty
    std::shared_ptr<const StepResult> result; ///< nullptr if the plan cannot run
    std::optional<Seconds> best;              ///< step time of the plan it is compared with; empty without one
    std::optional<double> maxCost;            ///< budgets of the options: USD a step
    std::optional<double> maxPower;           ///< watts
    std::vector<StageOverflow> overflows;     ///< by pipeline and stage
    double slower = 0;           ///< relative difference of the step time to the best plan, if both can run
    std::vector<StepTerm> terms; ///< differences, largest first, negative where shorter; they add up to the
                                 ///< difference of the step times

    const StageOverflow *worstOverflow() const; ///< of the stage that is over by most; null without one
};
inline constexpr std::array<std::string_view, 7> whyNotNames = {
    "cannot run", "breaks a mapping", "out of memory", "over the budget", "slower", "as fast", "faster"};

/// best: the result of the plan to compare with, may be nullptr. Mappings and budgets come from the options.
WhyNot whyNot(GroupPricer &pricer, const Plan &plan, const StepResult *best, const SearchOptions &options);

/// The same for a simulated plan.
WhyNot whyNot(const Topology &topology, const Plan &plan, std::shared_ptr<const StepResult> result,
              const StepResult *best, const SearchOptions &options);

/// Where the devices of a plan work, by DeviceId, for findBreach.
std::vector<std::optional<DevicePlace>> placesOf(const Plan &plan, const Topology &topology);

} // namespace heteroscope

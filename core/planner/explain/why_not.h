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
};

/// A cause of time (stepTerms of planner/explain/explain.h), as much longer than in the best plan.
struct TermDifference
{
    std::string term;
    double seconds = 0; ///< negative: shorter
};

struct WhyNot
{
    enum class Verdict { cannotRun, breaksMapping, outOfMemory, overBudget, slower, asFast, faster };

    Verdict verdict = Verdict::cannotRun;
    std::string reason;                       ///< one sentence
    std::shared_ptr<const StepResult> result; ///< null where it cannot run
    std::vector<StageOverflow> overflows;     ///< by pipeline and stage
    double slower = 0;                        ///< relative; compared with the best plan, where both can run
    std::vector<TermDifference> terms;        ///< largest first; they add up to the difference of the step times
};
inline constexpr std::array<std::string_view, 7> whyNotNames = {
    "cannot run", "breaks a mapping", "out of memory", "over the budget", "slower", "as fast", "faster"};

/// best: the plan to compare with; null without one. Mappings and budgets are those of the options.
WhyNot whyNot(GroupPricer &pricer, const Plan &plan, const StepResult *best, const SearchOptions &options);

/// The same for a plan that has been simulated.
WhyNot whyNot(const Topology &topology, const Plan &plan, std::shared_ptr<const StepResult> result,
              const StepResult *best, const SearchOptions &options);

/// Where the devices of a plan work, by DeviceId, for brokenMapping.
std::vector<std::optional<DevicePlace>> placesOf(const Plan &plan, const Topology &topology);

} // namespace heteroscope

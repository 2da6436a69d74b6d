// SPDX-License-Identifier: GPL-3.0-or-later
//
// Search for the fastest plan. The space is written in planner/space.h. Every family of the space is accounted for:
// simulated, or pruned for a counted reason. Deterministic: the result is the same for any number of threads, unless
// the search was cut short by its budget or a stop.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "simulator/step_result.h"
#include "strategy/mapping.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace heteroscope {

struct SearchOptions
{
    std::size_t top = 20;            ///< plans kept in the ranking
    std::optional<Seconds> budget{}; ///< wall time; none = until proved
    std::vector<ResolvedMapping> mappings{};   ///< to be obeyed; see resolveMappings
    unsigned threads = 0;            ///< 0 = one per core
};

struct RankedPlan
{
    Plan plan;
    std::string family; ///< planLabel
    std::shared_ptr<const StepResult> result;
    std::string whyNotFirst; ///< the term that grew most against rank 1: "TP: +38 ms"; empty for rank 1
};

/// A family that is not in the ranking, and why.
struct RejectedFamily
{
    std::string family;
    std::string reason; ///< a key of prunedBy
    std::string detail; ///< "activations 12.3 GB over on v100-3:0", "at least 3.1 s, best plan takes 2.4 s"
    std::shared_ptr<const Plan> plan; ///< the family's split, for those that do not fit; else empty
    Bytes peakMemory;                 ///< of its fullest device, where known
    Bytes memoryCapacity;             ///< of that device
};

struct SearchResult
{
    bool proved = false;
    double gap = 1;     ///< (best - lower bound) / best; 0 when proved
    Seconds lowerBound; ///< of everything not simulated and of the best plan
    Seconds searchTime;
    std::string space;          ///< what was searched, in words
    std::size_t enumerated = 0; ///< families
    std::size_t simulated = 0;
    std::map<std::string, std::size_t> prunedBy; ///< reason -> families
    std::vector<RankedPlan> plans;               ///< best first; all fit in memory
    std::vector<RejectedFamily> rejected;
    bool stopped = false; ///< by stop or budget, before it was through
};

/// Called with the best plan so far each time it improves; on the searching thread.
using ImprovementCallback = std::function<void(const RankedPlan &)>;

/// Errors: no device at all; a precision no device has. No feasible plan is no error: plans is empty then and rejected
/// says why.
Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop = {}, Progress *progress = nullptr,
                                 const ImprovementCallback &improved = {});

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Search for the fastest plan. The space is written in planner/space.h. Every family of the space is accounted for:
// simulated, or pruned for a counted reason. Each has a bound that none of its plans is below: by its throughput
// (family_bound.h), by L1 over all its layouts and cuts, or, where plans of it could still win, because every one of
// those was timed (pipeline_clock.h) and, if that did not rule it out, simulated. "Proved" means that no bound is below
// the best plan; families too large to follow to their end keep their lower bound and leave a gap. Deterministic: the
// result is the same for any number of threads, unless the search was cut short by its budget or a stop.
//
// The baselines' plans are simulated first, and no family is followed for plans that are slower than the fastest of
// them. Where that one lies outside the space, or where the search ended before it came so far, it is the answer, and
// says whose it is.
#pragma once

#include "base/progress.h"
#include "cluster/topology.h"
#include "planner/baselines/baseline.h"
#include "simulator/step_result.h"
#include "strategy/mapping.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

namespace heteroscope {

enum class SearchSpace { A, Aplus, B, C };
inline constexpr std::array<std::string_view, 4> searchSpaceNames = {"A", "A+", "B", "C"};

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

struct RankedPlan
{
    Plan plan;
    std::string family;   ///< its family's label, with the number of stages; of a baseline that of the plan
    std::string baseline; ///< whose plan it is, where a baseline beat all that the search found; else empty
    std::shared_ptr<const StepResult> result;
    std::string whyNotFirst; ///< the term that grew most against rank 1: "TP: +38 ms"; empty for rank 1
};

/// A plan outside the space that was searched (planner/beyond).
struct BeyondPlan
{
    std::string change; ///< what no plan of the space has: "ZB-V", "EP 8 + ZeRO-3"
    Plan plan;
    std::shared_ptr<const StepResult> result;
};

/// A family that is not in the ranking, and why.
struct RejectedFamily
{
    std::string family;
    std::string reason; ///< a key of prunedBy
    std::string detail; ///< "activations 12.3 GB over on v100-3:0", "at least 3.1 s, best plan takes 2.4 s"
    std::shared_ptr<const Plan> plan; ///< one of the family's, for those that do not fit; else empty
    Bytes peakMemory;                 ///< of its fullest device, where known
    Bytes memoryCapacity;             ///< of that device
};

enum class FamilyVerdict { simulated, bounded, outOfMemory, cannotRun, mapping, notReached };
inline constexpr std::array<std::string_view, 6> familyVerdictNames = {"simulated",  "bounded", "out of memory",
                                                                       "cannot run", "mapping", "not reached"};

/// What the search says of one family.
struct FamilyClaim
{
    std::string family; ///< familyLabel
    FamilyVerdict verdict = FamilyVerdict::notReached;
    double value = 0; ///< simulated, bounded, not reached: no plan of the family is below, in the objective; else 0
};

struct SearchResult
{
    bool proved = false;
    double gap = 1;     ///< (best - lower bound) / best; 0 when proved
    Seconds lowerBound; ///< of everything not simulated and of the best plan; 0 where time is not the objective
    Seconds searchTime;
    std::string space;          ///< what was searched, in words
    std::size_t enumerated = 0; ///< families
    std::size_t simulated = 0;  ///< families of which a plan was
    std::size_t simulatedPlans = 0;
    std::map<std::string, std::size_t> prunedBy; ///< reason -> families
    std::vector<RankedPlan> plans;               ///< best first; all fit in memory
    std::vector<Baseline> baselines;             ///< in the order of baselineNames; empty without them
    std::vector<BeyondPlan> beyond;              ///< best first; only after lookBeyond (planner/beyond/beyond.h)
    std::size_t beyondSimulated = 0;             ///< plans, for it
    std::vector<RejectedFamily> rejected;
    SearchSpace searched = SearchSpace::C;
    SearchObjective objective = SearchObjective::time;
    double bestValue = 0;            ///< of the objective: seconds, or joules
    double lowerValue = 0;           ///< likewise, no plan of the space is below
    std::vector<FamilyClaim> claims; ///< every family of the space, in its order
    bool stopped = false;            ///< by stop or budget, before it was through
};

/// Called with the best plan so far each time it improves; on the searching thread.
using ImprovementCallback = std::function<void(const RankedPlan &)>;

/// Errors: no device at all; a precision no device has. No feasible plan is no error: plans is empty then and rejected
/// says why.
Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop = {}, Progress *progress = nullptr,
                                 const ImprovementCallback &improved = {});

} // namespace heteroscope

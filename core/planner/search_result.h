// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a search found: the ranking, the verdict on every family of the space, and the gap that is left.
#pragma once

#include "planner/baselines/baseline.h"
#include "planner/beyond/plan_change.h"
#include "planner/explain/time_cause.h"
#include "planner/search_options.h"
#include "planner/space/family_name.h"
#include "simulator/result/step_result.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct RankedPlan
{
    Plan plan;
    std::string family; ///< its family's label, with the number of stages; of a baseline that of the plan
    std::optional<BaselineKind> baseline; ///< whose plan it is, where a baseline beat all that the search found
    std::shared_ptr<const StepResult> result;
    std::optional<WhySlower> whyNotFirst; ///< the cause that grew most against rank 1; empty for rank 1
};

/// A plan outside the space that was searched (planner/beyond).
struct BeyondPlan
{
    std::vector<PlanChange> changes; ///< what no plan of the space has
    Plan plan;
    std::shared_ptr<const StepResult> result;
};

/// A family that is not in the ranking, and why.
struct RejectedFamily
{
    FamilyName family;
    Rejection rejection = Rejection::bounded;
    Reason detail;
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
    std::string family; ///< familyLabel, which stands for it in files
    FamilyVerdict verdict = FamilyVerdict::notReached;
    double value = 0; ///< simulated, bounded, not reached: no plan of the family is below, in the objective; else 0
};

struct SearchResult
{
    bool proved = false;
    double gap = 1;     ///< (best - lower bound) / best; 0 when proved
    Seconds lowerBound; ///< of everything not simulated and of the best plan; 0 where time is not the objective
    Seconds searchTime;
    std::size_t enumerated = 0; ///< families
    std::size_t simulated = 0;  ///< families of which a plan was
    std::size_t simulatedPlans = 0;
    std::map<Rejection, std::size_t> prunedBy; ///< families
    std::vector<RankedPlan> plans;             ///< best first; all fit in memory
    std::vector<Baseline> baselines;           ///< in the order of baselineNames; empty without them
    std::vector<BeyondPlan> beyond;            ///< best first; only after lookBeyond (planner/beyond/beyond.h)
    std::size_t beyondSimulated = 0;           ///< plans, for it
    std::vector<RejectedFamily> rejected;
    SearchSpace searched = SearchSpace::C;
    SearchObjective objective = SearchObjective::time;
    double bestValue = 0;            ///< of the objective: seconds, or joules
    double lowerValue = 0;           ///< likewise, no plan of the space is below
    std::vector<FamilyClaim> claims; ///< every family of the space, in its order
    bool stopped = false;            ///< by stop or budget, before it was through
};

} // namespace heteroscope

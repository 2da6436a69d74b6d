// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a search: the ranking, a verdict on every family of the space, and the remaining gap.
#pragma once

#include "planner/baselines/baseline.h"
#include "planner/beyond/plan_change.h"
#include "planner/explain/time_cause.h"
#include "planner/reason.h"
#include "planner/search_options.h"
#include "planner/space/family_name.h"
#include "simulator/result/step_result.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Of so many ranked plans the answer to a question may depend: who looks for one asks the search for no fewer
/// (SearchOptions::top), however few are shown. More fill the list only.
inline constexpr std::size_t rankedForAnswer = 10;

struct RankedPlan
{
    Plan plan;
    std::string family; ///< label of its family with the number of stages; of a baseline the label of the plan
    std::optional<BaselineKind> baseline; ///< whose plan it is, where a baseline beat all that the search found
    std::shared_ptr<const StepResult> result;
    std::optional<WhySlower> whyNotFirst; ///< the cause that grew most against rank 1; empty for rank 1
    bool isFiller = false;                ///< there only because a longer list was asked for (rankedForAnswer)
};

/// A plan outside the space that was searched (planner/beyond).
struct BeyondPlan
{
    std::vector<PlanChange> changes; ///< what no plan of the space has
    Plan plan;
    std::shared_ptr<const StepResult> result;
};

/// The plan that is nearest to fitting, where no plan fits in memory: the one whose fullest device needs the min share
/// of its memory, of those that were looked at.
struct NearestPlan
{
    std::vector<PlanChange> changes; ///< what no plan of the space has; empty for a plan of the space
    Plan plan;
    std::shared_ptr<const StepResult> result; ///< with its overflows
    double share = 0;                         ///< needed over available memory of the fullest device, above 1
    Bytes needed;                             ///< by all devices of the plan together
    Bytes available;                          ///< on all devices of the cluster
    std::size_t devices = 0;                  ///< of the cluster
    /// False: there is enough memory in all, but the plan needs it in other places.
    bool lacksMemory() const { return needed > available; }
};

/// A family that is not in the ranking, with the reason.
struct RejectedFamily
{
    FamilyName family;
    Rejection rejection = Rejection::bounded;
    Reason detail;
    std::shared_ptr<const Plan> plan; ///< a plan of the family, if it does not fit in memory; otherwise empty
    Bytes peakMemory;                 ///< of its fullest device, if known
    Bytes memoryCapacity;             ///< of that device
};

enum class FamilyVerdict { simulated, bounded, outOfMemory, cannotRun, mapping, notReached };
inline constexpr std::array<std::string_view, 6> familyVerdictNames = {"simulated",  "bounded", "out of memory",
                                                                       "cannot run", "mapping", "not reached"};

/// The claim of the search about one family.
struct FamilyClaim
{
    std::string family; ///< familyLabel, which stands for it in files
    FamilyVerdict verdict = FamilyVerdict::notReached;
    double value =
        0; ///< simulated, bounded, notReached: lower bound on the objective of all plans of the family; otherwise 0
};

struct SearchResult
{
    bool proved = false;
    double gap = 1;     ///< (best - lower bound) / best; 0 when proved
    Seconds lowerBound; ///< of all plans of the space; 0 if time is not the objective
    /// Of every plan that the simulator can run, inside the space and beyond it (bounds/universal_bound.h); known
    /// however early the search ends. 0 if no device can be in any plan.
    Seconds universalBound;
    Seconds searchTime;
    std::size_t enumerated = 0; ///< families
    std::size_t simulated = 0;  ///< number of families with a simulated plan
    std::size_t simulatedPlans = 0;
    std::map<Rejection, std::size_t> prunedBy; ///< families
    std::vector<RankedPlan> plans;             ///< best first; all fit in memory
    std::vector<Baseline> baselines;           ///< in the order of baselineNames; empty if the options exclude them
    std::vector<BeyondPlan> beyond;            ///< best first; only after lookBeyond (planner/beyond/beyond.h)
    std::size_t beyondSimulated = 0;           ///< number of plans simulated for `beyond`
    std::optional<NearestPlan> nearest;        ///< if no plan fits and the search was not stopped
    std::optional<Error> tooLarge;             ///< of the first plan that there was no memory to simulate
    /// Of each rejection the families that came closest to being the answer (explain/closest_first.h), up to a limit;
    /// first those that do not fit in memory, closest first in each. prunedBy counts them all.
    std::vector<RejectedFamily> rejected;
    SearchSpace searched = defaultSpace;
    std::vector<ScheduleKind> schedules; ///< of the families of the space
    std::vector<UncutSchedule> uncut;    ///< schedules that the space would have for other models
    SearchObjective objective = SearchObjective::time;
    Seconds startTime;               ///< of all steps (SearchOptions::startTime)
    double bestValue = 0;            ///< value of the objective in seconds or joules
    double lowerValue = 0;           ///< lower bound on the objective of all plans of the space
    std::vector<FamilyClaim> claims; ///< every family of the space, in its order
    bool stopped = false;            ///< ended by a stop or wall time before all families were closed
    /// For the next search, after an edit (search/search_seed.h): the plans found; those that this search began with,
    /// if it found none. May be null.
    std::shared_ptr<const SearchSeed> seed;
};

/// The universal bound is above the one that the gap is to: they are bounds of their own, of other plans.
inline bool isUniversalNearer(const SearchResult &result)
{
    return !result.proved && result.lowerBound > Seconds(0) && result.universalBound > result.lowerBound;
}

/// Why a search has no plan.
enum class NoPlan {
    noneFits,       ///< the reasons for every family are listed
    noneInBudget,   ///< of cost, time or power
    notAllFollowed, ///< some families were too hard to follow to their end
    stopped,        ///< before it found its first plan
};
/// For a result without plans.
NoPlan whyNoPlan(const SearchResult &result);
/// A longer search might find one.
constexpr bool isOpen(NoPlan why) { return why == NoPlan::notAllFollowed || why == NoPlan::stopped; }

} // namespace heteroscope

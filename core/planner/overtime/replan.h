// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning over time: which plan when, over the scenario of a cluster (scenario.h), with what switches cost.
//
// Candidates. States that look alike share a search: the first search is in the state that lasts longest, the next one
// always in the state that is farthest from all searched ones (`unlikeness`), until none is farther than `alike` or
// `mostSearches` are done. Each search begins with what the one before found. Of each the answer, the next best plans
// of the ranking and the best uniform plan are candidates; so are the project's own plans.
//
// Times. Every candidate is predicted (predictStep) in every state. Steps begin and end anywhere in a piece, so a piece
// counts for its length over the step time, which is exact but for the one step that a change falls into.
//
// What is asked is the least time of `steps` steps. Without a number it is as many as the best fixed plan does until
// the horizon. The best sequence is exact over these candidates, states and times of a switch (sequence.h); other plans
// and other times are not looked at, so it is a lower bound on what can be gained.
#pragma once

#include "planner/overtime/scenario.h"
#include "planner/overtime/sequence.h"
#include "planner/overtime/switch_costs.h"
#include "planner/search.h"
#include "project/project.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct ReplanOptions
{
    ScenarioOptions scenario{};
    SwitchCosts costs{};
    /// Space, threads, calibration, memory and objective `time` of each search.
    SearchOptions search{};
    std::optional<double> steps{};
    double alike = 0.25; ///< states less unlike than this share a search: by a factor of e^0.25 = 1.28
    std::size_t mostSearches = 8;
    /// Max wall time of all searches together; the first one, from which the others begin, has two shares of it, the
    /// others one each, and what a search leaves goes to the later ones. A search that it ends has not proved its plans
    /// (ReplanResult::proved), and what it found depends on the machine. nullopt: until each is proved.
    std::optional<Seconds> searchBudget{};
    std::size_t plansOfSearch = 3;
    std::size_t mostCandidates = 20;
    double hysteresis = 1;  ///< pastOnlyPolicy
    Seconds forecast{3600}; ///< forecastPolicy
    double quantile = 0.9;  ///< of the step time over the horizon
};

struct CandidatePlan
{
    Plan plan;
    std::string origin; ///< "plan NAME", "search at 3600 s", "best uniform plan at 3600 s"
    friend bool operator==(const CandidatePlan &, const CandidatePlan &) = default;
};

enum class SwitchWay { links, storage, checkpoint };
inline constexpr std::array<std::string_view, 3> switchWayNames = {"links", "storage", "checkpoint"};

/// A switch of a sequence.
struct ReplanSwitch
{
    SequenceSwitch change; ///< plans are indices into ReplanResult::candidates
    SwitchWay way = SwitchWay::links;
    Bytes moved; ///< that devices of the new plan lack
    /// Seconds of the new plan's work that it has done more until the next switch than the old one would have, less
    /// what the switch took; in a sequence that leads elsewhere it may be negative.
    Seconds gain;
    std::optional<Seconds> breakEven; ///< after its start; nullopt: not before the end
};

struct FixedChoice
{
    std::optional<std::size_t> plan; ///< nullopt: no candidate qualifies
    double totalTime = infinity;
};

struct ReplanResult
{
    Scenario scenario;
    std::vector<CandidatePlan> candidates;
    SequenceProblem problem;
    PlanSequence best;
    std::vector<ReplanSwitch> switches; ///< of the best sequence
    FixedChoice fixed;                  ///< least total time
    FixedChoice worstCase;              ///< least of the longest step in any state
    FixedChoice quantile;               ///< least of the quantile of the step time
    PlanSequence greedy;
    PlanSequence pastOnly;
    PlanSequence forecast;
    std::size_t searches = 0;
    std::size_t predicted = 0;        ///< steps
    std::vector<Seconds> searchTimes; ///< of each search; all but the first began with the one before
    bool proved = true;               ///< of all searches
    Seconds seconds;                  ///< of the whole

    /// Time of the steps under the best fixed plan over that under the best sequence, less 1.
    double gain() const { return fixed.totalTime / best.totalTime - 1; }
    double gainOverGreedy() const { return greedy.totalTime / best.totalTime - 1; }
    /// What not knowing the future costs: total time over that of the best sequence, less 1.
    double regret(const PlanSequence &policy) const { return policy.totalTime / best.totalTime - 1; }
};

/// Errors: as of Topology::build and searchPlans; no candidate runs in any state (infeasible); cancelled by the stop.
Result<ReplanResult> planOverTime(const Project &project, const ReplanOptions &options = {}, StopToken stop = {},
                                  Progress *progress = nullptr);

/// The candidates, without their times: for those who measure searches alone.
struct ReplanCandidates
{
    std::vector<CandidatePlan> plans;
    std::vector<Seconds> searchTimes;
    bool proved = true;
};
Result<ReplanCandidates> findCandidates(const Project &project, const Topology &whole, const Scenario &scenario,
                                        const ReplanOptions &options, const StopToken &stop, Progress *progress);

/// The plan with every device of the topology that it does not use as one that it leaves out.
Plan withUnusedDevices(Plan plan, const Topology &topology);

/// The states to be searched, in the order of the searches.
std::vector<std::size_t> statesToSearch(const Scenario &scenario, double alike, std::size_t most);

} // namespace heteroscope

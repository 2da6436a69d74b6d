// SPDX-License-Identifier: GPL-3.0-or-later
//
// One search from its options to its result, for search.cpp, exploration.cpp (which families are looked at, how hard)
// and conclusion.cpp (what is claimed and listed at the end).
#pragma once

#include "planner/baselines/best_uniform.h"
#include "planner/explain/closest_first.h"
#include "planner/parallel.h"
#include "planner/search.h"
#include "planner/search/search_seed.h"
#include "planner/search/search_worker.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <tuple>

namespace heteroscope {

struct FamilyState
{
    double base = 0;         ///< of the objective, by throughput
    double rough = infinity; ///< an estimate of its best plan's objective; infinite if it was not made
    bool prepared = false;
    unsigned worker = 0; ///< that has its prices
    std::unique_ptr<const Error> failure;
    std::unique_ptr<const FamilyOutcome> explored; ///< null: it was not followed yet. There are many such families
    std::size_t cuts = 0;                          ///< with the most effort so far: SearchEffort::cuts
    const FamilyOutcome &outcome() const
    {
        static const FamilyOutcome none;
        return explored ? *explored : none;
    }
};

/// A family that may be listed with its reason.
struct Rejected
{
    Closeness closeness;
    double rough = 0; ///< of the family: tells those apart that were given up at the same bound
    std::size_t index = 0;
    Reason detail;
    bool operator<(const Rejected &other) const
    {
        return std::tie(closeness, rough, index) < std::tie(other.closeness, other.rough, other.index);
    }
};

class SearchRun
{
public:
    SearchRun(const Topology &topology, const Workload &workload, const SearchOptions &options, const StopToken &stop,
              Progress *progress, const ImprovementCallback &improved)
        : m_topology(topology),
          m_workload(workload),
          m_options(options),
          m_start(std::chrono::steady_clock::now()),
          m_stop(withBudget(stop, options, m_start)),
          m_progress(progress),
          m_improved(improved),
          m_groups(topology, m_stop, groupExtent(options.space)),
          m_objective(options.objective, topology),
          m_budget(topology, options.maxCost, options.maxPower, options.maxTime),
          m_threads(options.threads ? options.threads : defaultThreads())
    {}

    Result<SearchResult> run();

private:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
    bool shouldStop() const { return m_stop.stop_requested(); }
    void report(std::size_t done, std::size_t total, ProgressTask task)
    {
        if (m_progress)
            m_progress->report({done, total, task});
    }
    const Family &family(std::size_t index) const { return m_space.families[index]; }
    /// What a plan must be below: of those that the families gave, the baselines and the budget. A plan of the space
    /// that is as fast as a baseline is to be found.
    double best() const
    {
        const double baseline = m_baseline ? std::nextafter(m_baselineValue, infinity) : infinity;
        return std::min({bestOfSpace(), baseline, ceiling()});
    }
    /// Plans of this objective or more are beyond the budget; infinity without a limit.
    double ceiling() const
    {
        return m_options.objective == SearchObjective::energy ? infinity : m_budget.timeCeiling();
    }
    /// What is known of a family so far.
    double boundOf(std::size_t index) const
    {
        const auto &state = m_states[index];
        return state.explored ? state.explored->value : state.base;
    }
    double bestOfSpace() const { return m_best ? m_bestValue : infinity; }
    bool baselineWins() const { return m_baseline && m_baselineValue < bestOfSpace(); }

    /// Plans of a search of the same devices run.
    bool isFollowed() const { return !m_close.empty() && m_best && hasSameDevices(*m_options.before, m_topology); }

    void prepare();
    void followSeed();
    void announceBaselines();
    void runAside(std::size_t piece, unsigned worker);
    void runBaselines();
    Reason whyBaselineMayNotWin(const Plan &plan, const StepResult &result) const;
    void estimate(std::optional<double> limit);
    std::vector<std::size_t> promising() const;
    bool isNear(std::size_t index) const;
    void findFirst();
    void followPromising();
    void explore();
    bool explore(const std::vector<std::size_t> &open, const SearchEffort &effort, std::size_t families);
    bool exploreRound(const std::vector<std::size_t> &round, const SearchEffort &effort, double share = 1);
    bool narrowGap();
    void simulateRound(const std::vector<std::size_t> &round, std::vector<FamilySweep> &sweeps);
    void takeBest(std::size_t index, const FamilySweep &sweep);
    void keepCompany();
    void keepCompany(std::size_t most);
    bool simulateAll(const std::vector<std::pair<std::size_t, FamilyPlan>> &plans, bool tells = true);
    bool offer(std::size_t index, const FamilyPlan &plan);
    void tell();
    RankedPlan rankedBaseline() const;
    RankedPlan rankedPlan(std::size_t index) const;
    void conclude();
    void claim(std::size_t index, double best);
    void reject(std::size_t index, Rejection rejection, Reason detail);
    void listRejected();
    void rank();
    void leaveSeed(const std::vector<std::pair<double, std::size_t>> &ranking);
    void findNearest();

    const Topology &m_topology;
    const Workload &m_workload;
    const SearchOptions &m_options;
    std::chrono::steady_clock::time_point m_start;
    StopToken m_stop; ///< with the budget's deadline
    Progress *m_progress;
    const ImprovementCallback &m_improved;
    TensorGroups m_groups;
    ObjectiveBound m_objective;
    PlanBudget m_budget;
    unsigned m_threads;
    std::vector<std::unique_ptr<SearchWorker>> m_workers;
    FamilySpace m_space;
    std::vector<FamilyState> m_states;
    std::vector<std::size_t> m_order; ///< families that can run, by base
    std::size_t m_estimated = 0;      ///< families of the order that have an estimate
    double m_leastEstimate = infinity;
    std::vector<std::size_t> m_promising; ///< by a first idea of their best plan; empty after an edit
    /// Plans that the most promising families may begin with, by time, that were not simulated.
    std::vector<std::pair<std::size_t, FamilyPlan>> m_spareSeeds;
    std::size_t m_layouts = 0;                 ///< looked at, of all families
    std::map<std::size_t, FamilyPlan> m_plans; ///< simulated, the best of each family
    std::set<std::size_t> m_forAnswer;         ///< families of them that do not fill the list only
    std::vector<std::size_t> m_close;          ///< families of the seed
    std::optional<std::size_t> m_best;
    double m_bestValue = 0;
    /// What of the baselines nothing waits for until they are compared: the grid of the best uniform plan, and the
    /// plans by the rules of other planners. Threads that a round of families leaves idle make them.
    std::size_t m_asideLeft = 0;
    const BaselineCheck m_baselineCheck = [this](const Plan &plan, const StepResult &result) {
        return whyBaselineMayNotWin(plan, result);
    };
    std::optional<UniformGrids> m_grid;
    std::vector<UniformDegrees> m_gridPlans;
    std::optional<std::size_t> m_baseline; ///< the fastest that may win
    double m_baselineValue = 0;
    double m_told = infinity;                              ///< value of the last improvement that was told
    std::map<Rejection, std::vector<Rejected>> m_rejected; ///< the closest, each list a heap with the farthest on top
    SearchResult m_result;
};

} // namespace heteroscope

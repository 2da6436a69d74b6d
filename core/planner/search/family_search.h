// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of one family: its layouts and cuts with increasing effort, until none of them can be better than the best
// plan so far or the effort is spent.
#pragma once

#include "planner/bounds/pipeline_clock.h"
#include "planner/objective.h"
#include "planner/plan_budget.h"
#include "planner/prices/cut_work.h"
#include "planner/search/apart_layouts.h"
#include "planner/search/value_front.h"
#include "planner/search_result.h"
#include "planner/space/sample_shares.h"
#include "strategy/mapping.h"

#include <algorithm>
#include <memory>
#include <set>

namespace heteroscope {

/// The max effort for a family, as counts, so that results are the same on every machine.
struct SearchEffort
{
    std::size_t layouts = 20'000;
    std::size_t nodes = 20'000; ///< nodes of the search tree over cuts, sum over all layouts
    std::size_t cuts = 400;     ///< max number of timed cuts
    std::size_t simulated = 12;
    std::size_t begun = 4'000'000; ///< max number of partial layouts with TP by stage
};

/// A plan of a family.
struct FamilyPlan
{
    std::vector<int> placed;
    Cut cut;
    std::shared_ptr<StepResult> result; ///< empty: only timed
    double time = 0;                    ///< seconds; of the pipeline clock
    /// Of an apart family; groups and cuts of its parts follow each other then.
    std::optional<ApartLayout> apart{};
    SampleShares shares{};                    ///< of a shares family
    std::vector<RecomputedPart> recomputed{}; ///< likewise, by stage
};

struct FamilyOutcome
{
    FamilyVerdict verdict = FamilyVerdict::notReached;
    double value = 0;          ///< lower bound on the objective of all plans of the family
    bool closed = false;       ///< value is not below the given limit
    std::size_t simulated = 0; ///< number of simulated plans
    std::size_t layouts = 0;   ///< that were looked at
    /// Why the first plan that there was no memory to simulate was not; such plans stay open.
    std::optional<Error> tooLarge{};
    std::optional<FamilyPlan> best{};
    Reason detail{};
    std::optional<FamilyPlan> misfit{}; ///< a plan of a family that does not fit in memory
    Bytes peakMemory{}, memoryCapacity{};
    /// If nothing fits and there was no limit: the plan that is nearest to fitting, of the first few layouts, and the
    /// share of its memory that the fullest device needs, by a lower bound.
    std::optional<FamilyPlan> nearest{};
    double nearestShare = infinity;
};

/// The plans of a family that a front does not cover.
struct FamilyCollection
{
    std::vector<FamilyPlan> plans; ///< simulated, fitting and allowed plans
    bool closed = false;           ///< there are no others
};

/// What is known of a family while it is explored. Times in seconds.
struct FamilySweep
{
    SearchEffort effort;
    double work = 0;        ///< joules, see ObjectiveBound
    double limit = 0;       ///< plans of this time or more are not wanted
    double open = infinity; ///< least time of what was left out
    std::size_t layouts = 0, nodes = 0, timed = 0;
    std::size_t simulated = 0; ///< plans, longer ones counted as several
    bool fits = false;
    bool possible = false; ///< some layout is not forbidden
    bool runs = false;
    bool wantsNearest = false; ///< no plan is known that fits
    std::size_t measured = 0;  ///< layouts that do not fit
    bool cutShort = false;
    bool mayPutOff = false;            ///< the next layout of too many cuts waits for the most promising one
    const ValueFront *front = nullptr; ///< plans that it covers are not wanted either
    const FamilyPlan *known = nullptr; ///< simulated before
    std::vector<FamilyPlan> plans{};   ///< to be simulated, by time
    double bestValue = infinity;       ///< of outcome.best
    bool isDecided = false;            ///< no plan of the family can be below the limit
    bool isVoid = false;               ///< it was stopped: only what was simulated counts
    FamilyOutcome outcome{};

    bool maySimulate(std::size_t others = 0) const { return simulated + others < effort.simulated; }
    /// A plan that may be below the limit stays open.
    void leave(double time)
    {
        open = std::min(open, time);
        cutShort = true;
    }
};

/// One for each worker.
class FamilySearch
{
public:
    /// Only plans that obey the mappings and are within the budget count.
    FamilySearch(PriceBook &book, const std::vector<ResolvedMapping> &mappings, const ObjectiveBound &objective,
                 const PlanBudget &budget)
        : m_book(book), m_mappings(mappings), m_objective(objective), m_budget(budget), m_clock(book), m_cutWork(book)
    {}

    // All ask the stop token of the book's pricer. What is not yet certain after a stop is not claimed.

    /// A good plan of the family, timed but not simulated; nullopt if no plan is found that fits in memory.
    std::optional<FamilyPlan> seed(const Family &family);
    /// Searches every plan of the family that may be below `limit` (in the objective), as far as the effort allows.
    /// known: a plan of the family that was simulated, and is not simulated again; may be null.
    FamilyOutcome explore(const Family &family, double limit, const SearchEffort &effort,
                          const FamilyPlan *known = nullptr);
    // The same in three parts, for the simulations of many families together. First: plans that may be below the limit.
    FamilySweep sweep(const Family &family, double limit, const SearchEffort &effort,
                      const FamilyPlan *known = nullptr);
    /// Second, for each of them that is still wanted: adds its simulation to the sweep. A cancelled one stays open.
    void take(FamilyPlan plan, Result<StepResult> result, FamilySweep &sweep) const;
    /// The result of `known` if it is this plan.
    static std::optional<Result<StepResult>> knownResult(const FamilyPlan &plan, const FamilySweep &sweep);
    /// Third: what is known of the family's plans then. limit: the plans that were not simulated, but for those left in
    /// the sweep as open, are not below it.
    FamilyOutcome conclude(double limit, FamilySweep sweep) const;
    /// Collects every plan of the family that the front does not cover, as far as the effort allows. base: lower bound
    /// on the family's time.
    FamilyCollection collect(const Family &family, double base, const ValueFront &front, const SearchEffort &effort);
    Result<StepResult> simulate(const Family &family, const FamilyPlan &plan, bool timeline);
    Plan planOf(const Family &family, const FamilyPlan &plan) const;
    /// The mapping that groups so placed would break; empty when none.
    std::optional<MappingBreach> forbidden(const Family &family, const Layout &layout) const;
    /// Notes by how much a layout that does not fit exceeds memory.
    void describeMisfit(const Family &family, LayoutModel &model, FamilyOutcome &outcome) const;

private:
    bool isStopped() const { return m_book.pricer().stop().stop_requested(); }
    void sweepAll(const Family &family, double limit, FamilySweep &sweep);
    enum class Swept { through, putOff, ended };
    /// By its least time and energy. work: of its passes above waiting, at least.
    template<class Work>
    bool isWanted(double time, const Work &work, const FamilySweep &sweep) const
    {
        if (time >= sweep.limit)
            return false;
        if (!sweep.front && !m_budget.limitsPower())
            return true;
        const double joules = work();
        const double least = std::max(time, m_budget.timeFloor(joules));
        return least < sweep.limit && !(sweep.front && sweep.front->covers(least, m_objective.valueAt(least, joules)));
    }
    bool isWanted(const Family &family, const FamilyPlan &plan, const FamilySweep &sweep);
    double workOf(const Family &family, const FamilyPlan &plan);
    Swept sweepLayout(const Family &family, const Layout &layout, FamilySweep &sweep);
    std::optional<LayoutModel> fittingModel(const Family &family, const Layout &layout, FamilySweep &sweep);
    Swept sweepCuts(const Family &family, LayoutModel &model, FamilySweep &sweep);
    void sweepAlike(const Family &family, const LayoutModel &model, const LayoutModel::AlikeRange &range,
                    FamilySweep &sweep);
    void leaveOpen(LayoutModel &model, bool shared, FamilySweep &sweep);
    std::size_t minBounded(const Family &family, const std::vector<std::pair<double, Layout>> &layouts,
                           std::size_t next, const FamilySweep &sweep);
    void probeLayout(const Family &family, LayoutModel &model, LayoutTimes &known, FamilySweep &sweep);
    void simulatePlan(const Family &family, FamilyPlan plan, FamilySweep &sweep);
    /// As how many plans its simulation counts; a long step loses its rows.
    static std::size_t effortOf(StepResult &result);
    Plan apartPlan(const Family &family, const FamilyPlan &plan) const;
    bool isForbidden(const Family &family, const ApartLayout &layout) const;
    /// A part with its pipelines, the numbers of those of the other parts, and of the nodes of the plan.
    using ApartWay = std::tuple<std::size_t, PartPipelines, std::vector<int>, int>;
    /// Parts of layouts that no cut of theirs is fast enough for.
    struct SlowWays
    {
        std::set<ApartWay> alone;
        std::set<std::pair<ApartWay, std::vector<int>>> beside; ///< with the stages of the other parts
    };
    static ApartWay apartWay(const ApartLayout &layout, std::size_t part, int nodes);
    double apartWork(const Family &family, const FamilyPlan &plan);
    void sweepApart(const Family &family, FamilySweep &sweep);
    void tightenApart(const Family &family, const NodeExits &exits, double limit,
                      std::vector<OpenApartLayout> &layouts);
    void sweepApartLayout(const Family &family, const OpenApartLayout &open, const NodeExits &exits, SlowWays &slow,
                          FamilySweep &sweep);
    Plan sharesPlan(const Family &family, const FamilyPlan &plan) const;
    double sharesWork(const Family &family, const FamilyPlan &plan);
    void sweepShares(const Family &family, FamilySweep &sweep);
    void sweepSharesOfOneStage(const Family &family, FamilySweep &sweep);
    void sweepSharesOfStages(const Family &family, int stages, const NodeExits &exits,
                             const std::function<double(std::size_t, int)> &least, FamilySweep &sweep);
    void addSharesPlan(const Family &family, FamilyPlan plan, FamilySweep &sweep);
    static void keepFastestShares(FamilySweep &sweep);
    void sweepUnlike(const Family &family, FamilySweep &sweep);
    static void lookForNearest(LayoutModel &model, FamilySweep &sweep);

    PriceBook &m_book;
    const std::vector<ResolvedMapping> &m_mappings;
    const ObjectiveBound &m_objective;
    const PlanBudget &m_budget;
    PipelineClock m_clock;
    CutWork m_cutWork;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// One family against the best plan so far: its layouts and cuts in growing effort, until none of them can be better or
// the effort is spent.
#pragma once

#include "planner/bounds/pipeline_clock.h"
#include "planner/objective.h"
#include "planner/plan_budget.h"
#include "planner/prices/cut_work.h"
#include "planner/search/value_front.h"
#include "planner/search_result.h"
#include "strategy/mapping.h"

#include <memory>

namespace heteroscope {

/// How far a family is followed; the same on every machine, so that results are too.
struct SearchEffort
{
    std::size_t layouts = 20'000;
    std::size_t nodes = 20'000; ///< of the search tree over cuts, in all layouts together
    std::size_t cuts = 400;     ///< that are timed
    std::size_t simulated = 12;
    std::size_t begun = 4'000'000; ///< layouts with TP by stage, of which the first stages are looked at
};

/// A plan of a family.
struct FamilyPlan
{
    std::vector<int> placed;
    Cut cut;
    std::shared_ptr<StepResult> result; ///< empty: only timed
    double time = 0;                    ///< seconds; of the pipeline clock
};

struct FamilyOutcome
{
    FamilyVerdict verdict = FamilyVerdict::notReached;
    double value = 0;          ///< no plan of the family is below
    bool closed = false;       ///< value is not below the limit that was asked for
    std::size_t simulated = 0; ///< plans, that fit or not
    std::optional<FamilyPlan> best{};
    Reason detail{};
    std::optional<FamilyPlan> misfit{}; ///< of a family that does not fit
    Bytes peakMemory{}, memoryCapacity{};
};

/// Plans of a family that a front does not cover.
struct FamilyCollection
{
    std::vector<FamilyPlan> plans; ///< simulated, they fit and are allowed
    bool closed = false;           ///< there are no others
};

/// One for each worker.
class FamilySearch
{
public:
    /// mappings must hold, and plans that may win are within the budget.
    FamilySearch(PriceBook &book, const std::vector<ResolvedMapping> &mappings, const ObjectiveBound &objective,
                 const PlanBudget &budget)
        : m_book(book), m_mappings(mappings), m_objective(objective), m_budget(budget), m_clock(book), m_cutWork(book)
    {}

    /// A good plan of the family, timed but not simulated; none when none is found that fits.
    std::optional<FamilyPlan> seed(const Family &family);
    /// Every plan of the family that may be below `limit` (of the objective), as far as the effort allows.
    FamilyOutcome explore(const Family &family, double limit, const SearchEffort &effort,
                          const std::function<bool()> &stopped);
    /// Every plan of the family that is not covered by the front, as far as the effort allows. base: no plan of it
    /// takes less.
    FamilyCollection collect(const Family &family, double base, const ValueFront &front, const SearchEffort &effort,
                             const std::function<bool()> &stopped);
    Result<StepResult> simulate(const Family &family, const FamilyPlan &plan, bool timeline,
                                const std::function<bool()> &stopped = {});
    Plan planOf(const Family &family, const FamilyPlan &plan) const;
    /// The mapping that groups so placed would break; empty when none.
    std::optional<MappingBreach> forbidden(const Family &family, const Layout &layout) const;

private:
    struct Sweep;
    enum class Swept { through, putOff, ended };
    bool isWanted(const Family &family, const std::vector<int> &placed, const Cut &cut, double time,
                  const Sweep &sweep);
    Swept sweepLayout(const Family &family, const Layout &layout, Sweep &sweep);
    std::optional<LayoutModel> fittingModel(const Family &family, const Layout &layout, Sweep &sweep);
    Swept sweepCuts(const Family &family, LayoutModel &model, Sweep &sweep);
    std::size_t leastBounded(const Family &family, const std::vector<std::pair<double, Layout>> &layouts,
                             std::size_t next, const Sweep &sweep);
    void probeLayout(const Family &family, LayoutModel &model, Sweep &sweep);
    bool simulatePlan(const Family &family, FamilyPlan plan, Sweep &sweep);
    void simulateBest(const Family &family, Sweep &sweep);
    void describeMisfit(const Family &family, LayoutModel &model, FamilyOutcome &outcome) const;

    PriceBook &m_book;
    const std::vector<ResolvedMapping> &m_mappings;
    const ObjectiveBound &m_objective;
    const PlanBudget &m_budget;
    PipelineClock m_clock;
    CutWork m_cutWork;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search.h"

#include "planner/bounds/family_bound.h"
#include "planner/explain/explain.h"
#include "planner/explain/why_not.h"
#include "planner/parallel.h"
#include "planner/search/rough_time.h"
#include "planner/search/search_worker.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

/// Families are followed in rounds of this many, whatever the number of threads: what is done then does not depend on
/// it.
constexpr std::size_t roundSize = 32;
/// Seeds that are simulated for a first best plan.
constexpr std::size_t seedsSimulated = 4;
/// Families too hard for one effort are tried again with more; those too hard for that keep their bound.
constexpr std::array<SearchEffort, 2> efforts = {{{2'000, 20'000, 300, 12}, {20'000, 400'000, 4'000, 60}}};
/// With TP by stage: to find good plans, then to prove that there is no better one.
constexpr std::array<SearchEffort, 2> effortsByStage = {
    {{4'000, 100'000, 2'000, 30, 50'000}, {200'000, 4'000'000, 40'000, 600, 4'000'000}}};
constexpr std::size_t roundSizeByStage = 16;
/// Rejected families are listed up to so many for each reason; plans that do not fit are kept to be drawn.
constexpr std::size_t mostRejected = 150;
constexpr std::size_t mostMisfits = 60;

struct FamilyState
{
    double base = 0; ///< of the objective, by throughput
    bool prepared = false;
    bool explored = false;
    std::optional<Error> failure;
    FamilyOutcome outcome;
};

/// Of a family that was not simulated.
Rejection rejectionOf(FamilyVerdict verdict)
{
    switch (verdict) {
    case FamilyVerdict::outOfMemory:
        return Rejection::outOfMemory;
    case FamilyVerdict::cannotRun:
        return Rejection::cannotRun;
    case FamilyVerdict::mapping:
        return Rejection::mapping;
    case FamilyVerdict::notReached:
        return Rejection::notReached;
    case FamilyVerdict::simulated:
    case FamilyVerdict::bounded:
        break;
    }
    return Rejection::bounded;
}

class Search
{
public:
    Search(const Topology &topology, const Workload &workload, const SearchOptions &options, const StopToken &stop,
           Progress *progress, const ImprovementCallback &improved)
        : m_topology(topology),
          m_workload(workload),
          m_options(options),
          m_stop(stop),
          m_progress(progress),
          m_improved(improved),
          m_groups(topology),
          m_objective(options.objective, topology),
          m_budget(topology, options.mostCost, options.mostPower),
          m_threads(options.threads ? options.threads : defaultThreads()),
          m_start(std::chrono::steady_clock::now())
    {}

    Result<SearchResult> run();

private:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
    bool shouldStop() const
    {
        return m_stop.stop_requested() || (m_options.budget && seconds() > m_options.budget->value);
    }
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
        const double dear = m_options.objective == SearchObjective::energy ? infinity : m_budget.timeCeiling();
        return std::min({bestOfSpace(), baseline, dear});
    }
    double bestOfSpace() const { return m_best ? m_bestValue : infinity; }
    bool baselineWins() const { return m_baseline && m_baselineValue < bestOfSpace(); }

    void prepare();
    void runBaselines();
    Reason whyBaselineMayNotWin(const Plan &plan, const StepResult &result) const;
    std::vector<std::size_t> promising();
    void findFirst();
    void explore();
    bool explore(const std::vector<std::size_t> &open, const SearchEffort &effort, std::size_t families);
    bool exploreRound(const std::vector<std::size_t> &round, const SearchEffort &effort);
    void keepCompany();
    bool simulateAll(const std::vector<std::pair<std::size_t, FamilyPlan>> &plans);
    bool offer(std::size_t index, const FamilyPlan &plan);
    void tell();
    RankedPlan rankedBaseline() const;
    void conclude();
    void claim(std::size_t index, double best);
    void reject(std::size_t index, Rejection rejection, Reason detail);
    void rank();

    const Topology &m_topology;
    const Workload &m_workload;
    const SearchOptions &m_options;
    const StopToken &m_stop;
    Progress *m_progress;
    const ImprovementCallback &m_improved;
    TensorGroups m_groups;
    ObjectiveBound m_objective;
    PlanBudget m_budget;
    unsigned m_threads;
    std::chrono::steady_clock::time_point m_start;
    std::vector<std::unique_ptr<SearchWorker>> m_workers;
    FamilySpace m_space;
    std::vector<FamilyState> m_states;
    std::vector<std::size_t> m_order;          ///< families that can run, by base
    std::map<std::size_t, FamilyPlan> m_plans; ///< simulated, the best of each family
    std::optional<std::size_t> m_best;
    double m_bestValue = 0;
    std::optional<std::size_t> m_baseline; ///< the fastest that may win
    double m_baselineValue = 0;
    double m_told = infinity;                  ///< value of the last improvement that was told
    std::map<Rejection, std::size_t> m_listed; ///< rejected families
    std::size_t m_misfits = 0;
    SearchResult m_result;
};

void Search::prepare()
{
    m_states.resize(m_space.families.size());
    std::atomic<std::size_t> done = 0;
    // In slices: the work on one family is too small for a turn of its own.
    constexpr std::size_t slice = 64;
    const std::size_t slices = (m_states.size() + slice - 1) / slice;
    parallelFor(m_threads, slices, [&](std::size_t part, unsigned worker) {
        if (shouldStop())
            return;
        auto &book = m_workers[worker]->book;
        for (std::size_t i = part * slice; i < std::min(m_states.size(), (part + 1) * slice); ++i) {
            const auto bound = throughputBound(family(i), book);
            if (bound)
                m_states[i].base = m_objective.valueAt(*bound, m_objective.workOf(family(i), book));
            else
                m_states[i].failure = bound.error();
            m_states[i].prepared = true;
        }
        report(done += slice, m_states.size(), ProgressTask::boundingFamilies);
    });
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (!m_states[i].prepared)
            m_result.stopped = true;
        else if (!m_states[i].failure)
            m_order.push_back(i);
    }
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::size_t a, std::size_t b) { return m_states[a].base < m_states[b].base; });
}

bool Search::offer(std::size_t index, const FamilyPlan &plan)
{
    const double value = m_objective.valueOf(*plan.result);
    const auto found = m_plans.find(index);
    if (found == m_plans.end() || value < m_objective.valueOf(*found->second.result))
        m_plans[index] = plan;
    if (std::pair(value, index) >= std::pair(bestOfSpace(), m_best.value_or(0)))
        return false;
    const bool improved = value < bestOfSpace();
    m_best = index;
    m_bestValue = value;
    return improved;
}

bool Search::simulateAll(const std::vector<std::pair<std::size_t, FamilyPlan>> &plans)
{
    std::vector<FamilyPlan> results(plans.size());
    std::atomic<bool> stopped = false;
    parallelFor(m_threads, plans.size(), [&](std::size_t i, unsigned worker) {
        // A stop is looked for before each plan: a round may take long.
        if (shouldStop()) {
            stopped = true;
            return;
        }
        const std::function<bool()> ask = [this] { return shouldStop(); };
        auto result = m_workers[worker]->search.simulate(family(plans[i].first), plans[i].second, false, ask);
        if (!result && result.error().code == Error::Code::cancelled)
            stopped = true;
        results[i] = plans[i].second;
        if (result && result->feasible && m_budget.allows(*result))
            results[i].result = std::make_shared<StepResult>(std::move(*result));
    });
    bool improved = false;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (results[i].result) {
            ++m_result.simulatedPlans;
            improved = offer(plans[i].first, results[i]) || improved;
        }
    }
    if (improved)
        tell();
    return !stopped;
}

RankedPlan Search::rankedBaseline() const
{
    const auto &baseline = m_result.baselines[*m_baseline];
    RankedPlan ranked;
    ranked.plan = *baseline.plan;
    ranked.family = planLabel(*baseline.plan);
    ranked.baseline = baseline.kind;
    ranked.result = baseline.result;
    return ranked;
}

void Search::tell()
{
    const double value = std::min(bestOfSpace(), m_baseline ? m_baselineValue : infinity);
    if (!m_improved || value >= m_told)
        return;
    m_told = value;
    if (baselineWins())
        return m_improved(rankedBaseline());
    const auto &plan = m_plans.at(*m_best);
    RankedPlan ranked;
    ranked.plan = m_workers.front()->search.planOf(family(*m_best), plan);
    ranked.family = planFamilyLabel(family(*m_best), plan.placed, m_groups, m_topology);
    ranked.result = plan.result;
    m_improved(ranked);
}

Reason Search::whyBaselineMayNotWin(const Plan &plan, const StepResult &result) const
{
    if (auto breach = findBreach(m_options.mappings, m_topology, placesOf(plan, m_topology)))
        return *breach;
    return m_budget.allows(result) ? Reason() : PlainReason::overBudget;
}

void Search::runBaselines()
{
    if (!m_options.baselines)
        return;
    m_result.baselines.resize(baselineNames.size());
    parallelFor(m_threads, baselineNames.size(), [&](std::size_t i, unsigned worker) {
        m_result.baselines[i] = makeBaseline(
            static_cast<BaselineKind>(i), m_workers[worker]->book,
            [this](const Plan &plan, const StepResult &result) { return whyBaselineMayNotWin(plan, result); },
            [this] { return shouldStop(); });
    });
    for (std::size_t i = 0; i < m_result.baselines.size(); ++i) {
        const auto &baseline = m_result.baselines[i];
        if (!baseline.result || !baseline.mayWin())
            continue;
        const double value = m_objective.valueOf(*baseline.result);
        if (!m_baseline || value < m_baselineValue) {
            m_baseline = i;
            m_baselineValue = value;
        }
    }
    tell();
}

/// Families that can run by a first idea of their best plan; those whose bound is above that of another one last.
std::vector<std::size_t> Search::promising()
{
    constexpr std::size_t slice = 64, slices = 8;
    std::vector<std::pair<double, std::size_t>> rough;
    double least = infinity;
    while (rough.size() < m_order.size() && m_states[m_order[rough.size()]].base < least && !shouldStop()) {
        const std::size_t begin = rough.size();
        rough.resize(std::min(m_order.size(), begin + slice * slices));
        parallelFor(m_threads, slices, [&](std::size_t part, unsigned worker) {
            auto &book = m_workers[worker]->book;
            for (std::size_t i = begin + part * slice; i < std::min(rough.size(), begin + (part + 1) * slice); ++i) {
                const auto &each = family(m_order[i]);
                rough[i] = {m_objective.valueAt(RoughTime(each, book).least(), m_objective.workOf(each, book)),
                            m_order[i]};
            }
        });
        for (std::size_t i = begin; i < rough.size(); ++i)
            least = std::min(least, rough[i].first);
    }
    std::stable_sort(rough.begin(), rough.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<std::size_t> order;
    order.reserve(m_order.size());
    for (const auto &[time, index] : rough)
        order.push_back(index);
    order.insert(order.end(), m_order.begin() + static_cast<std::ptrdiff_t>(rough.size()), m_order.end());
    return order;
}

void Search::findFirst()
{
    const auto order = promising();
    for (std::size_t next = 0; next < order.size() && !m_best;) {
        if (shouldStop())
            return;
        const std::size_t count = std::min(order.size() - next, roundSize);
        std::vector<std::optional<FamilyPlan>> seeds(count);
        parallelFor(m_threads, count, [&](std::size_t i, unsigned worker) {
            if (!shouldStop())
                seeds[i] = m_workers[worker]->search.seed(family(order[next + i]));
        });
        std::vector<std::pair<std::size_t, FamilyPlan>> plans;
        for (std::size_t i = 0; i < count; ++i) {
            if (seeds[i])
                plans.emplace_back(order[next + i], std::move(*seeds[i]));
        }
        std::stable_sort(plans.begin(), plans.end(),
                         [](const auto &a, const auto &b) { return a.second.time < b.second.time; });
        if (plans.size() > seedsSimulated)
            plans.resize(seedsSimulated);
        simulateAll(plans);
        next += count;
    }
}

bool Search::exploreRound(const std::vector<std::size_t> &round, const SearchEffort &effort)
{
    const double limit = best();
    std::vector<FamilyOutcome> outcomes(round.size());
    std::atomic<bool> stopped = false;
    const std::function<bool()> ask = [&] {
        if (shouldStop())
            stopped = true;
        return stopped.load();
    };
    parallelFor(m_threads, round.size(), [&](std::size_t i, unsigned worker) {
        if (!ask())
            outcomes[i] = m_workers[worker]->search.explore(family(round[i]), limit, effort, ask);
    });
    bool improved = false;
    for (std::size_t i = 0; i < round.size(); ++i) {
        auto &outcome = outcomes[i];
        if (outcome.verdict == FamilyVerdict::notReached)
            continue;
        m_result.simulatedPlans += outcome.simulated;
        auto &state = m_states[round[i]];
        state.explored = true;
        // A bound that was found stays true.
        outcome.value = std::max({outcome.value, state.outcome.value, std::min(state.base, limit)});
        if (outcome.best)
            improved = offer(round[i], *outcome.best) || improved;
        state.outcome = std::move(outcome);
    }
    if (improved)
        tell();
    return !stopped;
}

void Search::explore()
{
    const auto openFamilies = [this](bool byStage) {
        std::vector<std::size_t> open;
        for (const std::size_t index : m_order) {
            const bool closed = m_states[index].explored && m_states[index].outcome.closed;
            if (!closed && (family(index).kind == FamilyKind::byStage) == byStage)
                open.push_back(index);
        }
        return open;
    };
    bool through = true;
    for (const auto &effort : efforts)
        through = through && explore(openFamilies(false), effort, roundSize);
    // TP by stage last: there are most layouts to look at, and fewer with a better limit.
    for (const auto &effort : effortsByStage)
        through = through && explore(openFamilies(true), effort, roundSizeByStage);
    m_result.stopped = m_result.stopped || !through;
}

/// The families in rounds, by base. False: stopped.
bool Search::explore(const std::vector<std::size_t> &open, const SearchEffort &effort, std::size_t families)
{
    std::size_t next = 0;
    while (next < open.size()) {
        std::vector<std::size_t> round;
        while (next < open.size() && round.size() < families) {
            const auto &state = m_states[open[next]];
            const double bound = state.explored ? state.outcome.value : state.base;
            if (bound < best())
                round.push_back(open[next]);
            else if (!state.explored)
                next = open.size() - 1; // by base, so the others are not below either
            ++next;
        }
        if (round.empty())
            break;
        if (shouldStop() || !exploreRound(round, effort))
            return false;
        report(next, m_order.size(), ProgressTask::exploringFamilies);
    }
    return true;
}

/// The ranking wants some company for the best plan: the families next by bound.
void Search::keepCompany()
{
    std::size_t next = 0;
    while (m_plans.size() < m_options.top && next < m_order.size() && !shouldStop()) {
        std::vector<std::size_t> families;
        const std::size_t wanted = 3 * (m_options.top - m_plans.size());
        for (; next < m_order.size() && families.size() < wanted; ++next) {
            const auto verdict = m_states[m_order[next]].outcome.verdict;
            if (!m_plans.contains(m_order[next]) &&
                (!m_states[m_order[next]].explored || verdict == FamilyVerdict::bounded))
                families.push_back(m_order[next]);
        }
        std::vector<std::optional<FamilyPlan>> seeds(families.size());
        parallelFor(m_threads, families.size(), [&](std::size_t i, unsigned worker) {
            if (!shouldStop())
                seeds[i] = m_workers[worker]->search.seed(family(families[i]));
        });
        std::vector<std::pair<std::size_t, FamilyPlan>> plans;
        for (std::size_t i = 0; i < families.size(); ++i) {
            if (seeds[i])
                plans.emplace_back(families[i], std::move(*seeds[i]));
        }
        std::stable_sort(plans.begin(), plans.end(),
                         [](const auto &a, const auto &b) { return a.second.time < b.second.time; });
        if (plans.size() > m_options.top - m_plans.size())
            plans.resize(m_options.top - m_plans.size());
        simulateAll(plans);
    }
}

void Search::reject(std::size_t index, Rejection rejection, Reason detail)
{
    ++m_result.prunedBy[rejection];
    if (m_listed[rejection]++ >= mostRejected)
        return;
    const auto &outcome = m_states[index].outcome;
    RejectedFamily rejected;
    rejected.family = familyName(family(index), m_topology);
    rejected.rejection = rejection;
    rejected.detail = std::move(detail);
    if (outcome.misfit && rejection == Rejection::outOfMemory && m_misfits++ < mostMisfits) {
        rejected.plan = std::make_shared<const Plan>(m_workers.front()->search.planOf(family(index), *outcome.misfit));
        rejected.peakMemory = outcome.peakMemory;
        rejected.memoryCapacity = outcome.memoryCapacity;
    }
    m_result.rejected.push_back(std::move(rejected));
}

void Search::claim(std::size_t index, double best)
{
    auto &state = m_states[index];
    auto &claim = m_result.claims[index];
    if (!state.prepared) {
        claim.verdict = FamilyVerdict::notReached;
        return reject(index, Rejection::notReached, PlainReason::searchStopped);
    }
    if (state.failure) {
        claim.verdict = FamilyVerdict::cannotRun;
        return reject(index, Rejection::cannotRun, *state.failure);
    }
    const auto verdict = state.outcome.verdict;
    if (state.explored && verdict != FamilyVerdict::simulated && verdict != FamilyVerdict::bounded) {
        claim.verdict = verdict;
        return reject(index, rejectionOf(verdict), state.outcome.detail);
    }
    claim.value = state.explored ? state.outcome.value : state.base;
    const bool overBudget = std::isinf(best) && claim.value >= this->best();
    const auto plan = m_plans.find(index);
    if (plan != m_plans.end()) {
        claim.verdict = FamilyVerdict::simulated;
        claim.value = std::min(claim.value, m_objective.valueOf(*plan->second.result));
        ++m_result.simulated;
        return;
    }
    claim.verdict = claim.value >= best || overBudget ? FamilyVerdict::bounded : FamilyVerdict::notReached;
    if (overBudget)
        return reject(index, Rejection::bounded, PlainReason::familyOverBudget);
    LowerBound bound{claim.value, {}, m_options.objective};
    if (claim.value >= best)
        bound.best = best;
    reject(index, rejectionOf(claim.verdict), bound);
}

void Search::conclude()
{
    const double bestValue = baselineWins() ? m_baselineValue : bestOfSpace();
    // Those that do not fit are drawn: list them first.
    for (const bool misfits : {true, false}) {
        for (std::size_t i = 0; i < m_states.size(); ++i) {
            if ((m_states[i].outcome.verdict == FamilyVerdict::outOfMemory) == misfits)
                claim(i, bestValue);
        }
    }
    double lower = bestValue;
    for (const auto &claim : m_result.claims) {
        if (claim.verdict == FamilyVerdict::simulated || claim.verdict == FamilyVerdict::bounded ||
            claim.verdict == FamilyVerdict::notReached)
            lower = std::min(lower, claim.value);
    }
    m_result.lowerValue = std::isfinite(lower) ? lower : 0;
    m_result.bestValue = std::isfinite(bestValue) ? bestValue : 0;
    m_result.lowerBound = Seconds(m_options.objective == SearchObjective::energy ? 0 : m_result.lowerValue);
    const bool found = m_best || m_baseline;
    m_result.proved = found && lower >= bestValue;
    m_result.gap = !found ? 1 : m_result.proved ? 0 : (bestValue - lower) / bestValue;
    if (m_result.proved)
        m_result.stopped = false;
    for (const auto &mistake : m_space.refused) {
        ++m_result.prunedBy[Rejection::notValid];
        m_result.rejected.push_back({familyName(mistake), Rejection::notValid, mistake, {}, {}, {}});
    }
}

void Search::rank()
{
    std::vector<std::pair<double, std::size_t>> ranking;
    for (const auto &[index, plan] : m_plans)
        ranking.emplace_back(m_objective.valueOf(*plan.result), index);
    std::sort(ranking.begin(), ranking.end());
    if (ranking.size() > m_options.top)
        ranking.resize(m_options.top);
    m_result.plans.resize(ranking.size());
    parallelFor(m_threads, ranking.size(), [&](std::size_t i, unsigned worker) {
        const auto index = ranking[i].second;
        const auto &plan = m_plans.at(index);
        auto &search = m_workers[worker]->search;
        auto &ranked = m_result.plans[i];
        ranked.plan = search.planOf(family(index), plan);
        ranked.family = planFamilyLabel(family(index), plan.placed, m_groups, m_topology);
        // After a stop the rows without traffic have to do.
        auto full = search.simulate(family(index), plan, true, [this] { return m_stop.stop_requested(); });
        ranked.result = full ? std::make_shared<StepResult>(std::move(*full)) : plan.result;
    });
    if (baselineWins()) {
        auto winner = rankedBaseline();
        StepOptions options;
        options.stopped = [this] { return m_stop.stop_requested(); };
        if (auto full = predictStep(m_workers.front()->book.pricer(), winner.plan, options))
            winner.result = std::make_shared<StepResult>(std::move(*full));
        m_result.plans.insert(m_result.plans.begin(), std::move(winner));
        if (m_result.plans.size() > m_options.top)
            m_result.plans.pop_back();
    }
    for (std::size_t i = 1; i < m_result.plans.size(); ++i)
        m_result.plans[i].whyNotFirst = whySlower(*m_result.plans[i].result, *m_result.plans.front().result);
}

Result<SearchResult> Search::run()
{
    if (m_topology.devices().empty())
        return Error{Error::Code::infeasible, {}, "/cluster/nodes", "no device", "at least one device", "add a node"};
    const auto &calibration = m_options.calibration ? *m_options.calibration : builtinCalibration();
    const auto stack = findSoftwareStack(calibration, m_workload.job);
    if (!stack)
        return stack.error();
    if (m_options.objective == SearchObjective::cost || m_options.mostCost) {
        if (auto priced = checkPrices(m_topology); !priced)
            return priced.error();
    }
    for (unsigned i = 0; i < m_threads; ++i)
        m_workers.push_back(std::make_unique<SearchWorker>(m_topology, m_workload, m_groups, **stack,
                                                           m_options.mappings, m_objective, m_budget, calibration));
    m_space = enumerateFamilies(m_topology, m_groups, m_workload, **stack, m_options.space);
    m_result.searched = m_options.space;
    m_result.objective = m_options.objective;
    for (const auto &each : m_space.families)
        m_result.claims.push_back({familyLabel(each, m_topology), FamilyVerdict::notReached, 0});
    m_result.enumerated = m_space.families.size() + m_space.refused.size();
    prepare();
    runBaselines();
    findFirst();
    explore();
    keepCompany();
    conclude();
    rank();
    m_result.searchTime = Seconds(seconds());
    return std::move(m_result);
}

} // namespace

Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop, Progress *progress, const ImprovementCallback &improved)
{
    return Search(topology, workload, options, stop, progress, improved).run();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search.h"

#include "base/memory_budget.h"
#include "cost/job_software.h"
#include "planner/bounds/family_bound.h"
#include "planner/bounds/universal_bound.h"
#include "planner/explain/why_not.h"
#include "planner/search/search_run.h"
#include "planner/space/missing_features.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <utility>

namespace heteroscope {

namespace {

/// Families of one key exchange within the same groups, whose prices take longest to compute.
using PriceKey = std::array<int, 3>;

PriceKey priceKey(const Family &family) { return {family.parts.front().tp, family.cp, family.ep}; }

/// Families in pieces of equal keys, the most families first. A piece is not so large that others wait for it.
std::vector<std::vector<std::size_t>> byPrices(const std::vector<Family> &families, unsigned threads)
{
    constexpr std::size_t fewest = 64, piecesOfThread = 16;
    const std::size_t most = std::max(fewest, families.size() / (threads * piecesOfThread));
    std::map<PriceKey, std::vector<std::size_t>> open;
    std::vector<std::vector<std::size_t>> pieces;
    auto *piece = families.empty() ? nullptr : &open[priceKey(families.front())];
    for (std::size_t i = 0; i < families.size(); ++i) {
        if (i > 0 && priceKey(families[i]) != priceKey(families[i - 1]))
            piece = &open[priceKey(families[i])];
        piece->push_back(i);
        if (piece->size() == most)
            pieces.push_back(std::exchange(*piece, {}));
    }
    for (auto &[key, rest] : open) {
        if (!rest.empty())
            pieces.push_back(std::move(rest));
    }
    std::stable_sort(pieces.begin(), pieces.end(), [](const auto &a, const auto &b) { return a.size() > b.size(); });
    return pieces;
}

} // namespace

void SearchRun::prepare()
{
    m_states.resize(m_space.families.size());
    std::atomic<std::size_t> done = 0;
    // So that few prices are computed by several workers.
    const auto pieces = byPrices(m_space.families, m_threads);
    parallelFor(m_threads, pieces.size(), [&](std::size_t piece, unsigned worker) {
        for (const std::size_t i : pieces[piece]) {
            if (shouldStop()) // perhaps before there are workers
                return;
            auto &book = m_workers[worker]->book;
            auto &state = m_states[i];
            const auto bound = throughputBound(family(i), book);
            const double base = bound ? m_objective.valueAt(*bound, m_objective.workOf(family(i), book)) : 0;
            if (shouldStop()) // what was found meanwhile may be half done
                return;
            if (bound)
                state.base = base;
            else
                state.failure = std::make_unique<const Error>(bound.error());
            state.worker = worker;
            state.prepared = true;
        }
        report(done += pieces[piece].size(), m_states.size(), ProgressTask::boundingFamilies);
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

Reason SearchRun::whyBaselineMayNotWin(const Plan &plan, const StepResult &result) const
{
    if (auto breach = findBreach(m_options.mappings, m_topology, placesOf(plan, m_topology)))
        return *breach;
    if (!m_budget.allows(result))
        return PlainReason::overBudget;
    // The other spaces ask nothing of the software.
    const auto lack =
        m_options.space == SearchSpace::P ? softwareLack(plan, m_workers.front()->book.stack()) : std::nullopt;
    return lack ? Reason(missingFeature(*lack, plan, m_workers.front()->book.stack())) : Reason();
}

void SearchRun::announceBaselines()
{
    if (!m_options.baselines)
        return;
    m_result.baselines.resize(baselineNames.size());
    for (std::size_t i = 0; i < m_result.baselines.size(); ++i) {
        m_result.baselines[i].kind = static_cast<BaselineKind>(i);
        m_result.baselines[i].reason = PlainReason::searchStopped;
    }
    m_asideLeft = baselineNames.size();
}

void SearchRun::runAside(std::size_t piece, unsigned worker)
{
    if (shouldStop())
        return;
    auto &book = m_workers[worker]->book;
    if (piece == 0) {
        m_grid.emplace(book);
        m_gridPlans = m_grid->all();
        return;
    }
    // The last ones take longest.
    const std::size_t kind = baselineNames.size() - piece;
    m_result.baselines[kind] = makeBaseline(static_cast<BaselineKind>(kind), book, m_baselineCheck);
}

void SearchRun::runBaselines()
{
    if (shouldStop()) // perhaps before there are workers
        return;
    parallelFor(m_threads, std::exchange(m_asideLeft, 0), [&](std::size_t i, unsigned worker) { runAside(i, worker); });
    if (m_grid && !shouldStop())
        m_result.baselines.front() =
            makeBestUniform(*m_grid, m_gridPlans, m_baselineCheck, m_threads,
                            [this](std::size_t count, const std::function<void(std::size_t, GroupPricer &)> &body) {
                                parallelFor(m_threads, count, [&](std::size_t i, unsigned worker) {
                                    body(i, m_workers[worker]->book.pricer());
                                });
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

Result<SearchResult> SearchRun::run()
{
    if (m_topology.devices().empty())
        return Error{Error::Code::infeasible, {}, "/cluster/nodes", "no device", "at least one device", "add a node"};
    const auto &calibration = m_options.calibration ? *m_options.calibration : builtinCalibration();
    const auto stack = jobSoftware(calibration, m_workload.job);
    if (!stack)
        return stack.error();
    if (m_options.objective == SearchObjective::cost || m_options.maxCost) {
        if (auto priced = checkPrices(m_topology); !priced)
            return priced.error();
    }
    m_result.searched = m_options.space;
    m_result.objective = m_options.objective;
    m_result.startTime = m_options.startTime;
    m_result.seed = m_options.before;
    m_result.universalBound = universalBound(m_topology, m_workload, calibration, *stack, m_options.startTime);
    for (unsigned i = 0; i < m_threads && !shouldStop(); ++i)
        m_workers.push_back(std::make_unique<SearchWorker>(m_topology, m_workload, m_groups, *stack, m_options,
                                                           m_objective, m_budget, calibration, m_stop));
    m_space = enumerateFamilies(m_topology, m_groups, m_workload, *stack, m_options.space, m_stop);
    if (!m_space.isWhole) {
        // Not even all families are known: nothing is claimed of any.
        m_result.stopped = true;
        m_result.searchTime = Seconds(seconds());
        return std::move(m_result);
    }
    m_result.enumerated = m_space.families.size() + m_space.refused.size();
    m_result.schedules = schedulesOf(m_space.families);
    m_result.uncut = uncutSchedules(m_workload.model, *stack, m_options.space);
    announceBaselines();
    followSeed();
    prepare();
    findFirst();
    followPromising();
    runBaselines();
    explore();
    keepCompany();
    conclude();
    rank();
    findNearest();
    m_result.searchTime = Seconds(seconds());
    // Prices are many small pieces, which take long to free.
    parallelFor(m_threads, m_workers.size(), [this](std::size_t i, unsigned) { m_workers[i].reset(); });
    return std::move(m_result);
}

Bytes memoryOfThread(const SearchOptions &options)
{
    return memoryBudget(options.memory) / (options.threads ? options.threads : defaultThreads());
}

StopToken withBudget(const StopToken &stop, const SearchOptions &options, std::chrono::steady_clock::time_point start)
{
    if (!options.budget)
        return stop;
    using namespace std::chrono;
    // A budget beyond all clocks is none.
    const double limit = duration<double>(hours(24 * 365)).count();
    return stop.withDeadline(
        start + duration_cast<steady_clock::duration>(duration<double>(std::min(options.budget->value, limit))));
}

Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop, Progress *progress, const ImprovementCallback &improved)
{
    return SearchRun(topology, workload, options, stop, progress, improved).run();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search.h"

#include "planner/candidate.h"
#include "planner/explain.h"
#include "planner/node_classes.h"
#include "planner/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace heteroscope {

namespace {

/// Candidates are simulated in rounds of this many, whatever the number of threads: what is simulated then does not
/// depend on it.
constexpr std::size_t roundSize = 16;
/// Plans that do not fit are kept to be drawn, up to here.
constexpr std::size_t mostKeptMisfits = 60;
constexpr std::size_t mostKeptRejected = 400;

struct Simulated
{
    std::size_t family = 0;
    std::shared_ptr<StepResult> result;
};

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
          m_nodeClasses(nodeClasses(topology)),
          m_threads(options.threads ? options.threads : defaultThreads()),
          m_start(std::chrono::steady_clock::now())
    {
        for (unsigned i = 0; i < m_threads; ++i)
            m_predictors.push_back(
                std::make_unique<StepPredictor>(topology, workload, Seconds(0), options.calibration));
    }

    Result<SearchResult> run();

private:
    bool shouldStop() const
    {
        if (m_stop.stop_requested())
            return true;
        return m_options.budget && std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count() >
                                       m_options.budget->value;
    }
    void report(std::size_t done, std::size_t total, const char *what)
    {
        if (m_progress)
            m_progress->report({done, total, what});
    }
    void prepare();
    void simulate();
    void simulateRound(const std::vector<std::size_t> &round);
    void finish();
    std::string brokenMappingOf(const Family &family) const;
    void reject(std::size_t family, FamilyVerdict verdict, std::string detail);
    /// What plans are ranked by.
    double valueOf(const StepResult &result) const
    {
        return m_options.objective == SearchObjective::energy ? result.energy : toSeconds(result.stepTime).value;
    }
    /// No plan of the family is below. Nothing is known yet of the least energy of a family.
    double boundOf(std::size_t family) const
    {
        return m_options.objective == SearchObjective::energy ? 0 : m_candidates[family].bound.value;
    }
    Plan plan(std::size_t family) const
    {
        return planOf(m_space.families[family], m_topology, m_workload, m_candidates[family].cut);
    }
    double best() const
    {
        return m_simulated.empty() ? std::numeric_limits<double>::infinity() : valueOf(*m_simulated.front().result);
    }

    const Topology &m_topology;
    const Workload &m_workload;
    const SearchOptions &m_options;
    const StopToken &m_stop;
    Progress *m_progress;
    const ImprovementCallback &m_improved;
    std::vector<std::size_t> m_nodeClasses;
    unsigned m_threads;
    std::chrono::steady_clock::time_point m_start;
    std::vector<std::unique_ptr<StepPredictor>> m_predictors;
    FamilySpace m_space;
    std::vector<Candidate> m_candidates;
    std::vector<char> m_prepared;
    std::vector<std::size_t> m_order;   // candidates that fit, by bound
    std::vector<char> m_done;           // by candidate: simulated, or found that it cannot be
    std::size_t m_next = 0;             // in m_order: the first one not yet in a round
    std::vector<Simulated> m_simulated; // best first
    SearchResult m_result;
};

void Search::reject(std::size_t family, FamilyVerdict verdict, std::string detail)
{
    const std::string reason(familyVerdictNames[static_cast<std::size_t>(verdict)]);
    ++m_result.prunedBy[reason];
    const bool hasBound = verdict == FamilyVerdict::bounded || verdict == FamilyVerdict::notReached;
    m_result.claims[family].verdict = verdict;
    m_result.claims[family].value = hasBound && m_prepared[family] ? boundOf(family) : 0;
    if (m_result.rejected.size() >= mostKeptRejected)
        return;
    RejectedFamily rejected;
    rejected.family = familyLabel(m_space.families[family], m_topology, m_workload);
    rejected.reason = reason;
    rejected.detail = std::move(detail);
    const auto &candidate = m_candidates[family];
    if (!candidate.fits && !candidate.cut.empty() && m_result.rejected.size() < mostKeptMisfits)
        rejected.plan = std::make_shared<const Plan>(plan(family));
    rejected.peakMemory = candidate.peakMemory;
    rejected.memoryCapacity = candidate.memoryCapacity;
    m_result.rejected.push_back(std::move(rejected));
}

std::string Search::brokenMappingOf(const Family &family) const
{
    if (m_options.mappings.empty())
        return {};
    std::vector<std::optional<DevicePlace>> places(m_topology.devices().size());
    for (std::size_t g = 0; g < family.groups.size(); ++g) {
        const int index = static_cast<int>(g);
        for (const DeviceId device : family.groups[g])
            places[device.index()] = DevicePlace{index / family.dp, index % family.dp};
    }
    return brokenMapping(m_options.mappings, m_topology, places);
}

void Search::prepare()
{
    m_candidates.resize(m_space.families.size());
    m_prepared.assign(m_space.families.size(), 0);
    std::atomic<std::size_t> done = 0;
    parallelFor(m_threads, m_space.families.size(), [&](std::size_t i, unsigned worker) {
        if (shouldStop())
            return;
        m_candidates[i].brokenMapping = brokenMappingOf(m_space.families[i]);
        if (m_candidates[i].brokenMapping.empty())
            m_candidates[i] = prepareCandidate(m_space.families[i], *m_predictors[worker], m_nodeClasses);
        m_prepared[i] = 1;
        report(++done, m_space.families.size(), "bounding");
    });
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        const auto &candidate = m_candidates[i];
        if (!m_prepared[i])
            m_result.stopped = true;
        else if (!candidate.brokenMapping.empty())
            reject(i, FamilyVerdict::mapping, candidate.brokenMapping);
        else if (candidate.fits)
            m_order.push_back(i);
        else if (!candidate.failure.empty())
            reject(i, FamilyVerdict::cannotRun, candidate.failure);
        else
            reject(i, FamilyVerdict::outOfMemory, candidate.overflow);
    }
    std::stable_sort(m_order.begin(), m_order.end(),
                     [&](std::size_t a, std::size_t b) { return m_candidates[a].bound < m_candidates[b].bound; });
    m_done.assign(m_candidates.size(), 0);
}

void Search::simulateRound(const std::vector<std::size_t> &round)
{
    std::vector<Simulated> results(round.size());
    std::vector<std::string> failures(round.size());
    std::vector<char> skipped(round.size(), 0);
    parallelFor(m_threads, round.size(), [&](std::size_t i, unsigned worker) {
        // A stop is looked for before each plan, not only before each round: a round may take long.
        if (shouldStop()) {
            skipped[i] = 1;
            return;
        }
        auto result = m_predictors[worker]->predict(plan(round[i]), false);
        results[i].family = round[i];
        if (result)
            results[i].result = std::make_shared<StepResult>(std::move(*result));
        else
            failures[i] = toString(result.error());
    });
    const double before = best();
    for (std::size_t i = 0; i < round.size(); ++i) {
        if (skipped[i]) {
            m_result.stopped = true;
            continue;
        }
        m_done[round[i]] = 1;
        if (!results[i].result) {
            reject(round[i], FamilyVerdict::cannotRun, failures[i]);
        } else if (!results[i].result->feasible) {
            reject(round[i], FamilyVerdict::outOfMemory, results[i].result->overflows.front());
        } else {
            ++m_result.simulated;
            m_result.claims[round[i]].verdict = FamilyVerdict::simulated;
            m_result.claims[round[i]].value = valueOf(*results[i].result);
            m_simulated.push_back(std::move(results[i]));
        }
    }
    std::sort(m_simulated.begin(), m_simulated.end(), [this](const Simulated &a, const Simulated &b) {
        return std::pair(valueOf(*a.result), a.family) < std::pair(valueOf(*b.result), b.family);
    });
    if (best() < before && m_improved) {
        RankedPlan ranked;
        ranked.plan = plan(m_simulated.front().family);
        ranked.family = familyLabel(m_space.families[m_simulated.front().family], m_topology, m_workload);
        ranked.result = m_simulated.front().result;
        m_improved(ranked);
    }
}

void Search::simulate()
{
    while (m_next < m_order.size()) {
        // The proof needs all bounds below the best; the ranking wants some company for it.
        const bool proved = boundOf(m_order[m_next]) >= best();
        if (proved && m_simulated.size() >= m_options.top)
            break;
        if (shouldStop()) {
            m_result.stopped = true;
            break;
        }
        std::vector<std::size_t> round;
        while (m_next < m_order.size() && round.size() < roundSize)
            round.push_back(m_order[m_next++]);
        simulateRound(round);
        if (m_result.stopped)
            break;
        report(m_next, m_order.size(), "simulating");
    }
}

void Search::finish()
{
    const double bestTime = best();
    double lower = bestTime;
    for (const std::size_t family : m_order) {
        if (!m_done[family])
            lower = std::min(lower, boundOf(family));
    }
    const bool allPrepared = std::all_of(m_prepared.begin(), m_prepared.end(), [](char p) { return p != 0; });
    if (!allPrepared)
        lower = 0;
    m_result.lowerValue = std::isfinite(lower) ? lower : 0;
    m_result.bestValue = std::isfinite(bestTime) ? bestTime : 0;
    m_result.lowerBound = Seconds(m_options.objective == SearchObjective::energy ? 0 : m_result.lowerValue);
    m_result.proved = allPrepared && !m_simulated.empty() && lower >= bestTime;
    m_result.gap = m_simulated.empty() ? 1 : m_result.proved ? 0 : (bestTime - lower) / bestTime;
    if (m_result.proved)
        m_result.stopped = false;
    for (const std::size_t family : m_order) {
        if (m_done[family])
            continue;
        const double bound = boundOf(family);
        if (bound >= bestTime)
            reject(family, FamilyVerdict::bounded,
                   fmt::format("at least {:.3g} s, the best plan takes {:.3g} s", bound, bestTime));
        else
            reject(
                family, FamilyVerdict::notReached,
                fmt::format("at least {:.3g} s; the search was stopped before it", m_candidates[family].bound.value));
    }
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        if (!m_prepared[i])
            ++m_result.prunedBy["not reached"];
    }
    for (const auto &[label, reason] : m_space.refused) {
        ++m_result.prunedBy["not valid"];
        m_result.rejected.push_back({label, "not valid", reason, {}, {}, {}});
    }
    for (const auto &simulated : m_simulated) {
        if (m_result.plans.size() >= m_options.top)
            break;
        RankedPlan ranked;
        ranked.plan = plan(simulated.family);
        ranked.family = familyLabel(m_space.families[simulated.family], m_topology, m_workload);
        auto full = m_predictors.front()->predict(ranked.plan, true);
        ranked.result = full ? std::make_shared<StepResult>(std::move(*full)) : simulated.result;
        if (!m_result.plans.empty())
            ranked.whyNotFirst = whySlower(*ranked.result, *m_result.plans.front().result);
        m_result.plans.push_back(std::move(ranked));
    }
    m_result.searchTime = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count());
}

Result<SearchResult> Search::run()
{
    if (m_topology.devices().empty())
        return Error{Error::Code::infeasible, {}, "/cluster/nodes", "no device", "at least one device", "add a node"};
    const auto stack = findSoftwareStack(m_predictors.front()->calibration(), m_workload.job);
    if (!stack)
        return stack.error();
    const auto priced = [](const DeviceType &type) { return type.pricePerHour.value_or(0) > 0; };
    const auto &types = m_topology.deviceTypes();
    if (m_options.objective == SearchObjective::cost && std::none_of(types.begin(), types.end(), priced))
        return Error{Error::Code::infeasible,
                     {},
                     "/cluster/deviceTypes",
                     "no price",
                     "a price per hour of a device type",
                     "give the device types a pricePerHour, or search for the shortest time"};
    m_space = enumerateFamilies(m_topology, m_workload, **stack, m_options.space);
    m_result.space = spaceDescription(m_options.space);
    m_result.searched = m_options.space;
    m_result.objective = m_options.objective;
    for (const auto &family : m_space.families)
        m_result.claims.push_back({familyLabel(family, m_topology, m_workload), FamilyVerdict::notReached, 0});
    m_result.enumerated = m_space.families.size() + m_space.refused.size();
    prepare();
    simulate();
    finish();
    return std::move(m_result);
}

} // namespace

Result<SearchResult> searchPlans(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                 StopToken stop, Progress *progress, const ImprovementCallback &improved)
{
    return Search(topology, workload, options, stop, progress, improved).run();
}

} // namespace heteroscope

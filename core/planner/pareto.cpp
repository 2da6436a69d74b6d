// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/pareto.h"

#include "cost/job_software.h"
#include "planner/bounds/family_bound.h"
#include "planner/parallel.h"
#include "planner/search/search_worker.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <utility>

namespace heteroscope {

namespace {

constexpr std::size_t frontRoundSize = 32; // whatever the number of threads
constexpr std::array<SearchEffort, 2> frontEfforts = {{{2'000, 20'000, 2'000, 40}, {20'000, 400'000, 20'000, 400}}};

class ParetoSearch
{
public:
    ParetoSearch(const Topology &topology, const Workload &workload, const SearchOptions &options,
                 const SoftwareStack &stack, const CalibrationValues &calibration, ParetoFront &front,
                 const StopToken &stop, Progress *progress, const FrontCallback &grown)
        : m_topology(topology),
          m_start(std::chrono::steady_clock::now()),
          m_stop(withBudget(stop, options, m_start)),
          m_groups(topology, m_stop, groupExtent(options.space)),
          m_objective(SearchObjective::energy, topology),
          m_budget(topology, options.maxCost, options.maxPower, options.maxTime),
          m_result(front),
          m_progress(progress),
          m_grown(grown),
          m_values(front.first == SearchObjective::energy || front.second == SearchObjective::energy),
          m_threads(options.threads ? options.threads : defaultThreads())
    {
        for (unsigned i = 0; i < m_threads && !shouldStop(); ++i)
            m_workers.push_back(std::make_unique<SearchWorker>(topology, workload, m_groups, stack, options,
                                                               m_objective, m_budget, calibration, m_stop));
        m_space = enumerateFamilies(topology, m_groups, workload, stack, options.space, m_stop);
        m_closed.resize(m_space.families.size());
    }

    void begin(const SearchResult &known)
    {
        for (const auto &plan : known.plans)
            keep({plan.plan, plan.family, plan.baseline, plan.result});
        for (const auto &baseline : known.baselines) {
            if (baseline.result && baseline.mayWin())
                keep({*baseline.plan, planLabel(*baseline.plan), baseline.kind, baseline.result});
        }
        tell();
    }

    void run()
    {
        m_result.families = m_space.families.size();
        if (shouldStop()) { // perhaps before all workers or families are there
            m_result.stopped = true;
            m_result.open = m_result.families;
            return listPoints();
        }
        std::vector<double> base(m_space.families.size());
        parallelFor(m_threads, base.size(), [&](std::size_t i, unsigned worker) {
            auto &book = m_workers[worker]->book;
            const auto bound = shouldStop() ? Result<double>(0.0) : throughputBound(m_space.families[i], book);
            base[i] = bound ? *bound : shouldStop() ? 0 : infinity; // cannot work at all
        });
        std::vector<std::size_t> order(base.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return base[a] < base[b]; });
        for (const auto &effort : frontEfforts) {
            std::vector<std::size_t> round;
            std::size_t done = 0;
            for (const std::size_t family : order) {
                ++done;
                if (!m_closed[family])
                    round.push_back(family);
                if (round.size() < frontRoundSize && done < order.size())
                    continue;
                if (shouldStop()) {
                    m_result.stopped = true;
                    break;
                }
                explore(round, base, effort);
                round.clear();
                tell();
                if (m_progress)
                    m_progress->report({done, order.size(), ProgressTask::exploringFront});
            }
        }
        m_result.open = static_cast<std::size_t>(std::count(m_closed.begin(), m_closed.end(), false));
        m_result.exact = m_result.open == 0;
        listPoints();
    }

private:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
    bool shouldStop() const { return m_stop.stop_requested(); }

    void explore(const std::vector<std::size_t> &round, const std::vector<double> &base, const SearchEffort &effort)
    {
        std::vector<FamilyCollection> found(round.size());
        const auto values = m_values;
        parallelFor(m_threads, round.size(), [&](std::size_t i, unsigned worker) {
            const auto &family = m_space.families[round[i]];
            auto &search = m_workers[worker]->search;
            if (std::isinf(base[round[i]]))
                found[i].closed = true;
            else
                found[i] = search.collect(family, base[round[i]], values, effort);
        });
        for (std::size_t i = 0; i < round.size(); ++i) {
            const auto &family = m_space.families[round[i]];
            for (const auto &each : found[i].plans) {
                auto plan = m_workers.front()->search.planOf(family, each);
                auto label = planFamilyLabel(family, each.placed, m_groups, m_topology, plan);
                keep({std::move(plan), std::move(label), {}, each.result});
            }
            m_closed[round[i]] = m_closed[round[i]] || found[i].closed;
        }
    }

    void listPoints()
    {
        m_result.points.clear();
        for (const auto &value : m_values.points())
            m_result.points.push_back(m_points.at({value.seconds, value.joules}));
        if (m_result.first == SearchObjective::energy)
            std::reverse(m_result.points.begin(), m_result.points.end());
        m_result.searchTime = Seconds(seconds());
    }

    void tell()
    {
        if (!m_grown || !std::exchange(m_hasGrown, false))
            return;
        listPoints();
        m_grown(m_result);
    }

    void keep(ParetoPoint point)
    {
        const double time = toSeconds(point.result->stepTime).value;
        const double joules = point.result->energy;
        if (!m_values.add(time, joules))
            return;
        m_hasGrown = true;
        m_points.insert_or_assign({time, joules}, std::move(point));
    }

    const Topology &m_topology;
    std::chrono::steady_clock::time_point m_start;
    StopToken m_stop; ///< with the budget's deadline
    TensorGroups m_groups;
    ObjectiveBound m_objective;
    PlanBudget m_budget;
    ParetoFront &m_result;
    Progress *m_progress;
    const FrontCallback &m_grown;
    bool m_hasGrown = false; ///< since it was told
    ValueFront m_values;
    unsigned m_threads;
    std::vector<std::unique_ptr<SearchWorker>> m_workers;
    FamilySpace m_space;
    std::vector<bool> m_closed;
    std::map<std::pair<double, double>, ParetoPoint> m_points; ///< all that were kept at some time
};

} // namespace

double objectiveValue(SearchObjective objective, const StepResult &result)
{
    switch (objective) {
    case SearchObjective::cost:
        return result.cost;
    case SearchObjective::energy:
        return result.energy;
    case SearchObjective::time:
        break;
    }
    return toSeconds(result.stepTime).value;
}

Result<ParetoFront> findParetoFront(const Topology &topology, const Workload &workload, const SearchOptions &options,
                                    SearchObjective first, SearchObjective second, const SearchResult &known,
                                    StopToken stop, Progress *progress, const FrontCallback &grown)
{
    if (first == second)
        return Error{Error::Code::invalid,
                     {},
                     {},
                     "one objective twice",
                     "two different ones",
                     "choose another second objective"};
    if (first == SearchObjective::cost || second == SearchObjective::cost) {
        if (auto priced = checkPrices(topology); !priced)
            return priced.error();
    }
    const auto &calibration = options.calibration ? *options.calibration : builtinCalibration();
    const auto stack = jobSoftware(calibration, workload.job);
    if (!stack)
        return stack.error();
    ParetoFront front;
    front.first = first;
    front.second = second;
    ParetoSearch search(topology, workload, options, *stack, calibration, front, stop, progress, grown);
    search.begin(known);
    search.run();
    return front;
}

} // namespace heteroscope

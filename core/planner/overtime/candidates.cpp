// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numbers.h"
#include "cost/job_software.h"
#include "cost/software_lack.h"
#include "planner/overtime/replan.h"
#include "planner/recommendation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

namespace heteroscope {

namespace {

/// Plans in the order in which they are worth keeping: first the answers, then the rest.
class CandidateList
{
public:
    explicit CandidateList(const Topology &whole) : m_whole(&whole) {}

    void add(Plan plan, std::string origin, std::size_t rank)
    {
        plan = withUnusedDevices(std::move(plan), *m_whole);
        for (auto &[known, knownRank] : m_plans) {
            if (known.plan == plan) {
                knownRank = std::min(knownRank, rank);
                return;
            }
        }
        m_plans.push_back({{std::move(plan), std::move(origin)}, rank});
    }

    std::vector<CandidatePlan> best(std::size_t most)
    {
        std::stable_sort(m_plans.begin(), m_plans.end(),
                         [](const Ranked &a, const Ranked &b) { return a.rank < b.rank; });
        std::vector<CandidatePlan> result;
        for (Ranked &one : m_plans) {
            if (result.size() < most)
                result.push_back(std::move(one.candidate));
        }
        return result;
    }

private:
    struct Ranked
    {
        CandidatePlan candidate;
        std::size_t rank = 0;
    };
    const Topology *m_whole;
    std::vector<Ranked> m_plans;
};

/// Shares out a budget of wall time over searches: two shares to the first, one to each of the others.
class SearchShares
{
public:
    SearchShares(std::optional<Seconds> budget, std::size_t searches)
        : m_budget(budget), m_left(searches), m_began(std::chrono::steady_clock::now())
    {}

    std::optional<Seconds> next()
    {
        if (!m_budget || m_left == 0)
            return std::nullopt;
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - m_began;
        const double rest = std::max(0.0, m_budget->value - spent.count());
        const double others = static_cast<double>(--m_left);
        const double own = std::exchange(m_isFirst, false) ? 2 : 1;
        return Seconds(rest * own / (own + others));
    }

private:
    std::optional<Seconds> m_budget;
    std::size_t m_left;
    std::chrono::steady_clock::time_point m_began;
    bool m_isFirst = true;
};

} // namespace

Plan withUnusedDevices(Plan plan, const Topology &topology)
{
    std::set<std::string> used;
    for (const Pipeline &pipeline : plan.pipelines) {
        for (const Stage &stage : pipeline.stages) {
            for (const TensorGroup &group : stage.groups)
                used.insert(group.devices.begin(), group.devices.end());
        }
    }
    plan.unusedDevices.clear();
    for (const TopologyDevice &device : topology.devices()) {
        if (!used.contains(device.name))
            plan.unusedDevices.push_back(device.name);
    }
    return plan;
}

std::vector<std::size_t> statesToSearch(const Scenario &scenario, double alike, std::size_t most)
{
    std::vector<double> lasts(scenario.states.size());
    std::vector<double> distance(scenario.states.size(), infinity);
    for (const ScenarioPiece &piece : scenario.pieces)
        lasts[piece.state] += (piece.to - piece.from).value;
    std::vector<std::size_t> chosen;
    while (chosen.size() < most) {
        std::size_t next = 0;
        for (std::size_t state = 1; state < lasts.size(); ++state) {
            if (distance[state] > distance[next] || (distance[state] == distance[next] && lasts[state] > lasts[next]))
                next = state;
        }
        if (!(distance[next] > alike))
            break;
        chosen.push_back(next);
        for (std::size_t state = 0; state < lasts.size(); ++state)
            distance[state] = std::min(distance[state], unlikeness(scenario.states[state], scenario.states[next]));
    }
    return chosen;
}

Result<ReplanCandidates> findCandidates(const Project &project, const Topology &whole, const Scenario &scenario,
                                        const ReplanOptions &options, const StopToken &stop, Progress *progress)
{
    const auto software = jobSoftware(options.search.calibration ? *options.search.calibration : builtinCalibration(),
                                      project.workload.job);
    if (!software)
        return software.error();
    ReplanCandidates result;
    CandidateList list(whole);
    for (const NamedPlan &named : project.plans) {
        if (findPlanMistakes(named.plan, whole, project.workload, {}, stop).ok())
            list.add(named.plan, "plan " + named.name, 0);
    }
    SearchOptions search = options.search;
    search.objective = SearchObjective::time;
    search.top = std::max(options.plansOfSearch, rankedForAnswer);
    const auto states = statesToSearch(scenario, options.alike, options.mostSearches);
    SearchShares shares(options.searchBudget, states.size());
    for (const std::size_t state : states) {
        const Cluster cluster = remainingCluster(project.cluster, scenario.states[state]);
        if (deviceCount(cluster) == 0)
            continue;
        const auto topology = Topology::build(cluster);
        if (!topology)
            return topology.error();
        search.mappings = resolveMappings(project.mappings, cluster, *topology);
        search.budget = shares.next();
        const auto found = searchPlans(*topology, project.workload, search, stop, progress);
        if (stop.stop_requested())
            return cancelledError();
        if (!found && options.searchBudget && !result.searchTimes.empty()) { // nothing was left for it
            result.proved = false;
            continue;
        }
        if (!found)
            return found.error();
        search.before = found->seed;
        result.searchTimes.push_back(found->searchTime);
        result.proved = result.proved && found->proved;
        const auto first = std::find_if(scenario.pieces.begin(), scenario.pieces.end(),
                                        [state](const ScenarioPiece &piece) { return piece.state == state; });
        const std::string when = "at " + secondsText(first->from);
        std::size_t rank = 0;
        const auto add = [&](const Plan &plan, const std::string &origin) {
            if (!softwareLack(plan, *software))
                list.add(plan, origin + when, rank++);
        };
        if (const auto answer = recommend(*found, &*software))
            add(*answer.plan, "search ");
        for (const Baseline &baseline : found->baselines) {
            if (baseline.kind == BaselineKind::bestUniform && baseline.plan && baseline.mayWin())
                add(*baseline.plan, "best uniform plan ");
        }
        for (const RankedPlan &ranked : found->plans) {
            if (rank > options.plansOfSearch)
                break;
            add(ranked.plan, "search ");
        }
    }
    result.plans = list.best(options.mostCandidates);
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/replan.h"

#include "planner/overtime/switch_table.h"
#include "planner/parallel.h"
#include "planner/prices/step_options.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace heteroscope {

namespace {

Error noPlanRuns()
{
    return Error{Error::Code::infeasible,
                 {},
                 {},
                 "no plan that runs in any part of the scenario",
                 "at least one plan that fits in memory while its devices are there",
                 "see hscope plan for why no plan fits"};
}

/// The time of a step in each state; infinity where it does not run.
Status addStepTimes(SequenceProblem &problem, const std::vector<Topology> &topologies, const Workload &workload,
                    const std::vector<CandidatePlan> &plans, const SearchOptions &options, const StopToken &stop)
{
    problem.stepTime.assign(problem.states * problem.plans, infinity);
    const unsigned threads = options.threads == 0 ? defaultThreads() : options.threads;
    parallelFor(threads, problem.states, [&](std::size_t state, unsigned) {
        GroupPricer pricer(topologies[state], workload, Seconds(0), options.calibration, stop);
        pricer.limitMemory(memoryOfThread(options));
        for (std::size_t plan = 0; plan < plans.size() && !stop.stop_requested(); ++plan) {
            if (!problem.isAlive(state, plan))
                continue;
            const auto step = predictStep(pricer, plans[plan].plan, timedStep(pricer));
            if (step && step->feasible)
                problem.stepTime[state * problem.plans + plan] = toSeconds(step->stepTime).value;
        }
    });
    if (stop.stop_requested())
        return cancelledError();
    return {};
}

/// The step time that a plan has at least in all but a share of the horizon.
double quantileOf(const SequenceProblem &problem, std::size_t plan, double share)
{
    std::vector<std::pair<double, double>> times;
    double all = 0;
    for (const auto &piece : problem.pieces) {
        times.emplace_back(problem.isAlive(piece.state, plan) ? problem.stepTimeOf(piece.state, plan) : infinity,
                           piece.length);
        all += piece.length;
    }
    std::sort(times.begin(), times.end());
    double passed = 0;
    for (const auto &[time, length] : times) {
        passed += length;
        if (passed >= share * all)
            return time;
    }
    return times.back().first;
}

FixedChoice leastQuantile(const SequenceProblem &problem, double share, const std::vector<double> &totals)
{
    FixedChoice choice;
    double least = infinity;
    for (std::size_t plan = 0; plan < problem.plans; ++plan) {
        if (const double time = quantileOf(problem, plan, share); time < least) {
            least = time;
            choice = {plan, totals[plan]};
        }
    }
    return choice;
}

} // namespace

Result<ReplanResult> planOverTime(const Project &project, const ReplanOptions &options, StopToken stop,
                                  Progress *progress)
{
    const auto began = std::chrono::steady_clock::now();
    ReplanResult result;
    result.scenario = scenarioOf(project.cluster, options.scenario);
    const Scenario &scenario = result.scenario;
    const ScenarioState full{std::vector<double>(scenario.states.front().links.size(), 1.0),
                             std::vector<double>(scenario.states.front().devices.size(), 1.0)};
    const auto whole = Topology::build(clusterIn(project.cluster, full));
    if (!whole)
        return whole.error();
    auto found = findCandidates(project, *whole, scenario, options, stop, progress);
    if (!found)
        return found.error();
    result.candidates = std::move(found->plans);
    result.searchTimes = std::move(found->searchTimes);
    result.searches = result.searchTimes.size();
    result.proved = found->proved;
    if (result.candidates.empty())
        return noPlanRuns();

    std::vector<Topology> topologies;
    for (const ScenarioState &state : scenario.states) {
        auto topology = Topology::build(clusterIn(project.cluster, state));
        if (!topology)
            return topology.error();
        topologies.push_back(std::move(*topology));
        if (stop.stop_requested())
            return cancelledError();
    }
    SequenceProblem &problem = result.problem;
    problem.plans = result.candidates.size();
    problem.states = scenario.states.size();
    for (const ScenarioPiece &piece : scenario.pieces)
        problem.pieces.push_back({(piece.to - piece.from).value, piece.state});
    const auto &calibration = options.search.calibration ? *options.search.calibration : builtinCalibration();
    SwitchTable switches(*whole, project.workload, calibration, result.candidates, options.costs, stop);
    for (const Topology &topology : topologies) {
        if (stop.stop_requested())
            return cancelledError();
        switches.addState(topology, problem);
    }
    if (const auto status =
            addStepTimes(problem, topologies, project.workload, result.candidates, options.search, stop);
        !status)
        return status.error();
    result.predicted = static_cast<std::size_t>(std::count(problem.alive.begin(), problem.alive.end(), char{1}));

    const double horizon = scenario.horizon().value;
    for (std::size_t plan = 0; plan < problem.plans; ++plan)
        problem.steps = std::max(problem.steps, stepsDone(problem, 0, plan, 0, horizon));
    if (const double shortest = *std::min_element(problem.stepTime.begin(), problem.stepTime.end());
        !(shortest < infinity))
        return noPlanRuns();
    else if (problem.steps <= 0)
        problem.steps = horizon / shortest; // no plan alone does any
    if (options.steps)
        problem.steps = *options.steps;

    std::vector<double> totals;
    for (std::size_t plan = 0; plan < problem.plans; ++plan) {
        totals.push_back(followPolicy(problem, fixedPolicy(problem, plan)).totalTime);
        if (totals.back() < result.fixed.totalTime)
            result.fixed = {plan, totals.back()};
    }
    result.worstCase = leastQuantile(problem, 1, totals);
    result.quantile = leastQuantile(problem, options.quantile, totals);
    result.best = bestSequence(problem);
    result.greedy = followPolicy(problem, greedyPolicy(problem));
    result.pastOnly = followPolicy(problem, pastOnlyPolicy(problem, options.hysteresis));
    result.forecast = followPolicy(problem, forecastPolicy(problem, options.forecast.value));
    for (std::size_t i = 0; i < result.best.switches.size(); ++i) {
        const SequenceSwitch &change = result.best.switches[i];
        const double until =
            i + 1 < result.best.switches.size() ? result.best.switches[i + 1].at : result.best.totalTime;
        ReplanSwitch one{change, {}, {}, {}, {}};
        const auto &kind = switches.kind(problem.pieces[change.piece].state, change.from, change.to);
        one.way = kind.way;
        one.moved = kind.moved;
        const double worked = until - change.at - change.time;
        const double changed = stepsDone(problem, change.piece, change.to, change.time, until);
        const double stayed = stepsDone(problem, change.piece, change.from, 0, until);
        one.gain = Seconds(changed > 0 ? (changed - stayed) * worked / changed : -change.time);
        if (const auto after = breakEven(problem, change, std::max(result.best.totalTime, horizon)))
            one.breakEven = Seconds(*after);
        result.switches.push_back(one);
    }
    result.seconds = Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/loss.h"

#include "cost/job_software.h"
#include "planner/overtime/switch_table.h"
#include "planner/recommendation.h"
#include "simulator/predict_step.h"

#include <algorithm>

namespace heteroscope {

namespace {

Error unknownFailing(const std::string &name)
{
    return Error{Error::Code::invalid,
                 {},
                 {},
                 "\"" + name + "\" as what fails",
                 "the name of a node or link of the cluster",
                 "hscope simulate lists links and devices; a device is named after its node"};
}

/// The factors of the time, and 0 for what fails.
ScenarioState stateAfter(const Cluster &cluster, const std::set<std::string> &failing, Seconds at)
{
    ScenarioState state;
    for (const Link &link : cluster.links)
        state.links.push_back(failing.contains(link.name) ? 0 : link.rate.factorAt(at));
    for (const Node &node : cluster.nodes) {
        for (const Device &device : node.devices)
            state.devices.push_back(failing.contains(node.name) ? 0 : device.speed.factorAt(at));
    }
    return state;
}

bool isKnown(const Cluster &cluster, const std::string &name)
{
    return cluster.findLink(name) != nullptr ||
           std::any_of(cluster.nodes.begin(), cluster.nodes.end(), [&](const Node &node) { return node.name == name; });
}

/// The cluster without rate curves.
Cluster atFullRates(const Cluster &cluster, ScenarioState state)
{
    std::fill(state.links.begin(), state.links.end(), 1.0);
    std::fill(state.devices.begin(), state.devices.end(), 1.0);
    return clusterIn(cluster, state);
}

Seconds stepTimeOf(const Topology &topology, const Workload &workload, const Plan &plan, const LossOptions &options,
                   const StopToken &stop)
{
    PredictOptions predict;
    predict.calibration = options.search.calibration;
    predict.startTime = options.at;
    predict.stop = stop;
    const auto step = predictStep(topology, workload, plan, predict);
    return step && step->feasible ? toSeconds(step->stepTime) : Seconds(infinity);
}

} // namespace

Result<LossAnswer> planAfterLoss(const Project &project, const Plan &running, const std::set<std::string> &failing,
                                 const LossOptions &options, const StopToken &stop, Progress *progress)
{
    for (const std::string &name : failing) {
        if (!isKnown(project.cluster, name))
            return unknownFailing(name);
    }
    const auto &calibration = options.search.calibration ? *options.search.calibration : builtinCalibration();
    const auto software = jobSoftware(calibration, project.workload.job);
    if (!software)
        return software.error();
    const ScenarioState state = stateAfter(project.cluster, failing, options.at);
    const auto present = Topology::build(project.cluster);
    if (!present)
        return present.error();
    const auto whole = Topology::build(atFullRates(project.cluster, state));
    if (!whole)
        return whole.error();
    LossAnswer answer;
    if (const auto mistakes = findPlanMistakes(running, *present, project.workload, {}, stop); !mistakes.ok())
        return mistakes.errors.front();
    answer.stepTimeBefore = stepTimeOf(*present, project.workload, running, options, stop);

    const Cluster remaining = remainingCluster(project.cluster, state);
    if (deviceCount(remaining) == 0)
        return answer;
    const auto topology = Topology::build(remaining);
    if (!topology)
        return topology.error();
    SearchOptions search = options.search;
    search.objective = SearchObjective::time;
    search.startTime = Seconds(0); // the rates of the time are those of all times here
    search.mappings = resolveMappings(project.mappings, remaining, *topology);
    const auto found = searchPlans(*topology, project.workload, search, stop, progress);
    if (!found) {
        if (found.error().code == Error::Code::infeasible)
            return answer;
        return found.error();
    }
    answer.proved = found->proved;
    const auto best = recommend(*found, &*software);
    if (!best) {
        if (found->stopped)
            return cancelledError();
        return answer;
    }
    answer.plan = withUnusedDevices(*best.plan, *whole);
    answer.stepTime = toSeconds(best.result->stepTime);

    const auto after = Topology::build(clusterIn(project.cluster, state));
    if (!after)
        return after.error();
    SequenceProblem problem;
    problem.plans = 2;
    problem.states = 1;
    SwitchTable switches(*whole, project.workload, calibration, {{running, {}}, {*answer.plan, {}}}, options.costs,
                         stop);
    switches.addState(*after, problem);
    if (problem.isAlive(0, 0)) { // also if it runs no faster than the new one it need not be left
        PredictOptions predict;
        predict.calibration = options.search.calibration;
        predict.stop = stop;
        const auto step = predictStep(*after, project.workload, running, predict);
        if (step && step->feasible && toSeconds(step->stepTime) <= answer.stepTime) {
            answer.plan = running;
            answer.stepTime = toSeconds(step->stepTime);
            answer.goesOn = true;
            return answer;
        }
    }
    const std::size_t down = problem.down();
    const bool isLoaded = problem.switchTime[down * problem.plans + 1] < problem.switchTime[1];
    const SwitchKind &kind = switches.kind(0, isLoaded ? down : 0, 1);
    answer.way = kind.way;
    answer.moved = kind.moved;
    answer.switchTime = Seconds(problem.switchTimeOf(0, 0, 1));
    return answer;
}

} // namespace heteroscope

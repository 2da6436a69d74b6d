// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/scenario.h"

#include "cluster/scenario_span.h"
#include "project/edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace heteroscope {

namespace {

constexpr std::array resolutions = {0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2};

double roundedFactor(double factor, double resolution)
{
    if (resolution <= 0 || factor <= 0 || factor == 1)
        return factor;
    return std::exp(std::round(std::log(factor) / resolution) * resolution);
}

ScenarioState stateAt(const Cluster &cluster, Seconds time)
{
    ScenarioState state;
    for (const Link &link : cluster.links)
        state.links.push_back(link.rate.factorAt(time));
    for (const Node &node : cluster.nodes) {
        for (const Device &device : node.devices)
            state.devices.push_back(device.speed.factorAt(time));
    }
    return state;
}

ScenarioState roundedState(ScenarioState state, double resolution)
{
    for (double &factor : state.links)
        factor = roundedFactor(factor, resolution);
    for (double &factor : state.devices)
        factor = roundedFactor(factor, resolution);
    return state;
}

RateCurve constantCurve(double factor) { return factor == 1 ? RateCurve() : RateCurve{{{Seconds(0), factor}}}; }

/// The distinct ones of some states, in the order in which they first occur, and for each state which one it is.
std::pair<std::vector<ScenarioState>, std::vector<std::size_t>> distinctStates(const std::vector<ScenarioState> &all,
                                                                               double resolution)
{
    std::map<std::pair<std::vector<double>, std::vector<double>>, std::size_t> known;
    std::pair<std::vector<ScenarioState>, std::vector<std::size_t>> result;
    for (const ScenarioState &one : all) {
        ScenarioState state = roundedState(one, resolution);
        const auto [at, isNew] = known.emplace(std::pair(state.links, state.devices), result.first.size());
        result.second.push_back(at->second);
        if (isNew)
            result.first.push_back(std::move(state));
    }
    return result;
}

} // namespace

Scenario scenarioOf(const Cluster &cluster, const ScenarioOptions &options)
{
    const auto changes = scenarioSpan(cluster).changes;
    constexpr double hour = 3600;
    double horizon = changes.empty() ? hour : changes.back().value * (1 + 1.0 / static_cast<double>(changes.size()));
    if (options.horizon)
        horizon = options.horizon->value;
    std::vector<double> starts = {0};
    for (const Seconds change : changes) {
        if (change.value < horizon)
            starts.push_back(change.value);
    }
    std::vector<ScenarioState> states;
    for (const double start : starts)
        states.push_back(stateAt(cluster, Seconds(start)));
    Scenario scenario;
    scenario.changes = starts.size() - 1;
    std::vector<std::size_t> stateOf;
    for (const double resolution : resolutions) {
        std::tie(scenario.states, stateOf) = distinctStates(states, resolution);
        scenario.resolution = resolution;
        if (scenario.states.size() <= options.mostStates)
            break;
    }
    const double longest = options.decideEvery ? options.decideEvery->value : std::max(300.0, horizon / 2000);
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const double end = i + 1 < starts.size() ? starts[i + 1] : horizon;
        const double parts = std::max(1.0, std::ceil((end - starts[i]) / longest - 1e-9));
        double from = starts[i];
        for (double part = 1; part <= parts; ++part) {
            const double to = part == parts ? end : starts[i] + (end - starts[i]) * part / parts;
            scenario.pieces.push_back({Seconds(from), Seconds(to), stateOf[i]});
            from = to;
        }
    }
    return scenario;
}

Cluster clusterIn(const Cluster &cluster, const ScenarioState &state)
{
    Cluster result = cluster;
    for (std::size_t i = 0; i < result.links.size(); ++i)
        result.links[i].rate = constantCurve(state.links[i]);
    std::size_t device = 0;
    for (Node &node : result.nodes) {
        for (Device &each : node.devices)
            each.speed = constantCurve(state.devices[device++]);
    }
    return result;
}

Cluster remainingCluster(const Cluster &cluster, const ScenarioState &state)
{
    std::set<std::string> removed;
    std::set<std::string> linked, reached;
    for (std::size_t i = 0; i < cluster.links.size(); ++i) {
        const Link &link = cluster.links[i];
        linked.insert({link.from, link.to});
        if (state.links[i] > 0)
            reached.insert({link.from, link.to});
        else
            removed.insert(link.name);
    }
    std::size_t device = 0;
    for (const Node &node : cluster.nodes) {
        bool gone = linked.contains(node.name) && !reached.contains(node.name);
        for (std::size_t i = 0; i < node.devices.size(); ++i)
            gone = !(state.devices[device++] > 0) || gone;
        if (gone)
            removed.insert(node.name);
    }
    Project project;
    project.cluster = clusterIn(cluster, state);
    if (removed.empty())
        return project.cluster;
    const auto edited = removeThings(project, removed);
    return edited ? edited->cluster : project.cluster;
}

double unlikeness(const ScenarioState &a, const ScenarioState &b)
{
    double most = 0;
    const auto compare = [&most](const std::vector<double> &x, const std::vector<double> &y) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (x[i] != y[i])
                most = std::max(most, x[i] > 0 && y[i] > 0 ? std::abs(std::log(x[i] / y[i])) : infinity);
        }
    };
    compare(a.links, b.links);
    compare(a.devices, b.devices);
    return most;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit_rows.h"

#include "base/threads.h"
#include "cost/group_pricer.h"
#include "simulator/predict_step.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>

namespace heteroscope {

namespace {

RowTraits traitsOf(const RunCase &run, const Topology &topology)
{
    RowTraits traits;
    for (const auto &type : topology.deviceTypes())
        traits.computeClasses.push_back(type.computeClass);
    traits.stack = run.workload.job.softwareStack;
    traits.precision = run.workload.job.precision;
    traits.fused = run.workload.job.flashAttention;
    traits.experts = run.workload.model.moe.has_value();
    traits.tensorParallel = largestTensorDegree(run.plan) > 1;
    traits.contextParallel = run.plan.contextParallel > 1;
    traits.sharded = run.plan.zeroStage >= 3;
    std::set<LinkTechnology> links;
    const bool communicates = deviceCount(run.plan) > 1;
    for (const auto &edge : topology.edges()) {
        if (communicates)
            links.insert(edge.technology);
    }
    if (topology.nodes().size() < 2)
        links.erase(LinkTechnology::pcie); // only the way to the network
    traits.links.assign(links.begin(), links.end());
    return traits;
}

/// A run of few replicas reacts to the constants nearly as the whole one does, in a fraction of the time.
std::optional<RunConfiguration> thinned(RunConfiguration run)
{
    const int perReplica = run.tp * run.cp * run.pp;
    const int replicas = run.gpus / perReplica;
    const int kept = std::max(4, run.ep);
    if (replicas < 2 * kept || replicas % kept != 0 || !run.stageDevices.empty())
        return {};
    run.globalBatch = run.globalBatch / replicas * kept;
    run.gpus = perReplica * kept;
    return run;
}

} // namespace

std::optional<double> predictSeconds(const RunCase &run, const Topology &topology, const CalibrationValues &values)
{
    GroupPricer pricer(topology, run.workload, Seconds(0), &values);
    const auto step = predictStep(pricer, run.plan, {.timeline = false});
    if (!step)
        return {};
    return toSeconds(step->stepTime).value;
}

void inParallel(int threads, std::size_t count, const std::function<void(std::size_t)> &work)
{
    std::atomic<std::size_t> next = 0;
    const auto loop = [&](unsigned) {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    onThreads(static_cast<unsigned>(std::max(1, threads)), loop);
}

Error nothingToFit()
{
    return Error{Error::Code::invalid,
                 {},
                 {},
                 "no measured row that can be predicted",
                 "at least one",
                 "hscope validate says why rows are not predicted"};
}

std::vector<FitRow> fitRows(const std::vector<RunRow> &rows, const CalibrationValues &start)
{
    std::vector<FitRow> result;
    std::map<std::string, int> count;
    for (const auto &row : rows) {
        if (!row.measured || row.doubtful)
            continue;
        auto run = buildRunCase(row.configuration);
        if (!run)
            continue;
        auto topology = Topology::build(run->cluster);
        if (!topology)
            continue;
        FitRow fit{std::move(*run), std::move(*topology), {}, {}, row.measured->value, 1, row.source};
        fit.traits = traitsOf(fit.run, fit.topology);
        if (!predictSeconds(fit.run, fit.topology, start))
            continue;
        if (const auto few = thinned(row.configuration)) {
            auto thinRun = buildRunCase(*few);
            auto thinTopology = thinRun ? Topology::build(thinRun->cluster) : Result<Topology>(Error{});
            if (thinRun && thinTopology)
                fit.thin.emplace(std::move(*thinRun), std::move(*thinTopology));
        }
        result.push_back(std::move(fit));
        ++count[row.source];
    }
    for (auto &row : result)
        row.weight = 1 / std::sqrt(static_cast<double>(count[row.source]));
    return result;
}

} // namespace heteroscope

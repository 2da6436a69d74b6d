// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/step_predictor.h"

#include "simulator/engine/engine.h"
#include "simulator/program/operations.h"
#include "simulator/program/replicas.h"
#include "simulator/program/step_builder.h"
#include "simulator/result/link_flows.h"
#include "simulator/result/step_summary.h"

#include <numeric>

namespace heteroscope {

StepPredictor::StepPredictor(const Topology &topology, const Workload &workload, Seconds startTime,
                             const CalibrationValues *calibration)
    : m_topology(&topology),
      m_workload(&workload),
      m_calibration(calibration ? calibration : &builtinCalibration()),
      m_startTime(startTime),
      m_network(topology, *m_calibration, startTime)
{}

Result<const GroupCost *> StepPredictor::groupCost(const std::vector<DeviceId> &devices, const GroupOptions &options)
{
    const auto &sharding = options.sharding;
    GroupKey key(devices, sharding.tp, sharding.cp, sharding.ep, sharding.sequenceParallel, options.samples,
                 options.recompute, options.overlapTp, options.expertPeers, options.nodes);
    if (const auto found = m_groups.find(key); found != m_groups.end())
        return &found->second;
    const auto stack = findSoftwareStack(*m_calibration, m_workload->job);
    if (!stack)
        return stack.error();
    auto cost = priceGroup(m_network, *m_workload, *m_calibration, **stack, devices, options);
    if (!cost)
        return cost.error();
    return &m_groups.emplace(std::move(key), std::move(*cost)).first->second;
}

Result<BuiltStep> StepPredictor::build(const Plan &plan) { return buildStep(*this, plan, m_startTime); }

/// The engine counts edges and lanes; people have names for them.
Error StepPredictor::named(Error error, const BuiltStep &built) const
{
    std::size_t index = 0;
    const auto slash = error.path.rfind('/');
    if (slash == std::string::npos || slash == 0)
        return error;
    for (const char digit : error.path.substr(slash + 1))
        index = index * 10 + static_cast<std::size_t>(digit - '0');
    if (error.path.starts_with("/edges/"))
        error.found = "link " + m_topology->edge(built.edges[index]).link + " stays down before the step can end";
    else
        error.found = "device " + m_topology->device(built.lanes[index].devices.front()).name +
                      " stays at speed 0 before the step can end";
    error.path.clear();
    error.hint = "change its rate curve or the start time";
    return error;
}

Result<StepResult> StepPredictor::predict(const Plan &plan, bool timeline)
{
    PredictOptions options;
    options.timeline = timeline;
    return predict(plan, options);
}

Result<StepResult> StepPredictor::predict(const Plan &plan, const PredictOptions &options)
{
    const auto mistakes = findPlanMistakes(plan, *m_topology, *m_workload, "");
    if (!mistakes.ok())
        return mistakes.errors.front();
    auto built = buildStep(*this, plan, m_startTime);
    if (!built)
        return built.error();
    if (options.operations) {
        if (auto status = openPasses(*built, *this, plan); !status)
            return status.error();
    }
    const EngineOptions engine{options.timeline || options.linkLoads, options.jitter, options.linkLoads,
                               options.stopped};
    std::size_t simulated = built->lanes.size();
    std::string apart;
    std::vector<std::size_t> shownBy(built->lanes.size()); // by lane: the one that was simulated
    std::iota(shownBy.begin(), shownBy.end(), std::size_t(0));
    Result<StepTrace> trace = [&]() -> Result<StepTrace> {
        if (plan.pipelines.size() < 2 || !options.foldReplicas || options.jitter.share > 0)
            return runStep(built->program, engine);
        auto folding = foldReplicas(built->program, built->lanes);
        simulated = folding.program.lanes.size();
        apart = folding.reason;
        if (simulated == built->lanes.size())
            return runStep(built->program, engine);
        auto folded = runStep(folding.program, engine);
        if (!folded)
            return folded.error();
        std::vector<std::size_t> original(simulated);
        for (std::size_t i = shownBy.size(); i-- > 0;)
            original[folding.lane[i]] = i;
        for (std::size_t i = 0; i < shownBy.size(); ++i)
            shownBy[i] = original[folding.lane[i]];
        return unfold(std::move(*folded), folding, built->lanes);
    }();
    if (!trace)
        return named(trace.error(), *built);
    const auto rates = std::move(trace->rates);
    auto result = summarizeStep(*this, plan, *built, std::move(*trace));
    if (options.linkLoads)
        addLinkFlows(result, *this, *built, rates, shownBy);
    if (!options.timeline) {
        for (auto &lane : result.lanes)
            lane.traffic.clear();
    }
    result.simulatedLanes = simulated;
    if (simulated < built->lanes.size())
        result.assumptions.push_back("pipelines that are alike to the tick are simulated once");
    if (!apart.empty())
        result.assumptions.push_back(apart);
    return result;
}

Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options)
{
    return StepPredictor(topology, workload, options.startTime, options.calibration).predict(plan, options);
}

} // namespace heteroscope

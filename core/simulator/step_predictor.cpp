// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/step_predictor.h"

#include "simulator/engine/engine.h"
#include "simulator/step_builder.h"
#include "simulator/step_summary.h"

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

Result<StepResult> StepPredictor::predict(const Plan &plan, bool timeline)
{
    const auto mistakes = findPlanMistakes(plan, *m_topology, *m_workload, "");
    if (!mistakes.ok())
        return mistakes.errors.front();
    auto built = buildStep(*this, plan, m_startTime);
    if (!built)
        return built.error();
    auto trace = runStep(built->program, {.traffic = timeline});
    if (!trace)
        return trace.error();
    return summarizeStep(*this, plan, *built, std::move(*trace));
}

Result<StepResult> predictStep(const Topology &topology, const Workload &workload, const Plan &plan,
                               const PredictOptions &options)
{
    return StepPredictor(topology, workload, options.startTime).predict(plan, options.timeline);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// predictStep for many plans of one cluster and workload: routes and prices of TP groups are remembered between calls.
#pragma once

#include "cost/memory.h"
#include "simulator/predict_step.h"
#include "simulator/program/step_program.h"

#include <map>
#include <memory>

namespace heteroscope {

struct BuiltStep;

/// Not thread-safe: one for each worker. Topology and workload must outlive it.
class StepPredictor
{
public:
    /// calibration defaults to the shipped constants.
    StepPredictor(const Topology &topology, const Workload &workload, Seconds startTime = Seconds(0),
                  const CalibrationValues *calibration = nullptr);

    /// As predictStep.
    Result<StepResult> predict(const Plan &plan, bool timeline);
    /// options.startTime is the predictor's own.
    Result<StepResult> predict(const Plan &plan, const PredictOptions &options);

    const Topology &topology() const { return *m_topology; }
    const Workload &workload() const { return *m_workload; }
    const CalibrationValues &calibration() const { return *m_calibration; }
    Network &network() { return m_network; }
    const Network &network() const { return m_network; }
    Seconds startTime() const { return m_startTime; }

    /// The program of a step as predict simulates it; plan must be without mistakes (findPlanMistakes).
    Result<BuiltStep> build(const Plan &plan);

    /// The price of a TP group, remembered.
    Result<const GroupCost *> groupCost(const std::vector<DeviceId> &devices, const GroupOptions &options);

private:
    using GroupKey =
        std::tuple<std::vector<DeviceId>, int, int, int, bool, double, Recompute, bool, std::vector<DeviceId>, int>;

    Error named(Error error, const BuiltStep &built) const;

    const Topology *m_topology;
    const Workload *m_workload;
    const CalibrationValues *m_calibration;
    Seconds m_startTime;
    Network m_network;
    std::map<GroupKey, GroupCost> m_groups;
};

} // namespace heteroscope

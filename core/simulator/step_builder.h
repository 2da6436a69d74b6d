// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a plan to the program of one step: prices every lane, channel and synchronization, and sums what each link
// carries.
#pragma once

#include "simulator/step_predictor.h"

namespace heteroscope {

/// A lane of the plan: one TP group of one stage of one pipeline.
struct PlanLane
{
    int pipeline = 0;
    int stage = 0;
    int group = 0;
    int firstSample = 0; ///< its samples of each micro-batch: [firstSample, firstSample + samples)
    int replicas = 1;    ///< lanes that hold its first layer, times context parallelism
    std::vector<DeviceId> devices;
    const Stage *planStage = nullptr;
    const TensorGroup *planGroup = nullptr;
    const GroupCost *cost = nullptr;
};

struct BuiltStep
{
    std::vector<PlanLane> lanes;
    StepProgram program;
    std::vector<MemoryParts> memory;          ///< by lane, without activations
    std::vector<Bytes> working;               ///< by lane: held once while recomputing
    std::map<std::int32_t, double> linkBytes; ///< by edge
    std::vector<EdgeId> edges;                ///< of StepProgram::edges
    double executedFlops = 0;
};

Result<BuiltStep> buildStep(StepPredictor &predictor, const Plan &plan, Seconds startTime);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Converts a plan to the program of one step: prices every lane, channel and synchronization, and adds up the bytes on
// each link.
#pragma once

#include "cost/edge_sums.h"
#include "cost/group_pricer.h"
#include "cost/memory.h"
#include "simulator/program/step_program.h"

#include <variant>

namespace heteroscope {

/// A lane of the plan: one TP group of one stage of one pipeline.
struct PlanLane
{
    int pipeline = 0;
    int stage = 0;
    int group = 0;
    int firstSample = 0;     ///< its samples of each micro-batch: [firstSample, firstSample + samples)
    int microBatches = 0;    ///< of the plan; LaneProgram::microBatches may be fewer
    int replicas = 1;        ///< lanes that hold its first layer, times context parallelism
    double expertCopies = 0; ///< of the experts of that layer; 0: it has none, or they are not spread
    std::vector<DeviceId> devices;
    const Stage *planStage = nullptr;
    const TensorGroup *planGroup = nullptr;
    const GroupCost *cost = nullptr;     ///< with Stage::recomputeLayers of the layers that it recomputes
    const GroupCost *keptCost = nullptr; ///< of the blocks that it does not recompute; null if there are none
    GroupOptions options{}; ///< the options with which cost was computed; keptCost: the same without recompute
};

/// Whether a layer of a chunk of the lane is one of those that the lane keeps, beside others that it recomputes.
bool isKept(const PlanLane &lane, const LayerRange &chunk, int layer, const Model &model);
/// The cost of a layer of a chunk of the lane: that with recompute, or that of a kept one.
const LayerCost &layerCost(const PlanLane &lane, const LayerRange &chunk, int layer, const Model &model);

/// The price of one collective call: scale * (base + TransferCost::time(bytes)).
struct CallPrice
{
    TransferCost transfer;
    Seconds base;
    double scale = 1;

    Seconds seconds(Bytes bytes) const { return (base + transfer.time(bytes)) * scale; }
    /// What is left of it where the bytes move in no time.
    Seconds latencyOf(Bytes bytes) const { return (base + transfer.latencyOf(bytes)) * scale; }
};

/// The price of a synchronization of the program, without overlap.
struct SynchronizationPrice
{
    CallPrice call;
    Bytes gradients; ///< all-reduced; reduce-scattered with a sharded optimizer
    Bytes weights;   ///< gathered after the optimizer; 0 if the optimizer is not sharded
    bool sharded = false;
};

/// What is gathered of a layer, on one device of the widest holder.
struct GatheredParameters
{
    double own = 0;
    double adapters = 0; ///< on frozen weights
    double total() const { return own + adapters; }
    friend auto operator<=>(const GatheredParameters &, const GatheredParameters &) = default;
};

/// ZeRO-3: the price of the gathers and scatters of each pass of a layer among these holders.
struct GatherPrice
{
    std::vector<GradientHolder> holders;
    CallPrice call;
    std::vector<GatheredParameters> parameters; ///< of each layer
    StateBytes bytes;
    StateBytes adapterBytes;

    Bytes weightBytes(const GatheredParameters &of) const
    {
        return Bytes(of.own * bytes.weight + of.adapters * adapterBytes.weight);
    }
    Bytes gradientBytes(const GatheredParameters &of) const
    {
        return Bytes(of.own * bytes.gradient + of.adapters * adapterBytes.gradient);
    }
    Ticks weights(const GatheredParameters &of) const { return toTicks(call.seconds(weightBytes(of))); }
    Ticks gradients(const GatheredParameters &of) const
    {
        const Bytes sent = gradientBytes(of);
        return sent > Bytes(0) ? toTicks(call.seconds(sent)) : Ticks(0);
    }
};

/// Transfers from one chunk of a lane to the next or, backward, to the one before.
struct ChannelUser
{
    bool backward = false;
    std::int32_t lane = -1; ///< the sender
    std::int32_t toLane = -1;
    std::int32_t chunk = 0; ///< of the sender
    std::int32_t index = 0; ///< in its list of LaneProgram::forwardTo or backwardTo
    friend auto operator<=>(const ChannelUser &, const ChannelUser &) = default;
};

/// The averaging of gradients.
struct SynchronizationUser
{
    std::int32_t index = 0; ///< of StepProgram::synchronizations
    friend auto operator<=>(const SynchronizationUser &, const SynchronizationUser &) = default;
};

/// The collectives of one kind in the passes of a lane.
struct CollectiveUser
{
    Activity activity = Activity::exposedTp;
    std::int32_t lane = -1;
    std::int32_t together =
        -1; ///< the first of the lanes that do one operation (experts' all-to-all); -1: it does alone
    friend auto operator<=>(const CollectiveUser &, const CollectiveUser &) = default;
};

/// What may send over links during a step.
struct LinkUser
{
    std::variant<ChannelUser, SynchronizationUser, CollectiveUser> what;
    double weight = 1;         ///< connections, see FlowRoute
    double secondsPerByte = 0; ///< alone, at the rates of the step's start
    std::vector<EdgeTraffic> traffic;
    bool flows = false; ///< it may meet others, or its links change: it is simulated as a flow
    int route = -1;     ///< of StepProgram::routes

    static LinkUser of(std::variant<ChannelUser, SynchronizationUser, CollectiveUser> what, const TransferCost &cost)
    {
        return {what, 1 / cost.perConnection, cost.secondsPerByte, cost.traffic};
    }
};

struct BuiltStep
{
    std::vector<PlanLane> lanes;
    StepProgram program;
    std::vector<MemoryParts> memory; ///< by lane, without activations
    std::vector<Bytes> working;      ///< by lane: working memory of recompute
    EdgeSums linkBytes;
    std::vector<EdgeId> edges; ///< of StepProgram::edges
    std::vector<LinkUser> users;
    /// Collectives that passes hide as a whole: they meet nobody, but load their links.
    std::vector<LinkUser> hiddenUsers;
    double executedFlops = 0;
    std::vector<StateTerms> state;                      ///< by lane: terms of the memory
    std::vector<SynchronizationPrice> synchronizations; ///< of StepProgram::synchronizations
    std::vector<GatherPrice> gathers;
    /// Communication of the passes of a lane's chunk, by [lane][chunk][backward].
    std::vector<std::vector<std::array<LayerCommunication, 2>>> communication;
    double scale = 1; ///< of the software stack: seconds per byte are multiplied by it
};

/// The program of a step at the pricer's time; plan must be without mistakes (findPlanMistakes). With
/// simulatedMicroBatches, by pipeline, the lanes' orders of work have these numbers of micro-batches instead of the
/// plan's (simulator/steady/steady_part.h); bytes and FLOPs remain those of the plan. Error for a number that the
/// schedule refuses.
/// othersUse, by edge of the topology: true where other jobs may send at the same time (shared_steps.h); whoever uses
/// such an edge becomes a flow, and the edge stays an edge of the program. Empty: nowhere.
Result<BuiltStep> buildStep(GroupPricer &pricer, const Plan &plan, std::vector<int> simulatedMicroBatches = {},
                            std::vector<bool> othersUse = {});

} // namespace heteroscope

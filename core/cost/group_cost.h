// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each kind of layer costs on one TP group: the table that steps are built from and the planner searches in.
#pragma once

#include "cost/compute.h"
#include "cost/network.h"
#include "strategy/plan.h"

namespace heteroscope {

/// Layers of one kind cost the same. The head holds the final norm, the logits and the loss.
enum class LayerKind { embedding, denseBlock, moeBlock, head };
inline constexpr std::size_t layerKindCount = 4;
LayerKind layerKind(const Model &model, int layer);

/// Exposed communication inside a layer, by kind.
struct LayerCommunication
{
    Seconds tp;
    Seconds cp;
    Seconds ep;
    // Of those the parts that bytes take on the links; the rest are latencies and calls.
    Seconds tpMoving{};
    Seconds cpMoving{};
    Seconds epMoving{};
    // What the collectives of a pass carry in all, in bytes of GroupCost's traffic.
    Bytes tpBytes{};
    Bytes cpBytes{};
    Bytes epBytes{};

    Seconds total() const { return tp + cp + ep; }
    LayerCommunication &operator+=(const LayerCommunication &other);
};

/// One layer, one micro-batch, on one TP group, at the speed of its slowest device.
struct LayerCost
{
    Seconds forward;
    Seconds recompute; ///< forward work done again before backward; with its communication when full
    Seconds inputGradient;
    Seconds weightGradient;
    LayerCommunication forwardCommunication;
    LayerCommunication backwardCommunication;
    Flop executed;     ///< forward, backward and recompute, whole group
    Bytes activations; ///< kept per micro-batch and device
    Bytes working;     ///< held once per device while a block is recomputed
    Bytes output;      ///< tensor that leaves the layer, whole group

    Seconds forwardTotal() const { return forward + forwardCommunication.total(); }
    Seconds backwardTotal() const { return recompute + inputGradient + weightGradient + backwardCommunication.total(); }
};

/// How a group works.
struct GroupOptions
{
    Sharding sharding{};
    double samples = 1;
    Recompute recompute = Recompute::none;
    bool overlapTp = false;
    std::vector<DeviceId>
        expertPeers{}; ///< one device of each group of the EP group, this one's first; empty when EP is 1
    Seconds startTime{};
    int nodes = 1; ///< that work on the step and wait for each other
};

struct GroupCost
{
    std::array<LayerCost, layerKindCount> layers;
    double speed = 1; ///< factor of the slowest device at the start time; its work is already stretched by it
    double optimizerSecondsPerParameter = 0;
    // Traffic of one byte: of a TP all-reduce, of the exchange of context-parallel slices, of the experts' all-to-all
    // (there only what leaves this group, at the pace of all).
    TransferCost tensorTraffic;
    TransferCost contextTraffic;
    TransferCost expertTraffic;
    Bytes smallestMemory;
    FlopPerSecond peak; ///< sum over the group's devices

    const LayerCost &layer(LayerKind kind) const { return layers[static_cast<std::size_t>(kind)]; }
};

/// Bytes per parameter on each device of a replica, by the job's precisions: weight and gradient as the job says; Adam
/// keeps two fp32 moments, and an fp32 master copy beside 16-bit weights. Frozen weights have neither.
struct StateBytes
{
    double weight = 2;
    double gradient = 4;
    double optimizer = 12;
};
StateBytes stateBytes(const TrainingJob &job);

/// Visible part of a communication that runs beside computation: where they meet, `contention` of the shorter of the
/// two is lost to the resources they share.
Seconds exposedBeside(Seconds computation, Seconds communication, double contention);

/// Errors: a device type lacks the job's precision, the group's devices cannot reach each other, a device is down. What
/// the price is made of is openGroup's (group_price.h); this is its cost.
Result<GroupCost> priceGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options);

/// The compute context of one device; error when it lacks the precision.
Result<ComputeContext> computeContext(const DeviceType &device, const Workload &workload,
                                      const CalibrationValues &calibration, const SoftwareStack &stack);

/// The job's software stack; an error lists the known ones.
Result<const SoftwareStack *> findSoftwareStack(const CalibrationValues &calibration, const TrainingJob &job);

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cost of each kind of layer on one TP group. The simulator builds a step from this table, and the planner searches
// with it.
#pragma once

#include "cost/compute.h"
#include "cost/layer_kinds.h"
#include "cost/network.h"
#include "strategy/plan.h"

namespace heteroscope {

/// Exposed communication inside a layer, by kind.
struct LayerCommunication
{
    Seconds tp;
    Seconds cp;
    Seconds ep;
    // The part of these times in which bytes move over links; the rest is latency and call overhead.
    Seconds tpMoving{};
    Seconds cpMoving{};
    Seconds epMoving{};
    // Sum over the collectives of a pass, in bytes that GroupCost's traffic is per byte of.
    Bytes tpBytes{};
    Bytes cpBytes{};
    Bytes epBytes{};

    Seconds total() const { return tp + cp + ep; }
    LayerCommunication &operator+=(const LayerCommunication &other);
    friend bool operator==(const LayerCommunication &, const LayerCommunication &) = default;
};

/// One layer, one micro-batch, on one TP group, at the speed of its slowest device.
struct LayerCost
{
    Seconds forward;
    Seconds recompute; ///< forward work repeated before backward; with full recompute including its communication
    Seconds inputGradient;
    Seconds weightGradient;
    LayerCommunication forwardCommunication;
    LayerCommunication backwardCommunication;
    Flop executed;     ///< forward, backward and recompute, whole group
    Bytes activations; ///< stored from forward to backward, per micro-batch and device
    Bytes working;     ///< additional memory per device while a block is recomputed
    Bytes output;      ///< output tensor of the layer, whole group

    Seconds forwardTotal() const { return forward + forwardCommunication.total(); }
    Seconds backwardTotal() const { return recompute + inputGradient + weightGradient + backwardCommunication.total(); }
};

/// The conditions under which a group is priced.
struct GroupOptions
{
    Sharding sharding{};
    double samples = 1;
    Recompute recompute = Recompute::none;
    RecomputeModules modules{}; ///< Stage::recomputeModules
    bool overlapTp = false;
    /// The expert-parallel groups that devices of this group are in, at the same time; empty if EP is 1. Equal for all
    /// groups that share experts, so that their exchange is priced once.
    std::vector<std::vector<DeviceId>> expertGroups{};
    int expertDevices = 1; ///< devices of this group in each of them
    Seconds startTime{};
    int nodes = 1; ///< nodes that take part in the step and wait for each other
};

struct GroupCost
{
    ByLayerKind<LayerCost> layers; ///< zero for kinds that the model does not have
    double speed = 1; ///< speed factor of the slowest device at the start time; already contained in all times
    double optimizerSecondsPerParameter = 0; ///< of the model's own; 0 if they are frozen
    double adapterSecondsPerParameter = 0;   ///< of the optimizer for adapters on frozen weights
    // Link traffic per byte of a TP all-reduce, of the exchange of context-parallel slices, and of the experts'
    // all-to-all (there only the traffic that leaves this group, at the rate of the whole exchange).
    TransferCost tensorTraffic;
    TransferCost contextTraffic;
    TransferCost expertTraffic;
    Bytes smallestMemory; ///< usable memory of its smallest device (usableMemory in cost/memory.h)
    FlopPerSecond peak;   ///< sum over the group's devices

    const LayerCost &layer(LayerKind kind) const { return layers[static_cast<std::size_t>(kind)]; }
};

/// Bytes per parameter: weight and gradient in the job's precisions; for Adam two fp32 moments, and an fp32 master copy
/// if the weights have 16 bits, or these in the job's precisions. Frozen weights have no gradient and no optimizer
/// state. Narrow weights (TrainingJob::narrowWeights) have 1 byte; those outside blocks have more (stateTerms).
struct StateBytes
{
    double weight = 2;
    double gradient = 4;
    double optimizer = 12;
};
StateBytes stateBytes(const TrainingJob &job);
/// Of what is trained: the weights, or adapters on frozen ones.
StateBytes trainedBytes(const TrainingJob &job);

/// The traffic of an optimizer step with the job's state precisions, relative to moments and master copy in fp32: it
/// reads the gradient, reads and writes the states and writes the weight.
double optimizerTraffic(const TrainingJob &job);

/// Adam on the processors of a host: parameters per second, shared by all devices of the host. Ren et al. 2021,
/// ZeRO-Offload (arXiv 2101.06840): 1e9 parameters in 0.22 s with its CPU-Adam on two processors of 24 cores; the
/// figure is from memory. It is limited by the host's memory, so it differs little between hosts of one generation.
inline constexpr double hostAdamRate = 1e9 / 0.22;

/// The optimizer on the host, for `parameters` of each of `devices` devices of it: gradients to the host, Adam, weights
/// back unless they stay there. The three follow each other; DeepSpeed hides a part of the copies, so this is an upper
/// estimate. bandwidth: between one device and the host's memory.
Seconds hostOptimizerTime(const TrainingJob &job, double parameters, int devices, BytesPerSecond bandwidth,
                          bool weightsStay);

/// Exposed part of a ring that sends keys and values on for `communication` seconds in cp - 1 steps. While a slice
/// travels, attention to the slice before computes, a cp-th of `attention` (Liu et al. 2023, arXiv 2310.01889, section
/// 3): all steps but the last are beside a transfer.
Seconds exposedRing(Seconds attention, Seconds communication, int cp);

/// Exposed part of a communication that runs at the same time as a computation. While both run they compete for
/// resources, so that the share `contention` of the shorter of the two is not hidden.
Seconds exposedBeside(Seconds computation, Seconds communication, double contention);

/// The cost of each kind of layer on the group. openGroup (group_price.h) gives the same with all terms. Errors: a
/// device type does not support the job's precision, no route exists between devices of the group, a device is down.
Result<GroupCost> priceGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options);

/// The compute context of one device. Error if it does not support the job's precision.
Result<ComputeContext> computeContext(const DeviceType &device, const Workload &workload,
                                      const CalibrationValues &calibration, const SoftwareStack &stack);

/// The job's software stack, or the entry for its release; if the calibration does not have it, the nearest
/// (cost/nearest_stack.h), which the result of the step says. Error: the calibration has no stack at all.
Result<const SoftwareStack *> findSoftwareStack(const CalibrationValues &calibration, const TrainingJob &job);

} // namespace heteroscope

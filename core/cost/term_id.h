// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the terms of an opened prediction (cost_term.h) are, and where in the step they count.
#pragma once

#include "cluster/device_type.h"
#include "cost/activity.h"
#include "cost/group_cost.h"
#include "cost/kernel_time.h"
#include "cost/memory.h"
#include "workload/layer_work.h"

#include <string>
#include <variant>

namespace heteroscope {

/// Terms that need no further number.
enum class PlainTerm : std::uint8_t {
    step,
    memory, ///< of a device at its peak
    // Kinds of operation in the passes.
    products,
    experts, ///< their products
    attention,
    routing, ///< of tokens to experts
    memoryBound,
    measuredLayers,
    gradientSums,
    host, ///< slower than the device
    slowestNode,
    calibrationScale,
    slowedDevice,
    // What inputs of other terms come from.
    efficiency,
    memoryRate,
    // Beside the passes.
    parameterUpdate,
    hostMicroBatch,
    hostStep,
    gathersInPasses, ///< of ZeRO-3, and scatters
    otherWaits,      ///< the shorter ones together
    // What the simulation made of the priced time.
    rounding,
    slowedInSimulation,
    idleInSimulation,
    seenInSimulation,
    // Parts of the activations.
    inFlight,
    recomputedBlock,
    keptBlocks, ///< that are not recomputed, beside others that are
};
inline constexpr std::size_t plainTermCount = static_cast<std::size_t>(PlainTerm::keptBlocks) + 1;

/// Layers of a kind, as one name for all of them.
struct TermLayers
{
    LayerKind kind = LayerKind::denseBlock;
    bool mixture = false; ///< the model has expert blocks too
    bool several = false;
    friend bool operator==(const TermLayers &, const TermLayers &) = default;
};

/// One operation of layers of a kind.
struct OperationTerm
{
    LayerOperation operation;
    TermLayers layers;
    int index = 0; ///< among the layer's operations of this name: adapters, blocks for further tokens
    friend bool operator==(const OperationTerm &, const OperationTerm &) = default;
};

/// What layers of a kind take beside their operations, or in their place.
struct LayerTerm
{
    enum class Part : std::uint8_t {
        measured, ///< the whole pass, in the place of its operations
        gradientSum,
        hostKernels, ///< the host issues them more slowly than the device runs them
    };
    static constexpr std::size_t partCount = 3;

    Part part = Part::measured;
    LayerPass pass = LayerPass::forward;
    TermLayers layers;
    friend bool operator==(const LayerTerm &, const LayerTerm &) = default;
};

/// One collective of layers of a kind.
struct CollectiveTerm
{
    enum class Pass : std::uint8_t { forward, backward, recomputed };
    static constexpr std::size_t passCount = 3;

    CollectiveName name = CollectiveName::tpAllReduce;
    LayerCollective::Group group = LayerCollective::Group::tp;
    Pass pass = Pass::forward;
    TermLayers layers;
    friend bool operator==(const CollectiveTerm &, const CollectiveTerm &) = default;
};

/// One factor of an efficiency.
struct FactorTerm
{
    EfficiencyCause cause = EfficiencyCause::asymptote;
    bool product = false; ///< of a matrix product, not of attention
    Precision precision = Precision::bf16;
    friend bool operator==(const FactorTerm &, const FactorTerm &) = default;
};

/// ZeRO-3: the weights of a layer are gathered, or its gradients scattered.
struct GatherTerm
{
    bool scatter = false;
    double parameters = 0; ///< of the layer
    friend bool operator==(const GatherTerm &, const GatherTerm &) = default;
};

/// A synchronization of a step: gradients are averaged before the optimizer, weights gathered after it.
struct SynchronizationTerm
{
    enum class Part : std::uint8_t { reduceScatter, allReduce, weightGather };
    static constexpr std::size_t partCount = 3;

    Part part = Part::allReduce;
    std::size_t index = 0; ///< of the step's synchronizations
    friend bool operator==(const SynchronizationTerm &, const SynchronizationTerm &) = default;
};

/// What arrives from a stage before or after.
struct ChannelTerm
{
    bool gradient = false;
    std::size_t lane = 0; ///< that sends
    std::string laneName;
    friend bool operator==(const ChannelTerm &, const ChannelTerm &) = default;
};

/// All waits for the same kind of work of one lane.
struct WaitTerm
{
    Activity waiting = Activity::bubble;
    Activity awaited = Activity::idle;
    int lane = -1;        ///< that is waited for; -1: none, it is after the last work
    std::string laneName; ///< empty: this lane itself
    friend bool operator==(const WaitTerm &, const WaitTerm &) = default;
};

using TermId = std::variant<PlainTerm, Activity, MemoryPart, OperationTerm, LayerTerm, CollectiveTerm, FactorTerm,
                            GatherTerm, SynchronizationTerm, ChannelTerm, WaitTerm>;

/// The activity that a term of the first level is; null for others.
inline const Activity *activityOf(const TermId &id) { return std::get_if<Activity>(&id); }

/// "12 blocks × 16 micro-batches".
struct LayerPlace
{
    LayerKind kind = LayerKind::denseBlock;
    bool mixture = false;
    double layers = 0;
    double passes = 0; ///< of each; not whole where the passes differ from layer to layer
    friend bool operator==(const LayerPlace &, const LayerPlace &) = default;
};

enum class TransferAlgorithm : std::uint8_t { direct, allToAll, inSwitch, tree, ring, hierarchicalRing };
inline constexpr std::size_t transferAlgorithmCount = 6;

struct TransferPlace
{
    TransferAlgorithm algorithm = TransferAlgorithm::direct;
    int layers = 0;           ///< with as many parameters each; 0: not a transfer of layers
    int buckets = 0;          ///< beside the passes; 0: not in buckets
    bool sharesLinks = false; ///< with other transfers
    friend bool operator==(const TransferPlace &, const TransferPlace &) = default;
};

struct PassesPlace
{
    double passes = 0;
    friend bool operator==(const PassesPlace &, const PassesPlace &) = default;
};

struct WaitsPlace
{
    int waits = 0;
    friend bool operator==(const WaitsPlace &, const WaitsPlace &) = default;
};

/// Where in the step a term counts; monostate: its name says all.
using TermPlace = std::variant<std::monostate, LayerPlace, TransferPlace, PassesPlace, WaitsPlace>;

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The program of a step, the input of the simulator: lanes with their work in order, channels between lanes, and
// synchronizations at the end. All durations are in ticks. The program has no devices and no links, except for the
// routes of transfers and collectives that are simulated as flows; those have bytes instead of durations.
#pragma once

#include "base/units.h"
#include "cost/calibration_values.h"
#include "simulator/network/flow_network.h"
#include "simulator/result/step_result.h"
#include "strategy/work_item.h"

#include <array>
#include <vector>

namespace heteroscope {

constexpr Activity activityOf(Pass pass)
{
    switch (pass) {
    case Pass::forward:
        return Activity::forward;
    case Pass::inputGradient:
        return Activity::inputGradient;
    case Pass::weightGradient:
        return Activity::weightGradient;
    case Pass::backward:
        break;
    }
    return Activity::backward;
}

/// A part of a pass that is simulated separately: an operation, or the part of a pass that fills a gradient bucket.
struct PassSegment
{
    Activity activity = Activity::forward;
    Ticks length;
    Ticks slowed{};               ///< the part of length that is due to a slowed device
    std::int16_t operation = -1;  ///< index into StepProgram::operations
    std::int16_t bucketsFull = 0; ///< in the last gradient pass of a chunk: buckets that are full when the segment ends
    int route = -1; ///< index into StepProgram::routes; if set, latency and bytes as a flow replace length
    Ticks latency{};
    Bytes bytes{};
    friend bool operator==(const PassSegment &, const PassSegment &) = default;
};

/// A collective that is simulated as a flow: first the latency, then the bytes over the route.
struct CollectiveFlow
{
    int route = -1; ///< index into StepProgram::routes; -1: closed form, because it meets no other communication
    Ticks latency;
    Bytes bytes;
    friend bool operator==(const CollectiveFlow &, const CollectiveFlow &) = default;
};

/// The exposed communication of one kind in a pass, as a flow. The hidden part is not simulated as a flow.
struct PassFlow
{
    Activity activity = Activity::exposedTp;
    CollectiveFlow flow{};
    friend bool operator==(const PassFlow &, const PassFlow &) = default;
};

/// whole * part / of: the share that part has of `of`, applied to whole. Exactly part if whole is equal to `of`.
inline Ticks scaled(Ticks whole, Ticks part, Ticks of)
{
    if (whole == of)
        return part;
    if (part == of) // the product of doubles could be rounded
        return whole;
    if (of <= Ticks(0))
        return Ticks(0);
    return toTicks(static_cast<double>(whole.count) * static_cast<double>(part.count) / static_cast<double>(of.count));
}

/// One pass of one chunk for one micro-batch on one lane: its parts in order of execution.
struct PassWork
{
    Ticks recompute; ///< only in backward and input gradient passes
    Ticks compute;
    Ticks slowdown;       ///< the part of recompute and compute that is due to a slowed device
    Ticks tp, cp, ep, dp; ///< exposed communication after the computation (dp: ZeRO-3 gathers)
    /// What its collectives move, hidden ones too: in bytes of the operations' tensors (cost/network.h).
    Bytes tpBytes, cpBytes{}, epBytes{}, dpBytes{};
    std::vector<PassSegment>
        segments{}; ///< if not empty, simulated instead of the sums above; their lengths add up to total()
    std::vector<PassFlow> flows{}; ///< the parts of tp, cp and ep that are simulated as flows
    Ticks total() const { return recompute + compute + tp + cp + ep + dp; }
    /// Time and bytes of one kind of exposed communication; none for other activities.
    std::pair<Ticks, Bytes> exposed(Activity activity) const
    {
        switch (activity) {
        case Activity::exposedTp:
            return {tp, tpBytes};
        case Activity::exposedCp:
            return {cp, cpBytes};
        case Activity::exposedEp:
            return {ep, epBytes};
        case Activity::exposedDp:
            return {dp, dpBytes};
        default:
            return {};
        }
    }
    friend bool operator==(const PassWork &, const PassWork &) = default;
};

struct ChunkWork
{
    std::array<PassWork, passCount> passes; ///< by Pass
    std::int64_t hostBytes = 0;             ///< of activations in the host's memory, for as long
    std::int64_t activationBytes = 0;       ///< held from the start of forward to the end of the last backward pass

    PassWork &operator[](Pass pass) { return passes[static_cast<std::size_t>(pass)]; }
    const PassWork &operator[](Pass pass) const { return passes[static_cast<std::size_t>(pass)]; }
};

/// Whether this pass of the chunk lets go of the activations: the last gradient pass that takes time. Layers without
/// weight gradients (an embedding on a stage of its own) let go of them with the input gradient.
inline bool freesActivations(const ChunkWork &chunk, Pass pass)
{
    const bool weights = chunk[Pass::weightGradient].total() > Ticks(0);
    return pass == Pass::backward || pass == (weights ? Pass::weightGradient : Pass::inputGradient);
}

/// A first-in-first-out channel from a pass on one lane to the next pass of the same micro-batch on another.
struct Channel
{
    int toLane = 0;
    std::int16_t toChunk = 0;
    Ticks occupancy; ///< the next transfer can start after it; unused if the channel has a route
    Ticks latency;   ///< arrival = end of the occupancy + latency
    Bytes bytes;
    int route = -1; ///< index into StepProgram::routes; -1: no route
};

struct LaneProgram
{
    WorkOrder order;
    std::vector<ChunkWork> chunks;
    int microBatches = 0;
    Ticks overheadPerMicroBatch; ///< host work before each forward pass of chunk 0
    Ticks optimizer;
    Ticks stepOverhead;
    RateSteps speed{}; ///< changes of the compute rate during the step; durations are given at factor 1
    // By chunk. The chunk with the last (first) layers has no channels forward (backward).
    std::vector<std::vector<Channel>> forwardTo;
    std::vector<std::vector<Channel>> backwardTo;
    std::vector<int> forwardInputs; ///< number of transfers that a forward pass waits for
    std::vector<int> backwardInputs;
};

/// A chunk of a lane with layers whose gradients are averaged with other lanes.
struct GradientHolder
{
    int lane = 0;
    int chunk = 0;
    friend auto operator<=>(const GradientHolder &, const GradientHolder &) = default;
};

/// The averaging of gradients by the lanes that hold the same layers.
struct Synchronization
{
    std::vector<GradientHolder> holders;
    Ticks beforeOptimizer; ///< all-reduce, or reduce-scatter with a sharded optimizer
    Ticks afterOptimizer;  ///< all-gather of the updated weights
    Bytes bytes;
    /// 0: all holders wait for each other before the optimizer and compute nothing during the reduction. Otherwise the
    /// number of buckets in which gradients are reduced during the last gradient pass of the chunk and after it. The
    /// weights are then gathered while the next step begins; because steps repeat, this is shown at the start of the
    /// step.
    int buckets = 0;
    CollectiveFlow reduction{}; ///< beforeOptimizer as a flow, all buckets together
    CollectiveFlow gathering{}; ///< afterOptimizer as a flow
};

/// A route of the flow network, used by a channel, a synchronization, or the collectives of one kind of a lane.
struct FlowRoute
{
    std::vector<FlowShare> shares;
    double weight = 1;
};

struct StepProgram
{
    std::vector<LaneProgram> lanes;
    std::vector<Synchronization> synchronizations; ///< a lane performs its synchronizations in this order
    SendMode sends = SendMode::asynchronous;
    bool postValidation = false; ///< the optimizer of a lane does not wait for the others
    // While a lane computes and takes part in a bucket, the first divides its compute rate, the second the rate of the
    // bucket.
    double computeSlowdown = 1;
    double bucketSlowdown = 1;
    std::vector<NetworkEdge> edges;
    std::vector<SharedCapacity> conflicts;
    std::vector<FlowRoute> routes;
    std::vector<StepOperation> operations; ///< of a program opened down to operations
};

/// The simulated row of a lane.
struct LaneTrace
{
    std::vector<LaneInterval> intervals;
    std::vector<TrafficInterval> traffic;
    SummedPart summed;
    std::int64_t peakActivationBytes = 0;
    std::int64_t peakHostBytes = 0; ///< of activations in the host's memory
    Ticks peakAt;
    int peakInFlight = 0;
};

struct StepTrace
{
    Ticks stepTime;
    std::vector<LaneTrace> lanes;
    std::vector<PathPiece> criticalPath; ///< from the end of the step to 0; the sum is stepTime
    std::int64_t events = 0;             ///< number of starts and ends of passes, operations, transfers and buckets
    std::vector<FlowRate> rates;         ///< recorded with EngineOptions::rates
};

} // namespace heteroscope

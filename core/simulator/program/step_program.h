// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step as the simulator runs it: lanes with their work in order, channels between them, synchronizations at the end.
// Durations are final, in ticks; nothing here knows of devices or links any more, except for the routes of transfers
// and collectives that share links with others or whose links change: those carry bytes.
#pragma once

#include "base/units.h"
#include "cost/calibration_values.h"
#include "simulator/network/flow_network.h"
#include "simulator/result/step_result.h"
#include "simulator/schedules/schedule.h"

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

/// A stretch of a pass that is simulated by itself: an operation, or the part of a pass that fills a gradient bucket.
struct PassSegment
{
    Activity activity = Activity::forward;
    Ticks length;
    Ticks slowed{};               ///< the part of length owed to a slowed device
    std::int16_t operation = -1;  ///< index into StepProgram::operationNames
    std::int16_t bucketsFull = 0; ///< of the last gradient pass of a chunk: buckets that are full when the stretch ends
    int route = -1;               ///< of StepProgram::routes: a latency, then these bytes as a flow, instead of length
    Ticks latency{};
    Bytes bytes{};
};

/// A collective that runs as a flow: first the latency, then the bytes over the route.
struct CollectiveFlow
{
    int route = -1; ///< of StepProgram::routes; -1: its closed form stands, as nothing can meet it
    Ticks latency;
    Bytes bytes;
};

/// The exposed communication of one kind in a pass, as a flow. Its hidden part meets nothing.
struct PassFlow
{
    Activity activity = Activity::exposedTp;
    CollectiveFlow flow{};
};

/// part of whole, as it was in `of`; the exact part when whole has not changed.
inline Ticks scaled(Ticks whole, Ticks part, Ticks of)
{
    if (whole == of)
        return part;
    if (part == of) // whatever doubles make of the product
        return whole;
    if (of <= Ticks(0))
        return Ticks(0);
    return Ticks(static_cast<std::int64_t>(static_cast<double>(whole.count) * static_cast<double>(part.count) /
                                           static_cast<double>(of.count)));
}

/// One pass of one chunk for one micro-batch on one lane: what it is made of, in the order it happens.
struct PassWork
{
    Ticks recompute; ///< before the (input) gradient only
    Ticks compute;
    Ticks slowdown;       ///< the part of recompute and compute owed to a slowed device
    Ticks tp, cp, ep, dp; ///< exposed communication after the computation (dp: ZeRO-3 gathers)
    Bytes tpBytes;
    std::vector<PassSegment>
        segments{};                ///< when not empty, run instead of the sums above; their lengths add up to total()
    std::vector<PassFlow> flows{}; ///< those of tp, cp and ep that run as flows instead
    Ticks total() const { return recompute + compute + tp + cp + ep + dp; }
};

struct ChunkWork
{
    std::array<PassWork, passCount> passes; ///< by Pass
    std::int64_t activationBytes = 0;       ///< held from the start of forward to the end of the last backward pass

    PassWork &operator[](Pass pass) { return passes[static_cast<std::size_t>(pass)]; }
    const PassWork &operator[](Pass pass) const { return passes[static_cast<std::size_t>(pass)]; }
};

/// A first-in-first-out channel from a pass on one lane to the next pass of the same micro-batch on another.
struct Channel
{
    int toLane = 0;
    std::int16_t toChunk = 0;
    Ticks occupancy; ///< the next transfer may start after it; not looked at when the channel has a route
    Ticks latency;   ///< arrival = end of the occupancy + latency
    Bytes bytes;
    int route = -1; ///< of StepProgram::routes, or -1
};

struct LaneProgram
{
    WorkOrder order;
    std::vector<ChunkWork> chunks;
    int microBatches = 0;
    Ticks overheadPerMicroBatch; ///< host work before each forward pass of chunk 0
    Ticks optimizer;
    Ticks stepOverhead;
    RateSteps speed{}; ///< changes of the compute rate during the step; lengths above are those at factor 1
    // By chunk. An empty list of channels: the first or last layer.
    std::vector<std::vector<Channel>> forwardTo;
    std::vector<std::vector<Channel>> backwardTo;
    std::vector<int> forwardInputs; ///< transfers a forward pass waits for
    std::vector<int> backwardInputs;
};

/// A chunk of a lane that holds some of the layers that are averaged together.
struct GradientHolder
{
    int lane = 0;
    int chunk = 0;
    friend auto operator<=>(const GradientHolder &, const GradientHolder &) = default;
};

/// Lanes that hold the same layers average their gradients.
struct Synchronization
{
    std::vector<GradientHolder> holders;
    Ticks beforeOptimizer; ///< all-reduce, or reduce-scatter with a sharded optimizer
    Ticks afterOptimizer;  ///< all-gather of the updated weights
    Bytes bytes;
    /// 0: before the optimizer all holders wait for each other and compute nothing meanwhile. Else: the gradients go
    /// out in so many buckets while the last gradient pass of the chunk runs and after it, and the weights are gathered
    /// while the next step begins; as steps repeat, that is drawn at the begin of this one.
    int buckets = 0;
    CollectiveFlow reduction{}; ///< beforeOptimizer as a flow, all buckets together
    CollectiveFlow gathering{}; ///< afterOptimizer likewise
};

/// A route of the flow network: of a channel, a synchronization, or a kind of collective of a lane.
struct FlowRoute
{
    std::vector<FlowShare> shares;
    double weight = 1;
};

struct StepProgram
{
    std::vector<LaneProgram> lanes;
    std::vector<Synchronization> synchronizations; ///< a lane takes part in them one after the other, in this order
    SendMode sends = SendMode::asynchronous;
    bool postValidation = false; ///< the optimizer of a lane does not wait for the others
    // While a lane computes and takes part in a bucket, its compute rate is divided by the first, the bucket's rate by
    // the second.
    double computeSlowdown = 1;
    double bucketSlowdown = 1;
    std::vector<NetworkEdge> edges;
    std::vector<SharedCapacity> conflicts;
    std::vector<FlowRoute> routes;
    std::vector<std::string> operationNames;
};

/// What the engine saw of a lane.
struct LaneTrace
{
    std::vector<LaneInterval> intervals;
    std::vector<TrafficInterval> traffic;
    std::int64_t peakActivationBytes = 0;
    Ticks peakAt;
    int peakInFlight = 0;
};

struct StepTrace
{
    Ticks stepTime;
    std::vector<LaneTrace> lanes;
    std::vector<PathPiece> criticalPath; ///< from the end back to 0, adds up to stepTime
    std::int64_t events = 0;             ///< starts and ends of passes, operations, transfers and buckets
    std::vector<FlowRate> rates;         ///< of flows, by route; recorded with EngineOptions::rates
};

} // namespace heteroscope

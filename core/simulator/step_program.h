// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step as the engine runs it: lanes with their work in order, channels between them, synchronizations at the end. All
// times are final durations in ticks; nothing here knows of devices' speeds or links' rates any more.
#pragma once

#include "base/units.h"
#include "cost/network.h"
#include "simulator/schedules/schedule.h"
#include "simulator/step_result.h"

#include <vector>

namespace heteroscope {

/// One direction of one chunk for one micro-batch on one lane: what it is made of, in the order it happens.
struct PassWork
{
    Ticks recompute; ///< backward only
    Ticks compute;
    Ticks slowdown;       ///< the part of recompute and compute owed to a slowed device
    Ticks tp, cp, ep, dp; ///< exposed communication after the computation (dp: ZeRO-3 gathers)
    Bytes tpBytes;
    Ticks total() const { return recompute + compute + tp + cp + ep + dp; }
};

struct ChunkWork
{
    PassWork forward;
    PassWork backward;
    std::int64_t activationBytes = 0; ///< held from the end of forward to the end of backward, per micro-batch
};

/// A first-in-first-out channel from a pass on one lane to the next pass of the same micro-batch on another.
struct Channel
{
    int toLane = 0;
    std::int16_t toChunk = 0;
    Ticks occupancy; ///< the next transfer may start after it
    Ticks latency;   ///< arrival = start + occupancy + latency
    Bytes bytes;
};

struct LaneProgram
{
    std::vector<WorkItem> order;
    std::vector<ChunkWork> chunks;
    int microBatches = 0;
    Ticks overheadPerMicroBatch; ///< host work before each forward pass of chunk 0
    Ticks optimizer;
    Ticks stepOverhead;
    // By chunk. An empty list of channels: the first or last layer.
    std::vector<std::vector<Channel>> forwardTo;
    std::vector<std::vector<Channel>> backwardTo;
    std::vector<int> forwardInputs; ///< transfers a forward pass waits for
    std::vector<int> backwardInputs;
};

/// Lanes that hold the same layers average their gradients.
struct Synchronization
{
    std::vector<int> lanes;
    Ticks beforeOptimizer; ///< all-reduce, or reduce-scatter with a sharded optimizer
    Ticks afterOptimizer;  ///< all-gather of the updated weights
    Bytes bytes;
};

struct StepProgram
{
    std::vector<LaneProgram> lanes;
    std::vector<Synchronization>
        synchronizations;       ///< a lane takes part in several of them one after the other, in this order
    bool blockingSends = false; ///< a lane computes nothing until what it sent has arrived
};

/// What the engine saw of a lane.
struct LaneTrace
{
    std::vector<LaneInterval> intervals;
    std::vector<TrafficInterval> traffic;
    std::int64_t peakActivationBytes = 0;
    int peakInFlight = 0;
};

struct StepTrace
{
    Ticks stepTime;
    std::vector<LaneTrace> lanes;
    std::vector<std::pair<Activity, Ticks>> criticalPath; ///< from the end back to 0, adds up to stepTime
};

} // namespace heteroscope

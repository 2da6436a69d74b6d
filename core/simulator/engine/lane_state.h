// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the engine knows of a lane while a step runs, part by part. All times are instants of the step unless they are
// called a length.
#pragma once

#include "simulator/engine/lane_row.h"

#include <algorithm>

namespace heteroscope {

/// What a pass waits for.
struct PassInput
{
    static constexpr Ticks unknown{-1};

    std::int32_t missing = 0;
    std::int32_t sender = -1; ///< lane of the last input
    Ticks ready;
    Ticks senderDone;
    Ticks posted = unknown; ///< rendezvous: when the receive was posted
};

/// What the lane is doing.
enum class LaneWork : std::uint8_t {
    none,           ///< between passes: it waits for an input, or is done
    toKnownEnd,     ///< in a pass whose end the clock knows
    segment,        ///< in a segment of a pass; the clock knows the end of the segment or of its latency
    collective,     ///< in a segment whose bytes are under way in the network
    awaitingWeights ///< done with the work of a pass, which cannot end before its last weights have come
};

/// The pass that runs, or ran last.
struct RunningPass
{
    Ticks start;
    Ticks computeTime;                 ///< length of recompute and compute, stretched
    Ticks jitter;                      ///< length
    int buckets = 0;                   ///< of gradients that it fills
    int bucketsFull = 0;               ///< of them
    std::vector<PassSegment> segments; ///< empty: it runs as a whole
    std::size_t segment = 0;           ///< of them: the one that runs
    // Of that segment.
    Ticks segmentStart;
    double left = 0; ///< ticks of work at full rate, from settledAt on
    Ticks settledAt;
    double slowdown = 1; ///< since settledAt
};

/// Sends that the lane waits for before its next pass, where sends are blocking.
struct BlockingSends
{
    int pending = 0;
    // Of the one that arrived last.
    Ticks arrived;
    int to = -1; ///< lane
    Ticks begin;
};

/// Gradients that go out in buckets.
struct LaneGradients
{
    std::vector<std::size_t> lastPass; ///< by chunk: index in the order of its last gradient pass
    std::size_t segmentedFrom = 0;     ///< passes from this index on run in segments
    int bucket = -1;                   ///< under way that the lane takes part in
    int bucketsOpen = 0;               ///< not finished, of all its chunks
};

/// Gathers of a chunk's weights that run as flows: their ends are not known ahead.
struct WeightState
{
    int notBegun = 0;   ///< gathers whose first bucket is not there
    int unfinished = 0; ///< gathers whose last bucket is not there
    Ticks passEnd;      ///< the first forward ends no earlier than this
};

/// Weights of the last step that are gathered while this one begins.
struct LaneWeights
{
    std::vector<Ticks> gathered;       ///< by chunk: when its weights are there
    std::vector<WeightState> flows;    ///< by chunk; empty unless gathers are flows
    std::vector<std::int32_t> gathers; ///< that the lane takes part in, one after the other
    std::size_t next = 0;              ///< of them
};

/// What the lane does after its last pass.
struct LaneClosing
{
    std::vector<std::int32_t> agenda; ///< meetings, and the optimizer
    std::size_t next = 0;             ///< of it
    bool holdsGradients = false;      ///< which are to be averaged with the gradients of other lanes
};

/// Activations that the lane holds.
struct HeldActivations
{
    std::int64_t bytes = 0;
    std::int64_t hostBytes = 0; ///< in the host's memory
    int microBatches = 0;

    /// Of a forward pass that began at `start`; notes new peaks in the trace.
    void take(const ChunkWork &chunk, Ticks start, LaneTrace &trace)
    {
        bytes = saturatingSum(bytes, chunk.activationBytes);
        hostBytes = saturatingSum(hostBytes, chunk.hostBytes);
        ++microBatches;
        if (bytes > trace.peakActivationBytes) {
            trace.peakActivationBytes = bytes;
            trace.peakAt = start;
        }
        trace.peakHostBytes = std::max(trace.peakHostBytes, hostBytes);
        trace.peakInFlight = std::max(trace.peakInFlight, microBatches);
    }
    void letGo(const ChunkWork &chunk)
    {
        bytes -= chunk.activationBytes;
        hostBytes -= chunk.hostBytes;
        --microBatches;
    }
};

struct LaneState
{
    LaneRow row;
    std::vector<PassInput> inputs;                   ///< by passIndex
    std::vector<std::vector<std::int32_t>> incoming; ///< channels, by (direction, chunk)
    std::size_t next = 0;                            ///< index in LaneProgram::order: the pass that runs or comes next
    Ticks free;                                      ///< end of the last pass
    LaneWork work = LaneWork::none;
    RunningPass pass;
    BlockingSends sends;
    LaneGradients gradients;
    LaneWeights weights;
    LaneClosing closing;
    HeldActivations held;

    bool isInSegment() const { return work == LaneWork::segment || work == LaneWork::collective; }
};

} // namespace heteroscope

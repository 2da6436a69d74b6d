// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one simulated training step was: a lane for each TP group, whose compute row is cut completely into intervals,
// each with one meaning. Every share that is reported anywhere is a sum over these intervals, so what is drawn and what
// is said are the same numbers. Compact arrays, no object per bar.
#pragma once

#include "base/ids.h"
#include "base/units.h"
#include "cost/memory.h"
#include "strategy/plan.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace heteroscope {

/// What a stretch of a lane's compute row is. The first block is work, the second is waiting with its one cause.
enum class Activity : std::uint8_t {
    forward,
    recompute,
    backward, ///< input and weight gradient in one block
    inputGradient,
    weightGradient,
    optimizer,
    overhead, ///< host time of a step that nothing hides
    exposedTp,
    exposedPp,
    exposedDp,
    exposedCp,
    exposedEp,
    bubble,    ///< waiting for a computation elsewhere, or after the last work of the lane
    straggler, ///< the part of that computation that is owed to a slowdown
    idle,      ///< the device takes no part in the plan
};
inline constexpr std::size_t activityCount = 15;
inline constexpr std::array<std::string_view, activityCount> activityNames = {
    "forward",   "recompute", "backward",  "inputGradient", "weightGradient", "optimizer", "overhead", "exposedTp",
    "exposedPp", "exposedDp", "exposedCp", "exposedEp",     "bubble",         "straggler", "idle"};

constexpr bool isCompute(Activity a) { return a <= Activity::weightGradient; }
constexpr bool isExposed(Activity a) { return a >= Activity::exposedTp && a <= Activity::exposedEp; }

/// What runs in the communication row of a lane.
enum class Traffic : std::uint8_t { tp, send, receive, dp, cp, ep };

/// The row of an exposed communication.
constexpr Traffic trafficOf(Activity exposed)
{
    switch (exposed) {
    case Activity::exposedTp:
        return Traffic::tp;
    case Activity::exposedCp:
        return Traffic::cp;
    case Activity::exposedEp:
        return Traffic::ep;
    case Activity::exposedPp:
        return Traffic::receive;
    default:
        return Traffic::dp;
    }
}

/// A stretch [start, end) of a lane's compute row. Intervals of a lane are in order, without holes, from 0 to the
/// step's end.
struct LaneInterval
{
    Ticks start;
    Ticks end;
    std::int32_t microBatch = -1; ///< of the work, or of the awaited work; -1 none
    std::int16_t chunk = 0;       ///< virtual stage
    Activity activity = Activity::idle;
    std::int32_t peerLane = -1;        ///< for waiting: the lane whose work or transfer was awaited
    Activity awaited = Activity::idle; ///< for waiting: forward or backward, the work awaited
    std::int16_t operation = -1;       ///< index into StepResult::operationNames; -1 a whole pass
};

/// A piece of the critical path: a stretch of one lane's row.
struct PathPiece
{
    std::int32_t lane = 0;
    Activity activity = Activity::idle;
    Ticks start;
    Ticks end;
};

/// A stretch of a lane's communication row; stretches may overlap each other.
struct TrafficInterval
{
    Ticks start;
    Ticks end;
    std::int32_t microBatch = -1;
    std::int32_t peerLane = -1;
    Traffic traffic = Traffic::tp;
    std::int16_t chunk = 0;
    Bytes bytes;
    bool backward = false;             ///< carries a gradient
    std::int32_t synchronization = -1; ///< DP: lanes with the same number average the same gradients
};

/// A TP group with everything that happened on it; its devices behave alike.
struct Lane
{
    std::string name; ///< "a100-0:0-3"
    std::vector<DeviceId> devices;
    int pipeline = 0;
    int stage = 0;
    int group = 0;
    int firstLayer = 0; ///< of its first chunk
    int layerCount = 0; ///< of all chunks
    std::vector<LaneInterval> intervals;
    std::vector<TrafficInterval> traffic;
    std::vector<Bytes> activations; ///< of one micro-batch, by chunk
    Ticks peakAt;                   ///< when most activations were held
    int peakInFlight = 0;           ///< most micro-batches (times chunks) whose activations were held at once
    MemoryParts memory;
    Bytes memoryCapacity;                    ///< of its smallest device
    std::array<Ticks, activityCount> time{}; ///< sum of intervals by activity; adds up to the step exactly
};

/// Bytes of a flow on their way at one rate; 0 = it stands still.
struct RatePiece
{
    Ticks start;
    Ticks end;
    double rate = 0; ///< bytes/s
};

/// Who sends over links: a channel between two lanes, the collectives of one kind in a lane's passes, or lanes that
/// average gradients and gather weights.
struct LinkFlow
{
    Traffic traffic = Traffic::tp; ///< a channel: send
    bool backward = false;         ///< a channel that carries gradients
    std::int16_t chunk = 0;        ///< of a channel's sender
    std::int32_t lane = -1;        ///< the sender; whose passes; the first of those that average
    std::int32_t toLane = -1;      ///< of a channel
    std::int32_t lanes = 1;        ///< that average
    double alone = 0;              ///< bytes/s with no others, by the links' state at the start of the step
    std::vector<RatePiece> pieces; ///< by start
};

/// A flow on a link.
struct LinkUse
{
    std::int32_t flow = 0; ///< of StepResult::flows
    double perByte = 0;    ///< bytes on the link per byte of the flow
    friend bool operator==(const LinkUse &, const LinkUse &) = default;
};

/// From `at` on a long transfer reaches so much.
struct CapacityStep
{
    Ticks at;
    double capacity = 0; ///< bytes/s
    friend bool operator==(const CapacityStep &, const CapacityStep &) = default;
};

/// Load of one direction of a link; over time with simulator/result/link_load.h.
struct LinkLoad
{
    EdgeId edge;
    Bytes bytes;
    Seconds busy; ///< bytes / nominal bandwidth
    // With PredictOptions::linkLoads:
    std::vector<LinkUse> uses;
    std::vector<CapacityStep> capacity; ///< the first at 0
    int flowsAtOnce = 0;                ///< the most at one instant ...
    Ticks mostFlowsAt;                  ///< ... and when first
    double slower = 1; ///< while the link is full and shared, the most that a flow takes longer than alone
};

/// The critical path by cause.
struct Blame
{
    std::string cause; ///< an activityNames word
    Seconds time;
};

struct StepResult
{
    Ticks stepTime;
    bool feasible = true;               ///< every device holds its memory
    std::vector<std::string> overflows; ///< "activations 41.2 GB over on a100-0:3"
    std::vector<Lane> lanes;            ///< by pipeline, stage, group
    std::vector<DeviceId> unusedDevices;
    std::vector<LinkLoad> links;             ///< only edges that carried something, by edge id
    std::vector<LinkFlow> flows;             ///< with PredictOptions::linkLoads
    std::vector<Blame> criticalPath;         ///< adds up to the step
    std::vector<PathPiece> criticalPieces;   ///< the same as a thread through the lanes, from the end back to 0
    std::vector<std::string> operationNames; ///< of a step simulated operation by operation
    std::size_t simulatedLanes = 0;          ///< lanes that were simulated; the others are replicas of them
    std::vector<std::string> assumptions;

    double tokensPerSecond = 0;
    double mfu = 0;    ///< useful FLOPs / (step time * sum of peaks of all devices in the plan)
    double hfu = 0;    ///< the same with recomputed FLOPs
    double energy = 0; ///< joule a step
    double cost = 0;   ///< USD a step; devices without a price count 0 and are named in assumptions
    Ticks idealTime;   ///< closed form beside it: no communication, no overhead, the slowest lane's work + its bubble
    double uncertainty = 0; ///< relative, of the step time

    /// Device-weighted share of an activity in all lanes' time, 0..1.
    double share(Activity activity) const;
    double bubbleShare() const; ///< bubble and straggler
    double exposedShare() const;
    /// The lane whose memory is nearest to (or furthest over) its capacity.
    const Lane *fullestLane() const;
    std::size_t intervalCount() const; ///< compute and communication stretches of all lanes
};

} // namespace heteroscope

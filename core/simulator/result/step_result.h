// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a simulated training step. Each TP group is a lane. Its compute row is divided completely into
// intervals, each with one activity. All reported shares are sums over these intervals, so texts and drawings always
// agree. Intervals are stored in compact arrays.
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

/// The activity of an interval of a lane's compute row: first the kinds of work, then the causes of waiting.
enum class Activity : std::uint8_t {
    forward,
    recompute,
    backward, ///< input and weight gradient in one block
    inputGradient,
    weightGradient,
    optimizer,
    overhead, ///< host time per step that is not hidden
    exposedTp,
    exposedPp,
    exposedDp,
    exposedCp,
    exposedEp,
    bubble,    ///< waiting for computation of another lane, or after the last work of the lane
    straggler, ///< waiting for the part of that computation that is due to a slowdown
    idle,      ///< the device is not used by the plan
};
inline constexpr std::size_t activityCount = 15;
inline constexpr std::array<std::string_view, activityCount> activityNames = {
    "forward",   "recompute", "backward",  "inputGradient", "weightGradient", "optimizer", "overhead", "exposedTp",
    "exposedPp", "exposedDp", "exposedCp", "exposedEp",     "bubble",         "straggler", "idle"};

constexpr bool isCompute(Activity a) { return a <= Activity::weightGradient; }
constexpr bool isExposed(Activity a) { return a >= Activity::exposedTp && a <= Activity::exposedEp; }

/// The kinds of communication in the communication row of a lane.
enum class Traffic : std::uint8_t { tp, send, receive, dp, cp, ep };

/// The kind of traffic of an exposed communication.
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

/// An interval [start, end) of a lane's compute row. The intervals of a lane are sorted and cover the step from 0 to
/// its end without gaps.
struct LaneInterval
{
    Ticks start;
    Ticks end;
    std::int32_t microBatch = -1; ///< of the work, or of the awaited work; -1: no micro-batch
    std::int16_t chunk = 0;       ///< virtual stage
    Activity activity = Activity::idle;
    std::int32_t peerLane = -1;        ///< for waiting: the lane whose work or transfer was awaited
    Activity awaited = Activity::idle; ///< for waiting: the awaited work, forward or backward
    std::int16_t operation = -1;       ///< index into StepResult::operationNames; -1: a whole pass
};

/// A piece of the critical path: a part of one lane's row.
struct PathPiece
{
    std::int32_t lane = 0;
    Activity activity = Activity::idle;
    Ticks start;
    Ticks end;
};

/// An interval of a lane's communication row. These intervals may overlap.
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
    std::int32_t synchronization = -1; ///< DP: equal in lanes that average the same gradients
};

/// The row of one TP group; all its devices behave equally.
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
    Ticks peakAt;                   ///< first time at which the activations reach their max
    int peakInFlight = 0;           ///< max number of (micro-batch, chunk) pairs whose activations are stored at a time
    MemoryParts memory;
    Bytes memoryCapacity;                    ///< of its smallest device
    std::array<Ticks, activityCount> time{}; ///< sum of the intervals by activity; the total is exactly the step time
};

/// An interval in which a flow has a constant rate, which may be 0.
struct RatePiece
{
    Ticks start;
    Ticks end;
    double rate = 0; ///< bytes/s
};

/// A user of links: a channel between two lanes, the collectives of one kind in a lane's passes, or a synchronization
/// of gradients and weights.
struct LinkFlow
{
    Traffic traffic = Traffic::tp; ///< Traffic::send for a channel
    bool backward = false;         ///< channel: carries gradients
    std::int16_t chunk = 0;        ///< channel: chunk of the sender
    std::int32_t lane = -1;        ///< channel: the sender; collectives: their lane; synchronization: its first lane
    std::int32_t toLane = -1;      ///< channel: the receiver
    std::int32_t lanes = 1;        ///< synchronization: number of lanes
    double alone = 0;              ///< rate in bytes/s without other flows, at the link rates of the step's start
    std::vector<RatePiece> pieces; ///< sorted by start
};

/// A flow on a link.
struct LinkUse
{
    std::int32_t flow = 0; ///< of StepResult::flows
    double perByte = 0;    ///< bytes on the link per byte of the flow
    friend bool operator==(const LinkUse &, const LinkUse &) = default;
};

/// The rate that a long transfer reaches on a link from `at` on.
struct CapacityStep
{
    Ticks at;
    double capacity = 0; ///< bytes/s
    friend bool operator==(const CapacityStep &, const CapacityStep &) = default;
};

/// Load of one direction of a link. simulator/result/link_load.h computes the load over time.
struct LinkLoad
{
    EdgeId edge;
    Bytes bytes;
    Seconds busy; ///< bytes / nominal bandwidth
    // With StepOptions::linkLoads:
    std::vector<LinkUse> uses;
    std::vector<CapacityStep> capacity; ///< the first at 0
    int flowsAtOnce = 0;                ///< max number of flows at a time
    Ticks mostFlowsAt;                  ///< first time with flowsAtOnce flows
    double slower = 1;                  ///< max over flows of (rate alone / rate) while the link is full and shared
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
    std::vector<LinkLoad> links;             ///< edges with traffic, sorted by edge id
    std::vector<LinkFlow> flows;             ///< with StepOptions::linkLoads
    std::vector<Blame> criticalPath;         ///< the sum is the step time
    std::vector<PathPiece> criticalPieces;   ///< the same as pieces of lanes, from the end of the step to 0
    std::vector<std::string> operationNames; ///< with StepOptions::operations
    std::size_t simulatedLanes = 0;          ///< number of simulated lanes; the others are copies of them
    std::vector<std::string> assumptions;

    double tokensPerSecond = 0;
    double mfu = 0;    ///< model FLOPs / (step time * sum of the peaks of all devices of the plan)
    double hfu = 0;    ///< the same including recomputed FLOPs
    double energy = 0; ///< joules per step
    double cost = 0;   ///< USD per step; devices without a price count as 0 and are named in the assumptions
    Ticks idealTime; ///< closed form for comparison: the slowest lane's work + its bubble, no communication or overhead
    double uncertainty = 0; ///< relative, of the step time

    /// Share of an activity in the time of all devices, 0..1.
    double share(Activity activity) const;
    double bubbleShare() const; ///< bubble and straggler
    double exposedShare() const;
    /// The lane with the max ratio of memory to capacity.
    const Lane *fullestLane() const;
    std::size_t intervalCount() const; ///< number of compute and communication intervals of all lanes
};

} // namespace heteroscope

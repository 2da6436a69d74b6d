// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a simulated training step. Each TP group is a lane. Its compute row is divided completely into
// intervals, each with one activity. All reported shares are sums over these intervals, so texts and drawings always
// agree. Intervals are stored in compact arrays.
#pragma once

#include "base/ids.h"
#include "base/units.h"
#include "cost/activity.h"
#include "cost/memory.h"
#include "cost/support.h"
#include "strategy/plan.h"

#include <array>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace heteroscope {

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
    std::int16_t operation = -1;       ///< index into StepResult::operations; -1: a whole pass
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

/// The part of a lane's rows that repeats itself and is shown as sums: an interval without a micro-batch for each
/// activity and peer, one of traffic for each kind and peer (simulator/steady/steady_part.h). The period before it is
/// one of those that are summed. Empty if start is equal to end.
struct SummedPart
{
    Ticks start;
    Ticks end;
    std::int32_t microBatches = 0; ///< whose work is only in the sums; the rows go on with later numbers
    std::int32_t periods = 0;      ///< of equal length
    bool holds(Ticks from, Ticks until) const { return periods > 0 && from >= start && until <= end; }
    friend bool operator==(const SummedPart &, const SummedPart &) = default;
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
    SummedPart summed;
    std::vector<Bytes> activations; ///< of one micro-batch, by chunk
    std::vector<Bytes> offloaded;   ///< activations of one micro-batch in the host's memory, by chunk; empty: none
    Ticks peakAt;                   ///< first time at which the activations reach their max
    int peakInFlight = 0;           ///< max number of (micro-batch, chunk) pairs whose activations are stored at a time
    MemoryParts memory;
    Bytes hostMemory;      ///< what each of its devices has in the memory of its host (Offload), at most
    Bytes hostActivations; ///< of it, offloaded activations; the rest are states
    Bytes memoryCapacity;  ///< that plans may fill of its smallest device (usableMemory)
    Bytes memoryMargin() const { return memoryCapacity - memory.total(); } ///< negative: it does not fit
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
    Seconds busy; ///< bytes / mean bandwidth during the step: the time the link needs for them, at its rate curve
    // With StepOptions::linkLoads:
    std::vector<LinkUse> uses;
    std::vector<CapacityStep> capacity; ///< the first at 0
    int flowsAtOnce = 0;                ///< max number of flows at a time
    Ticks maxFlowsAt;                   ///< first time with flowsAtOnce flows
    double slower = 1;                  ///< max over flows of (rate alone / rate) while the link is full and shared
};

/// The critical path by cause.
struct Blame
{
    Activity cause = Activity::idle;
    Seconds time;
};

/// What an interval of a step simulated operation by operation shows: an operation or a collective of a layer.
using StepOperation = std::variant<LayerOperation, CollectiveName>;

/// A lane whose devices do not hold their memory.
struct MemoryOverflow
{
    std::int32_t lane = 0;
    std::string device;                       ///< the first of the lane
    MemoryPart largest = MemoryPart::weights; ///< of the parts that a plan can change: neither buffers nor reserve
    Bytes over;
    bool ofHost = false; ///< what the devices of its node offload does not fit into the memory of their host
    friend bool operator==(const MemoryOverflow &, const MemoryOverflow &) = default;
};

/// What devices offload to one host.
struct HostLoad
{
    std::int32_t node = 0; ///< of Topology::nodes
    Bytes need;
    Bytes memory; ///< 0: not stated
    friend bool operator==(const HostLoad &, const HostLoad &) = default;
};

/// What a result takes for granted. wording/step_text.h words it for the command line, ui/language for the window.
enum class AssumptionKind : std::uint8_t {
    collectivesAtEndOfPass,   ///< drawn together there
    sumsSharedOverOperations, ///< of a pass
    noSharedLinks,            ///< at one time, by transfers or collectives
    maxMinFairSharing,        ///< of links
    gradientsInBuckets,       ///< beside the last backward pass; weights beside the next step's first forward pass
    gradientsAfterBackward,
    blockingSends,
    prefetchedReceives,
    asynchronousSends,
    overlappingSteps, ///< the optimizer does not wait for the global gradient norm
    waitForGradientNorm,
    waitingPower, ///< `share` of a device's power limit while it waits
    powerOfSite,  ///< hosts and switches draw `watts`; the whole site `share` times its machines (PUE)
    linkRateCurves,
    deviceRateCurves,
    fullGradientsWithZero2,
    shardedGradientsWithZero2, ///< by the stack, in memory; the time is that of full ones
    balancedRouting,           ///< of tokens to experts
    uncalibratedDevice,        ///< `deviceType` follows the default curves
    unpricedDevice,            ///< `deviceType` costs 0
    replicasSimulatedOnce,     ///< pipelines that are alike to the tick
    replicasShareLinks,        ///< so they are simulated apart
    replicasAveragedPartly,    ///< gradients are averaged by some of those alike, so they are simulated apart
    releaseAsStack,            ///< nothing is known of the release that `standIn` names: as `stack` was measured
    unknownStack,              ///< `stack` is not calibrated: the constants of `standIn`, with the error `share`
    errorMeasured,       ///< `share` is that of `rows` held-back steps of `stack` on `deviceClass` of the same kind
    errorOfSimilar,      ///< the same, but none of the same sharding, number of nodes or experts
    pairNeverMeasured,   ///< `stack` and `deviceClass` were measured, but not together
    deviceNeverMeasured, ///< no step on `deviceClass`
    stackNeverMeasured,  ///< no step of `stack`
    neitherMeasured,     ///< no step of `stack`, none on `deviceClass`
    unlikeNeverMeasured, ///< no step on unlike devices
    steadyPartSummed,    ///< micro-batches that repeat are simulated once and shown as sums, see Lane::summed
};
inline constexpr std::size_t assumptionKindCount = static_cast<std::size_t>(AssumptionKind::steadyPartSummed) + 1;

struct Assumption
{
    AssumptionKind kind = AssumptionKind::collectivesAtEndOfPass;
    std::string deviceType{};
    double share = 0;
    double watts = 0;
    std::string stack{};       ///< software stack
    std::string standIn{};     ///< another one
    std::string deviceClass{}; ///< compute class
    int rows = 0;
    friend bool operator==(const Assumption &, const Assumption &) = default;
};

struct StepResult
{
    Ticks stepTime;
    bool feasible = true;                  ///< every device holds its memory
    std::vector<MemoryOverflow> overflows; ///< by lane
    std::vector<HostLoad> hosts;           ///< that devices offload to, by node
    std::vector<Lane> lanes;               ///< by pipeline, stage, group
    std::vector<DeviceId> unusedDevices;
    std::vector<LinkLoad> links;           ///< edges with traffic, sorted by edge id
    std::vector<LinkFlow> flows;           ///< with StepOptions::linkLoads
    std::vector<Blame> criticalPath;       ///< the sum is the step time
    std::vector<PathPiece> criticalPieces; ///< the same as pieces of lanes, from the end of the step to 0
    std::vector<StepOperation> operations; ///< with StepOptions::operations
    std::size_t simulatedLanes = 0;        ///< number of simulated lanes; the others are copies of them
    std::vector<Assumption> assumptions;

    double tokensPerSecond = 0;
    double mfu = 0;    ///< model FLOPs / (step time * sum of the peaks of all devices of the plan)
    double hfu = 0;    ///< the same including recomputed FLOPs
    double energy = 0; ///< joules per step, of the whole site (step_power.h)
    double cost = 0;   ///< USD per step; devices without a price count as 0 and are named in the assumptions
    Ticks idealTime; ///< closed form for comparison: the slowest lane's work + its bubble, no communication or overhead
    double uncertainty = 0;    ///< relative, of the step time; the error of `support`
    Support support;           ///< on which measured steps the uncertainty rests
    double memoryHeadroom = 0; ///< share of each device's memory that is not to be filled

    /// Share of an activity in the time of all devices, 0..1.
    double share(Activity activity) const;
    double bubbleShare() const; ///< bubble and straggler
    double exposedShare() const;
    /// The lane with the max ratio of memory to capacity.
    const Lane *fullestLane() const;
    std::size_t intervalCount() const; ///< number of compute and communication intervals of all lanes
};

} // namespace heteroscope

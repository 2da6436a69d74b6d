// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/step_summary.h"

#include "cost/memory.h"
#include "simulator/result/step_power.h"
#include "simulator/result/step_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace heteroscope {

namespace {

/// "a100-0:0-3" for neighbours in a node, else the first and how many more.
std::string laneName(const Topology &topology, const std::vector<DeviceId> &devices)
{
    const auto &first = topology.device(devices.front());
    if (devices.size() == 1)
        return first.name;
    for (std::size_t i = 1; i < devices.size(); ++i) {
        const auto &device = topology.device(devices[i]);
        if (device.node != first.node || device.indexInNode != first.indexInNode + i)
            return fmt::format("{} +{}", first.name, devices.size() - 1);
    }
    return fmt::format("{}-{}", first.name, first.indexInNode + devices.size() - 1);
}

/// Parts of the memory that depend on the plan.
constexpr std::array plannedParts = {MemoryPart::weights, MemoryPart::gradients, MemoryPart::optimizerState,
                                     MemoryPart::activations, MemoryPart::logits};

void noteOverflow(StepResult &result, const Topology &topology, const Lane &lane)
{
    const Bytes over = lane.memory.total() - lane.memoryCapacity;
    if (!(over > Bytes(0)))
        return;
    const auto largest = std::max_element(plannedParts.begin(), plannedParts.end(),
                                          [&](MemoryPart a, MemoryPart b) { return lane.memory[a] < lane.memory[b]; });
    result.feasible = false;
    result.overflows.push_back(
        {static_cast<std::int32_t>(result.lanes.size()), topology.device(lane.devices.front()).name, *largest, over});
}

/// The largest part of what a device has in its host's memory.
MemoryPart largestOnHost(const Lane &lane, const StateTerms &state)
{
    const Bytes activations = lane.hostActivations;
    const Bytes optimizer(state.hostOwned * state.bytes.optimizer), weights(state.hostHeld * state.bytes.weight);
    if (activations > optimizer && activations > weights)
        return MemoryPart::activations;
    return state.hostOwned > 0 ? MemoryPart::optimizerState : MemoryPart::weights;
}

/// What devices offload to hosts, and which of these have less memory.
void noteHostOverflows(StepResult &result, const Topology &topology, const BuiltStep &built)
{
    struct Host
    {
        Bytes need;
        std::int32_t lane = -1; ///< the first with a device in it
        DeviceId device;
    };
    std::map<std::size_t, Host> hosts;
    for (std::size_t i = 0; i < built.lanes.size(); ++i) {
        const Bytes each = result.lanes[i].hostMemory;
        if (!(each > Bytes(0)))
            continue;
        for (const DeviceId device : built.lanes[i].devices) {
            auto &host = hosts[topology.device(device).node];
            host.need += each;
            if (host.lane < 0) {
                host.lane = static_cast<std::int32_t>(i);
                host.device = device;
            }
        }
    }
    for (const auto &[node, host] : hosts) {
        const Bytes memory = topology.nodes()[node].hostMemory;
        result.hosts.push_back({static_cast<std::int32_t>(node), host.need, memory});
        if (!(memory > Bytes(0)) || host.need <= memory)
            continue;
        result.feasible = false;
        const auto lane = static_cast<std::size_t>(host.lane);
        result.overflows.push_back({host.lane, topology.device(host.device).name,
                                    largestOnHost(result.lanes[lane], built.state[lane]), host.need - memory, true});
    }
}

/// False after a stop.
bool addLanes(StepResult &result, const GroupPricer &pricer, const BuiltStep &built, StepTrace &trace)
{
    StopMeter meter(pricer.stop());
    const auto &topology = pricer.topology();
    result.lanes.reserve(built.lanes.size());
    for (std::size_t i = 0; i < built.lanes.size(); ++i) {
        const auto &source = built.lanes[i];
        if (meter.stopAfter(16 + trace.lanes[i].intervals.size()))
            return false;
        Lane lane;
        lane.name = laneName(topology, source.devices);
        lane.devices = source.devices;
        lane.pipeline = source.pipeline;
        lane.stage = source.stage;
        lane.group = source.group;
        lane.firstLayer = source.planStage->chunks.front().first;
        for (const auto &chunk : source.planStage->chunks)
            lane.layerCount += chunk.count;
        lane.intervals = std::move(trace.lanes[i].intervals);
        lane.traffic = std::move(trace.lanes[i].traffic);
        lane.summed = trace.lanes[i].summed;
        lane.peakInFlight = trace.lanes[i].peakInFlight;
        lane.peakAt = trace.lanes[i].peakAt;
        for (const auto &chunk : built.program.lanes[i].chunks)
            lane.activations.emplace_back(static_cast<double>(chunk.activationBytes));
        if (trace.lanes[i].peakHostBytes > 0) {
            for (const auto &chunk : built.program.lanes[i].chunks)
                lane.offloaded.emplace_back(static_cast<double>(chunk.hostBytes));
        }
        lane.memory = built.memory[i];
        lane.memory.activations = Bytes(static_cast<double>(trace.lanes[i].peakActivationBytes)) + built.working[i];
        lane.hostActivations = Bytes(static_cast<double>(trace.lanes[i].peakHostBytes));
        lane.hostMemory = built.state[i].onHost() + lane.hostActivations;
        lane.memoryCapacity = source.cost->smallestMemory;
        for (const auto &interval : lane.intervals)
            lane.time[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
        noteOverflow(result, topology, lane);
        result.lanes.push_back(std::move(lane));
    }
    noteHostOverflows(result, topology, built);
    return true;
}

/// Of a micro-batch in a lane: the length of its passes, and how long it needs to go through and back.
std::pair<Ticks, Ticks> workAndPassage(const LaneProgram &lane)
{
    const bool split = std::any_of(lane.order.begin(), lane.order.end(),
                                   [](const WorkItem &item) { return item.pass == Pass::weightGradient; });
    Ticks work, passage;
    for (const auto &chunk : lane.chunks) {
        const auto length = [&chunk](Pass pass) { return chunk[pass].recompute + chunk[pass].compute; };
        work += length(Pass::forward) + length(Pass::backward);
        passage += length(Pass::forward) + length(split ? Pass::inputGradient : Pass::backward);
    }
    return {work, passage};
}

/// Bound L1 without communication and overhead: for each pipeline the largest over its stages of fill + M (f + b) +
/// drain. A schedule that splits the backward drains by input gradients.
Ticks idealTime(const BuiltStep &built)
{
    Ticks longest;
    // Lanes stand in the order of pipelines and stages.
    for (std::size_t i = 0; i < built.lanes.size();) {
        const int pipeline = built.lanes[i].pipeline;
        Ticks before; // passage of a micro-batch through the stages before
        while (i < built.lanes.size() && built.lanes[i].pipeline == pipeline) {
            const auto &first = built.lanes[i];
            const auto chunks = static_cast<std::int64_t>(built.program.lanes[i].chunks.size());
            Ticks work, passage; // of the stage's slowest lanes
            for (; i < built.lanes.size() && built.lanes[i].pipeline == pipeline && built.lanes[i].stage == first.stage;
                 ++i) {
                const auto [ownWork, ownPassage] = workAndPassage(built.program.lanes[i]);
                work = std::max(work, ownWork);
                passage = std::max(passage, ownPassage);
            }
            // Overlapping steps need no fill and drain.
            const Ticks fill = built.program.postValidation ? Ticks(0) : Ticks(before.count / chunks);
            longest = std::max(longest, first.microBatches * work + fill);
            before += passage;
        }
    }
    return longest;
}

AssumptionKind assumptionOf(SendMode mode)
{
    switch (mode) {
    case SendMode::blocking:
        return AssumptionKind::blockingSends;
    case SendMode::receivePrefetched:
        return AssumptionKind::prefetchedReceives;
    case SendMode::asynchronous:
        break;
    }
    return AssumptionKind::asynchronousSends;
}

void addDeviceAssumptions(std::vector<Assumption> &list, const GroupPricer &pricer, const BuiltStep &built)
{
    const auto &topology = pricer.topology();
    std::vector<bool> isUsed(topology.deviceTypes().size());
    for (const auto &lane : built.lanes) {
        for (const DeviceId id : lane.devices)
            isUsed[topology.device(id).type] = true;
    }
    std::set<std::string> uncalibrated, unpriced;
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
        const auto &type = topology.deviceTypes()[i];
        if (isUsed[i] && !pricer.calibration().isCalibrated(type.computeClass))
            uncalibrated.insert(type.name);
        if (isUsed[i] && !type.pricePerHour)
            unpriced.insert(type.name);
    }
    for (const auto &name : uncalibrated)
        list.push_back({AssumptionKind::uncalibratedDevice, name});
    for (const auto &name : unpriced)
        list.push_back({AssumptionKind::unpricedDevice, name});
}

std::vector<Assumption> assumptions(const GroupPricer &pricer, const Plan &plan, const BuiltStep &built)
{
    using enum AssumptionKind;
    const auto &edges = pricer.topology().edges();
    const auto &lanes = built.program.lanes;
    std::vector<Assumption> list = {
        {built.program.operations.empty() ? collectivesAtEndOfPass : sumsSharedOverOperations},
        {built.program.routes.empty() ? noSharedLinks : maxMinFairSharing},
        {plan.overlap.dp ? gradientsInBuckets : gradientsAfterBackward},
        {assumptionOf(built.program.sends)},
        {built.program.postValidation ? overlappingSteps : waitForGradientNorm},
        {.kind = AssumptionKind::waitingPower, .share = waitingPowerShare},
    };
    const auto &topology = pricer.topology();
    if (const double watts = powerBesideDevices(topology), pue = topology.powerUsageEffectiveness();
        watts > 0 || pue > 1)
        list.push_back({.kind = powerOfSite, .share = pue, .watts = watts});
    if (std::any_of(edges.begin(), edges.end(), [](const TopologyEdge &edge) { return !edge.rate.isConstantOne(); }))
        list.push_back({linkRateCurves});
    if (std::any_of(lanes.begin(), lanes.end(), [](const LaneProgram &lane) { return !lane.speed.at.empty(); }))
        list.push_back({deviceRateCurves});
    const auto stack = findSoftwareStack(pricer.calibration(), pricer.workload().job);
    if (plan.zeroStage == 2)
        list.push_back(
            {stack && (*stack)->memory.shardsGradients ? shardedGradientsWithZero2 : fullGradientsWithZero2});
    if (plan.expertParallel > 1)
        list.push_back({balancedRouting});
    addDeviceAssumptions(list, pricer, built);
    return list;
}

void addTotals(StepResult &result, const GroupPricer &pricer, const BuiltStep &built)
{
    const auto &topology = pricer.topology();
    const auto &job = pricer.workload().job;
    const double seconds = toSeconds(result.stepTime).value;
    double peak = 0;
    for (std::size_t i = 0; i < built.lanes.size(); ++i) {
        peak += built.lanes[i].cost->peak.value;
        const auto &time = result.lanes[i].time;
        double busy = 0;
        for (std::size_t a = 0; a < activityCount; ++a) {
            if (isCompute(static_cast<Activity>(a)) || static_cast<Activity>(a) == Activity::optimizer)
                busy += toSeconds(time[a]).value;
        }
        for (const DeviceId id : built.lanes[i].devices) {
            const auto &type = topology.typeOf(id);
            result.energy += type.power * (busy + waitingPowerShare * (seconds - busy));
            result.cost += type.pricePerHour.value_or(0) * seconds / 3600;
        }
    }
    const double idlePower = waitingPowerShare * seconds;
    for (const DeviceId id : result.unusedDevices) {
        result.energy += topology.typeOf(id).power * idlePower;
        result.cost += topology.typeOf(id).pricePerHour.value_or(0) * seconds / 3600;
    }
    result.energy = topology.powerUsageEffectiveness() * (result.energy + powerBesideDevices(topology) * seconds);
    if (seconds > 0) {
        result.tokensPerSecond = job.tokensPerStep() / seconds;
        if (peak > 0) {
            result.mfu = modelFlopsPerStep(pricer.workload()).value / (peak * seconds);
            result.hfu = built.executedFlops / (peak * seconds);
        }
    }
}

} // namespace

StepResult summarizeStep(const GroupPricer &pricer, const Plan &plan, const BuiltStep &built, StepTrace trace)
{
    const auto &topology = pricer.topology();
    StepResult result;
    result.stepTime = trace.stepTime;
    if (!addLanes(result, pricer, built, trace))
        return result;
    std::vector<bool> used(topology.devices().size());
    for (const auto &lane : result.lanes) {
        for (const DeviceId id : lane.devices)
            used[id.index()] = true;
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            result.unusedDevices.emplace_back(i);
    }
    const auto edges = built.linkBytes.edges();
    result.links.reserve(edges.size());
    for (const auto edge : edges) {
        LinkLoad load;
        load.edge = edge;
        load.bytes = Bytes(built.linkBytes.of(edge));
        const auto &link = topology.edge(load.edge);
        const Seconds end = pricer.startTime() + toSeconds(result.stepTime);
        if (const double factor = link.rate.meanFactor(pricer.startTime(), end); factor > 0)
            load.busy = load.bytes / (link.bandwidth * factor);
        result.links.push_back(load);
    }
    std::array<Ticks, activityCount> blame{};
    for (const auto &piece : trace.criticalPath)
        blame[static_cast<std::size_t>(piece.activity)] += piece.end - piece.start;
    result.criticalPieces = std::move(trace.criticalPath);
    result.operations = built.program.operations;
    for (std::size_t a = 0; a < activityCount; ++a) {
        if (blame[a] > Ticks(0))
            result.criticalPath.push_back({static_cast<Activity>(a), toSeconds(blame[a])});
    }
    result.idealTime = idealTime(built);
    result.assumptions = assumptions(pricer, plan, built);
    addTotals(result, pricer, built);
    if (const auto stack = findSoftwareStack(pricer.calibration(), pricer.workload().job))
        result.memoryHeadroom = memoryHeadroom(pricer.workload().job, **stack);
    addSupport(result, pricer, plan);
    return result;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_cost.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Bus-bandwidth factors are inside TransferCost; a call also costs the software's base.
struct GroupNetworks
{
    TransferCost tpAllReduce;
    TransferCost tpAllGather;
    TransferCost cpRing;
    TransferCost expertAllToAll;
    Seconds base;
    double scale = 1;
    // Visible shares of each kind.
    double tp = 1;
    double cp = 1;
    double ep = 1;
};

/// The devices of a group are TP-major: cp slices of tp devices each.
std::vector<std::vector<DeviceId>> slices(const std::vector<DeviceId> &devices, int tp, int cp, bool alongTensor)
{
    const auto t = static_cast<std::size_t>(tp);
    const auto c = static_cast<std::size_t>(cp);
    std::vector<std::vector<DeviceId>> result(alongTensor ? c : t);
    for (std::size_t i = 0; i < devices.size(); ++i)
        result[alongTensor ? i / t : i % t].push_back(devices[i]);
    return result;
}

Result<GroupNetworks> groupNetworks(Network &network, const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                                    const GroupOptions &options)
{
    GroupNetworks result;
    result.base = stack.collectiveBase;
    result.scale = stack.scale;
    result.tp = options.overlapTp ? stack.tpExposed : 1.0;
    result.cp = stack.cpExposed;
    result.ep = stack.epExposed;
    const auto &sharding = options.sharding;
    if (sharding.tp > 1) {
        const auto groups = slices(devices, sharding.tp, sharding.cp, true);
        auto reduce = network.allReduce(groups);
        auto gather = network.allGather(groups);
        if (!reduce || !gather)
            return reduce ? gather.error() : reduce.error();
        result.tpAllReduce = std::move(*reduce);
        result.tpAllGather = std::move(*gather);
    }
    if (sharding.cp > 1) {
        auto ring = network.allGather(slices(devices, sharding.tp, sharding.cp, false));
        if (!ring)
            return ring.error();
        result.cpRing = std::move(*ring);
    }
    if (options.expertPeers.size() > 1) {
        auto exchange = network.allToAll({options.expertPeers});
        if (!exchange)
            return exchange.error();
        result.expertAllToAll = std::move(*exchange);
    }
    return result;
}

LayerCommunication communication(const LayerWork &work, const GroupNetworks &networks, bool backward)
{
    LayerCommunication result;
    for (const auto &collective : work.collectives) {
        const int count = backward ? collective.backwardCount : collective.forwardCount;
        if (count == 0)
            continue;
        const auto time = [&](const TransferCost &cost) {
            return (networks.base + cost.time(collective.bytes)) * (count * networks.scale);
        };
        switch (collective.group) {
        case LayerCollective::Group::tp:
            result.tp += time(collective.kind == LayerCollective::Kind::allReduce ? networks.tpAllReduce
                                                                                  : networks.tpAllGather) *
                         networks.tp;
            result.tpBytes +=
                collective.bytes * (collective.kind == LayerCollective::Kind::allReduce ? count : 0.5 * count);
            break;
        case LayerCollective::Group::cp:
            result.cp += time(networks.cpRing) * networks.cp;
            break;
        case LayerCollective::Group::ep:
            result.ep += time(networks.expertAllToAll) * networks.ep;
            break;
        }
    }
    return result;
}

LayerCost layerCost(const LayerWork &work, const ComputeTimes &times, const GroupNetworks &networks,
                    const GroupOptions &options, double devices)
{
    const bool isBlock = work.isBlock;
    LayerCost cost;
    cost.forward = times.forward;
    cost.inputGradient = times.inputGradient;
    cost.weightGradient = times.weightGradient;
    cost.forwardCommunication = communication(work, networks, false);
    cost.backwardCommunication = communication(work, networks, true);
    cost.output = work.output;
    cost.activations = work.activations;
    double recomputedFlops = 0;
    if (isBlock && options.recompute == Recompute::full) {
        cost.recompute = times.recomputeFull;
        cost.backwardCommunication.tp += cost.forwardCommunication.tp;
        cost.backwardCommunication.cp += cost.forwardCommunication.cp;
        cost.backwardCommunication.ep += cost.forwardCommunication.ep;
        cost.backwardCommunication.tpBytes += cost.forwardCommunication.tpBytes;
        cost.activations = work.activationsFull;
        cost.working = work.activations;
        recomputedFlops = times.forwardFlops;
    } else if (isBlock && options.recompute == Recompute::selective) {
        cost.recompute = times.recomputeSelective;
        cost.activations = work.activationsSelective;
        cost.working = work.activations - work.activationsSelective;
        recomputedFlops = times.selectiveFlops;
    }
    cost.executed = Flop((3 * times.forwardFlops + recomputedFlops) * devices);
    return cost;
}

/// Puts measured times in the place of the curves'.
void useProfile(LayerCost &cost, const LayerTime &time, const LayerProfile &profile, const GroupOptions &options,
                bool isBlock)
{
    const double weightShare =
        cost.weightGradient.value > 0 ? cost.weightGradient / (cost.inputGradient + cost.weightGradient) : 0.0;
    cost.forward = time.forward;
    Seconds backward = time.backward;
    if (isBlock && options.recompute == Recompute::full) {
        cost.recompute = time.forward;
        // A profile with recompute has it in its backward time.
        if (profile.recompute == Recompute::full)
            backward = std::max(backward - time.forward, Seconds(0));
    } else if (isBlock && options.recompute == profile.recompute) {
        cost.recompute = Seconds(0);
    }
    cost.inputGradient = backward * (1 - weightShare);
    cost.weightGradient = backward * weightShare;
    if (profile.communication)
        cost.forwardCommunication.tp = cost.backwardCommunication.tp = Seconds(0);
}

void stretch(LayerCost &cost, double factor)
{
    for (Seconds *time : {&cost.forward, &cost.recompute, &cost.inputGradient, &cost.weightGradient})
        *time = *time / factor;
}

} // namespace

LayerKind layerKind(const Model &model, int layer)
{
    if (layer <= 0)
        return LayerKind::embedding;
    if (layer > model.layers)
        return LayerKind::head;
    return model.isMoeBlock(layer) ? LayerKind::moeBlock : LayerKind::denseBlock;
}

StateBytes stateBytes(const TrainingJob &job)
{
    const bool wide = job.precision == Precision::fp32 || job.precision == Precision::tf32;
    StateBytes bytes;
    bytes.weight = wide ? 4 : 2;
    if (job.frozenBase) {
        bytes.gradient = bytes.optimizer = 0;
        return bytes;
    }
    bytes.gradient = elementSize(job.gradientPrecision).value;
    const double moments = job.optimizer == Optimizer::adam ? 8 : 0;
    bytes.optimizer = moments + (wide ? 0 : 4);
    return bytes;
}

Seconds exposedBeside(Seconds computation, Seconds communication, double contention)
{
    const Seconds both = std::min(computation, communication);
    return std::max(communication - computation, Seconds(0)) + both * contention;
}

Result<ComputeContext> computeContext(const DeviceType &device, const Workload &workload,
                                      const CalibrationValues &calibration, const SoftwareStack &stack)
{
    const Precision precision = workload.job.precision;
    if (!device.peakAt(precision)) {
        std::string known;
        for (std::size_t i = 0; i < precisionNames.size(); ++i) {
            if (device.peak[i])
                known += (known.empty() ? "" : ", ") + std::string(precisionNames[i]);
        }
        return Error{Error::Code::infeasible,
                     {},
                     "/workload/job/precision",
                     std::string(precisionNames[static_cast<std::size_t>(precision)]),
                     "a precision that " + device.name + " has (" + known + ")",
                     "choose another precision or leave these devices unused"};
    }
    return ComputeContext{&device, &calibration.curvesOf(device.computeClass), &stack, precision};
}

Result<const SoftwareStack *> findSoftwareStack(const CalibrationValues &calibration, const TrainingJob &job)
{
    if (const auto *stack = calibration.findStack(job.softwareStack))
        return stack;
    std::string known;
    for (const auto &stack : calibration.stacks)
        known += (known.empty() ? "" : ", ") + stack.name;
    return Error{Error::Code::reference, {}, "/workload/job/softwareStack", "\"" + job.softwareStack + "\"",
                 "one of " + known,      {}};
}

Result<GroupCost> priceGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options)
{
    const auto &topology = network.topology();
    auto networks = groupNetworks(network, stack, devices, options);
    if (!networks)
        return networks.error();

    GroupCost cost;
    cost.tensorTraffic = networks->tpAllReduce;
    // A lone slow device holds its whole group back, whatever its type: price each (type, speed) present, keep the
    // slowest.
    std::vector<std::pair<std::size_t, double>> members;
    for (const DeviceId id : devices) {
        const auto &device = topology.device(id);
        const double speed = device.speed.factorAt(options.startTime);
        if (!(speed > 0))
            return Error{Error::Code::infeasible,
                         {},
                         {},
                         device.name + " is down (speed 0)",
                         "a device that runs",
                         "change its speed curve or leave it unused"};
        const std::pair member(device.type, speed);
        if (std::find(members.begin(), members.end(), member) == members.end())
            members.push_back(member);
        const auto &type = topology.deviceTypes()[device.type];
        cost.peak =
            FlopPerSecond(cost.peak.value + type.peakAt(workload.job.precision).value_or(FlopPerSecond(0)).value);
        if (cost.smallestMemory.value == 0 || type.memory < cost.smallestMemory)
            cost.smallestMemory = type.memory;
    }
    // The more nodes wait for each other, the later is the last of them.
    const double jitter = 1 + stack.nodeJitter * std::log2(std::max(1, options.nodes));
    const std::array<int, layerKindCount> example = {0, 1, workload.model.layers, workload.model.layers + 1};
    bool first = true;
    for (const auto &[type, speed] : members) {
        const auto context = computeContext(topology.deviceTypes()[type], workload, calibration, stack);
        if (!context)
            return context.error();
        double total = 0;
        std::array<LayerCost, layerKindCount> layers;
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            const auto work = layerWork(workload, example[kind], options.sharding, options.samples);
            layers[kind] = layerCost(work, layerTimes(work, *context, options.sharding.tp), *networks, options,
                                     static_cast<double>(devices.size()));
            const auto *profile = calibration.profiles && options.sharding.cp == 1
                                      ? calibration.profiles->find(topology.deviceTypes()[type], workload,
                                                                   options.sharding.tp, options.samples)
                                      : nullptr;
            if (profile)
                useProfile(layers[kind],
                           work.isBlock ? profile->block : (kind == 0 ? profile->embedding : profile->head), *profile,
                           options, work.isBlock);
            stretch(layers[kind], speed / (jitter * stack.scale));
            total += work.isBlock ? layers[kind].forwardTotal().value + layers[kind].backwardTotal().value : 0.0;
        }
        const double reference = cost.layers[1].forwardTotal().value + cost.layers[1].backwardTotal().value +
                                 cost.layers[2].forwardTotal().value + cost.layers[2].backwardTotal().value;
        if (first || total > reference) {
            cost.layers = layers;
            cost.speed = speed;
            cost.optimizerSecondsPerParameter =
                workload.job.frozenBase ? 0 : optimizerTime(1, *context).value * stack.scale / speed;
        }
        first = false;
    }
    return cost;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_cost.h"

#include "cost/group_price.h"
#include "cost/hidden_communication.h"
#include "cost/memory.h"
#include "cost/nearest_stack.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heteroscope {

namespace {

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

/// Of the copies of a token for experts in a node the share that is sent there, where each node gets a token once:
/// nodes of a token / experts of a token. nullopt: each copy is sent by itself.
std::optional<double> copiesPerNode(const Topology &topology, const Workload &workload, const SoftwareStack &stack,
                                    const GroupOptions &options)
{
    const auto &moe = workload.model.moe;
    if (!moe || workload.job.expertDispatch.value_or(stack.expertDispatch) == ExpertDispatch::pairs)
        return std::nullopt;
    double copies = 0; // of the group with the most nodes
    for (const auto &group : options.expertGroups) {
        std::vector<std::size_t> nodes;
        for (const DeviceId device : group)
            nodes.push_back(topology.device(device).node);
        std::sort(nodes.begin(), nodes.end());
        const auto count = std::unique(nodes.begin(), nodes.end()) - nodes.begin();
        copies = std::max(copies, nodesOfToken(*moe, static_cast<int>(count)) / moe->topK);
    }
    return std::min(1.0, copies);
}

const TransferCost &transferOf(const LayerCollective &collective, const GroupNetworks &networks)
{
    switch (collective.group) {
    case LayerCollective::Group::cp:
        return collective.kind == LayerCollective::Kind::allToAll ? networks.cpAllToAll : networks.cpRing;
    case LayerCollective::Group::ep:
        return networks.expertAllToAll;
    case LayerCollective::Group::tp:
        break;
    }
    return collective.kind == LayerCollective::Kind::allReduce ? networks.tpAllReduce : networks.tpAllGather;
}

void addCollectives(std::vector<CollectivePrice> &prices, const LayerWork &work, const GroupNetworks &networks,
                    bool backward)
{
    for (std::size_t i = 0; i < work.collectives.size(); ++i) {
        const auto &collective = work.collectives[i];
        CollectivePrice price;
        price.collective = i;
        price.bytes = collective.bytes * (collective.group == LayerCollective::Group::ep ? networks.exchanged : 1.0);
        price.count = backward ? collective.backwardCount : collective.forwardCount;
        price.base = networks.base;
        price.transfer = &transferOf(collective, networks);
        price.scale = networks.scale;
        price.exposed = collective.group == LayerCollective::Group::tp ? networks.tp : 1.0;
        if (price.count > 0)
            prices.push_back(price);
    }
}

LayerCommunication sumOf(const std::vector<CollectivePrice> &prices, const LayerWork &work)
{
    LayerCommunication sum;
    for (const auto &price : prices) {
        const auto &collective = work.collectives[price.collective];
        switch (collective.group) {
        case LayerCollective::Group::tp:
            sum.tp += price.seconds();
            sum.tpMoving += price.moving();
            sum.tpBytes +=
                price.bytes * (collective.kind == LayerCollective::Kind::allReduce ? price.count : 0.5 * price.count);
            break;
        case LayerCollective::Group::cp:
            sum.cp += price.seconds();
            sum.cpMoving += price.moving();
            sum.cpBytes += price.bytes * price.count;
            break;
        case LayerCollective::Group::ep:
            sum.ep += price.seconds();
            sum.epMoving += price.moving();
            sum.epBytes += price.bytes * price.count;
            break;
        }
    }
    return sum;
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
}

/// The cost of a layer whose terms stand in `price`.
LayerCost costOf(const LayerPrice &price, const GroupOptions &options, double devices, const TrainingJob &job,
                 const SoftwareStack &stack)
{
    const auto &work = price.terms.work;
    const auto held = [&](Bytes activations) { return heldActivations(activations, work, job, stack); };
    const auto times = price.terms.times();
    LayerCost cost;
    cost.forward = times.forward;
    cost.inputGradient = times.inputGradient;
    cost.weightGradient = times.weightGradient;
    cost.output = work.output;
    cost.activations = held(work.activations);
    double recomputedFlops = 0;
    if (work.isBlock && options.recompute == Recompute::full) {
        cost.recompute = times.recomputeFull;
        cost.activations = work.activationsFull * (1 + stack.memory.fragmentation);
        cost.working = held(work.activations);
        recomputedFlops = times.forwardFlops;
    } else if (work.isBlock && options.recompute == Recompute::selective) {
        cost.recompute = times.recomputeSelective;
        LayerWork kept;
        kept.gatedTensor = work.selectiveGatedTensor;
        kept.narrowInputs = work.selectiveNarrowInputs;
        cost.activations = heldActivations(work.activationsSelective, kept, job, stack);
        cost.working = held(work.activations) - cost.activations;
        recomputedFlops = times.selectiveFlops;
    }
    double trained = 0;
    for (const auto &operation : work.operations)
        trained += operation.weightGradient.value;
    cost.executed = Flop(
        ((job.frozenBase ? 2 * times.forwardFlops + trained : 3 * times.forwardFlops) + recomputedFlops) * devices);
    if (price.profile)
        useProfile(cost, price.measured, *price.profile, options, work.isBlock);
    cost.forwardCommunication = sumOf(price.forward, work);
    cost.backwardCommunication = sumOf(price.backward, work);
    return cost;
}

void stretch(LayerCost &cost, double factor)
{
    for (Seconds *time : {&cost.forward, &cost.recompute, &cost.inputGradient, &cost.weightGradient})
        *time = *time / factor;
}

/// A layer of this kind with its terms; profiles is null where none can fit.
LayerPrice openLayer(const Workload &workload, int layer, const ComputeContext &context, const GroupNetworks &networks,
                     const LayerProfiles *profiles, const GroupOptions &options, double devices)
{
    LayerPrice price;
    auto sharding = options.sharding;
    if (!sharding.context)
        sharding.context = context.stack->contextExchange;
    auto layered = layerWork(workload, layer, sharding, options.samples);
    if (options.recompute == Recompute::selective)
        selectModules(layered, options.modules);
    price.terms = layerTerms(std::move(layered), context, options.sharding.tp);
    const auto &work = price.terms.work;
    addCollectives(price.forward, work, networks, false);
    addCollectives(price.backward, work, networks, true);
    hideCommunication(price, workload.job, context, sharding.cp);
    if (work.isBlock && options.recompute == Recompute::full) {
        for (auto again : price.forward) {
            again.recomputed = true;
            price.backward.push_back(again);
        }
    }
    if (work.isBlock && options.recompute == Recompute::selective) {
        for (std::size_t i = 0, count = price.forward.size(); i < count; ++i) {
            auto again = price.forward[i];
            again.recomputed = true;
            again.count = repeatedCalls(work.collectives[again.collective], work, options.modules);
            if (again.count > 0)
                price.backward.push_back(again);
        }
    }
    price.profile =
        profiles ? profiles->find(*context.device, workload, options.sharding.tp, options.samples) : nullptr;
    if (price.profile) {
        price.measured = work.isBlock ? price.profile->block
                         : layer == 0 ? price.profile->embedding
                                      : price.profile->head;
        for (auto *prices : {&price.forward, &price.backward}) {
            for (auto &collective : *prices)
                collective.measured = price.profile->communication &&
                                      work.collectives[collective.collective].group == LayerCollective::Group::tp;
        }
    }
    price.cost = costOf(price, options, devices, workload.job, *context.stack);
    return price;
}

/// A layer of each kind that the model has.
std::vector<int> exampleLayers(const Model &model)
{
    std::vector<int> examples;
    std::array<bool, layerKindCount> has{};
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        if (!std::exchange(has[static_cast<std::size_t>(layerKind(model, layer))], true))
            examples.push_back(layer);
    }
    return examples;
}

} // namespace

LayerCommunication &LayerCommunication::operator+=(const LayerCommunication &other)
{
    tp += other.tp;
    cp += other.cp;
    ep += other.ep;
    tpMoving += other.tpMoving;
    cpMoving += other.cpMoving;
    epMoving += other.epMoving;
    tpBytes += other.tpBytes;
    cpBytes += other.cpBytes;
    epBytes += other.epBytes;
    return *this;
}

LayerKind layerKind(const Model &model, int layer)
{
    if (layer <= 0)
        return LayerKind::embedding;
    if (layer > model.layers)
        return LayerKind::head;
    const auto block = model.block(layer);
    if (block.mixer >= Mixer::encoder) // these have MLPs
        return block.mixer == Mixer::encoder ? LayerKind::encoder
               : block.mixer == Mixer::cross ? LayerKind::decoder
                                             : LayerKind::vision;
    // Kinds of blocks stand in the order of mixers, in each of feeds.
    const auto place =
        static_cast<int>(block.mixer) * static_cast<int>(feedNames.size()) + static_cast<int>(block.feed);
    return static_cast<LayerKind>(static_cast<int>(LayerKind::denseBlock) + place);
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
    if (!computes(device, workload.job))
        return Error{Error::Code::infeasible,
                     {},
                     "/workload/job/recipe",
                     std::string(narrowRecipeNames[static_cast<std::size_t>(*workload.job.recipe)]),
                     "a recipe that " + device.name + " has",
                     "take another recipe or none, or leave these devices unused"};
    ComputeContext context{&device, &calibration.curvesOf(device.computeClass), &stack, precision};
    context.recipe = workload.job.recipe;
    if (workload.job.recipe)
        context.casts = quantizeTraffic(*workload.job.recipe) / quantizeTraffic(NarrowRecipe::perTensor);
    context.optimizerTraffic = optimizerTraffic(workload.job);
    context.graphs = workload.job.cudaGraphs;
    return context;
}

Result<const SoftwareStack *> findSoftwareStack(const CalibrationValues &calibration, const TrainingJob &job)
{
    if (const auto *stack = calibration.findStack(job.softwareStack, job.softwareRelease))
        return stack;
    if (const auto *stack = nearestStack(job.softwareStack, calibration.stacks))
        return stack;
    return Error{Error::Code::reference,
                 {},
                 "/workload/job/softwareStack",
                 "\"" + job.softwareStack + "\"",
                 "a calibration that has software stacks",
                 "give the constants of a stack with --calibration"};
}

bool differInRecompute(const GroupPrice &one, const GroupPrice &other)
{
    if (one.context.device != other.context.device || one.stretch() != other.stretch())
        return false;
    for (std::size_t k = 0; k < layerKindCount; ++k) {
        const LayerCost &a = one.layers[k].cost;
        const LayerCost &b = other.layers[k].cost;
        if (a.forward != b.forward || a.inputGradient != b.inputGradient || a.weightGradient != b.weightGradient)
            return false;
    }
    return true;
}

Result<GroupNetworks> groupNetworks(Network &network, const Workload &workload, const SoftwareStack &stack,
                                    const std::vector<DeviceId> &devices, const GroupOptions &options)
{
    GroupNetworks result;
    result.base = stack.collectiveBase;
    result.scale = stack.scale;
    result.tp = options.overlapTp ? stack.tpExposed : 1.0;
    // One way in 8 bits and a scale of 4 bytes for 128 numbers, the other in 16.
    if (stack.narrowDispatch && workload.job.precision == Precision::fp8)
        result.exchanged = ((1 + 4.0 / 128) / 2 + 1) / 2;
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
        if (sharding.context.value_or(stack.contextExchange) == ContextExchange::ulysses) {
            const auto exchange = network.allToAll(slices(devices, sharding.tp, sharding.cp, false));
            if (!exchange)
                return exchange.error();
            result.cpAllToAll = **exchange;
        }
    }
    if (!options.expertGroups.empty()) {
        const auto perNode = copiesPerNode(network.topology(), workload, stack, options);
        const auto exchange = network.allToAll(options.expertGroups, perNode);
        if (!exchange)
            return exchange.error();
        auto own = network.exchangeOf(options.expertGroups, devices, options.expertDevices, perNode);
        if (!own)
            return own.error();
        result.expertAllToAll = **exchange;
        result.expertTraffic = std::move(*own);
        result.expertTraffic.secondsPerByte = result.expertAllToAll.secondsPerByte;
    }
    return result;
}

Result<GroupPrice> openGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options, std::shared_ptr<const GroupNetworks> networks)
{
    const auto &topology = network.topology();
    if (!networks) {
        auto found = groupNetworks(network, workload, stack, devices, options);
        if (!found)
            return found.error();
        networks = std::make_shared<const GroupNetworks>(std::move(*found));
    }
    GroupPrice price;
    price.networks = std::move(networks);
    auto &cost = price.cost;
    cost.tensorTraffic = price.networks->tpAllReduce;
    const bool exchangesHeads = options.sharding.context.value_or(stack.contextExchange) == ContextExchange::ulysses;
    cost.contextTraffic = exchangesHeads ? price.networks->cpAllToAll : price.networks->cpRing;
    cost.expertTraffic = price.networks->expertTraffic;
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
        const Bytes usable = usableMemory(type, workload.job, stack);
        if (cost.smallestMemory.value == 0 || usable < cost.smallestMemory)
            cost.smallestMemory = usable;
    }
    // The more nodes wait for each other, the later is the last of them.
    price.jitter = 1 + stack.nodeJitter * std::log2(std::max(1, options.nodes));
    const auto *profiles = options.sharding.cp == 1 ? calibration.profiles.get() : nullptr;
    const auto examples = exampleLayers(workload.model);
    double slowest = -1;
    for (const auto &[type, speed] : members) {
        const auto context = computeContext(topology.deviceTypes()[type], workload, calibration, stack);
        if (!context)
            return context.error();
        double total = 0;
        ByLayerKind<LayerPrice> layers;
        for (const int example : examples) {
            auto &layer = layers.add(static_cast<std::size_t>(layerKind(workload.model, example)));
            layer = openLayer(workload, example, *context, *price.networks, profiles, options,
                              static_cast<double>(devices.size()));
            stretch(layer.cost, speed / (price.jitter * stack.scale));
            if (layer.terms.work.isBlock)
                total += layer.cost.forwardTotal().value + layer.cost.backwardTotal().value;
        }
        if (!price.context.stack || total > slowest) { // one of them, also where extreme constants give no number
            slowest = total;
            price.layers = std::move(layers);
            price.context = *context;
            price.speed = speed;
        }
    }
    for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
        if (price.layers.has(kind))
            cost.layers.add(kind) = price.layers[kind].cost;
    }
    cost.speed = price.speed;
    const double update = optimizerTime(1, price.context).value * stack.scale / price.speed;
    cost.optimizerSecondsPerParameter = workload.job.frozenBase ? 0 : update;
    cost.adapterSecondsPerParameter = workload.job.frozenBase ? update : 0;
    return price;
}

Result<GroupCost> priceGroup(Network &network, const Workload &workload, const CalibrationValues &calibration,
                             const SoftwareStack &stack, const std::vector<DeviceId> &devices,
                             const GroupOptions &options)
{
    auto price = openGroup(network, workload, calibration, stack, devices, options);
    if (!price)
        return price.error();
    return std::move(price->cost);
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/gather_overlap.h"
#include "simulator/program/step_assembly.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace heteroscope {

namespace {

using Rings = std::vector<std::vector<DeviceId>>;

/// Neighbours of each ring, `size` of them in each part.
Rings shardRings(const Rings &rings, std::size_t size)
{
    Rings parts;
    for (const auto &ring : rings) {
        for (std::size_t first = 0; first + size <= ring.size(); first += size)
            parts.emplace_back(ring.begin() + static_cast<std::ptrdiff_t>(first),
                               ring.begin() + static_cast<std::ptrdiff_t>(first + size));
    }
    return parts;
}

/// Devices with the same place in the parts that shardRings makes.
Rings ringsBetweenShards(const Rings &rings, std::size_t size)
{
    Rings between;
    for (const auto &ring : rings) {
        for (std::size_t place = 0; place < size; ++place) {
            auto &own = between.emplace_back();
            for (std::size_t i = place; i < ring.size(); i += size)
                own.push_back(ring[i]);
        }
    }
    return between;
}

} // namespace

int StepBuilder::shardDevices(std::size_t holders) const
{
    const auto all = static_cast<int>(holders);
    return m_plan.sharing.group > 0 ? std::min(m_plan.sharing.group, all) : all;
}

double StepBuilder::gatheredBytes() const
{
    const auto &precision = m_plan.sharing.gatherPrecision;
    return precision ? elementSize(*precision).value * narrowShare(*precision) : stateBytes(m_workload.job).weight;
}

Status StepBuilder::addBetweenGroups(const std::vector<GradientHolder> &holders, const Rings &rings, Bytes gradients)
{
    const int shard = shardDevices(rings.front().size());
    if (shard >= static_cast<int>(rings.front().size()) || !(gradients > Bytes(0)))
        return {};
    auto between = m_pricer.network().allReduce(ringsBetweenShards(rings, static_cast<std::size_t>(shard)));
    if (!between)
        return between.error();
    addAveraging(holders, std::move(*between), gradients * (1.0 / shard), Bytes(0), false);
    return {};
}

std::vector<std::vector<DeviceId>> StepBuilder::gradientRings(const std::vector<int> &lanes, int &widest) const
{
    widest = 1;
    for (const int lane : lanes)
        widest = std::max(widest, m_step.lanes[static_cast<std::size_t>(lane)].planGroup->tp);
    std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(widest));
    for (int rank = 0; rank < widest; ++rank) {
        for (const int index : lanes) {
            const auto &lane = m_step.lanes[static_cast<std::size_t>(index)];
            const int tp = lane.planGroup->tp;
            for (int slice = 0; slice < lane.planGroup->cp; ++slice)
                rings[static_cast<std::size_t>(rank)].push_back(
                    lane.devices[static_cast<std::size_t>(slice * tp + rank * tp / widest)]);
        }
    }
    return rings;
}

int StepBuilder::widestExpertTp(const std::vector<int> &lanes) const
{
    int widest = 1;
    for (const int lane : lanes)
        widest = std::max(widest, expertLayoutOf(m_step.lanes[static_cast<std::size_t>(lane)]).expertTp);
    return widest;
}

double StepBuilder::expertShards(const std::vector<int> &lanes) const
{
    const auto &group = *m_step.lanes[static_cast<std::size_t>(lanes.front())].planGroup;
    return static_cast<double>(std::max(1, group.ep)) * widestExpertTp(lanes);
}

std::vector<std::vector<DeviceId>> StepBuilder::expertRings(const std::vector<int> &lanes) const
{
    struct Ring
    {
        int group = 0;
        std::vector<DeviceId> devices;
    };
    std::vector<Ring> rings;
    std::map<std::tuple<int, int, int>, std::size_t> known; // by what of the experts they hold
    const int widest = widestExpertTp(lanes);
    for (const int index : lanes) {
        const auto &lane = m_step.lanes[static_cast<std::size_t>(index)];
        const auto layout = expertLayoutOf(lane);
        const int tp = lane.planGroup->tp, parts = widest / layout.expertTp;
        const int before = alikeOf(lane).placeOf(layout, lane.pipeline) * layout.inGroup();
        for (int i = 0; i < static_cast<int>(lane.devices.size()); ++i) {
            const int slice = i / tp % layout.contexts, rank = i % tp;
            const int place = before + slice * layout.tensors + rank % layout.tensors; // in the expert-parallel group
            for (int part = 0; part < parts; ++part) {
                const int shard = rank / layout.tensors * parts + part;
                const auto [ring, isNew] = known.try_emplace({lane.group, place, shard}, rings.size());
                if (isNew)
                    rings.push_back({lane.group, {}});
                rings[ring->second].devices.push_back(lane.devices[static_cast<std::size_t>(i)]);
            }
        }
    }
    std::stable_sort(rings.begin(), rings.end(), [](const Ring &a, const Ring &b) { return a.group < b.group; });
    std::vector<std::vector<DeviceId>> result;
    for (auto &ring : rings) {
        if (ring.devices.size() > 1)
            result.push_back(std::move(ring.devices));
    }
    return result;
}

std::vector<int> StepBuilder::lanesOf(const std::vector<GradientHolder> &holders)
{
    std::vector<int> lanes;
    for (const auto &holder : holders) {
        if (lanes.empty() || lanes.back() != holder.lane)
            lanes.push_back(holder.lane);
    }
    return lanes;
}

Status StepBuilder::addSynchronization(const std::vector<GradientHolder> &holders, double denseParameters,
                                       double expertParameters, bool isTied)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2 || (m_workload.job.frozenBase && m_workload.job.adapterRank <= 0))
        return {};
    const auto state = trainedBytes(m_workload.job);
    const double dense = denseParameters / widest;
    double experts = 0;
    std::vector<std::vector<DeviceId>> ringsOfExperts;
    if (expertParameters > 0) {
        const auto &lane = m_step.lanes[static_cast<std::size_t>(lanes.front())];
        const bool spread = lane.planGroup->ep > 1;
        ringsOfExperts = spread ? expertRings(lanes) : rings;
        // Experts that no other device has need no averaging.
        experts = ringsOfExperts.empty() ? 0 : expertParameters / (spread ? expertShards(lanes) : widest);
    }
    const double parameters = dense + experts;
    const Bytes gradients(parameters * state.gradient);
    const Bytes weights(parameters * (m_workload.job.frozenBase ? state.weight : gatheredBytes()));
    // A stage without replicas has all states of its tied table.
    const bool hasReplicas = rings.front().size() > (isTied ? 2 : 1);
    const int shard = m_plan.zeroStage >= 1 && hasReplicas ? shardDevices(rings.front().size()) : 1;
    const bool sharded = shard > 1;
    auto &network = m_pricer.network();
    if (m_plan.zeroStage >= 1 && hasReplicas && shard < static_cast<int>(rings.front().size())) {
        if (sharded) {
            auto within = network.allGather(shardRings(rings, static_cast<std::size_t>(shard)));
            if (!within)
                return within.error();
            addAveraging(holders, std::move(*within), gradients, weights, true);
        }
        return addBetweenGroups(holders, rings, gradients);
    }
    auto collective = sharded ? network.allGather(rings) : network.allReduce(rings);
    if (!collective)
        return collective.error();
    if (experts > 0 && ringsOfExperts != rings) {
        const auto ofExperts = sharded ? network.allGather(ringsOfExperts) : network.allReduce(ringsOfExperts);
        if (!ofExperts)
            return ofExperts.error();
        *collective = network.inTurn(*collective, *ofExperts, dense / parameters);
    }
    addAveraging(holders, std::move(*collective), gradients, weights, sharded);
    return {};
}

void StepBuilder::addAveraging(const std::vector<GradientHolder> &holders, TransferCost collective, Bytes gradients,
                               Bytes weights, bool sharded)
{
    countTraffic(collective, gradients.value + (sharded ? weights.value : 0));
    SynchronizationPrice price{{std::move(collective), m_stack.collectiveBase, m_stack.scale},
                               gradients,
                               sharded ? weights : Bytes(0),
                               sharded};
    Synchronization sync;
    sync.holders = holders;
    if (m_plan.overlap.dp)
        sync.buckets = static_cast<int>(std::clamp(gradients / m_stack.gradientBucket, 1.0, 64.0));
    const bool ownBuckets = m_plan.overlap.dp && m_plan.gradientBucket > Bytes(0);
    if (ownBuckets)
        sync.buckets = static_cast<int>(std::clamp(std::ceil(gradients / m_plan.gradientBucket), 1.0, 1024.0));
    const int calls = ownBuckets ? sync.buckets : 1;
    sync.bytes = gradients;
    const Bytes each = gradients / calls;
    sync.beforeOptimizer = toTicks(price.call.seconds(each) * calls);
    sync.afterOptimizer = sharded ? toTicks(price.call.seconds(weights)) : Ticks(0);
    sync.reduction = {-1, Ticks(toTicks(price.call.latencyOf(each)).count * calls), gradients};
    sync.gathering = {-1, toTicks(price.call.latencyOf(weights)), weights};
    m_step.users.push_back(LinkUser::of(
        SynchronizationUser{static_cast<std::int32_t>(m_step.program.synchronizations.size())}, price.call.transfer));
    m_step.synchronizations.push_back(std::move(price));
    m_step.program.synchronizations.push_back(std::move(sync));
}

Status StepBuilder::addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2)
        return {};
    const int shard = shardDevices(rings.front().size());
    Bytes gradients; // of all layers
    auto gather = m_pricer.network().allGather(shardRings(rings, static_cast<std::size_t>(shard)));
    if (!gather)
        return gather.error();
    GatherPrice price{holders,
                      {std::move(*gather), m_stack.collectiveBase, m_stack.scale},
                      {},
                      stateBytes(m_workload.job),
                      trainedBytes(m_workload.job)};
    price.bytes.weight = gatheredBytes();
    const double shards = expertShards(lanes);
    // Experts that no other device has are neither gathered nor averaged.
    const bool isShared = m_plan.expertParallel <= 1 || !expertRings(lanes).empty();
    const auto prefetch = m_plan.sharing.prefetch;
    if (prefetch && m_layerGathers.empty())
        m_layerGathers.resize(m_step.lanes.size());
    for (const auto &holder : holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        auto &program = m_step.program.lanes[lane];
        auto &chunk = program.chunks[static_cast<std::size_t>(holder.chunk)];
        const auto &group = *m_step.lanes[lane].planGroup;
        const auto copied = [&](double parameters) {
            return m_plan.offload.parameters ? toTicks(Bytes(parameters * stateBytes(m_workload.job).weight) /
                                                       hostBandwidth(m_step.lanes[lane]) * m_stack.scale)
                                             : Ticks(0);
        };
        const bool spread = group.ep <= 1 || isShared;
        if (m_meter.stopAfter(layers.size()))
            return cancelledError();
        for (const int layer : layers) {
            const auto onDevice = [&](const LayerParameters &parameters) {
                return parameters.dense / widest + (spread ? parameters.experts / shards : 0);
            };
            const GatheredParameters own{onDevice(layerParameters(m_workload.model, layer)),
                                         onDevice(adaptersOfLayer(layer, holders))};
            if (&holder == &holders.front()) {
                price.parameters.push_back(own);
                gradients += price.gradientBytes(own);
            }
            const Ticks weights = (shard > 1 ? price.weights(own) : Ticks(0)) + copied(own.own / shard);
            const Ticks scattered = shard > 1 ? price.gradients(own) : Ticks(0);
            if (prefetch) {
                auto &ofLane = m_layerGathers[lane];
                ofLane.resize(program.chunks.size());
                const auto &range = m_step.lanes[lane].planStage->chunks[static_cast<std::size_t>(holder.chunk)];
                auto &ofChunk = ofLane[static_cast<std::size_t>(holder.chunk)];
                ofChunk.resize(static_cast<std::size_t>(range.count));
                ofChunk[static_cast<std::size_t>(layer - range.first)] = {weights, scattered};
            }
            if (shard > 1) {
                chunk[Pass::forward].dpBytes += price.weightBytes(own);
                chunk[Pass::backward].dpBytes += price.weightBytes(own) + price.gradientBytes(own);
                chunk[Pass::inputGradient].dpBytes += price.weightBytes(own);
                chunk[Pass::weightGradient].dpBytes += price.gradientBytes(own);
            }
            chunk[Pass::forward].dp += weights;
            chunk[Pass::backward].dp += weights + scattered;
            chunk[Pass::inputGradient].dp += weights;
            chunk[Pass::weightGradient].dp += scattered;
            countTraffic(price.call.transfer, (price.weightBytes(own) * 2.0 + price.gradientBytes(own)).value *
                                                  m_step.lanes[lane].microBatches / static_cast<double>(lanes.size()));
        }
    }
    if (shard > 1)
        m_step.gathers.push_back(std::move(price));
    return addBetweenGroups(holders, rings, gradients);
}

void StepBuilder::hideGathersOfBlocks(int prefetch)
{
    const auto &model = m_workload.model;
    for (std::size_t l = 0; l < m_layerGathers.size(); ++l) {
        const auto &lane = m_step.lanes[l];
        for (std::size_t c = 0; c < m_layerGathers[l].size(); ++c) {
            const auto &gathers = m_layerGathers[l][c];
            const auto &range = lane.planStage->chunks[c];
            auto &chunk = m_step.program.lanes[l].chunks[c];
            for (const Pass pass : {Pass::forward, Pass::backward, Pass::inputGradient, Pass::weightGradient}) {
                std::vector<GatheredLayer> layers;
                for (std::size_t i = 0; i < gathers.size(); ++i) {
                    const auto &cost = layerCost(lane, range, range.first + static_cast<int>(i), model);
                    const Ticks forward = toTicks(cost.forward);
                    const Ticks input = toTicks(cost.recompute + cost.inputGradient);
                    const Ticks weight = toTicks(cost.weightGradient);
                    const auto &[weights, scatter] = gathers[i];
                    layers.push_back(pass == Pass::forward         ? GatheredLayer{weights, forward, {}}
                                     : pass == Pass::backward      ? GatheredLayer{weights, input + weight, scatter}
                                     : pass == Pass::inputGradient ? GatheredLayer{weights, input, {}}
                                                                   : GatheredLayer{{}, weight, scatter});
                }
                if (pass != Pass::forward)
                    std::reverse(layers.begin(), layers.end());
                chunk[pass].dp = exposedGathers(layers, prefetch, m_stack.gatherContention);
            }
        }
    }
}

void StepBuilder::hideGathers()
{
    if (const auto &prefetch = m_plan.sharing.prefetch)
        return hideGathersOfBlocks(*prefetch);
    for (auto &program : m_step.program.lanes) {
        for (auto &chunk : program.chunks) {
            for (auto &pass : chunk.passes)
                pass.dp = toTicks(exposedBeside(toSeconds(pass.recompute + pass.compute), toSeconds(pass.dp),
                                                m_stack.gatherContention));
        }
    }
}

LayerParameters StepBuilder::adaptersOfLayer(int layer, const std::vector<GradientHolder> &holders) const
{
    if (!m_workload.job.frozenBase || m_workload.job.adapterRank <= 0)
        return {};
    Sharding sharding;
    for (const auto &holder : holders)
        sharding.tp = std::max(sharding.tp, m_step.lanes[static_cast<std::size_t>(holder.lane)].planGroup->tp);
    const auto &lane = m_step.lanes[static_cast<std::size_t>(holders.front().lane)];
    double shards = sharding.tp;
    if (lane.planGroup->ep > 1) {
        sharding.ep = lane.planGroup->ep;
        sharding.expertTp = widestExpertTp(lanesOf(holders));
        shards = static_cast<double>(sharding.ep) * sharding.expertTp;
    }
    const auto own = adapterParameters(m_workload, layer, sharding);
    return {own.dense * sharding.tp, own.experts * shards};
}

/// Of a layer, over all ranks of the widest group that holds it. ZeRO-3 gathers all of them; without it, adapters are
/// what is averaged where the base is frozen.
LayerParameters StepBuilder::trainedParameters(int layer, const std::vector<GradientHolder> &holders) const
{
    if (!m_workload.job.frozenBase || m_workload.job.adapterRank <= 0 || gathersInPasses())
        return layerParameters(m_workload.model, layer);
    return adaptersOfLayer(layer, holders);
}

Status StepBuilder::addSynchronizations()
{
    const auto &model = m_workload.model;
    std::map<int, std::vector<GradientHolder>> holders; // layer -> who holds it
    for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
        const auto &chunks = m_step.lanes[i].planStage->chunks;
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            for (int layer = chunks[c].first; layer < chunks[c].first + chunks[c].count; ++layer)
                holders[layer].push_back({static_cast<int>(i), static_cast<int>(c)});
            if (m_meter.stopAfter(static_cast<std::size_t>(chunks[c].count)))
                return cancelledError();
        }
    }
    struct Set
    {
        std::vector<int> layers;
        double dense = 0, experts = 0;
    };
    std::map<std::vector<GradientHolder>, Set> bySet;
    for (const auto &[layer, who] : holders) {
        if (m_meter.stopAfter(16 + who.size()))
            return cancelledError();
        const auto parameters = trainedParameters(layer, who);
        auto &set = bySet[who];
        set.layers.push_back(layer);
        set.dense += parameters.dense;
        set.experts += parameters.experts;
    }
    for (const auto &[who, set] : bySet) {
        if (isStopped())
            return cancelledError();
        if (auto status =
                gathersInPasses() ? addGathers(who, set.layers) : addSynchronization(who, set.dense, set.experts);
            !status)
            return status;
    }
    if (gathersInPasses())
        hideGathers();
    // A tied table lives on the first and the last stage, which average its gradient.
    if (model.sharesEmbedding() && !m_workload.job.frozenBase && holders.contains(0) &&
        holders[0] != holders[model.layers + 1] && !gathersInPasses()) {
        auto set = holders[0];
        set.insert(set.end(), holders[model.layers + 1].begin(), holders[model.layers + 1].end());
        std::sort(set.begin(), set.end());
        if (auto status = addSynchronization(set, static_cast<double>(model.vocab) * model.hidden, 0, true); !status)
            return status;
    }
    return {};
}

} // namespace heteroscope

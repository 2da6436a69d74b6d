// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_assembly.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heteroscope {

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

std::vector<std::vector<DeviceId>> StepBuilder::expertRings(const std::vector<int> &lanes) const
{
    std::map<std::tuple<int, int, int, int>, std::vector<DeviceId>> rings; // by what of the experts they hold
    for (const int index : lanes) {
        const auto &lane = m_step.lanes[static_cast<std::size_t>(index)];
        const auto layout = expertLayoutOf(lane);
        const int tp = lane.planGroup->tp;
        for (std::size_t i = 0; i < lane.devices.size(); ++i)
            rings[{lane.group, lane.pipeline % layout.pipelines, static_cast<int>(i) / tp % layout.contexts,
                   static_cast<int>(i) % tp}]
                .push_back(lane.devices[i]);
    }
    std::vector<std::vector<DeviceId>> result;
    for (auto &[part, ring] : rings) {
        if (ring.size() > 1)
            result.push_back(std::move(ring));
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
                                       double expertParameters)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2 || m_workload.job.frozenBase)
        return {};
    const auto state = stateBytes(m_workload.job);
    const double dense = denseParameters / widest;
    double experts = 0;
    std::vector<std::vector<DeviceId>> ringsOfExperts;
    if (expertParameters > 0) {
        const auto &lane = m_step.lanes[static_cast<std::size_t>(lanes.front())];
        const double shards = expertLayoutOf(lane).holders();
        ringsOfExperts = lane.planGroup->ep > 1 ? expertRings(lanes) : rings;
        // Experts that no other device has need no averaging.
        experts = ringsOfExperts.empty() ? 0 : expertParameters / (lane.planGroup->ep > 1 ? shards : widest);
    }
    const double parameters = dense + experts;
    const Bytes gradients(parameters * state.gradient);
    const Bytes weights(parameters * state.weight);
    const bool sharded = m_plan.zeroStage >= 1;
    auto &network = m_pricer.network();
    auto collective = sharded ? network.allGather(rings) : network.allReduce(rings);
    if (!collective)
        return collective.error();
    if (experts > 0 && ringsOfExperts != rings) {
        const auto ofExperts = sharded ? network.allGather(ringsOfExperts) : network.allReduce(ringsOfExperts);
        if (!ofExperts)
            return ofExperts.error();
        *collective = network.inTurn(*collective, *ofExperts, dense / parameters);
    }
    countTraffic(*collective, gradients.value + (sharded ? weights.value : 0));
    SynchronizationPrice price{{std::move(*collective), m_stack.collectiveBase, m_stack.scale},
                               gradients,
                               sharded ? weights : Bytes(0),
                               sharded};
    Synchronization sync;
    sync.holders = holders;
    if (m_plan.overlap.dp)
        sync.buckets = static_cast<int>(std::clamp(gradients / m_stack.gradientBucket, 1.0, 64.0));
    sync.bytes = gradients;
    sync.beforeOptimizer = toTicks(price.call.seconds(gradients));
    sync.afterOptimizer = sharded ? toTicks(price.call.seconds(weights)) : Ticks(0);
    const Ticks latency = toTicks(price.call.seconds(Bytes(0)));
    sync.reduction = {-1, latency, gradients};
    sync.gathering = {-1, latency, weights};
    m_step.users.push_back(LinkUser::of(
        SynchronizationUser{static_cast<std::int32_t>(m_step.program.synchronizations.size())}, price.call.transfer));
    m_step.synchronizations.push_back(std::move(price));
    m_step.program.synchronizations.push_back(std::move(sync));
    return {};
}

Status StepBuilder::addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers)
{
    const auto lanes = lanesOf(holders);
    int widest = 1;
    const auto rings = gradientRings(lanes, widest);
    if (rings.front().size() < 2)
        return {};
    auto gather = m_pricer.network().allGather(rings);
    if (!gather)
        return gather.error();
    GatherPrice price{
        holders, {std::move(*gather), m_stack.collectiveBase, m_stack.scale}, {}, stateBytes(m_workload.job)};
    const auto &state = price.bytes;
    for (const auto &holder : holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        auto &program = m_step.program.lanes[lane];
        auto &chunk = program.chunks[static_cast<std::size_t>(holder.chunk)];
        const auto &group = *m_step.lanes[lane].planGroup;
        const double shards = expertLayoutOf(m_step.lanes[lane]).holders();
        // Experts that no other device has are neither gathered nor averaged.
        const bool spread = group.ep <= 1 || !expertRings(lanes).empty();
        if (m_meter.stopAfter(layers.size()))
            return cancelledError();
        for (const int layer : layers) {
            const auto parameters = layerParameters(m_workload.model, layer);
            const double own = parameters.dense / widest + (spread ? parameters.experts / shards : 0);
            const Ticks weights = price.weights(own);
            const Ticks gradients = price.gradients(own);
            chunk[Pass::forward].dp += weights;
            chunk[Pass::backward].dp += weights + gradients;
            chunk[Pass::inputGradient].dp += weights;
            chunk[Pass::weightGradient].dp += gradients;
            countTraffic(price.call.transfer, own * (2 * state.weight + state.gradient) *
                                                  m_step.lanes[lane].microBatches / static_cast<double>(lanes.size()));
            if (&holder == &holders.front())
                price.parameters.push_back(own);
        }
    }
    m_step.gathers.push_back(std::move(price));
    return {};
}

void StepBuilder::hideGathers()
{
    for (auto &program : m_step.program.lanes) {
        for (auto &chunk : program.chunks) {
            for (auto &pass : chunk.passes)
                pass.dp = toTicks(exposedBeside(toSeconds(pass.recompute + pass.compute), toSeconds(pass.dp),
                                                m_stack.gatherContention));
        }
    }
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
        const auto parameters = layerParameters(model, layer);
        auto &set = bySet[who];
        set.layers.push_back(layer);
        set.dense += parameters.dense;
        set.experts += parameters.experts;
    }
    for (const auto &[who, set] : bySet) {
        if (isStopped())
            return cancelledError();
        if (auto status =
                m_plan.zeroStage >= 3 ? addGathers(who, set.layers) : addSynchronization(who, set.dense, set.experts);
            !status)
            return status;
    }
    if (m_plan.zeroStage >= 3)
        hideGathers();
    // A tied table lives on the first and the last stage, which average its gradient.
    if (model.tiedEmbeddings && holders.contains(0) && holders[0] != holders[model.layers + 1] &&
        m_plan.zeroStage < 3) {
        auto set = holders[0];
        set.insert(set.end(), holders[model.layers + 1].begin(), holders[model.layers + 1].end());
        std::sort(set.begin(), set.end());
        if (auto status = addSynchronization(set, static_cast<double>(model.vocab) * model.hidden, 0); !status)
            return status;
    }
    return {};
}

} // namespace heteroscope

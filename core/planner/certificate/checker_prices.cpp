// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_prices.h"

#include "planner/certificate/checker_rules.h"

#include <algorithm>
#include <set>

namespace heteroscope {

double largestFactor(const RateCurve &curve)
{
    double factor = curve.factorAt(Seconds(0));
    for (const auto &point : curve.points)
        factor = std::max(factor, point.factor);
    return factor;
}

CheckerPrices::CheckerPrices(GroupPricer &pricer, const TensorGroups &groups, const Topology &topology,
                             const Workload &workload, const SoftwareStack &stack)
    : m_pricer(pricer), m_groups(groups), m_topology(topology), m_workload(workload), m_stack(stack)
{
    const auto &edges = topology.edges();
    m_linksChange = std::any_of(edges.begin(), edges.end(), [](const TopologyEdge &edge) {
        return largestFactor(edge.rate) > edge.rate.factorAt(Seconds(0));
    });
}

int CheckerPrices::nodesOf(const std::vector<int> &placed) const
{
    std::set<std::size_t> nodes;
    for (const int group : placed)
        nodes.insert(m_groups[group].node);
    return static_cast<int>(nodes.size());
}

Result<const GroupCost *> CheckerPrices::costOf(const Family &family, int group, int nodes)
{
    GroupOptions options;
    options.sharding = {m_groups[group].tp, 1, 1, family.sequenceParallel()};
    options.samples = family.microBatchSize;
    options.recompute = family.recompute;
    options.overlapTp = stackOverlap(m_stack).tp;
    options.nodes = nodes;
    return m_pricer.groupCost(m_groups[group].devices, options);
}

Result<std::vector<StageTimes>> CheckerPrices::timesOf(const Family &family, const std::vector<int> &placed)
{
    const auto stages = placed.size() / static_cast<std::size_t>(family.dp);
    const auto groupOf = [&](std::size_t stage) { return placed[stage * static_cast<std::size_t>(family.dp)]; };
    const int nodes = nodesOf(placed);
    std::vector<StageTimes> times(stages);
    for (std::size_t s = 0; s < stages; ++s) {
        const auto priced = costOf(family, groupOf(s), nodes);
        if (!priced)
            return priced.error();
        double faster = 1;
        for (const DeviceId id : m_groups[groupOf(s)].devices) {
            const auto &speed = m_topology.device(id).speed;
            faster = std::max(faster, largestFactor(speed) / speed.factorAt(Seconds(0)));
        }
        for (int unit = 0; unit < cutUnits(family, m_workload.model); ++unit) {
            double forward = 0, backward = 0;
            for (const int layer : layersOfUnit(family, m_workload.model, unit)) {
                const auto &price = (*priced)->layer(layerKind(m_workload.model, layer));
                forward += price.forward.value / faster + price.forwardCommunication.total().value;
                backward += (price.recompute + price.inputGradient + price.weightGradient).value / faster +
                            price.backwardCommunication.total().value;
            }
            times[s].forward.push_back(forward);
            times[s].backward.push_back(backward);
        }
        if (m_linksChange)
            continue; // sends count 0 then
        const Bytes bytes = (*priced)->layer(LayerKind::embedding).output;
        for (const std::size_t to : {s + 1, s - 1}) {
            if (to >= stages)
                continue;
            const auto send = m_pricer.network().transfer(m_groups[groupOf(s)].devices, m_groups[groupOf(to)].devices);
            if (!send)
                return send.error();
            (to > s ? times[s].sendForward : times[s].sendBackward) =
                ((send->occupancy(bytes) + send->latency) * m_stack.scale).value;
        }
    }
    return times;
}

double CheckerPrices::sendsOf(const Family &family, const StageTimes &times) const
{
    if (!check::sendsBlock(family, m_stack))
        return 0;
    return family.microBatches * (times.sendForward + times.sendBackward) - times.sendBackward;
}

double tripAfter(const std::vector<StageTimes> &stageTimes, std::size_t stage)
{
    return stage + 1 < stageTimes.size() ? stageTimes[stage].sendForward + stageTimes[stage + 1].sendBackward : 0;
}

double CheckerPrices::minTime(const Family &family, const std::vector<StageTimes> &stageTimes, const Cut &cut) const
{
    const double host = m_stack.hostMicroBatch.value * m_stack.scale;
    const bool waits = check::sendsBlock(family, m_stack);
    const auto stages = cut.size();
    double least = 0;
    for (std::size_t s = 0; s < stages; ++s) {
        double before = 0;
        check::StageWork own;
        own.behind = static_cast<int>(stages - 1 - s);
        if (waits) {
            own.sendForward = stageTimes[s].sendForward;
            own.sendBackward = stageTimes[s].sendBackward;
        }
        for (std::size_t q = 0; q < stages; ++q) {
            const auto &times = stageTimes[q];
            double forward = host, backward = 0;
            for (int unit = q == 0 ? 0 : cut[q - 1]; unit < cut[q]; ++unit) {
                forward += times.forward[static_cast<std::size_t>(unit)];
                backward += times.backward[static_cast<std::size_t>(unit)];
            }
            const double trip = q + 1 < stages ? times.sendForward + stageTimes[q + 1].sendBackward : 0;
            if (q < s)
                before += host + (forward - host + backward) / family.chunks + trip;
            else if (q > s)
                own.beyond += forward + backward;
            if (q >= s)
                own.beyond += trip;
            if (q == s) {
                own.forward = forward;
                own.backward = backward;
            }
        }
        least = std::max(least, before + check::minWork(family, own));
    }
    return (least + m_stack.hostStep.value * m_stack.scale) * (1 - checkerRounding);
}

bool CheckerPrices::stageFits(const Family &family, const std::vector<int> &placed, int stage, int first, int last)
{
    const auto &model = m_workload.model;
    const int dp = family.dp;
    const int stages = static_cast<int>(placed.size()) / dp;
    const auto chunks = chunksOf(family, model, first, last);
    const int held = check::pairsHeld(family, stages, stage);
    double capacity = infinity;
    for (int d = 0; d < dp; ++d) {
        const auto &group = m_groups[placed[static_cast<std::size_t>(stage * dp + d)]];
        capacity = std::min(capacity, m_topology.deviceTypes()[group.type].memory.value);
    }
    const int group = placed[static_cast<std::size_t>(stage * dp)];
    const auto cost = costOf(family, group, 1);
    if (!cost)
        return false;
    double working = 0, activations = 0; // of a micro-batch in all chunks
    for (const auto &chunk : chunks) {
        for (int layer = chunk.first; layer < chunk.first + chunk.count; ++layer) {
            const auto &price = (*cost)->layer(layerKind(model, layer));
            working = std::max(working, price.working.value);
            // With several chunks the ends of the model weigh unlike; they count 0 then.
            if (family.chunks == 1 || (layer > 0 && layer <= model.layers))
                activations += price.activations.value;
        }
    }
    const double states =
        stateMemory(m_workload, m_stack, chunks, {m_groups[group].tp, 1, family.zeroStage, dp}, family.microBatchSize)
            .total()
            .value;
    return states + working + activations * held / family.chunks <= capacity * (1 + checkerRounding);
}

bool CheckerPrices::someCutFits(const Family &family, const std::vector<int> &placed)
{
    // A range that fits still fits with units taken away, so taking all that fits from the front covers the most.
    const int units = cutUnits(family, m_workload.model);
    const int stages = static_cast<int>(placed.size()) / family.dp;
    int first = 0;
    for (int s = 0; s < stages; ++s) {
        int last = first;
        while (last < units - (stages - 1 - s) && stageFits(family, placed, s, first, last + 1))
            ++last;
        if (last == first)
            return false;
        first = last;
    }
    return first == units;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_prices.h"

#include "planner/certificate/checker_rules.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Pipelines of a layout that are looked at.
constexpr std::size_t maxUnlike = 4;
/// The simulator counts the activations of a chunk in whole bytes.
constexpr double roundedBytes = 4096;

double maxFactorOf(const RateCurve &curve)
{
    double factor = curve.factorAt(Seconds(0));
    for (const auto &point : curve.points)
        factor = std::max(factor, point.factor);
    return factor;
}

bool costTheSame(const LayerCost &one, const LayerCost &other)
{
    const auto times = [](const LayerCost &cost) {
        const auto &down = cost.forwardCommunication, &up = cost.backwardCommunication;
        return std::array{cost.forward.value, cost.recompute.value, cost.inputGradient.value, cost.weightGradient.value,
                          down.tp.value,      down.tpMoving.value,  down.tpBytes.value,       down.cp.value,
                          down.ep.value,      up.tp.value,          up.tpMoving.value,        up.tpBytes.value,
                          up.cp.value,        up.ep.value,          cost.activations.value,   cost.output.value};
    };
    return times(one) == times(other);
}

} // namespace

CheckerPrices::CheckerPrices(GroupPricer &pricer, const TensorGroups &groups, const Topology &topology,
                             const Workload &workload, const SoftwareStack &stack)
    : m_pricer(pricer), m_groups(groups), m_topology(topology), m_workload(workload), m_stack(stack)
{
    const auto &edges = topology.edges();
    m_linksChange = std::any_of(edges.begin(), edges.end(), [](const TopologyEdge &edge) {
        return maxFactorOf(edge.rate) > edge.rate.factorAt(Seconds(0));
    });
    for (std::size_t i = 0; i < edges.size(); ++i)
        m_capacity.push_back(pricer.network().fullCapacity(EdgeId(i)) * edges[i].rate.factorAt(Seconds(0)));
}

void CheckerPrices::startFamily(const Family &family)
{
    m_fitting.clear();
    m_parameters = {0};
    for (int unit = 0; unit < cutUnits(family, m_workload.model); ++unit) {
        double sum = m_parameters.back();
        for (const int layer : layersOfUnit(family, m_workload.model, unit))
            sum += layerParameters(m_workload.model, layer).total();
        m_parameters.push_back(sum);
    }
}

int CheckerPrices::nodesOf(const std::vector<int> &placed) const
{
    std::vector<bool> seen(m_topology.nodes().size());
    for (const int group : placed)
        seen[m_groups[group].node] = true;
    return static_cast<int>(std::count(seen.begin(), seen.end(), true));
}

double CheckerPrices::speedUp(int group) const
{
    double faster = 1;
    for (const DeviceId id : m_groups[group].devices) {
        const auto &speed = m_topology.device(id).speed;
        if (const double now = speed.factorAt(Seconds(0)); now > 0)
            faster = std::max(faster, maxFactorOf(speed) / now);
    }
    return faster;
}

GroupOptions CheckerPrices::optionsOf(const Family &family, int group, int nodes) const
{
    GroupOptions options;
    options.sharding = {m_groups[group].tp, 1, 1, family.sequenceParallel()};
    options.samples = family.microBatchSize;
    options.recompute = family.recompute;
    options.overlapTp = stackOverlap(m_stack).tp;
    options.nodes = nodes;
    return options;
}

Result<const GroupCost *> CheckerPrices::costOf(const Family &family, int group, int nodes)
{
    const WorkKey key(m_groups[group].kind, family.microBatchSize, family.recompute, family.sequenceParallel(), 1,
                      nodes);
    const auto found = m_costs.find(key);
    if (found != m_costs.end())
        return found->second;
    return m_costs.emplace(key, m_pricer.groupCost(m_groups[group].devices, optionsOf(family, group, nodes)))
        .first->second;
}

const UnitTimes &CheckerPrices::unitsOf(const Family &family, int group, int nodes, const GroupCost &cost)
{
    const WorkKey key(m_groups[group].kind, family.microBatchSize, family.recompute, family.sequenceParallel(),
                      family.chunks, nodes);
    const auto [found, isNew] = m_units.try_emplace(key);
    auto &times = found->second;
    if (!isNew)
        return times;
    const double faster = speedUp(group);
    for (int unit = 0; unit < cutUnits(family, m_workload.model); ++unit) {
        double forward = times.forward.back(), backward = times.backward.back();
        for (const int layer : layersOfUnit(family, m_workload.model, unit)) {
            const auto &price = cost.layer(layerKind(m_workload.model, layer));
            forward += price.forward.value / faster + price.forwardCommunication.total().value;
            backward += (price.recompute + price.inputGradient + price.weightGradient).value / faster +
                        price.backwardCommunication.total().value;
        }
        times.forward.push_back(forward);
        times.backward.push_back(backward);
    }
    return times;
}

bool CheckerPrices::areAlike(const Family &family, int one, int other)
{
    if (m_groups[one].kind == m_groups[other].kind)
        return true;
    if (m_groups[one].type != m_groups[other].type || m_groups[one].tp != m_groups[other].tp)
        return false;
    const WorkKey work(m_groups[one].kind, family.microBatchSize, family.recompute, family.sequenceParallel(), 1, 1);
    const auto [found, isNew] = m_alike.try_emplace({m_groups[other].kind, work}, false);
    if (!isNew)
        return found->second;
    const auto &mine = m_groups[one].devices, &its = m_groups[other].devices;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (m_topology.device(mine[i]).speed != m_topology.device(its[i]).speed)
            return false;
    }
    const auto left = costOf(family, one, 1), right = costOf(family, other, 1);
    found->second = left && right && (*left)->optimizerSecondsPerParameter == (*right)->optimizerSecondsPerParameter &&
                    std::equal((*left)->layers.begin(), (*left)->layers.end(), (*right)->layers.begin(), costTheSame);
    return found->second;
}

const std::vector<double> &CheckerPrices::shortestPasses(const Family &family, const FamilyPart &part)
{
    const WorkKey work(part.tp, family.microBatchSize, family.recompute, family.sequenceParallel(), family.chunks, 1);
    const auto [found, isNew] = m_shortest.try_emplace({part.type, work});
    auto &shortest = found->second;
    if (!isNew)
        return shortest;
    std::vector<double> passes;
    for (const int group : m_groups.examples(part.type, part.tp)) {
        const auto cost = costOf(family, group, 1);
        if (!cost)
            continue;
        const auto &units = unitsOf(family, group, 1, **cost);
        passes.resize(units.forward.size() - 1, infinity);
        for (int unit = 0; unit < static_cast<int>(passes.size()); ++unit) {
            auto &pass = passes[static_cast<std::size_t>(unit)];
            pass = std::min(pass, units.passOf(unit, unit + 1));
        }
    }
    if (passes.empty())
        return shortest;
    std::sort(passes.begin(), passes.end());
    shortest.push_back(0);
    for (const double pass : passes)
        shortest.push_back(shortest.back() + pass);
    return shortest;
}

const Result<TransferCost> &CheckerPrices::sendOf(int from, int to)
{
    const auto key =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(from)) << 32U) | static_cast<std::uint32_t>(to);
    const auto found = m_sends.find(key);
    if (found != m_sends.end())
        return found->second;
    return m_sends.emplace(key, m_pricer.network().transfer(m_groups[from].devices, m_groups[to].devices))
        .first->second;
}

const std::vector<EdgeTraffic> &CheckerPrices::trafficOf(int from, int to)
{
    static const std::vector<EdgeTraffic> nothing;
    const auto &send = sendOf(from, to);
    return send ? send->traffic : nothing;
}

const std::vector<EdgeTraffic> &CheckerPrices::tensorTrafficOf(const Family &family, int group)
{
    static const std::vector<EdgeTraffic> nothing;
    // Groups of a kind cost the same, but over links of their own.
    const auto cost = m_pricer.groupCost(m_groups[group].devices, optionsOf(family, group, 1));
    return cost ? (*cost)->tensorTraffic.traffic : nothing;
}

Result<PricedLayout> CheckerPrices::price(const Family &family, std::vector<int> placed)
{
    PricedLayout layout;
    layout.placed = std::move(placed);
    const auto dp = static_cast<std::size_t>(family.dp);
    const std::size_t stages = layout.placed.size() / dp;
    layout.stages = static_cast<int>(stages);
    const int nodes = nodesOf(layout.placed);
    const auto groupAt = [&](std::size_t stage, std::size_t replica) { return layout.placed[stage * dp + replica]; };
    std::vector<std::size_t> unlike;
    for (std::size_t replica = 0; replica < dp && unlike.size() < maxUnlike; ++replica) {
        const bool known = std::any_of(unlike.begin(), unlike.end(), [&](std::size_t other) {
            for (std::size_t s = 0; s < stages; ++s) {
                if (!areAlike(family, groupAt(s, replica), groupAt(s, other)))
                    return false;
            }
            return true;
        });
        if (!known)
            unlike.push_back(replica);
    }
    const bool round = family.chunks > 1;
    for (const std::size_t replica : unlike) {
        std::vector<StageTimes> pipeline(stages);
        for (std::size_t s = 0; s < stages; ++s) {
            auto &stage = pipeline[s];
            const int group = groupAt(s, replica);
            const auto cost = costOf(family, group, nodes);
            if (!cost)
                return cost.error();
            stage.cost = *cost;
            stage.units = &unitsOf(family, group, nodes, **cost);
            stage.faster = speedUp(group);
            const double bytes = stage.cost->layer(LayerKind::embedding).output.value;
            for (const bool on : {true, false}) {
                const bool isEnd = s == (on ? stages - 1 : 0);
                if (stages == 1 || (isEnd && !round))
                    continue;
                const auto &send = sendOf(group, groupAt((s + (on ? 1 : stages - 1)) % stages, replica));
                if (!send)
                    return send.error();
                if (!m_linksChange) // else a link may be faster later
                    (on ? stage.forward : stage.backward) = {send->secondsPerByte * bytes * m_stack.scale,
                                                             send->latency.value * m_stack.scale};
            }
        }
        layout.pipelines.push_back(std::move(pipeline));
        layout.replicas.push_back(static_cast<int>(replica));
    }
    if (auto status = priceClosing(family, layout); !status)
        return status.error();
    return layout;
}

Result<TransferCost> CheckerPrices::collective(const std::vector<int> &groups, bool gather)
{
    std::vector<int> key = groups;
    key.push_back(gather ? -1 : -2);
    if (const auto found = m_collectives.find(key); found != m_collectives.end())
        return found->second;
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].tp);
    std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(widest));
    for (int rank = 0; rank < widest; ++rank) {
        for (const int group : groups) {
            const auto &members = m_groups[group];
            rings[static_cast<std::size_t>(rank)].push_back(
                members.devices[static_cast<std::size_t>(rank * members.tp / widest)]);
        }
    }
    auto &network = m_pricer.network();
    return m_collectives.emplace(std::move(key), gather ? network.allGather(rings) : network.allReduce(rings))
        .first->second;
}

/// Averaging of gradients and gathering of weights after the passes. They count 0 if they run beside the passes, or if
/// a link may be faster by then.
Status CheckerPrices::priceClosing(const Family &family, PricedLayout &layout)
{
    const auto stages = static_cast<std::size_t>(layout.stages);
    layout.averaging.resize(stages);
    layout.gathering.resize(stages);
    const bool sharded = family.zeroStage > 0;
    const auto state = stateBytes(m_workload.job);
    const bool counts = !m_linksChange && !m_workload.job.frozenBase && !stackOverlap(m_stack).dp;
    // Of one call over all these groups, in seconds and seconds per parameter.
    const auto call = [&](const std::vector<int> &groups, double bytesPerParameter) -> Result<CollectiveTime> {
        const auto cost = collective(groups, sharded);
        if (!cost)
            return cost.error();
        int widest = 1;
        for (const int group : groups)
            widest = std::max(widest, m_groups[group].tp);
        return CollectiveTime{(m_stack.collectiveBase + cost->shortestLatency()).value * m_stack.scale,
                              cost->secondsPerByte * bytesPerParameter / widest * m_stack.scale};
    };
    const auto replicasOf = [&](std::size_t stage) {
        const auto first = layout.placed.begin() + static_cast<std::ptrdiff_t>(stage) * family.dp;
        return std::vector<int>(first, first + family.dp);
    };
    for (std::size_t s = 0; s < stages && family.dp > 1 && !m_workload.job.frozenBase; ++s) {
        const auto groups = replicasOf(s);
        const auto average = call(groups, state.gradient);
        if (!average)
            return average.error();
        if (!counts)
            continue;
        layout.averaging[s] = {average->fixed * family.chunks, average->perParameter};
        if (const auto gather = call(groups, state.weight); gather && sharded)
            layout.gathering[s] = {gather->fixed * family.chunks, gather->perParameter};
    }
    if (m_workload.model.tiedEmbeddings && stages > 1 && counts) {
        auto groups = replicasOf(0);
        const auto others = replicasOf(stages - 1);
        groups.insert(groups.end(), others.begin(), others.end());
        const double parameters = static_cast<double>(m_workload.model.vocab) * m_workload.model.hidden;
        const auto average = call(groups, state.gradient), gather = call(groups, state.weight);
        if (!average || !gather)
            return average ? gather.error() : average.error();
        layout.tiedAveraging = average->of(parameters);
        layout.tiedGathering = sharded ? gather->of(parameters) : 0;
    }
    return {};
}

double CheckerPrices::usableBytes(std::size_t type) const
{
    return usableMemory(m_topology.deviceTypes()[type], m_workload.job, m_stack).value;
}

const std::vector<int> &CheckerPrices::fitting(const Family &family, const std::vector<int> &placed, int stage)
{
    const int stages = static_cast<int>(placed.size()) / family.dp;
    double capacity = infinity;
    for (int d = 0; d < family.dp; ++d) {
        const auto &group = m_groups[placed[static_cast<std::size_t>(stage * family.dp + d)]];
        capacity = std::min(capacity, usableBytes(group.type));
    }
    capacity -= stages > 1 ? m_stack.memory.communicator.value : 0; // of the pipeline
    return fittingOf(family, placed[static_cast<std::size_t>(stage * family.dp)],
                     check::pairsHeld(family, stages, stage), capacity);
}

const std::vector<int> &CheckerPrices::fittingAlone(const Family &family, const FamilyPart &part)
{
    return fittingOf(family, m_groups.first(part.type, part.tp), check::pairsHeld(family, 1, 0),
                     usableBytes(part.type));
}

const std::vector<int> &CheckerPrices::fittingOf(const Family &family, int group, int held, double capacity)
{
    const auto [found, isNew] = m_fitting.try_emplace({m_groups[group].tp, held, capacity});
    auto &ends = found->second;
    if (!isNew)
        return ends;
    const auto &model = m_workload.model;
    const int units = cutUnits(family, model);
    ends.resize(static_cast<std::size_t>(units));
    for (int unit = 0; unit < units; ++unit)
        ends[static_cast<std::size_t>(unit)] = unit;
    const auto cost = costOf(family, group, 1);
    if (!cost)
        return ends;
    StateSharding sharding{m_groups[group].tp, 1, family.zeroStage, family.dp};
    // A pipeline's is taken from the capacity, where the number of stages is known.
    sharding.communicators = (sharding.tp > 1 ? 1 : 0) + (family.dp > 1 ? 1 : 0);
    const auto state = heldBytes(m_workload.job, m_stack);
    const double bytesPerParameter =
        state.weight + state.gradient + state.optimizer / (family.zeroStage > 0 ? family.dp : 1);
    const auto head = stateMemory(m_workload, m_stack, {{model.layers + 1, 1}}, sharding, family.microBatchSize);
    const double tied = model.tiedEmbeddings ? static_cast<double>(model.vocab) * model.hidden / sharding.tp : 0;
    struct Need
    {
        double states = 0, activations = 0, working = 0;
    };
    std::vector<Need> needs(static_cast<std::size_t>(units));
    for (int unit = 0; unit < units; ++unit) {
        auto &need = needs[static_cast<std::size_t>(unit)];
        for (const int layer : layersOfUnit(family, model, unit)) {
            const auto &price = (*cost)->layer(layerKind(model, layer));
            need.working = std::max(need.working, price.working.value);
            need.states += deviceParameters(model, {{layer, 1}}, sharding) * bytesPerParameter;
            if (layer == model.layers + 1)
                need.states += head.logits.value;
            // With several chunks the ends of the model weigh unlike; they count 0 then.
            if (family.chunks == 1 || (layer > 0 && layer <= model.layers))
                need.activations += price.activations.value * held / family.chunks;
        }
    }
    const double room = capacity * (1 + checkerRounding) + roundedBytes - (head.reserve + head.buffers).value;
    for (int first = 0; first < units; ++first) {
        double sum = 0, working = 0;
        int last = first;
        for (; last < units; ++last) {
            const auto &need = needs[static_cast<std::size_t>(last)];
            sum += need.states + need.activations;
            working = std::max(working, need.working);
            const bool both = first == 0 && last + 1 == units;
            if (sum + working - (both ? tied * bytesPerParameter : 0) > room)
                break;
        }
        ends[static_cast<std::size_t>(first)] = last;
    }
    return ends;
}

bool CheckerPrices::someCutFits(const Family &family, const std::vector<int> &placed)
{
    // A range that fits still fits with units taken away, so taking all that fits from the front covers the most.
    const int units = cutUnits(family, m_workload.model);
    const int stages = static_cast<int>(placed.size()) / family.dp;
    int first = 0;
    for (int s = 0; s < stages; ++s) {
        const int room = units - (stages - 1 - s);
        if (first >= room)
            return false;
        const int last = std::min(room, fitting(family, placed, s)[static_cast<std::size_t>(first)]);
        if (last == first)
            return false;
        first = last;
    }
    return first == units;
}

} // namespace heteroscope

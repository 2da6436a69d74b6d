// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/checker_prices.h"

#include "planner/certificate/checker_rules.h"
#include "planner/space/module_ladder.h"
#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

/// Pipelines of a layout that are looked at.
constexpr std::size_t maxUnlike = 4;

double maxFactorOf(const RateCurve &curve)
{
    double factor = curve.factorAt(Seconds(0));
    for (const auto &point : curve.points)
        factor = std::max(factor, point.factor);
    return factor;
}

/// With ZeRO-3 each layer's weights are gathered in each of its passes.
/// Of a stage that mixes types, or with others beside it, the replicas are not neighbours; that counts nothing.
bool gathersWeights(const Family &family)
{
    const bool ofOneType = family.kind == FamilyKind::pure || family.kind == FamilyKind::byStage;
    return family.zeroStage == 3 && family.dp * family.cp > 1 && ofOneType && family.others.replicas == 0;
}

bool costTheSame(const LayerCost &one, const LayerCost &other)
{
    const auto times = [](const LayerCost &cost) {
        const auto &down = cost.forwardCommunication, &up = cost.backwardCommunication;
        return std::array{cost.forward.value,        cost.recompute.value, cost.inputGradient.value,
                          cost.weightGradient.value, down.tp.value,        down.tpMoving.value,
                          down.tpBytes.value,        down.cp.value,        down.ep.value,
                          down.epMoving.value,       up.tp.value,          up.tpMoving.value,
                          up.tpBytes.value,          up.cp.value,          up.ep.value,
                          up.epMoving.value,         down.cpMoving.value,  up.cpMoving.value,
                          cost.activations.value,    cost.output.value};
    };
    return times(one) == times(other);
}

} // namespace

CheckerPrices::CheckerPrices(GroupPricer &pricer, const TensorGroups &groups, const Topology &topology,
                             const Workload &workload, const SoftwareStack &stack)
    : m_pricer(pricer),
      m_groups(groups),
      m_topology(topology),
      m_workload(workload),
      m_stack(stack),
      m_ladder(moduleLadder(workload, stack))
{
    const auto &edges = topology.edges();
    m_linksChange = std::any_of(edges.begin(), edges.end(), [](const TopologyEdge &edge) {
        return maxFactorOf(edge.rate) > edge.rate.factorAt(Seconds(0));
    });
    for (std::size_t i = 0; i < edges.size(); ++i)
        m_capacity.push_back(pricer.network().fullCapacity(EdgeId(i)) * edges[i].rate.factorAt(Seconds(0)));
    for (std::size_t i = 0; i < edges.size(); ++i)
        m_most.push_back(pricer.network().fullCapacity(EdgeId(i)) * maxFactorOf(edges[i].rate));
}

void CheckerPrices::startFamily(const Family &family)
{
    m_fitting.clear();
    m_passCounts.clear();
    m_placesInNode = family.kind == FamilyKind::apart ? placesInNode(family) : 1;
    m_expertWeight = expertWeightOf(family);
    m_parameters = {0};
    for (int unit = 0; unit < cutUnits(family, m_workload.model); ++unit) {
        double sum = m_parameters.back();
        for (const int layer : layersOfUnit(family, m_workload.model, unit))
            sum += averagedParameters(layer, family);
        m_parameters.push_back(sum);
    }
}

int CheckerPrices::nodesOf(const std::vector<int> &placed) const
{
    std::vector<bool> seen(m_topology.nodes().size());
    for (const int group : placed) {
        for (const DeviceId id : m_groups[group].devices)
            seen[m_topology.device(id).node] = true;
    }
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
    const int tp = m_groups[group].size / family.cp;
    options.sharding = {tp, family.cp, family.ep, family.sequenceParallel()};
    if (family.ep > 1) {
        const auto layout = expertLayout(family.ep, tp, family.cp, family.dp);
        options.sharding.expertTp = layout.expertTp;
        options.expertDevices = layout.inGroup();
        // Replicas share experts with their neighbours, which follow each other among the groups of a type, or of all
        // types of stages that mix them.
        const auto &own = m_groups[group];
        std::vector<std::size_t> types;
        for (const auto &part : family.parts)
            types.push_back(part.type);
        if (!family.mixesExperts)
            types = {own.type};
        std::vector<int> groups;
        for (const std::size_t type : types) {
            for (int i = 0; i < m_groups.count(type, own.size); ++i)
                groups.push_back(m_groups.first(type, own.size) + i);
        }
        const auto place = static_cast<int>(std::find(groups.begin(), groups.end(), group) - groups.begin());
        const int first = place / layout.pipelines * layout.pipelines, all = static_cast<int>(groups.size());
        std::vector<std::vector<DeviceId>> sharing;
        for (int other = first; other < std::min(all, first + layout.pipelines); ++other)
            sharing.push_back(m_groups[groups[static_cast<std::size_t>(other)]].devices);
        options.expertGroups = expertGroups(layout, tp, family.cp, sharing);
    }
    options.samples = family.microBatchSize;
    options.recompute = family.recompute;
    options.modules = family.recomputeModules;
    options.overlapTp = stackOverlap(m_stack).tp;
    options.nodes = nodes;
    return options;
}

/// Which groups of equal prices there are is told by their kinds. With experts it also takes the kind of all groups
/// that share them, where these are a group of the cluster, too; else a group is of its own kind.
std::pair<int, int> CheckerPrices::kindsOf(const Family &family, int group) const
{
    const auto &own = m_groups[group];
    if (family.ep == 1)
        return {own.kind, -1};
    if (family.mixesExperts) { // the order of the types, of which it has five at most, tells who is a neighbour
        int order = 0;
        for (const auto &part : family.parts)
            order = order * 6 + static_cast<int>(part.type) + 1;
        return {-1 - group, -1 - order};
    }
    const int pipelines = expertLayout(family.ep, own.size / family.cp, family.cp, family.dp).pipelines;
    const int begin = m_groups.first(own.type, own.size), block = (group - begin) / pipelines;
    const int size = own.size * pipelines;
    if (block >= m_groups.count(own.type, size) || (block + 1) * pipelines > m_groups.count(own.type, own.size))
        return {-1 - group, -1};
    const auto &whole = m_groups[m_groups.first(own.type, size) + block];
    for (int i = 0; i < pipelines; ++i) {
        const auto &part = m_groups[begin + block * pipelines + i].devices;
        if (!std::equal(part.begin(), part.end(), whole.devices.begin() + static_cast<std::ptrdiff_t>(i) * own.size))
            return {-1 - group, -1};
    }
    return {own.kind, whole.kind};
}

CheckerPrices::WorkKey CheckerPrices::keyOf(const Family &family, int group, int chunks, int nodes) const
{
    const bool shares = family.ep > 1 || gathersWeights(family);
    const int units = chunks > 1 && family.isVee() ? -chunks : chunks; // they are others in a V
    const int recompute =
        family.recomputesAsNeeded ? 3 : static_cast<int>(family.recompute) + 4 * family.recomputeModules.bits;
    return {kindsOf(family, group),
            family.microBatchSize,
            recompute,
            family.sequenceParallel(),
            units,
            nodes,
            family.cp,
            family.ep,
            shares ? family.dp : 0,
            gathersWeights(family) ? family.shardGroup : 0};
}

CollectiveTime CheckerPrices::gatherOf(const Family &family, int group, double bytes)
{
    if (!gathersWeights(family) || m_linksChange)
        return {};
    const auto &choice = m_groups[group];
    const int tp = choice.size / family.cp;
    const auto [found, isNew] =
        m_gathers.try_emplace({choice.type, choice.size, family.cp, family.dp, family.shardGroup}, infinity, infinity);
    auto &[latency, perByte] = found->second;
    if (isNew) {
        const int begin = m_groups.first(choice.type, choice.size);
        const int end = begin + m_groups.count(choice.type, choice.size);
        for (int first = begin; first + family.dp <= end; first += family.dp) {
            std::vector<int> neighbours(static_cast<std::size_t>(family.dp));
            std::iota(neighbours.begin(), neighbours.end(), first);
            const Ring ring = family.shardGroup > 0 ? Ring::within : Ring::whole;
            if (const auto cost = collective(neighbours, true, family.cp, ring, family.shardGroup)) {
                latency = std::min(latency, cost->shortestLatency().value);
                perByte = std::min(perByte, cost->secondsPerByte);
            }
        }
    }
    if (latency == infinity)
        return {};
    return {(m_stack.collectiveBase.value + latency) * m_stack.scale, perByte * bytes / tp * m_stack.scale};
}

Result<const GroupCost *> CheckerPrices::costOf(const Family &family, int group, int nodes)
{
    WorkKey key = keyOf(family, group, 1, nodes);
    if (family.ep == 1)
        std::get<8>(key) = std::get<9>(key) = 0; // who gathers is no matter of a price
    const auto found = m_costs.find(key);
    if (found != m_costs.end())
        return found->second;
    return m_costs.emplace(key, m_pricer.groupCost(m_groups[group].devices, optionsOf(family, group, nodes)))
        .first->second;
}

ExchangeShares CheckerPrices::sharesAlone(const GroupCost &cost) const
{
    const auto shareOf = [this](const TransferCost &transfer) {
        if (!(transfer.secondsPerByte > 0))
            return 1.0;
        double alone = 0;
        for (const auto &edge : transfer.traffic)
            alone = std::max(alone, edge.perByte / m_most[edge.edge.index()]);
        return std::min(1.0, alone / transfer.secondsPerByte);
    };
    ExchangeShares shares;
    shares.expert = shareOf(cost.expertTraffic);
    if (m_linksChange) {
        shares.tensor = shareOf(cost.tensorTraffic);
        shares.context = shareOf(cost.contextTraffic);
    }
    return shares;
}

double CheckerPrices::exchangeOf(const LayerCommunication &priced, const ExchangeShares &shares)
{
    return (priced.tp + priced.cp + priced.ep - priced.tpMoving * (1 - shares.tensor) -
            priced.cpMoving * (1 - shares.context) - priced.epMoving * (1 - shares.expert))
        .value;
}

const UnitTimes &CheckerPrices::unitsOf(const Family &family, int group, int nodes, const GroupCost &cost)
{
    const auto [found, isNew] = m_units.try_emplace(keyOf(family, group, family.chunks, nodes));
    if (isNew)
        found->second = unitsWith(family, group, nodes, cost, sharesAlone(cost));
    return found->second;
}

UnitTimes CheckerPrices::unitsWith(const Family &family, int group, int nodes, const GroupCost &cost,
                                   const ExchangeShares &shares)
{
    UnitTimes times;
    const double faster = speedUp(group);
    const auto state = stateBytes(m_workload.job);
    const auto weights = gatherOf(family, group, state.weight), gradients = gatherOf(family, group, state.gradient);
    // Per unit, forward and backward: computation, exchanges, gathers of weights and scatters of gradients.
    using Pass = std::array<double, 3>;
    std::vector<std::array<Pass, 2>> units;
    std::vector<std::pair<double, double>> weightGradients; // per unit: their computation, and scatters
    std::array<Pass, 2> whole{};
    std::array<std::array<double, 2>, layerKindCount> exchanges{};
    for (std::size_t kind = 0; kind < layerKindCount; ++kind)
        exchanges[kind] = {exchangeOf(cost.layers[kind].forwardCommunication, shares),
                           exchangeOf(cost.layers[kind].backwardCommunication, shares)};
    const auto recomputed = recomputedCosts(family, group, nodes);
    const auto &ways = recomputed ? *recomputed : std::vector<const GroupCost *>();
    times.again.assign(ways.size(), {0});
    for (int unit = 0; unit < cutUnits(family, m_workload.model); ++unit) {
        std::array<Pass, 2> sum{};
        double weight = 0, scatter = 0;
        std::vector<double> again(ways.size());
        for (const int layer : layersOfUnit(family, m_workload.model, unit)) {
            const auto kind = layerKind(m_workload.model, layer);
            const auto &price = cost.layer(kind);
            sum[0][0] += price.forward.value / faster;
            sum[0][1] += exchanges[static_cast<std::size_t>(kind)][0];
            sum[1][0] += (price.recompute + price.inputGradient + price.weightGradient).value / faster;
            sum[1][1] += exchanges[static_cast<std::size_t>(kind)][1];
            weight += price.weightGradient.value / faster;
            for (std::size_t way = 0; way < ways.size(); ++way) {
                const auto &more = ways[way]->layer(kind);
                const double compute = (more.recompute + more.inputGradient + more.weightGradient - price.recompute -
                                        price.inputGradient - price.weightGradient)
                                           .value;
                const double exchange =
                    exchangeOf(more.backwardCommunication, shares) - exchanges[static_cast<std::size_t>(kind)][1];
                // Beside gathers that take longer, a share of it.
                const double beside = gathersWeights(family) ? std::min(1.0, m_stack.gatherContention) : 1.0;
                again[way] += std::max(0.0, compute / faster * beside) + std::max(0.0, exchange);
            }
            if (!gathersWeights(family))
                continue;
            const double own = averagedParameters(layer, family);
            sum[0][2] += weights.of(own);
            const double scattered = state.gradient > 0 ? gradients.of(own) : 0.0;
            sum[1][2] += weights.of(own) + scattered;
            scatter += scattered;
        }
        for (std::size_t pass = 0; pass < 2; ++pass) {
            for (std::size_t part = 0; part < 3; ++part)
                whole[pass][part] += sum[pass][part];
        }
        units.push_back(sum);
        weightGradients.emplace_back(weight, scatter);
        for (std::size_t way = 0; way < ways.size(); ++way)
            times.again[way].push_back(times.again[way].back() + again[way]);
    }
    // The longer of computation and gathers hides the other but for a share of it. Which is longer may differ from
    // stage to stage; taking the one that is longer in the whole model for all of them can only be too short. What is
    // exposed is that at the speed of the step's start, so that where devices get faster only computation counts whole.
    const double share = std::min(1.0, m_stack.gatherContention);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        const auto &sum = units[unit];
        std::array<double, 2> length{};
        const auto &[weight, scatter] = weightGradients[unit];
        const bool scatters = faster <= 1 && whole[1][2] > whole[1][0];
        times.weight.push_back(times.weight.back() + (scatters ? scatter + share * weight : weight + share * scatter));
        for (std::size_t pass = 0; pass < 2; ++pass) {
            const auto &[compute, exchange, gather] = sum[pass];
            const bool waits = faster <= 1 && whole[pass][2] > whole[pass][0];
            length[pass] = exchange + (waits ? gather + share * compute : compute + share * gather);
        }
        times.forward.push_back(times.forward.back() + length[0]);
        times.backward.push_back(times.backward.back() + length[1]);
    }
    return times;
}

bool CheckerPrices::areAlike(const Family &family, int one, int other)
{
    if (kindsOf(family, one) == kindsOf(family, other))
        return true;
    if (m_groups[one].type != m_groups[other].type || m_groups[one].size != m_groups[other].size)
        return false;
    const WorkKey work = keyOf(family, one, 1, 1);
    const auto [found, isNew] = m_alike.try_emplace({kindsOf(family, other), work}, false);
    if (!isNew)
        return found->second;
    const auto &mine = m_groups[one].devices, &its = m_groups[other].devices;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (m_topology.device(mine[i]).speed != m_topology.device(its[i]).speed)
            return false;
    }
    const auto left = costOf(family, one, 1), right = costOf(family, other, 1);
    found->second = left && right && (*left)->optimizerSecondsPerParameter == (*right)->optimizerSecondsPerParameter &&
                    (*left)->layers.matches((*right)->layers, costTheSame);
    return found->second;
}

const std::vector<double> &CheckerPrices::shortestPasses(const Family &family, const FamilyPart &part)
{
    WorkKey work = keyOf(family, m_groups.first(part.type, part.devices()), family.chunks, 1);
    std::get<0>(work) = {part.tp, -1};
    const auto [found, isNew] = m_shortest.try_emplace({part.type, work});
    auto &shortest = found->second;
    if (!isNew)
        return shortest;
    std::vector<double> passes;
    std::set<std::pair<int, int>> looked;
    const int begin = m_groups.first(part.type, part.devices());
    for (int group = begin; group < begin + m_groups.count(part.type, part.devices()); ++group) {
        if (!looked.insert(kindsOf(family, group)).second)
            continue;
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

double CheckerPrices::latencyOf(int from, int to)
{
    const auto &send = sendOf(from, to);
    return send ? send->latency.value : infinity;
}

const GroupCost *CheckerPrices::flowsOf(const Family &family, int group)
{
    Family plain = family; // flows are the same for all of these
    plain.microBatchSize = 1;
    plain.recompute = Recompute::none;
    plain.recomputeModules = {};
    const auto cost = m_pricer.groupCost(m_groups[group].devices, optionsOf(plain, group, 1));
    return cost ? *cost : nullptr;
}

Result<PricedLayout> CheckerPrices::price(const Family &family, std::vector<int> placed)
{
    PricedLayout layout;
    layout.placed = std::move(placed);
    const auto dp = static_cast<std::size_t>(family.dp);
    const std::size_t stages = layout.placed.size() / dp;
    layout.stages = static_cast<int>(stages);
    const int nodes = std::max(nodesOf(layout.placed), family.others.nodes);
    layout.nodes = nodes;
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
    const bool round = family.chunks > 1 && !family.isVee();
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
            const auto again = recomputedCosts(family, group, nodes);
            if (!again)
                return again.error();
            stage.again = *again;
            stage.exchanges = sharesAlone(**cost);
            stage.faster = speedUp(group);
            const auto state = stateBytes(m_workload.job);
            stage.weights = gatherOf(family, group, state.weight);
            stage.gradients = state.gradient > 0 ? gatherOf(family, group, state.gradient) : CollectiveTime{};
            const double bytes = stage.cost->layer(LayerKind::embedding).output.value * family.cp;
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

} // namespace heteroscope

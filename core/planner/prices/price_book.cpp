// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/prices/price_book.h"

#include "planner/space/module_ladder.h"
#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>

namespace heteroscope {

namespace {

bool grows(const RateCurve &curve, Seconds from) { return curve.maxFactorFrom(from) > curve.factorAt(from); }

} // namespace

/// With ZeRO-3 passes gather weights over so many replicas, in groups of so many devices. Where a stage mixes types
/// or has others beside it (Family::Others) which ones is not known, and nothing is counted.
PriceBook::GatherKey PriceBook::gathersOf(const Family &family)
{
    const bool neighbours = family.kind == FamilyKind::pure || family.kind == FamilyKind::byStage;
    const bool gathers = family.zeroStage >= 3 && family.replicas() > 1 && neighbours && family.others.replicas == 0;
    return gathers ? GatherKey(family.dp, family.shardGroup) : GatherKey();
}

WorkKey workOf(const Family &family)
{
    std::uint64_t types = 0;
    for (std::size_t i = 0; family.mixesExperts && i < family.parts.size(); ++i)
        types = types * 256 + family.parts[i].type + 1;
    return {family.microBatchSize,
            family.recompute,
            family.recomputeModules,
            family.sequenceParallel(),
            family.chunks,
            family.cp,
            family.ep,
            family.isVee(),
            family.recomputesAsNeeded,
            std::gcd(family.ep, family.dp),
            types};
}

WorkKey recomputingAll(WorkKey work)
{
    work.recompute = Recompute::full;
    work.both = false;
    return work;
}

WorkKey recomputing(WorkKey work, RecomputeModules modules)
{
    work.recompute = Recompute::selective;
    work.modules = modules;
    work.both = false;
    return work;
}

WorkKey recomputing(WorkKey work, const RecomputedPart &part)
{
    if (!part.modules.isEmpty())
        return recomputing(work, part.modules);
    return part.units > 0 ? recomputingAll(work) : work;
}

PriceBook::PriceBook(GroupPricer &pricer, const TensorGroups &groups, const SoftwareStack &stack)
    : m_pricer(pricer), m_groups(groups), m_stack(stack), m_seen(pricer.topology().nodes().size())
{
    const auto &edges = pricer.topology().edges();
    const Seconds start = pricer.startTime();
    if (std::any_of(edges.begin(), edges.end(),
                    [start](const TopologyEdge &edge) { return grows(edge.rate, start); })) {
        for (std::size_t i = 0; i < edges.size(); ++i)
            m_maxCapacity.push_back(pricer.network().fullCapacity(EdgeId(i)) * edges[i].rate.maxFactorFrom(start));
    }
    joinKinds();
}

void PriceBook::joinKinds()
{
    for (const auto &group : m_groups.all())
        m_kinds.resize(std::max(m_kinds.size(), static_cast<std::size_t>(group.kind) + 1));
    std::iota(m_kinds.begin(), m_kinds.end(), 0);
    for (std::size_t type = 0; type < m_pricer.topology().deviceTypes().size(); ++type) {
        for (int tp = 2; tp <= m_groups.largestDegree(); tp *= 2) {
            const auto examples = m_groups.examples(type, tp);
            for (std::size_t i = 1; i < examples.size() && !m_pricer.stop().stop_requested(); ++i) {
                const auto like = std::find_if(examples.begin(), examples.begin() + static_cast<std::ptrdiff_t>(i),
                                               [&](int known) { return costTheSame(examples[i], known); });
                m_kinds[static_cast<std::size_t>(m_groups[examples[i]].kind)] =
                    m_kinds[static_cast<std::size_t>(m_groups[*like].kind)];
            }
        }
    }
}

/// Times of collectives are linear in the bytes, so two micro-batch sizes tell them all.
bool PriceBook::costTheSame(int one, int other)
{
    const auto &topology = m_pricer.topology();
    const auto &left = m_groups[one].devices, &right = m_groups[other].devices;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (topology.device(left[i]).speed != topology.device(right[i]).speed)
            return false;
    }
    for (const int samples : {1, 2}) {
        for (const bool sequenceParallel : {true, false}) {
            const WorkKey work{samples, Recompute::full, {}, sequenceParallel};
            const auto a = m_pricer.groupCost(left, optionsOf(one, work, 1));
            const auto b = m_pricer.groupCost(right, optionsOf(other, work, 1));
            if (!a || !b)
                return false;
            const auto takesAsLong = [](const LayerCost &x, const LayerCost &y) {
                return x.forward == y.forward && x.backwardTotal() == y.backwardTotal() &&
                       x.forwardTotal() == y.forwardTotal();
            };
            if (!(*a)->layers.matches((*b)->layers, takesAsLong))
                return false;
        }
    }
    return true;
}

Result<const GroupCost *> PriceBook::cost(int group, const WorkKey &work, int nodes)
{
    WorkKey plain = work;
    plain.chunks = 1;
    plain.vee = plain.both = false;
    const auto &choice = m_groups[group];
    const auto key = std::tuple(priceKindOf(group, work), plain, nodes);
    if (const auto found = m_costs.find(key); found != m_costs.end())
        return found->second;
    return m_costs.emplace(key, m_pricer.groupCost(choice.devices, optionsOf(group, work, nodes))).first->second;
}

/// Groups of one kind have equal prices. Where slices or experts are exchanged, the kinds that joinKinds() found by TP
/// alone do not tell; with experts over several pipelines it depends on all their groups.
std::pair<int, int> PriceBook::priceKindOf(int group, const WorkKey &work)
{
    if (work.cp == 1 && work.ep == 1)
        return {kindOf(group), -1};
    const auto &choice = m_groups[group];
    if (work.expertPipelines == 1)
        return {choice.kind, -2};
    if (work.expertTypes != 0)
        return kindAmongTypes(group, work);
    const int begin = m_groups.first(choice.type, choice.size), count = m_groups.count(choice.type, choice.size);
    const int first = begin + firstOfBlock(group - begin, count, work.expertPipelines);
    const int size = choice.size * work.expertPipelines;
    const int index = (first - begin) / work.expertPipelines;
    if (index < m_groups.count(choice.type, size)) {
        const auto &whole = m_groups[m_groups.first(choice.type, size) + index];
        if (whole.devices.front() == m_groups[first].devices.front() &&
            whole.devices.back() == m_groups[first + work.expertPipelines - 1].devices.back())
            return {choice.kind, whole.kind};
    }
    return {-1 - group, first};
}

GroupOptions PriceBook::optionsOf(int group, const WorkKey &work, int nodes) const
{
    GroupOptions options;
    const int tp = m_groups[group].size / work.cp;
    options.sharding = {tp, work.cp, work.ep, work.sequenceParallel};
    if (work.ep > 1) {
        const auto layout = expertLayout(work.ep, tp, work.cp, work.expertPipelines);
        options.sharding.expertTp = layout.expertTp;
        options.expertDevices = layout.inGroup();
        std::vector<std::vector<DeviceId>> sharing;
        for (const int other : sharingExperts(group, work))
            sharing.push_back(m_groups[other].devices);
        options.expertGroups = expertGroups(layout, tp, work.cp, sharing);
    }
    options.samples = work.microBatchSize;
    options.recompute = work.recompute;
    options.modules = work.modules;
    options.overlapTp = stackOverlap(m_stack).tp;
    options.nodes = nodes;
    return options;
}

double PriceBook::speedUp(int group)
{
    const auto &topology = m_pricer.topology();
    double most = 1;
    for (const DeviceId id : m_groups[group].devices) {
        const auto &speed = topology.device(id).speed;
        if (const double now = speed.factorAt(m_pricer.startTime()); now > 0)
            most = std::max(most, speed.maxFactorFrom(m_pricer.startTime()) / now);
    }
    return most;
}

Result<const UnitPrices *> PriceBook::units(const Family &family, int group, int nodes)
{
    const auto work = workOf(family);
    const auto key = std::tuple(priceKindOf(group, work), work, nodes, gathersOf(family));
    auto found = m_units.find(key);
    if (found == m_units.end()) {
        const auto priced = cost(group, work, nodes);
        found =
            m_units.emplace(key, priced ? unitsWith(family, group, nodes, soonest(**priced)) : priced.error()).first;
    }
    if (!found->second)
        return found->second.error();
    return found->second->get();
}

Result<std::unique_ptr<UnitPrices>> PriceBook::unitsWith(const Family &family, int group, int nodes,
                                                         const SoonestShares &shares)
{
    const auto work = workOf(family);
    const auto priced = cost(group, work, nodes);
    if (!priced)
        return priced.error();
    if (!work.both)
        return sumUnits(family, group, **priced, {}, shares);
    const auto recomputing = recomputedCosts(group, work, nodes);
    if (!recomputing)
        return recomputing.error();
    return sumUnits(family, group, **priced, *recomputing, shares);
}

Result<std::vector<const GroupCost *>> PriceBook::recomputedCosts(int group, const WorkKey &work, int nodes)
{
    std::vector<WorkKey> works{recomputingAll(work)};
    for (const RecomputeModules modules : ladder())
        works.push_back(recomputing(work, modules));
    std::vector<const GroupCost *> costs;
    for (const WorkKey &each : works) {
        const auto priced = cost(group, each, nodes);
        if (!priced)
            return priced.error();
        costs.push_back(*priced);
    }
    return costs;
}

const std::vector<RecomputeModules> &PriceBook::ladder()
{
    if (!m_ladder)
        m_ladder = moduleLadder(workload(), m_stack);
    return *m_ladder;
}

const std::vector<std::vector<int>> &PriceBook::layersOfUnits(const Family &family)
{
    auto &layers = m_layersOfUnits[{family.chunks, family.isVee()}];
    const auto &model = workload().model;
    for (int unit = static_cast<int>(layers.size()); unit < cutUnits(family, model); ++unit)
        layers.push_back(layersOfUnit(family, model, unit));
    return layers;
}

/// Of the time in which bytes move: what the group's own traffic takes at the max capacity of its links.
double PriceBook::soonestShare(const TransferCost &cost) const
{
    double own = 0;
    for (const auto &share : cost.traffic)
        own = std::max(own, share.perByte / maxCapacity(share.edge));
    return cost.secondsPerByte > 0 ? std::min(1.0, own / cost.secondsPerByte) : 1;
}

LayerCommunication PriceBook::SoonestShares::of(const LayerCommunication &priced) const
{
    auto sooner = priced;
    sooner.tp = priced.tp - priced.tpMoving * (1 - tp);
    sooner.cp = priced.cp - priced.cpMoving * (1 - cp);
    sooner.ep = priced.ep - priced.epMoving * (1 - ep);
    return sooner;
}

PriceBook::SoonestShares PriceBook::soonest(const GroupCost &cost) const
{
    SoonestShares shares;
    shares.ep = soonestShare(cost.expertTraffic);
    if (!m_maxCapacity.empty()) {
        shares.tp = soonestShare(cost.tensorTraffic);
        shares.cp = soonestShare(cost.contextTraffic);
    }
    return shares;
}

const std::vector<int> &PriceBook::unlikeGroups(const FamilyPart &part, const WorkKey &work)
{
    if (work.expertPipelines == 1)
        return m_groups.examples(part.type, part.devices());
    // Groups of a kind may share experts with others over unlike links.
    const auto [found, isNew] =
        m_unlike.try_emplace({part.type, part.devices(), work.expertPipelines, work.expertTypes});
    std::set<std::pair<int, int>> known;
    const int first = m_groups.first(part.type, part.devices());
    for (int group = first; isNew && group < first + m_groups.count(part.type, part.devices()); ++group) {
        if (known.insert(priceKindOf(group, work)).second)
            found->second.push_back(group);
    }
    return found->second;
}

std::unique_ptr<UnitPrices> PriceBook::sumUnits(const Family &family, int group, const GroupCost &cost,
                                                const std::vector<const GroupCost *> &recomputing,
                                                const SoonestShares &shares)
{
    const auto &model = workload().model;
    const double faster = speedUp(group);
    const auto &unitLayers = layersOfUnits(family);
    const std::size_t units = unitLayers.size();
    // By direction and unit: computation, exchanges, and the gathers of ZeRO-3.
    struct Sum
    {
        double compute = 0, exchange = 0, gather = 0;
        double weight = 0, scatter = 0; ///< of these, what belongs to weight gradients
    };
    struct Again ///< with recompute more than without
    {
        double compute = 0, exchange = 0;
    };
    std::array<std::vector<Sum>, 2> sums{std::vector<Sum>(units), std::vector<Sum>(units)};
    const auto state = stateBytes(workload().job);
    const bool gathers = gathersOf(family).first > 0;
    std::array<std::array<Sum, 2>, layerKindCount> byKind;
    for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
        if (!cost.layers.has(kind))
            continue;
        const auto &price = cost.layers[kind];
        auto &[down, up] = byKind[kind];
        down = {price.forward.value / faster, shares.of(price.forwardCommunication).total().value, 0};
        up = {(price.backwardTotal() - price.backwardCommunication.total()).value / faster,
              shares.of(price.backwardCommunication).total().value, 0, price.weightGradient.value / faster};
    }
    std::vector<std::array<Again, layerKindCount>> againByKind(recomputing.size());
    for (std::size_t way = 0; way < recomputing.size(); ++way) {
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            if (!cost.layers.has(kind))
                continue;
            const auto &price = recomputing[way]->layers[kind];
            const auto &up = byKind[kind][1];
            const double compute = (price.backwardTotal() - price.backwardCommunication.total()).value / faster;
            const double exchange = shares.of(price.backwardCommunication).total().value;
            againByKind[way][kind] = {std::max(0.0, compute - up.compute), std::max(0.0, exchange - up.exchange)};
        }
    }
    std::array<double, 2> compute{}, gather{};
    for (std::size_t unit = 0; unit < units; ++unit) {
        auto &down = sums[0][unit], &up = sums[1][unit];
        for (const int layer : unitLayers[unit]) {
            const auto &kind = byKind[static_cast<std::size_t>(layerKind(model, layer))];
            down.compute += kind[0].compute;
            down.exchange += kind[0].exchange;
            up.compute += kind[1].compute;
            up.exchange += kind[1].exchange;
            up.weight += kind[1].weight;
            if (!gathers)
                continue;
            const double weights = gatherTime(family, group, layer, state.weight);
            down.gather += weights;
            const double scatter = state.gradient > 0 ? gatherTime(family, group, layer, state.gradient) : 0.0;
            up.gather += weights + scatter;
            up.scatter += scatter;
        }
        for (std::size_t d = 0; d < 2; ++d) {
            compute[d] += sums[d][unit].compute;
            gather[d] += sums[d][unit].gather;
        }
    }
    auto prices = std::make_unique<UnitPrices>();
    for (auto *sumsBefore : {&prices->forward, &prices->backward, &prices->weight}) {
        sumsBefore->reserve(units + 1);
        sumsBefore->push_back(0);
    }
    // A pass takes max(x, y) + contention min(x, y) for computation x and gathers y, so both x + contention y and
    // y + contention x are below it; of these the one that is larger for the whole model is used for every unit, and
    // sums over units stay bounds. What is exposed is that at the speed of the step's start: where a device gets faster
    // only the first holds.
    for (std::size_t d = 0; d < 2; ++d) {
        auto &passes = d == 0 ? prices->forward : prices->backward;
        const double beside = std::min(1.0, m_stack.gatherContention);
        const bool waits = faster <= 1 && gather[d] > compute[d];
        for (const Sum &sum : sums[d])
            passes.push_back(passes.back() + sum.exchange +
                             (waits ? beside * sum.compute + sum.gather : sum.compute + beside * sum.gather));
        if (d == 0)
            continue;
        // Where the backward is split, weights are gathered in its first part and gradients scattered in its second.
        for (const Sum &sum : sums[d])
            prices->weight.push_back(prices->weight.back() +
                                     (waits ? beside * sum.weight + sum.scatter : sum.weight + beside * sum.scatter));
        for (const auto &again : againByKind) {
            std::vector<double> times{0};
            times.reserve(units + 1);
            for (const auto &layers : unitLayers) {
                double time = 0;
                for (const int layer : layers) {
                    const Again &more = again[static_cast<std::size_t>(layerKind(model, layer))];
                    time += more.exchange + (waits ? beside : 1) * more.compute;
                }
                times.push_back(times.back() + time);
            }
            prices->again.push_back(std::move(times));
        }
    }
    return prices;
}

double PriceBook::gatherTime(const Family &family, int group, int layer, double bytes)
{
    if (gathersOf(family).first == 0)
        return 0;
    const auto &choice = m_groups[group];
    const FamilyPart part{choice.type, choice.size / family.cp, 1, family.cp};
    const auto price = minCollective(part, family.dp, true, family.shardGroup);
    const auto parameters = layerParameters(workload().model, layer);
    const auto layout = expertLayout(family.ep, part.tp, family.cp, family.dp);
    const double own = parameters.dense / part.tp + expertWeight(family) * parameters.experts / layout.holders();
    return (m_stack.collectiveBase.value + price.latency + own * bytes * price.secondsPerByte) * m_stack.scale;
}

Result<const UnitPrices *> PriceBook::fastest(const Family &family, const FamilyPart &part)
{
    const auto key = std::tuple(part.type, part.tp, workOf(family), gathersOf(family));
    auto found = m_fastest.find(key);
    if (found == m_fastest.end()) {
        const auto make = [&]() -> Result<std::unique_ptr<UnitPrices>> {
            std::vector<double> forward, backward, weight;
            Error error;
            for (const int group : unlikeGroups(part, workOf(family))) {
                const auto prices = units(family, group, 1);
                if (!prices) {
                    error = prices.error();
                    continue;
                }
                const auto count = static_cast<int>((*prices)->forward.size()) - 1;
                forward.resize(static_cast<std::size_t>(count), infinity);
                backward.resize(static_cast<std::size_t>(count), infinity);
                weight.resize(static_cast<std::size_t>(count), 0);
                for (int unit = 0; unit < count; ++unit) {
                    const auto u = static_cast<std::size_t>(unit);
                    forward[u] = std::min(forward[u], (*prices)->forwardOf(unit, unit + 1));
                    backward[u] = std::min(backward[u], (*prices)->backwardOf(unit, unit + 1));
                    weight[u] = std::max(weight[u], (*prices)->weightOf(unit, unit + 1));
                }
            }
            if (forward.empty())
                return error;
            auto least = std::make_unique<UnitPrices>();
            least->forward = least->backward = least->weight = {0};
            for (std::size_t u = 0; u < forward.size(); ++u) {
                least->forward.push_back(least->forward.back() + forward[u]);
                least->backward.push_back(least->backward.back() + backward[u]);
                least->weight.push_back(least->weight.back() + std::min(backward[u], weight[u]));
            }
            return least;
        };
        found = m_fastest.emplace(key, make()).first;
    }
    if (!found->second)
        return found->second.error();
    return found->second->get();
}

int PriceBook::nodesOf(const std::vector<int> &placed)
{
    ++m_round;
    int nodes = 0;
    for (const int group : placed) {
        for (const DeviceId device : m_groups[group].devices) {
            auto &seen = m_seen[m_pricer.topology().device(device).node];
            nodes += seen != m_round ? 1 : 0;
            seen = m_round;
        }
    }
    return nodes;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The checker's own view of what replicas exchange: collectives over all of them or in shard groups, and what follows
// the passes.
#include "planner/certificate/checker_prices.h"

#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace heteroscope {

Result<TransferCost> CheckerPrices::collective(const std::vector<int> &groups, bool gather, int cp, Ring ring,
                                               int shard)
{
    std::vector<int> key = groups;
    key.insert(key.end(), {gather ? -2 * cp : -2 * cp - 1, -1 - static_cast<int>(ring), -1 - shard});
    if (const auto found = m_collectives.find(key); found != m_collectives.end())
        return found->second;
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].size / cp);
    // Of each rank of TP one ring, or one for each shard group, or for each place in a shard group.
    const int holders = static_cast<int>(groups.size()) * cp;
    const int perRank = ring == Ring::within ? holders / shard : ring == Ring::between ? shard : 1;
    std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(widest * perRank));
    for (int rank = 0; rank < widest; ++rank) {
        int holder = 0;
        for (const int group : groups) {
            const auto &members = m_groups[group];
            const int tp = members.size / cp;
            for (int slice = 0; slice < cp; ++slice, ++holder) {
                const int part = ring == Ring::within ? holder / shard : ring == Ring::between ? holder % shard : 0;
                rings[static_cast<std::size_t>(rank * perRank + part)].push_back(
                    members.devices[static_cast<std::size_t>(slice * tp + rank * tp / widest)]);
            }
        }
    }
    auto &network = m_pricer.network();
    return m_collectives.emplace(std::move(key), gather ? network.allGather(rings) : network.allReduce(rings))
        .first->second;
}

Result<CollectiveTime> CheckerPrices::callOf(const Family &family, const std::vector<int> &groups, Ring ring,
                                             double bytesPerParameter)
{
    const bool gather = family.zeroStage > 0 && ring != Ring::between;
    const auto cost = collective(groups, gather, family.cp, ring, family.shardGroup);
    if (!cost)
        return cost.error();
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].size / family.cp);
    return CollectiveTime{(m_stack.collectiveBase + cost->shortestLatency()).value * m_stack.scale,
                          cost->secondsPerByte * bytesPerParameter / widest * m_stack.scale};
}

std::vector<std::vector<DeviceId>> CheckerPrices::expertHolders(const Family &family,
                                                                const std::vector<int> &groups) const
{
    const int tp = m_groups[groups.front()].size / family.cp;
    const auto layout = expertLayout(family.ep, tp, family.cp, family.dp);
    std::map<std::array<int, 3>, std::vector<DeviceId>> holders;
    for (std::size_t replica = 0; replica < groups.size(); ++replica) {
        int slice = 0, rank = 0;
        for (const DeviceId device : m_groups[groups[replica]].devices) {
            holders[{static_cast<int>(replica) % layout.pipelines, slice % layout.contexts, rank}].push_back(device);
            rank = (rank + 1) % tp;
            slice += rank == 0 ? 1 : 0;
        }
    }
    std::vector<std::vector<DeviceId>> rings;
    for (const auto &[part, devices] : holders) {
        if (devices.size() > 1)
            rings.push_back(devices);
    }
    return rings;
}

double CheckerPrices::expertShareOf(const Family &family, std::size_t places) const
{
    const double share = static_cast<double>(places) / family.ep;
    const bool passesOnce = family.zeroStage > 0 || inSwitch();
    return m_placesInNode < static_cast<std::size_t>(family.ep) && !passesOnce ? share / 2 : share;
}

/// Of EP neighbours of a part, whichever they are: the places in the node that has most of them, at least.
std::size_t CheckerPrices::placesInNode(const Family &family) const
{
    auto least = static_cast<std::size_t>(family.ep);
    for (const auto &part : family.parts) {
        const int begin = m_groups.first(part.type, part.devices());
        const int end = begin + m_groups.count(part.type, part.devices());
        for (int first = begin; family.ep > 1 && first + family.ep <= end; first += family.ep) {
            std::map<std::size_t, std::size_t> places; // by node
            for (int group = first; group < first + family.ep; ++group) {
                std::set<std::size_t> nodes;
                for (const DeviceId device : m_groups[group].devices)
                    nodes.insert(m_topology.device(device).node);
                for (const std::size_t node : nodes)
                    ++places[node];
            }
            std::size_t most = 0;
            for (const auto &[node, number] : places)
                most = std::max(most, number);
            least = std::min(least, most);
        }
    }
    return least;
}

/// One call averages both. Its time is that of the link with the most traffic, so no less than what the link takes that
/// has the most of dense parameters.
double CheckerPrices::expertWeightOf(const Family &family)
{
    if (family.ep == 1)
        return 1;
    if (family.kind == FamilyKind::apart)
        return expertShareOf(family, m_placesInNode);
    if (family.kind == FamilyKind::mixed) // the replicas of a stage may be of two types
        return 0;
    double weight = infinity;
    for (const auto &part : family.parts) {
        const auto [known, isNew] = m_expertWeights.try_emplace(
            {static_cast<int>(part.type), part.tp, family.cp, family.ep, family.dp, family.zeroStage}, infinity);
        const int begin = m_groups.first(part.type, part.devices());
        const int stages = isNew ? m_groups.count(part.type, part.devices()) / family.dp : 0;
        for (int stage = 0; stage < stages; ++stage) {
            std::vector<int> replicas(static_cast<std::size_t>(family.dp));
            std::iota(replicas.begin(), replicas.end(), begin + stage * family.dp);
            known->second = std::min(known->second, expertWeightIn(family, replicas));
        }
        weight = std::min(weight, known->second);
    }
    return weight < infinity ? weight : 0;
}

double CheckerPrices::expertWeightIn(const Family &family, const std::vector<int> &replicas)
{
    if (expertHolders(family, replicas).empty())
        return 0;
    if (family.zeroStage == 3) // in the passes all replicas gather what several have
        return 1;
    const auto traffic = averagedTraffic(family, replicas); // of dense parameters and of experts
    if (traffic.size() < 2)
        return infinity; // no plan has such a stage
    double slowest = 0, weight = infinity;
    for (const auto &edge : traffic.front()) {
        if (edge.perByte / mostOf(edge.edge) <= slowest)
            continue;
        slowest = edge.perByte / mostOf(edge.edge);
        const auto same = std::find_if(traffic.back().begin(), traffic.back().end(),
                                       [&](const EdgeTraffic &other) { return other.edge == edge.edge; });
        weight = same == traffic.back().end() ? 0 : same->perByte / edge.perByte;
    }
    return weight;
}

double CheckerPrices::averagedParameters(int layer, const Family &family) const
{
    const auto parameters = layerParameters(m_workload.model, layer);
    // Of pipelines of several types what leaves a node counts.
    if (family.ep == 1 || family.kind == FamilyKind::apart || family.others.replicas > 0)
        return parameters.dense + m_expertWeight * parameters.experts;
    const int tp = family.parts.front().tp; // the quotient below is the same for every TP
    const double holders = expertLayout(family.ep, tp, family.cp, family.dp).holders();
    return parameters.dense + m_expertWeight * parameters.experts * tp / holders;
}

std::vector<std::vector<EdgeTraffic>> CheckerPrices::averagedTraffic(const Family &family,
                                                                     const std::vector<int> &groups)
{
    std::vector<std::vector<EdgeTraffic>> traffic;
    const bool gathers = family.zeroStage > 0;
    for (const Ring ring : {Ring::whole, Ring::within, Ring::between}) {
        if ((ring == Ring::whole) == (family.shardGroup > 0) || (ring == Ring::whole && family.zeroStage == 3))
            continue;
        if (const auto cost = collective(groups, gathers && ring != Ring::between, family.cp, ring, family.shardGroup))
            traffic.push_back(cost->traffic);
    }
    if (family.ep == 1 || family.zeroStage == 3)
        return traffic;
    const auto rings = expertHolders(family, groups);
    if (rings.empty())
        return traffic;
    auto &network = m_pricer.network();
    if (const auto experts = gathers ? network.allGather(rings) : network.allReduce(rings))
        traffic.push_back(experts->traffic);
    return traffic;
}

/// Averaging of gradients and gathering of weights after the passes. They count 0 if they run beside the passes, or if
/// a link may be faster by then.
Status CheckerPrices::priceClosing(const Family &family, PricedLayout &layout)
{
    const auto stages = static_cast<std::size_t>(layout.stages);
    if (family.others.replicas > 0) {
        priceTogether(family, layout);
        return {};
    }
    layout.averaging.resize(stages);
    layout.gathering.resize(stages);
    const bool sharded = family.zeroStage > 0, hybrid = family.shardGroup > 0, inPasses = family.zeroStage == 3;
    const auto state = stateBytes(m_workload.job);
    const bool counts =
        !m_linksChange && !m_workload.job.frozenBase && !stackOverlap(m_stack).dp && (!inPasses || hybrid);
    // Of one call over all these groups, in seconds and seconds per parameter; of shard groups of one among each, and
    // of a share of it between them. In the passes go the first of the two, with ZeRO-3.
    const auto average = [&](const std::vector<int> &groups) -> Result<CollectiveTime> {
        auto whole = callOf(family, groups, hybrid ? Ring::within : Ring::whole, state.gradient);
        if (!whole || !hybrid)
            return whole;
        const auto between = callOf(family, groups, Ring::between, state.gradient / family.shardGroup);
        if (!between)
            return between.error();
        if (inPasses)
            return *between;
        return CollectiveTime{whole->fixed + between->fixed, whole->perParameter + between->perParameter};
    };
    const auto gather = [&](const std::vector<int> &groups) -> Result<CollectiveTime> {
        if (!sharded || inPasses)
            return CollectiveTime{};
        return callOf(family, groups, hybrid ? Ring::within : Ring::whole, state.weight);
    };
    const auto replicasOf = [&](std::size_t stage) {
        const auto first = layout.placed.begin() + static_cast<std::ptrdiff_t>(stage) * family.dp;
        return std::vector<int>(first, first + family.dp);
    };
    for (std::size_t s = 0; s < stages && family.dp * family.cp > 1 && !m_workload.job.frozenBase; ++s) {
        const auto groups = replicasOf(s);
        const auto averaging = average(groups);
        if (!averaging)
            return averaging.error();
        if (!counts)
            continue;
        layout.averaging[s] = {averaging->fixed * family.chunks, averaging->perParameter};
        if (const auto gathering = gather(groups))
            layout.gathering[s] = {gathering->fixed * family.chunks, gathering->perParameter};
    }
    if (m_workload.model.sharesEmbedding() && stages > 1 && counts && !inPasses) {
        std::vector<int> groups; // both holders of each replica
        for (std::size_t d = 0; d < static_cast<std::size_t>(family.dp); ++d)
            groups.insert(groups.end(), {replicasOf(0)[d], replicasOf(stages - 1)[d]});
        const double parameters = static_cast<double>(m_workload.model.vocab) * m_workload.model.hidden;
        const auto averaging = average(groups), gathering = gather(groups);
        if (!averaging || !gathering)
            return averaging ? gathering.error() : averaging.error();
        layout.tiedAveraging = averaging->of(parameters);
        layout.tiedGathering = gathering->of(parameters);
    }
    return {};
}

/// Of pipelines that average with unlike ones: one call for each stage, with its bytes.
void CheckerPrices::priceTogether(const Family &family, PricedLayout &layout) const
{
    layout.averaging.assign(static_cast<std::size_t>(layout.stages), {});
    layout.gathering = layout.averaging;
    // ZeRO-3 has its calls in the passes.
    if (m_linksChange || m_workload.job.frozenBase || family.zeroStage == 3)
        return;
    const auto state = stateBytes(m_workload.job);
    if (stackOverlap(m_stack).dp) {
        if (family.chunks > 1) // some calls are before the last backward
            return;
        layout.beside.assign(layout.averaging.size(),
                             {0, family.others.reducePerByte * state.gradient * m_stack.scale});
        return;
    }
    const double call = m_stack.collectiveBase.value * m_stack.scale;
    for (auto &averaging : layout.averaging)
        averaging = {call, family.others.reducePerByte * state.gradient * m_stack.scale};
    for (auto &gathering : layout.gathering) {
        if (family.zeroStage > 0)
            gathering = {call, family.others.gatherPerByte * state.weight * m_stack.scale};
    }
}

bool CheckerPrices::inSwitch() const
{
    return std::any_of(m_topology.vertices().begin(), m_topology.vertices().end(),
                       [](const TopologyVertex &vertex) { return vertex.reduces; });
}

CheckerPrices::TogetherPrice CheckerPrices::together(const Family &family, const std::vector<int> &pipelines) const
{
    // Every ring leaves each node that it visits, and comes back.
    std::map<std::size_t, double> out; // by node
    for (std::size_t e = 0; e < m_topology.edges().size(); ++e) {
        const auto &from = m_topology.vertices()[m_topology.edges()[e].from.index()];
        const auto &to = m_topology.vertices()[m_topology.edges()[e].to.index()];
        if (from.node.has_value() && to.node != from.node)
            out[*from.node] += m_most[e];
    }
    const std::size_t parts = family.parts.size();
    std::vector<std::map<std::size_t, int>> devices(parts); // by node
    std::map<std::size_t, std::size_t> partOfNode;
    for (const auto &device : m_topology.devices()) {
        for (std::size_t part = 0; part < parts; ++part) {
            if (device.type != family.parts[part].type)
                continue;
            ++devices[part][device.node];
            if (partOfNode.try_emplace(device.node, part).first->second != part)
                return {}; // a ring of both types need not leave it
        }
    }
    double longest = 0;
    int nodes = 0, replicas = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        double most = 0;
        int inNode = 1;
        for (const auto &[node, count] : devices[part]) {
            most = std::max(most, out[node]);
            inNode = std::max(inNode, count);
        }
        longest = std::max(longest, most > 0 ? 1 / most : 0);
        nodes += (pipelines[part] * family.parts[part].devices() + inNode - 1) / inNode;
        replicas += pipelines[part] * family.cp;
    }
    const auto passedOn = [](int members) { return (members - 1.0) / members; };
    // Of experts each EP-th replica is in a ring.
    const double gathered = passedOn(std::max(2, replicas / family.ep));
    const double reduced = family.zeroStage > 0 ? gathered : inSwitch() ? 1 : 2 * passedOn(std::max(2, nodes));
    TogetherPrice price{longest * reduced, family.zeroStage > 0 ? longest * gathered : 0, {}, {}};
    for (const auto &[node, rate] : out) {
        if (rate > 0) {
            price.reduceFrom[node] = reduced / rate;
            price.gatherFrom[node] = family.zeroStage > 0 ? gathered / rate : 0;
        }
    }
    return price;
}

std::vector<std::vector<DeviceId>> CheckerPrices::expertHoldersTogether(const Family &family,
                                                                        const std::vector<int> &groups) const
{
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].size / family.cp);
    const auto ep = static_cast<std::size_t>(family.ep);
    std::vector<std::vector<DeviceId>> rings;
    for (std::size_t place = 0; place < ep; ++place) {
        for (int rank = 0; rank < widest; ++rank) {
            auto &ring = rings.emplace_back();
            for (std::size_t replica = place; replica < groups.size(); replica += ep) {
                const auto &members = m_groups[groups[replica]];
                const int tp = members.size / family.cp;
                for (int first = rank * tp / widest; first < members.size; first += tp)
                    ring.push_back(members.devices[static_cast<std::size_t>(first)]);
            }
        }
    }
    return rings;
}

/// With EP neighbouring groups hold the experts once, each others of them, and average them in the same call with the
/// groups that have the same place. It takes no less than each link takes for the bytes of both; here of the link that
/// is the busiest if all of the model is averaged.
Result<CollectiveTime> CheckerPrices::callTogether(const Family &family, const std::vector<int> &groups,
                                                   double bytesPerParameter)
{
    if (family.ep == 1)
        return callOf(family, groups, Ring::whole, bytesPerParameter);
    std::vector<int> key = groups;
    key.insert(key.end(), {-1 - (family.zeroStage > 0 ? 1 : 0), -family.cp, -family.ep});
    auto known = m_callsWithExperts.find(key);
    if (known == m_callsWithExperts.end())
        known = m_callsWithExperts.emplace(std::move(key), callWithExperts(family, groups)).first;
    auto call = known->second;
    if (call)
        call->perParameter *= bytesPerParameter;
    return call;
}

Result<CollectiveTime> CheckerPrices::callWithExperts(const Family &family, const std::vector<int> &groups)
{
    auto call = callOf(family, groups, Ring::whole, 1);
    if (!call)
        return call;
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].size / family.cp);
    const auto rings = expertHoldersTogether(family, groups);
    const bool gather = family.zeroStage > 0;
    auto &network = m_pricer.network();
    const auto experts = gather ? network.allGather(rings) : network.allReduce(rings);
    const auto dense = collective(groups, gather, family.cp);
    if (!experts || !dense)
        return experts ? dense.error() : experts.error();
    std::map<std::size_t, double> expertBytes; // by link
    for (const auto &each : experts->traffic)
        expertBytes[each.edge.index()] = each.perByte / family.ep;
    LayerParameters model;
    for (int layer = 0; layer < m_workload.model.planLayers(); ++layer) {
        const auto own = layerParameters(m_workload.model, layer);
        model.dense += own.dense;
        model.experts += own.experts;
    }
    call->fixed += experts->shortestLatency().value * m_stack.scale;
    call->perParameter = call->expertWeight = 0;
    double busiest = 0;
    for (const auto &each : dense->traffic) {
        const double ofExperts = expertBytes[each.edge.index()];
        const double time = (each.perByte * model.dense + ofExperts * model.experts) / mostOf(each.edge);
        if (!(each.perByte > 0) || time <= busiest)
            continue;
        busiest = time;
        call->perParameter = each.perByte / mostOf(each.edge) / widest * m_stack.scale;
        call->expertWeight = ofExperts / each.perByte;
    }
    return call;
}

CollectiveTime CheckerPrices::averagingOf(const Family &family, const std::vector<int> &groups)
{
    if (m_linksChange || m_workload.job.frozenBase || stackOverlap(m_stack).dp)
        return {};
    const auto call = callTogether(family, groups, stateBytes(m_workload.job).gradient);
    return call ? *call : CollectiveTime{};
}

CollectiveTime CheckerPrices::averagingBeside(const Family &family, const std::vector<int> &groups)
{
    if (m_linksChange || m_workload.job.frozenBase || !stackOverlap(m_stack).dp)
        return {};
    const auto call = callTogether(family, groups, stateBytes(m_workload.job).gradient);
    return call ? CollectiveTime{0, call->perParameter, call->expertWeight} : CollectiveTime{};
}

CollectiveTime CheckerPrices::gatherAmong(const Family &family, const std::vector<int> &groups,
                                          double bytesPerParameter)
{
    if (m_linksChange)
        return {};
    const auto call = callOf(family, groups, Ring::whole, bytesPerParameter);
    return call ? *call : CollectiveTime{};
}

CollectiveTime CheckerPrices::gatheringOf(const Family &family, const std::vector<int> &groups)
{
    if (m_linksChange || m_workload.job.frozenBase || stackOverlap(m_stack).dp || family.zeroStage == 0)
        return {};
    const auto call = callTogether(family, groups, stateBytes(m_workload.job).weight);
    return call ? *call : CollectiveTime{};
}

} // namespace heteroscope

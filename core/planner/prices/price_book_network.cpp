// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a price book says of links: sends between groups and collectives among replicas.
#include "planner/prices/price_book.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// Between the places of two parts.
constexpr std::size_t maxSendsLookedAt = 4'096;

/// Groups of a part, for the least that sends to them cost.
struct Receivers
{
    std::vector<int> ends;                            ///< the first and the last group of each place
    std::map<std::size_t, std::pair<int, int>> nodes; ///< the groups of each node: from the first to behind the last
};

Receivers receiversIn(const TensorGroups &groups, int begin, int end)
{
    Receivers receivers;
    std::map<int, std::pair<int, int>> ends;
    for (int group = begin; group < end; ++group) {
        ends.try_emplace(groups[group].place, group, group).first->second.second = group;
        for (std::size_t node = groups[group].node; node <= groups[group].lastNode; ++node)
            receivers.nodes.try_emplace(node, group, group).first->second.second = group + 1;
    }
    for (const auto &[place, both] : ends) {
        receivers.ends.push_back(both.first);
        if (both.second != both.first)
            receivers.ends.push_back(both.second);
    }
    return receivers;
}

} // namespace

SendPrice PriceBook::floorOf(const TransferCost &cost) const
{
    SendPrice price{cost.shortestLatency().value, cost.secondsPerByte, cost.longLatency().value, cost.quick};
    if (!m_maxCapacity.empty()) {
        price.secondsPerByte = 0;
        for (const auto &share : cost.traffic)
            price.secondsPerByte = std::max(price.secondsPerByte, share.perByte / m_maxCapacity[share.edge.index()]);
        price.secondsPerByte = std::min(price.secondsPerByte, cost.secondsPerByte);
    }
    return price;
}

const Result<PriceBook::Send> &PriceBook::sendOf(int from, int to)
{
    const auto key =
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(from)) << 32) | static_cast<std::uint32_t>(to);
    if (const auto found = m_sends.find(key); found != m_sends.end())
        return found->second;
    auto cost = m_pricer.network().transfer(m_groups[from].devices, m_groups[to].devices);
    if (!cost)
        return m_sends.emplace(key, cost.error()).first->second;
    return m_sends.emplace(key, Send{floorOf(*cost), std::move(cost->traffic)}).first->second;
}

Result<SendPrice> PriceBook::send(int from, int to)
{
    const auto &sender = m_groups[from], &receiver = m_groups[to];
    const bool sameNode =
        sender.node == receiver.lastNode && receiver.node == sender.lastNode && sender.node == sender.lastNode;
    const bool apart = sender.lastNode < receiver.node || receiver.lastNode < sender.node;
    const auto priceOf = [&]() -> Result<SendPrice> {
        const auto &send = sendOf(from, to);
        if (!send)
            return send.error();
        return send->price;
    };
    if (!sameNode && !apart) // some nodes of one are nodes of the other, which the places do not tell
        return priceOf();
    const auto key = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(sender.place)) << 32) |
                     (static_cast<std::uint64_t>(static_cast<std::uint32_t>(receiver.place)) << 1) |
                     (sameNode ? 1U : 0U);
    if (const auto found = m_sendPrices.find(key); found != m_sendPrices.end())
        return found->second;
    return m_sendPrices.emplace(key, priceOf()).first->second;
}

SendPrice PriceBook::minSend(const FamilyPart &from, const FamilyPart &to, int apart)
{
    const bool within = from.type == to.type && from.devices() == to.devices();
    const auto key = std::tuple(from.type, from.devices(), to.type, to.devices(), within ? apart : 0);
    if (const auto found = m_minSends.find(key); found != m_minSends.end())
        return found->second;
    const int firstFrom = m_groups.first(from.type, from.devices());
    const int lastFrom = firstFrom + m_groups.count(from.type, from.devices());
    const int firstTo = m_groups.first(to.type, to.devices());
    const int lastTo = firstTo + m_groups.count(to.type, to.devices());
    SendPrice least{infinity, infinity};
    // A send to a group in another node costs as much as that to any group of the same place there: the first and the
    // last of these stand for all, for one of them is as far apart as any.
    const auto receivers = receiversIn(m_groups, firstTo, lastTo);
    if (receiversIn(m_groups, firstFrom, lastFrom).ends.size() * receivers.ends.size() > maxSendsLookedAt)
        return m_minSends[key] = {};
    const auto look = [&](int a, int b) {
        const auto &sender = m_groups[a].devices, &receiver = m_groups[b].devices;
        const bool disjoint = sender.back() < receiver.front() || receiver.back() < sender.front();
        if (!disjoint || (within && std::abs(a - b) < apart))
            return;
        if (const auto price = send(a, b)) {
            least.latency = std::min(least.latency, price->latency);
            least.secondsPerByte = std::min(least.secondsPerByte, price->secondsPerByte);
        }
    };
    for (int a = firstFrom; a < lastFrom && !m_pricer.stop().stop_requested(); ++a) {
        for (const int b : receivers.ends)
            look(a, b);
        for (std::size_t node = m_groups[a].node; node <= m_groups[a].lastNode; ++node) {
            const auto near = receivers.nodes.find(node);
            for (int b = near == receivers.nodes.end() ? 0 : near->second.first;
                 near != receivers.nodes.end() && b < near->second.second; ++b)
                look(a, b);
        }
    }
    return m_minSends[key] = least.latency < infinity ? least : SendPrice{};
}

SendPrice PriceBook::minSendsToBoth(const FamilyPart &part, int apart)
{
    const auto key = std::tuple(part.type, part.devices(), apart);
    if (const auto found = m_minSendsToBoth.find(key); found != m_minSendsToBoth.end())
        return found->second;
    SendPrice least{infinity, infinity};
    const int begin = m_groups.first(part.type, part.devices());
    const int end = begin + m_groups.count(part.type, part.devices());
    for (int group = begin + apart; group + apart < end && !m_pricer.stop().stop_requested(); group += apart) {
        const auto before = send(group, group - apart), after = send(group, group + apart);
        if (!before || !after)
            continue;
        least.latency = std::min(least.latency, before->latency + after->latency);
        least.secondsPerByte = std::min(least.secondsPerByte, before->secondsPerByte + after->secondsPerByte);
    }
    return m_minSendsToBoth[key] = least.latency < infinity ? least : SendPrice{};
}

double PriceBook::maxCapacity(EdgeId edge) const
{
    if (!m_maxCapacity.empty())
        return m_maxCapacity[edge.index()];
    return m_pricer.network().fullCapacity(edge) * m_pricer.topology().edge(edge).rate.factorAt(m_pricer.startTime());
}

const std::vector<EdgeTraffic> &PriceBook::trafficOf(int from, int to)
{
    static const std::vector<EdgeTraffic> nothing;
    const auto &send = sendOf(from, to);
    return send ? send->traffic : nothing;
}

double PriceBook::linkTime(const Family &family, const std::vector<int> &placed, int nodes)
{
    const auto priced = cost(placed.front(), workOf(family), nodes);
    if (!priced)
        return 0;
    const double bytes = (*priced)->layer(LayerKind::embedding).output.value * family.cp * m_stack.scale;
    const auto stages = static_cast<int>(placed.size()) / family.dp;
    bool reached = true;
    const auto add = [&](int from, int to, int messages) {
        reached = reached && static_cast<bool>(sendOf(from, to));
        addLoad(trafficOf(from, to), messages);
    };
    for (int d = 0; d < family.dp && !m_pricer.stop().stop_requested(); ++d) {
        const auto at = [&](int stage) { return placed[static_cast<std::size_t>(stage * family.dp + d)]; };
        for (int s = 0; s + 1 < stages; ++s) {
            add(at(s), at(s + 1), family.chunks);
            add(at(s + 1), at(s), family.chunks);
        }
        if (family.chunks > 1 && !family.isVee()) {
            add(at(stages - 1), at(0), family.chunks - 1);
            add(at(0), at(stages - 1), family.chunks - 1);
        }
    }
    const double longest = takeBusiest() * bytes;
    return reached ? longest : 0;
}

Result<SendPrice> PriceBook::collective(const std::vector<int> &groups, bool gather, int cp, int shard)
{
    std::vector<int> key = groups;
    key.push_back(gather ? -cp : cp);
    key.push_back(-1 - shard);
    key.push_back(-1); // no group
    if (const auto found = m_collectives.find(key); found != m_collectives.end())
        return found->second;
    auto places = placesOf(groups);
    places.insert(places.end(), key.end() - 3, key.end());
    if (const auto found = m_collectivesOfPlaces.find(places); found != m_collectivesOfPlaces.end())
        return m_collectives.emplace(std::move(key), found->second).first->second;
    auto rings = gradientRings(groups, cp);
    if (m_pricer.stop().stop_requested())
        return cancelledError();
    auto &network = m_pricer.network();
    if (shard > 0)
        rings = ringParts(rings, shard, gather);
    const auto cost = gather ? network.allGather(rings) : network.allReduce(rings);
    const auto price = cost ? Result<SendPrice>(floorOf(*cost)) : Result<SendPrice>(cost.error());
    m_collectivesOfPlaces.emplace(std::move(places), price);
    return m_collectives.emplace(std::move(key), price).first->second;
}

std::vector<int> PriceBook::placesOf(const std::vector<int> &groups) const
{
    const auto &topology = m_pricer.topology();
    std::map<std::size_t, int> nodes; // by place in rings; then the number of those before it
    for (const int group : groups) {
        for (std::size_t node = m_groups[group].node; node <= m_groups[group].lastNode; ++node)
            nodes.try_emplace(topology.ringPlace(node));
    }
    int before = 0;
    for (auto &[place, rank] : nodes)
        rank = before++;
    std::vector<int> places;
    places.reserve(2 * groups.size() + 3);
    for (const int group : groups) {
        places.push_back(m_groups[group].place);
        for (std::size_t node = m_groups[group].node; node <= m_groups[group].lastNode; ++node)
            places.push_back(nodes.at(topology.ringPlace(node)));
    }
    return places;
}

SendPrice PriceBook::minCollective(const FamilyPart &part, int groups, bool gather, int shard)
{
    const auto key = std::tuple(part.type, part.tp, part.cp, groups, gather, shard);
    if (const auto found = m_minCollectives.find(key); found != m_minCollectives.end())
        return found->second;
    SendPrice least{infinity, infinity};
    const int begin = m_groups.first(part.type, part.devices());
    const int end = begin + m_groups.count(part.type, part.devices());
    std::vector<int> neighbours(static_cast<std::size_t>(groups));
    for (int first = begin; first + groups <= end && !m_pricer.stop().stop_requested(); first += groups) {
        std::iota(neighbours.begin(), neighbours.end(), first);
        if (const auto price = collective(neighbours, gather, part.cp, shard)) {
            least.latency = std::min(least.latency, price->latency);
            least.secondsPerByte = std::min(least.secondsPerByte, price->secondsPerByte);
        }
    }
    return m_minCollectives[key] = least.latency < infinity ? least : SendPrice{};
}

namespace {

/// collective: of (gather, shard), as PriceBook::collective has them.
template<class Collective>
Result<PriceBook::Averaging> sumAveraging(const Family &family, const SoftwareStack &stack, const StateBytes &state,
                                          const Collective &collective)
{
    PriceBook::Averaging sum;
    const bool sharded = family.zeroStage > 0;
    if (family.zeroStage < 3) {
        const Result<SendPrice> price = collective(sharded, family.shardGroup);
        if (!price)
            return price.error();
        sum.fixed = (stack.collectiveBase.value + price->latency) * stack.scale;
        sum.perParameter = price->secondsPerByte * state.gradient * stack.scale;
        sum.gatherFixed = sharded ? sum.fixed : 0;
        sum.gatherPerParameter = sharded ? price->secondsPerByte * state.weight * stack.scale : 0;
        sum.calls[0] = {*price, state.gradient, stack.scale};
        if (sharded)
            sum.gatherCall = {*price, state.weight, stack.scale};
    }
    if (family.shardGroup > 0) { // each device averages its shard with those of the other groups
        const Result<SendPrice> between = collective(false, family.shardGroup);
        if (!between)
            return between.error();
        sum.fixed += (stack.collectiveBase.value + between->latency) * stack.scale;
        sum.perParameter += between->secondsPerByte * state.gradient / family.shardGroup * stack.scale;
        sum.calls[1] = {*between, state.gradient / family.shardGroup, stack.scale};
    }
    return sum;
}

} // namespace

Result<PriceBook::Averaging> PriceBook::averaging(const Family &family, const std::vector<int> &groups)
{
    return sumAveraging(family, m_stack, stateBytes(workload().job),
                        [&](bool gather, int shard) { return collective(groups, gather, family.cp, shard); });
}

PriceBook::Averaging PriceBook::minAveraging(const Family &family, const FamilyPart &part)
{
    return *sumAveraging(family, m_stack, stateBytes(workload().job), [&](bool gather, int shard) {
        return Result<SendPrice>(minCollective(part, family.dp, gather, shard));
    });
}
} // namespace heteroscope

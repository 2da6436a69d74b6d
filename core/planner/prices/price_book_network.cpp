// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a price book says of links: sends between groups and collectives among replicas.
#include "planner/prices/price_book.h"

#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace heteroscope {

namespace {

/// Between the groups of two parts.
constexpr double maxSendsLookedAt = 4'096;

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
    const auto &send = sendOf(from, to);
    if (!send)
        return send.error();
    return send->price;
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
    if (static_cast<double>(lastFrom - firstFrom) * (lastTo - firstTo) > maxSendsLookedAt)
        return m_minSends[key] = {};
    for (int a = firstFrom; a < lastFrom && !m_pricer.stop().stop_requested(); ++a) {
        for (int b = firstTo; b < lastTo; ++b) {
            const auto &sender = m_groups[a].devices, &receiver = m_groups[b].devices;
            const bool disjoint = sender.back() < receiver.front() || receiver.back() < sender.front();
            if (!disjoint || (within && std::abs(a - b) < apart))
                continue;
            if (const auto price = send(a, b)) {
                least.latency = std::min(least.latency, price->latency);
                least.secondsPerByte = std::min(least.secondsPerByte, price->secondsPerByte);
            }
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

double PriceBook::sharedSecondsPerByte(const std::vector<std::pair<int, int>> &sends)
{
    m_load.resize(m_pricer.topology().edges().size());
    m_touched.clear();
    for (const auto &[from, to] : sends) {
        for (const auto &share : trafficOf(from, to)) {
            if (m_load[share.edge.index()] == 0)
                m_touched.push_back(share.edge);
            m_load[share.edge.index()] += share.perByte;
        }
    }
    double longest = 0;
    for (const EdgeId edge : m_touched) {
        longest = std::max(longest, m_load[edge.index()] / maxCapacity(edge));
        m_load[edge.index()] = 0;
    }
    return longest;
}

double PriceBook::linkTime(const Family &family, const std::vector<int> &placed, int nodes)
{
    const auto priced = cost(placed.front(), workOf(family), nodes);
    if (!priced)
        return 0;
    const double bytes = (*priced)->layer(LayerKind::embedding).output.value * family.cp * m_stack.scale;
    const auto stages = static_cast<int>(placed.size()) / family.dp;
    m_touched.clear();
    m_load.resize(m_pricer.topology().edges().size());
    bool reached = true;
    const auto add = [&](int from, int to, int messages) {
        const auto &send = sendOf(from, to);
        reached = reached && static_cast<bool>(send);
        if (!send)
            return;
        for (const auto &share : send->traffic) {
            if (m_load[share.edge.index()] == 0)
                m_touched.push_back(share.edge);
            m_load[share.edge.index()] += messages * share.perByte;
        }
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
    double longest = 0;
    for (const EdgeId edge : m_touched) {
        longest = std::max(longest, m_load[edge.index()] * bytes / maxCapacity(edge));
        m_load[edge.index()] = 0;
    }
    return reached ? longest : 0;
}

namespace {

/// Rings of `size` neighbours of each ring, or of what has the same place among their neighbours.
std::vector<std::vector<DeviceId>> partsOf(const std::vector<std::vector<DeviceId>> &rings, int size, bool neighbours)
{
    std::vector<std::vector<DeviceId>> parts;
    for (const auto &ring : rings) {
        const std::size_t own = parts.size(), length = ring.size(), each = static_cast<std::size_t>(size);
        parts.resize(own + (neighbours ? length / each : each));
        for (std::size_t i = 0; i < length / each * each; ++i)
            parts[own + (neighbours ? i / each : i % each)].push_back(ring[i]);
    }
    return parts;
}

} // namespace

std::vector<std::vector<DeviceId>> PriceBook::gradientRings(const std::vector<int> &groups, int cp) const
{
    int widest = 1;
    for (const int group : groups)
        widest = std::max(widest, m_groups[group].size / cp);
    std::vector<std::vector<DeviceId>> rings(static_cast<std::size_t>(widest));
    for (int rank = 0; rank < widest; ++rank) {
        for (const int group : groups) {
            const auto &choice = m_groups[group];
            const int tp = choice.size / cp;
            for (int slice = 0; slice < cp; ++slice)
                rings[static_cast<std::size_t>(rank)].push_back(
                    choice.devices[static_cast<std::size_t>(slice * tp + rank * tp / widest)]);
        }
    }
    return rings;
}

Result<SendPrice> PriceBook::collective(const std::vector<int> &groups, bool gather, int cp, int shard)
{
    std::vector<int> key = groups;
    key.push_back(gather ? -cp : cp);
    key.push_back(-1 - shard);
    key.push_back(-1); // no group
    if (const auto found = m_collectives.find(key); found != m_collectives.end())
        return found->second;
    auto rings = gradientRings(groups, cp);
    if (m_pricer.stop().stop_requested())
        return cancelledError();
    auto &network = m_pricer.network();
    if (shard > 0)
        rings = partsOf(rings, shard, gather);
    const auto cost = gather ? network.allGather(rings) : network.allReduce(rings);
    return m_collectives.emplace(key, cost ? Result<SendPrice>(floorOf(*cost)) : Result<SendPrice>(cost.error()))
        .first->second;
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

namespace {

/// Of these groups, the devices that hold the same part of the same experts, where there are several.
std::vector<std::vector<DeviceId>> expertRings(const TensorGroups &groups, int first, int dp, int tp,
                                               const ExpertLayout &layout)
{
    std::map<std::array<int, 3>, std::vector<DeviceId>> holders;
    for (int d = 0; d < dp; ++d) {
        const auto &devices = groups[first + d].devices;
        for (int i = 0; i < static_cast<int>(devices.size()); ++i)
            holders[{d % layout.pipelines, i / tp % layout.contexts, i % tp}].push_back(
                devices[static_cast<std::size_t>(i)]);
    }
    std::vector<std::vector<DeviceId>> rings;
    for (auto &[part, devices] : holders) {
        if (devices.size() > 1)
            rings.push_back(std::move(devices));
    }
    return rings;
}

} // namespace

double PriceBook::expertWeightOf(const Family &family, const FamilyPart &part)
{
    const bool sharded = family.zeroStage > 0;
    const auto [found, isNew] =
        m_expertWeights.try_emplace({part.type, part.tp, part.cp, family.ep, family.dp, sharded}, infinity);
    if (!isNew)
        return found->second;
    auto &network = m_pricer.network();
    const auto layout = expertLayout(family.ep, part.tp, part.cp, family.dp);
    const int begin = m_groups.first(part.type, part.devices());
    const int end = begin + m_groups.count(part.type, part.devices());
    std::vector<int> replicas(static_cast<std::size_t>(family.dp));
    for (int first = begin; first + family.dp <= end && !m_pricer.stop().stop_requested(); first += family.dp) {
        std::iota(replicas.begin(), replicas.end(), first);
        const auto rings = expertRings(m_groups, first, family.dp, part.tp, layout);
        if (rings.empty())
            return found->second = 0;
        const auto all = gradientRings(replicas, part.cp);
        const auto dense = sharded ? network.allGather(all) : network.allReduce(all);
        const auto experts = sharded ? network.allGather(rings) : network.allReduce(rings);
        if (!dense || !experts || dense->traffic.empty()) // no plan has such a stage
            continue;
        const auto &narrowest =
            *std::max_element(dense->traffic.begin(), dense->traffic.end(), [this](const auto &a, const auto &b) {
                return a.perByte / maxCapacity(a.edge) < b.perByte / maxCapacity(b.edge);
            });
        double there = 0;
        for (const auto &each : experts->traffic)
            there += each.edge == narrowest.edge ? each.perByte : 0.0;
        found->second = std::min(found->second, there / narrowest.perByte);
    }
    return found->second = found->second < infinity ? found->second : 0;
}

double PriceBook::expertWeight(const Family &family)
{
    if (family.ep == 1 || family.replicas() == 1 || family.shardGroup > 0 || family.kind != FamilyKind::pure)
        return 0;
    const auto layout = expertLayout(family.ep, family.parts.front().tp, family.cp, family.dp);
    if (family.replicas() == layout.pipelines * layout.contexts) // no two devices hold the same
        return 0;
    if (family.zeroStage >= 3)
        return 1;
    double least = infinity;
    for (const auto &part : family.parts)
        least = std::min(least, expertWeightOf(family, part));
    return least;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a price book says of the flows of groups and stages: those in passes, among which groups share experts in them,
// those of partners together, and what replicas average.
#include "planner/prices/price_book.h"

#include "cost/group_price.h"
#include "strategy/expert_layout.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

namespace heteroscope {

namespace {

/// Of these groups, the devices that hold the same part of the same experts, where there are several.
std::vector<std::vector<DeviceId>> expertRings(const TensorGroups &groups, const std::vector<int> &replicas, int tp,
                                               const ExpertLayout &layout)
{
    std::map<std::array<int, 3>, std::vector<DeviceId>> holders;
    for (int d = 0; d < static_cast<int>(replicas.size()); ++d) {
        const auto &devices = groups[replicas[static_cast<std::size_t>(d)]].devices;
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

bool passesAreEqual(const GroupCost &one, const GroupCost &other)
{
    const auto times = [](const LayerCost &cost) {
        return std::tuple(cost.forward, cost.recompute, cost.inputGradient, cost.weightGradient,
                          cost.forwardCommunication, cost.backwardCommunication, cost.output);
    };
    const auto areEqual = [&](const LayerCost &x, const LayerCost &y) { return times(x) == times(y); };
    return one.layers.matches(other.layers, areEqual) &&
           one.optimizerSecondsPerParameter == other.optimizerSecondsPerParameter;
}

} // namespace

/// Rings of `size` neighbours of each ring, or of what has the same place among their neighbours.
std::vector<std::vector<DeviceId>> PriceBook::ringParts(const std::vector<std::vector<DeviceId>> &rings, int size,
                                                        bool neighbours)
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

/// Groups of one kind are. Those of others may be, too: their places in a node differ, but no price shows it.
bool PriceBook::areAlike(const Family &family, int one, int other)
{
    const auto work = workOf(family);
    const auto left = priceKindOf(one, work), right = priceKindOf(other, work);
    if (left == right)
        return true;
    const auto &mine = m_groups[one].devices, &its = m_groups[other].devices;
    const auto [found, isNew] = m_alike.try_emplace({left, right, work}, false);
    if (!isNew || mine.size() != its.size() || m_groups[one].type != m_groups[other].type)
        return found->second;
    const auto &topology = m_pricer.topology();
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (topology.device(mine[i]).speed != topology.device(its[i]).speed)
            return false;
    }
    found->second = true;
    for (const auto &each : {work, recomputingAll(work)}) {
        const auto own = m_pricer.groupCost(mine, optionsOf(one, each, 1));
        const auto partner = m_pricer.groupCost(its, optionsOf(other, each, 1));
        found->second = found->second && own && partner && passesAreEqual(**own, **partner);
    }
    return found->second;
}

/// `group` of `count` in blocks of so many: the first of its block. The last may be too few for one more block; no
/// layout uses them.
int PriceBook::firstOfBlock(int group, int count, int pipelines)
{
    return std::max(0, std::min(group / pipelines, count / pipelines - 1)) * pipelines;
}

std::vector<int> PriceBook::sharingExperts(int group, const WorkKey &work) const
{
    const auto &choice = m_groups[group];
    std::vector<std::size_t> types;
    for (std::uint64_t left = work.expertTypes; left > 0; left /= 256)
        types.insert(types.begin(), left % 256 - 1);
    if (types.empty())
        types.push_back(choice.type);
    std::vector<int> all;
    int own = 0;
    for (const std::size_t type : types) {
        const int first = m_groups.first(type, choice.size);
        if (type == choice.type)
            own = static_cast<int>(all.size()) + group - first;
        for (int each = first; each < first + m_groups.count(type, choice.size); ++each)
            all.push_back(each);
    }
    const auto first = all.begin() + firstOfBlock(own, static_cast<int>(all.size()), work.expertPipelines);
    return {first, first + std::min<std::ptrdiff_t>(work.expertPipelines, all.end() - first)};
}

std::pair<int, int> PriceBook::kindAmongTypes(int group, const WorkKey &work)
{
    auto &kinds = m_kindsAmongTypes[{work.expertTypes, work.expertPipelines}];
    kinds.resize(m_groups.all().size());
    auto &kind = kinds[static_cast<std::size_t>(group)];
    if (kind == std::pair(0, 0)) {
        const auto sharing = sharingExperts(group, work);
        const auto number = static_cast<int>(m_blocksOfTypes.size());
        const int block = m_blocksOfTypes.try_emplace(placesOf(sharing), number).first->second;
        const auto index = std::find(sharing.begin(), sharing.end(), group) - sharing.begin();
        kind = {static_cast<int>(index), -3 - block}; // no other kind has the second number
    }
    return kind;
}

const PriceBook::GroupFlows &PriceBook::flowsOf(const Family &family, int group)
{
    auto work = workOf(family);
    auto &known = m_flows[{work.cp, work.ep, work.expertPipelines, work.expertTypes}];
    known.resize(m_groups.all().size());
    auto &flows = known[static_cast<std::size_t>(group)];
    if (flows)
        return *flows;
    flows = std::make_unique<GroupFlows>();
    work.microBatchSize = 1;
    const auto networks =
        groupNetworks(m_pricer.network(), workload(), m_stack, m_groups[group].devices, optionsOf(group, work, 1));
    if (!networks) // no plan has such a group
        return *flows;
    const bool exchangesHeads = m_stack.contextExchange == ContextExchange::ulysses;
    for (const auto &[flow, cost] :
         {std::pair(&flows->tensor, &networks->tpAllReduce), std::pair(&flows->expert, &networks->expertTraffic),
          std::pair(&flows->context, exchangesHeads ? &networks->cpAllToAll : &networks->cpRing)}) {
        flow->traffic = cost->traffic;
        flow->secondsPerByte = cost->secondsPerByte;
    }
    return *flows;
}

void PriceBook::addLoad(const std::vector<EdgeTraffic> &traffic, double times)
{
    m_load.resize(m_pricer.topology().edges().size());
    for (const auto &share : traffic) {
        if (m_load[share.edge.index()] == 0)
            m_touched.push_back(share.edge);
        m_load[share.edge.index()] += times * share.perByte;
    }
}

double PriceBook::takeBusiest()
{
    double longest = 0;
    for (const EdgeId edge : m_touched) {
        longest = std::max(longest, m_load[edge.index()] / maxCapacity(edge));
        m_load[edge.index()] = 0;
    }
    m_touched.clear();
    return longest;
}

double PriceBook::sharedSecondsPerByte(const std::vector<std::pair<int, int>> &sends)
{
    for (const auto &[from, to] : sends)
        addLoad(trafficOf(from, to));
    return takeBusiest();
}

PriceBook::SoonestShares PriceBook::sharesOf(const Family &family, const std::vector<int> &groups)
{
    const auto shareOf = [&](ExchangeFlow GroupFlows::*kind) {
        for (const int group : groups)
            addLoad((flowsOf(family, group).*kind).traffic);
        const double priced = (flowsOf(family, groups.front()).*kind).secondsPerByte, needed = takeBusiest();
        return priced > 0 ? needed / priced : 0.0;
    };
    return {shareOf(&GroupFlows::tensor), shareOf(&GroupFlows::context), shareOf(&GroupFlows::expert)};
}

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

std::vector<std::vector<EdgeTraffic>> PriceBook::averagedTraffic(const Family &family, const std::vector<int> &groups)
{
    auto &network = m_pricer.network();
    std::vector<std::vector<EdgeTraffic>> traffic;
    const auto add = [&](const std::vector<std::vector<DeviceId>> &rings, bool gathers) {
        if (const auto cost = gathers ? network.allGather(rings) : network.allReduce(rings))
            traffic.push_back(cost->traffic);
    };
    const auto rings = gradientRings(groups, family.cp);
    if (family.shardGroup > 0) {
        add(ringParts(rings, family.shardGroup, true), true);
        add(ringParts(rings, family.shardGroup, false), false);
        return traffic;
    }
    if (family.zeroStage >= 3) // in the passes
        return traffic;
    add(rings, family.zeroStage > 0);
    if (family.ep == 1)
        return traffic;
    const int tp = m_groups[groups.front()].size / family.cp;
    const auto experts = expertRings(m_groups, groups, tp, expertLayout(family.ep, tp, family.cp, family.dp));
    if (!experts.empty())
        add(experts, family.zeroStage > 0);
    return traffic;
}

double PriceBook::expertWeightOf(const Family &family, const FamilyPart &part)
{
    const auto [found, isNew] = m_expertWeights.try_emplace(
        {part.type, part.tp, part.cp, family.ep, family.dp, family.zeroStage > 0}, infinity);
    if (!isNew)
        return found->second;
    const int begin = m_groups.first(part.type, part.devices());
    const int end = begin + m_groups.count(part.type, part.devices());
    std::vector<int> replicas(static_cast<std::size_t>(family.dp));
    for (int first = begin; first + family.dp <= end && !m_pricer.stop().stop_requested(); first += family.dp) {
        std::iota(replicas.begin(), replicas.end(), first);
        const auto traffic = averagedTraffic(family, replicas);
        if (traffic.size() < 2 || traffic.front().empty()) // no plan has such a stage
            continue;
        const auto &dense = traffic.front(), &experts = traffic.back();
        const auto &narrowest = *std::max_element(dense.begin(), dense.end(), [this](const auto &a, const auto &b) {
            return a.perByte / maxCapacity(a.edge) < b.perByte / maxCapacity(b.edge);
        });
        double there = 0;
        for (const auto &each : experts)
            there += each.edge == narrowest.edge ? each.perByte : 0.0;
        found->second = std::min(found->second, there / narrowest.perByte);
    }
    return found->second = found->second < infinity ? found->second : 0;
}

double PriceBook::expertWeight(const Family &family)
{
    if (family.ep == 1)
        return 1;
    // Over how many pipelines and slices they are spread is the same for every TP.
    const int tp = family.parts.front().tp;
    const auto layout = expertLayout(family.ep, tp, family.cp, family.dp);
    if (family.others.replicas > 0)
        return family.others.expertShare * layout.holders() / tp;
    if (family.replicas() == layout.pipelines * layout.contexts) // no two devices hold the same
        return 0;
    if (family.zeroStage >= 3)
        return 1;
    if (family.kind == FamilyKind::mixed) // whose replicas are no neighbours
        return 0;
    double least = infinity;
    for (const auto &part : family.parts)
        least = std::min(least, expertWeightOf(family, part));
    return least;
}

Result<PriceBook::SharedCall> PriceBook::sharedCall(const std::vector<int> &groups, bool gather, int cp, int ep)
{
    if (ep > 1) {
        auto places = placesOf(groups);
        places.insert(places.end(), {gather ? -cp : cp, -ep});
        auto found = m_sharedCalls.find(places);
        if (found == m_sharedCalls.end())
            found = m_sharedCalls.emplace(std::move(places), callWithExperts(groups, gather, cp, ep)).first;
        return found->second;
    }
    auto price = collective(groups, gather, cp);
    if (!price)
        return price.error();
    return SharedCall{*price, 1};
}

Result<PriceBook::SharedCall> PriceBook::callWithExperts(const std::vector<int> &groups, bool gather, int cp, int ep)
{
    std::vector<std::vector<int>> sharing(static_cast<std::size_t>(ep)); // by place in the expert-parallel group
    for (std::size_t i = 0; i < groups.size(); ++i)
        sharing[i % sharing.size()].push_back(groups[i]);
    std::vector<std::vector<DeviceId>> ofExperts;
    for (const auto &same : sharing) {
        auto rings = gradientRings(same, cp);
        std::move(rings.begin(), rings.end(), std::back_inserter(ofExperts));
    }
    auto &network = m_pricer.network();
    const auto price = [&](const std::vector<std::vector<DeviceId>> &rings) {
        return gather ? network.allGather(rings) : network.allReduce(rings);
    };
    const auto dense = price(gradientRings(groups, cp)), experts = price(ofExperts);
    if (!dense || !experts)
        return dense ? experts.error() : dense.error();
    // Of the links that have bytes of both the one that would be the narrowest for the whole model.
    LayerParameters whole;
    for (int layer = 0; layer < workload().model.planLayers(); ++layer) {
        const auto parameters = layerParameters(workload().model, layer);
        whole.dense += parameters.dense;
        whole.experts += parameters.experts / ep;
    }
    SharedCall call{{floorOf(*dense).latency + floorOf(*experts).latency, 0, 0, {}}, 0};
    double slowest = 0;
    auto other = experts->traffic.begin();
    for (const auto &each : dense->traffic) {
        while (other != experts->traffic.end() && other->edge < each.edge)
            ++other;
        const bool both = other != experts->traffic.end() && other->edge == each.edge;
        const double perByte = each.perByte / maxCapacity(each.edge);
        const double ofExpert = both ? other->perByte / maxCapacity(each.edge) : 0;
        const double time = whole.dense * perByte + whole.experts * ofExpert;
        if (perByte > 0 && time > slowest) {
            slowest = time;
            call.price.secondsPerByte = perByte;
            call.expertWeight = ofExpert / perByte / ep;
        }
    }
    return call;
}

} // namespace heteroscope

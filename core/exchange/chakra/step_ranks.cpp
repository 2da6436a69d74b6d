// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/chakra/step_ranks.h"

#include <algorithm>

namespace heteroscope {

namespace {

auto keyOf(const TrafficInterval &traffic)
{
    return std::tuple(traffic.traffic, traffic.microBatch, traffic.chunk, traffic.backward);
}

} // namespace

StepRanks::StepRanks(const StepResult &result, const Plan &plan, Order order)
    : m_result(&result), m_plan(&plan), m_alike(alikePipelines(plan))
{
    for (const Lane &lane : result.lanes)
        m_devices.insert(m_devices.end(), lane.devices.begin(), lane.devices.end());
    if (order == Order::devices)
        std::sort(m_devices.begin(), m_devices.end());
    for (std::size_t rank = 0; rank < m_devices.size(); ++rank)
        m_rankOfDevice.emplace(m_devices[rank], rank);
    m_lanes.resize(m_devices.size());
    m_places.resize(m_devices.size());
    for (std::size_t lane = 0; lane < result.lanes.size(); ++lane) {
        m_ranks.push_back(ranksOf(result.lanes[lane].devices));
        for (std::size_t place = 0; place < m_ranks.back().size(); ++place) {
            m_lanes[m_ranks.back()[place]] = lane;
            m_places[m_ranks.back()[place]] = place;
        }
        auto &inPasses = m_inPasses.emplace_back();
        for (const TrafficInterval &traffic : result.lanes[lane].traffic) {
            inPasses.insert(keyOf(traffic));
            auto &lanes = m_averaging[traffic.synchronization];
            if (traffic.synchronization >= 0 && (lanes.empty() || lanes.back() != lane))
                lanes.push_back(lane);
        }
    }
}

bool StepRanks::hasInPass(std::size_t lane, const TrafficInterval &traffic) const
{
    return m_inPasses[lane].contains(keyOf(traffic));
}

const TensorGroup &StepRanks::groupOf(const Lane &lane) const
{
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    return m_plan->pipelines[at(lane.pipeline)].stages[at(lane.stage)].groups[at(lane.group)];
}

std::vector<std::size_t> StepRanks::ranksOf(const std::vector<DeviceId> &devices) const
{
    std::vector<std::size_t> ranks;
    ranks.reserve(devices.size());
    for (const DeviceId device : devices)
        ranks.push_back(m_rankOfDevice.at(device));
    return ranks;
}

std::vector<RankShare> StepRanks::sharesOf(std::size_t rank, const TrafficInterval &traffic) const
{
    const Lane &lane = m_result->lanes[m_lanes[rank]];
    const auto &all = m_ranks[m_lanes[rank]];
    const auto tp = static_cast<std::size_t>(std::max(1, groupOf(lane).tp));
    const std::size_t slice = m_places[rank] / tp;
    std::vector<std::size_t> ranks;
    switch (traffic.traffic) {
    case Traffic::send:
    case Traffic::receive:
        return transferShares(rank, traffic);
    case Traffic::dp:
        return averagingShares(rank, traffic);
    case Traffic::tp:
        for (std::size_t i = slice * tp; i < std::min(all.size(), (slice + 1) * tp); ++i)
            ranks.push_back(all[i]);
        break;
    case Traffic::cp:
        for (std::size_t i = m_places[rank] % tp; i < all.size(); i += tp)
            ranks.push_back(all[i]);
        break;
    case Traffic::ep:
        ranks = expertRanks(rank, traffic);
        break;
    }
    return ranks.size() > 1 ? std::vector<RankShare>{{std::move(ranks), 1}} : std::vector<RankShare>();
}

/// The tensor is cut into as many parts as the wider of the two lanes has devices.
std::vector<RankShare> StepRanks::transferShares(std::size_t rank, const TrafficInterval &traffic) const
{
    if (traffic.peerLane < 0)
        return {};
    const auto &peers = m_ranks[static_cast<std::size_t>(traffic.peerLane)];
    const std::size_t own = m_ranks[m_lanes[rank]].size();
    const std::size_t parts = std::max(own, peers.size());
    std::vector<RankShare> shares;
    for (std::size_t part = 0; part < parts; ++part) {
        if (part * own / parts == m_places[rank])
            shares.push_back({{peers[part * peers.size() / parts]}, 1.0 / static_cast<double>(parts)});
    }
    return shares;
}

/// As the rings of gradients in simulator/program: one for each TP rank of the widest lane, through all CP slices.
std::vector<RankShare> StepRanks::averagingShares(std::size_t rank, const TrafficInterval &traffic) const
{
    const Lane &own = m_result->lanes[m_lanes[rank]];
    std::vector<std::size_t> lanes;
    if (const auto found = m_averaging.find(traffic.synchronization);
        traffic.synchronization >= 0 && found != m_averaging.end()) {
        lanes = found->second;
    } else { // the weights of a pass, gathered from those that hold the same layers
        for (std::size_t i = 0; i < m_result->lanes.size(); ++i) {
            const Lane &lane = m_result->lanes[i];
            if (lane.firstLayer == own.firstLayer && lane.layerCount == own.layerCount)
                lanes.push_back(i);
        }
        if (!std::all_of(lanes.begin(), lanes.end(), [&](std::size_t lane) { return hasInPass(lane, traffic); }))
            return {};
    }
    std::size_t widest = 1;
    for (const std::size_t lane : lanes)
        widest = std::max(widest, static_cast<std::size_t>(groupOf(m_result->lanes[lane]).tp));
    std::vector<RankShare> shares;
    for (std::size_t part = 0; part < widest; ++part) {
        std::vector<std::size_t> ring;
        for (const std::size_t lane : lanes) {
            const auto tp = static_cast<std::size_t>(std::max(1, groupOf(m_result->lanes[lane]).tp));
            for (std::size_t place = part * tp / widest; place < m_ranks[lane].size(); place += tp)
                ring.push_back(m_ranks[lane][place]);
        }
        if (ring.size() > 1 && std::find(ring.begin(), ring.end(), rank) != ring.end())
            shares.push_back({std::move(ring), 1});
    }
    return shares;
}

std::vector<std::size_t> StepRanks::expertRanks(std::size_t rank, const TrafficInterval &traffic) const
{
    const Lane &own = m_result->lanes[m_lanes[rank]];
    const TensorGroup &group = groupOf(own);
    const AlikePipelines &alike = m_alike[static_cast<std::size_t>(own.pipeline)];
    const ExpertLayout layout = expertLayout(group, alike);
    const int first = alike.firstSharing(layout, own.pipeline);
    std::vector<std::vector<DeviceId>> groups;
    for (const Lane &lane : m_result->lanes) {
        if (lane.pipeline >= first && lane.pipeline < first + layout.pipelines && lane.stage == own.stage &&
            lane.group == own.group)
            groups.push_back(lane.devices);
    }
    for (const auto &devices : expertGroups(layout, group.tp, group.cp, groups)) {
        auto ranks = ranksOf(devices);
        if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end())
            continue;
        const bool all =
            std::all_of(ranks.begin(), ranks.end(), [&](std::size_t one) { return hasInPass(m_lanes[one], traffic); });
        return all ? ranks : std::vector<std::size_t>();
    }
    return {};
}

} // namespace heteroscope

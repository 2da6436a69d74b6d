// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/replay_moment.h"

#include "analysis/lane_index.h"

#include <algorithm>

namespace heteroscope {

MomentFinder::MomentFinder(std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology)
    : m_result(std::move(result)), m_topology(std::move(topology))
{
    if (m_result && m_topology)
        for (const LinkLoad &load : m_result->links)
            m_carrying.insert(m_topology->edge(load.edge).link);
}

void MomentFinder::addRoute(Hops &hops, DeviceId from, DeviceId to) const
{
    const auto route = m_topology->route(from, to);
    if (!route)
        return;
    for (const EdgeId id : route->edges) {
        const TopologyEdge &edge = m_topology->edge(id);
        if (!m_carrying.count(edge.link))
            continue;
        const TopologyVertex &vertex = m_topology->vertices()[edge.from.index()];
        LinkNow now;
        now.from = vertex.node ? m_topology->nodes()[*vertex.node].name : vertex.name;
        const std::pair<std::string, LinkNow> hop(edge.link, now);
        if (std::find(hops.begin(), hops.end(), hop) == hops.end())
            hops.push_back(hop);
    }
}

const MomentFinder::Hops &MomentFinder::between(int fromLane, int toLane)
{
    const auto [found, isNew] = m_hops.try_emplace({fromLane, toLane});
    if (isNew && m_topology) {
        const auto &from = m_result->lanes[static_cast<std::size_t>(fromLane)].devices;
        const auto &to = m_result->lanes[static_cast<std::size_t>(toLane)].devices;
        for (std::size_t i = 0; i < std::max(from.size(), to.size()) && !from.empty() && !to.empty(); ++i)
            addRoute(found->second, from[i * from.size() / std::max(from.size(), to.size())],
                     to[i * to.size() / std::max(from.size(), to.size())]);
    }
    return found->second;
}

const MomentFinder::Hops &MomentFinder::within(int lane)
{
    const auto [found, isNew] = m_hops.try_emplace({lane, lane});
    if (isNew && m_topology) {
        const auto &devices = m_result->lanes[static_cast<std::size_t>(lane)].devices;
        for (std::size_t i = 1; i < devices.size(); ++i)
            addRoute(found->second, devices[i - 1], devices[i]);
    }
    return found->second;
}

ReplayMoment MomentFinder::at(Ticks time)
{
    ReplayMoment moment;
    moment.at = time;
    if (!m_result)
        return moment;
    if (m_result->stepTime.count > 0)
        moment.share = static_cast<double>(time.count) / static_cast<double>(m_result->stepTime.count);
    std::map<std::pair<int, int>, std::vector<int>> synchronizing; // (stage, group) -> lanes, pipeline by pipeline
    const auto note = [&moment](const Hops &hops, Traffic traffic) {
        for (const auto &[link, now] : hops)
            moment.links.try_emplace(link, LinkNow{traffic, now.from});
    };
    const auto lanes = static_cast<int>(m_result->lanes.size());
    for (int number = 0; number < lanes; ++number) {
        const Lane &lane = m_result->lanes[static_cast<std::size_t>(number)];
        const std::size_t found = intervalAt(lane, time);
        LaneNow now;
        if (found < lane.intervals.size())
            now = {lane.intervals[found].activity, lane.intervals[found].microBatch};
        moment.lanes.push_back(now);
        for (const TrafficInterval &traffic : lane.traffic) {
            if (time < traffic.start || time >= traffic.end)
                continue;
            if (traffic.traffic == Traffic::receive) {
                if (traffic.peerLane >= 0 && traffic.peerLane < lanes)
                    note(between(traffic.peerLane, number), Traffic::receive);
            } else if (traffic.traffic == Traffic::dp) {
                synchronizing[{lane.stage, lane.group}].push_back(number);
            } else if (traffic.traffic != Traffic::send) {
                note(within(number), traffic.traffic);
            }
        }
    }
    for (const auto &[place, members] : synchronizing)
        for (std::size_t i = 1; i < members.size(); ++i)
            if (members[i] != members[i - 1])
                note(between(members[i - 1], members[i]), Traffic::dp);
    return moment;
}

} // namespace heteroscope

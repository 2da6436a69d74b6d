// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/network.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Of the rate at an instant, or where that is 0 of the first one after it that is not.
double factorOnceUp(const RateCurve &rate, Seconds at)
{
    double factor = rate.factorAt(at);
    for (const auto &point : rate.points) {
        if (factor > 0)
            break;
        if (point.at > at)
            factor = point.factor;
    }
    return factor;
}

} // namespace

Network::Network(const Topology &topology, const CalibrationValues &calibration, Seconds at, StopToken stop)
    : m_topology(&topology), m_calibration(&calibration), m_stop(std::move(stop)), m_meter(m_stop)
{
    m_edges.reserve(topology.edges().size());
    for (std::size_t i = 0; i < topology.edges().size(); ++i) {
        const auto &edge = topology.edges()[i];
        const auto &link = calibration.linkOf(edge.technology);
        m_edges.push_back({fullCapacity(EdgeId(i)) * factorOnceUp(edge.rate, at),
                           link.pairs,
                           {link.hop, link.hopLL128 > Seconds(0) ? link.hopLL128 : link.hop,
                            link.hopLL > Seconds(0) ? link.hopLL : link.hop}});
    }
}

double Network::fullCapacity(EdgeId id) const
{
    const auto &edge = m_topology->edge(id);
    return edge.bandwidth.value * m_calibration->linkOf(edge.technology).efficiency;
}

Result<const KnownRoute *> Network::route(DeviceId from, DeviceId to)
{
    if (const auto *known = m_routes.find(from, to))
        return known;
    if (const auto refused = m_refused.find({from, to}); refused != m_refused.end())
        return refused->second;
    if (m_stop.stop_requested())
        return cancelledError();
    const auto refuse = [&](std::string found, std::string expected, std::string hint) {
        Error error{Error::Code::infeasible, {}, {}, std::move(found), std::move(expected), std::move(hint)};
        return m_refused.emplace(std::pair(from, to), std::move(error)).first->second;
    };
    const auto &a = m_topology->device(from).name;
    const auto &b = m_topology->device(to).name;
    const auto found = m_topology->route(from, to);
    if (!found)
        return refuse("no route from " + a + " to " + b, "a connected cluster", "draw a link between their nodes");
    for (const EdgeId edge : found->edges) {
        if (!(m_edges[edge.index()].capacity > 0))
            return refuse("link " + m_topology->edge(edge).link + " down between " + a + " and " + b,
                          "a link with bandwidth", "change its rate curve or the start time");
    }
    return m_routes.add(from, to, *found);
}

Result<const KnownRoute *> Network::addFlow(Flows &flows, DeviceId from, DeviceId to, double share)
{
    if (from == to)
        return nullptr;
    if (m_meter.stopAfter(8))
        return cancelledError();
    const auto way = route(from, to);
    if (!way)
        return way.error();
    for (const EdgeId edge : (*way)->edges)
        flows.traffic.add(edge, flows.betweenPairs ? share / m_edges[edge.index()].pairs : share);
    flows.latency = std::max(flows.latency, (*way)->latency);
    flows.crossesNodes = flows.crossesNodes || (*way)->crossesNodes;
    return way;
}

TransferCost Network::costOf(const Flows &flows, const std::function<bool(EdgeId)> &counts) const
{
    TransferCost cost;
    cost.latency = flows.latency;
    cost.crossesNodes = flows.crossesNodes;
    const auto edges = flows.traffic.edges();
    cost.traffic.reserve(edges.size());
    for (const EdgeId edge : edges) {
        if (counts && !counts(edge))
            continue;
        const double share = flows.traffic.of(edge);
        cost.traffic.push_back({edge, share});
        const double capacity = m_edges[edge.index()].capacity;
        // Of edges that are equally narrow the first by id.
        const double secondsPerByte = share / capacity;
        if (cost.narrowestRate.value <= 0 || secondsPerByte > cost.secondsPerByte) {
            cost.secondsPerByte = secondsPerByte;
            cost.narrowest = cost.traffic.back();
            cost.narrowestRate = BytesPerSecond(capacity);
        }
    }
    return cost;
}

Result<TransferCost> Network::transfer(const std::vector<DeviceId> &from, const std::vector<DeviceId> &to)
{
    Flows flows(m_sums);
    const std::size_t count = std::max(from.size(), to.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto way =
            addFlow(flows, from[i * from.size() / count], to[i * to.size() / count], 1.0 / static_cast<double>(count));
        if (!way)
            return way.error();
    }
    auto cost = costOf(flows);
    cost.perConnection = 1.0 / static_cast<double>(count);
    return cost;
}

} // namespace heteroscope

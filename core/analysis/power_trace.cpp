// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/power_trace.h"

#include <algorithm>

namespace heteroscope {

PowerTrace::PowerTrace(const StepResult &result, const Topology &topology)
{
    struct Edge
    {
        Ticks at;
        double watts = 0; ///< more from then on
    };
    std::vector<Edge> edges;
    const double pue = topology.powerUsageEffectiveness();
    double waiting = powerBesideDevices(topology);
    m_most = waiting;
    const auto addWaiting = [&](DeviceId id, bool isUsed) {
        const double power = topology.typeOf(id).power;
        waiting += waitingPowerShare * power;
        m_most += isUsed ? power : waitingPowerShare * power;
    };
    for (const DeviceId id : result.unusedDevices)
        addWaiting(id, false);
    for (const Lane &lane : result.lanes) {
        double more = 0; // while the lane is busy
        for (const DeviceId id : lane.devices) {
            addWaiting(id, true);
            more += (1 - waitingPowerShare) * topology.typeOf(id).power;
        }
        for (const LaneInterval &interval : lane.intervals) {
            if (!isCompute(interval.activity) && interval.activity != Activity::optimizer)
                continue;
            edges.push_back({interval.start, more});
            edges.push_back({interval.end, -more});
        }
    }
    m_most *= pue;
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.at < b.at; });
    m_points.push_back({Ticks(0), pue * waiting, 0});
    for (const Edge &edge : edges) {
        Point &last = m_points.back();
        if (edge.at == last.at) {
            last.watts += pue * edge.watts;
            continue;
        }
        m_points.push_back(
            {edge.at, last.watts + pue * edge.watts, last.joules + last.watts * toSeconds(edge.at - last.at).value});
    }
}

double PowerTrace::joulesUntil(Ticks time) const
{
    const auto after =
        std::partition_point(m_points.begin(), m_points.end(), [time](const Point &point) { return point.at <= time; });
    if (after == m_points.begin())
        return 0;
    const Point &point = *std::prev(after);
    return point.joules + point.watts * toSeconds(time - point.at).value;
}

double PowerTrace::mean(Ticks from, Ticks to) const
{
    return to > from ? (joulesUntil(to) - joulesUntil(from)) / toSeconds(to - from).value : 0;
}

} // namespace heteroscope

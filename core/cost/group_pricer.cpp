// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_pricer.h"

#include "cost/group_price.h"

#include <iterator>

namespace heteroscope {

namespace {

/// Whether two keys of prices are of the same devices in the same groups: all before the samples, and the experts'.
template<class Key>
bool areGroupedAlike(const Key &one, const Key &other)
{
    return std::get<0>(one) == std::get<0>(other) && std::get<1>(one) == std::get<1>(other) &&
           std::get<2>(one) == std::get<2>(other) && std::get<3>(one) == std::get<3>(other) &&
           std::get<4>(one) == std::get<4>(other) && std::get<10>(one) == std::get<10>(other);
}

} // namespace

GroupPricer::GroupPricer(const Topology &topology, const Workload &workload, Seconds startTime,
                         const CalibrationValues *calibration, const StopToken &stop)
    : m_topology(&topology),
      m_workload(&workload),
      m_calibration(calibration ? calibration : &builtinCalibration()),
      m_startTime(startTime),
      m_stop(stop),
      m_network(topology, *m_calibration, startTime, stop)
{}

Result<const GroupCost *> GroupPricer::groupCost(const std::vector<DeviceId> &devices, const GroupOptions &options)
{
    const auto &sharding = options.sharding;
    GroupKey key(devices, sharding.tp, sharding.cp, sharding.ep, sharding.expertTensors(), sharding.sequenceParallel,
                 options.samples, options.recompute, options.modules, options.overlapTp, options.expertGroups,
                 options.nodes, sharding.context ? static_cast<int>(*sharding.context) : -1);
    const auto place = m_groups.lower_bound(key);
    if (place != m_groups.end() && place->first == key)
        return &place->second;
    if (m_stop.stop_requested())
        return cancelledError();
    const auto stack = findSoftwareStack(*m_calibration, m_workload->job);
    if (!stack)
        return stack.error();
    auto own = options;
    own.startTime = m_startTime;
    // Prices of the same groups stand beside each other.
    const TransferCost *traffic = nullptr;
    if (!options.expertGroups.empty() && place != m_groups.end() && areGroupedAlike(place->first, key))
        traffic = &place->second.expertTraffic;
    else if (!options.expertGroups.empty() && place != m_groups.begin() &&
             areGroupedAlike(std::prev(place)->first, key))
        traffic = &std::prev(place)->second.expertTraffic;
    auto price = openGroup(m_network, *m_workload, *m_calibration, **stack, devices, own, traffic);
    if (!price)
        return price.error();
    return &m_groups.emplace_hint(place, std::move(key), std::move(price->cost))->second;
}

} // namespace heteroscope

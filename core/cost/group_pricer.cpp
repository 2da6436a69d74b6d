// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_pricer.h"

#include "cost/group_price.h"

#include <iterator>
#include <tuple>

namespace heteroscope {

namespace {

/// What groupNetworks of a key depends on: the devices, the degrees, TP overlap, the groups that share experts and what
/// context parallelism exchanges.
template<class Key>
auto networksOf(const Key &key)
{
    return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), std::get<4>(key),
                    std::get<9>(key), std::get<10>(key), std::get<12>(key));
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
        return &place->second.cost;
    if (m_stop.stop_requested())
        return cancelledError();
    const auto stack = findSoftwareStack(*m_calibration, m_workload->job);
    if (!stack)
        return stack.error();
    auto own = options;
    own.startTime = m_startTime;
    // Prices of the same groups stand beside each other.
    std::shared_ptr<const GroupNetworks> networks;
    if (place != m_groups.end() && networksOf(place->first) == networksOf(key))
        networks = place->second.networks;
    else if (place != m_groups.begin() && networksOf(std::prev(place)->first) == networksOf(key))
        networks = std::prev(place)->second.networks;
    auto price = openGroup(m_network, *m_workload, *m_calibration, **stack, devices, own, std::move(networks));
    if (!price)
        return price.error();
    return &m_groups.emplace_hint(place, std::move(key), Priced{std::move(price->cost), std::move(price->networks)})
                ->second.cost;
}

} // namespace heteroscope

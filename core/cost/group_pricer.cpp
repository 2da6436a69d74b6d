// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/group_pricer.h"

namespace heteroscope {

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
                 options.nodes);
    if (const auto found = m_groups.find(key); found != m_groups.end())
        return &found->second;
    if (m_stop.stop_requested())
        return cancelledError();
    const auto stack = findSoftwareStack(*m_calibration, m_workload->job);
    if (!stack)
        return stack.error();
    auto own = options;
    own.startTime = m_startTime;
    auto cost = priceGroup(m_network, *m_workload, *m_calibration, **stack, devices, own);
    if (!cost)
        return cost.error();
    return &m_groups.emplace(std::move(key), std::move(*cost)).first->second;
}

} // namespace heteroscope

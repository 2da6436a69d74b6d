// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prices of TP groups and of sends on one cluster, for one workload and one time of the scenario. Routes and prices are
// cached between calls, so that many plans can be priced one after the other.
#pragma once

#include "cost/group_cost.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>

namespace heteroscope {

struct GroupNetworks;

/// Not thread-safe; each thread needs its own. Topology, workload and calibration must outlive it.
class GroupPricer
{
public:
    /// calibration: nullptr = the shipped constants. stop: of the job that the pricer works for; what is priced or
    /// simulated with this pricer asks it.
    GroupPricer(const Topology &topology, const Workload &workload, Seconds startTime = Seconds(0),
                const CalibrationValues *calibration = nullptr, const StopToken &stop = {});

    const Topology &topology() const { return *m_topology; }
    const Workload &workload() const { return *m_workload; }
    const CalibrationValues &calibration() const { return *m_calibration; }
    Seconds startTime() const { return m_startTime; }
    const StopToken &stop() const { return m_stop; }
    /// The budget of memory for what is simulated with this pricer; nullopt: half of what is free (base/memory_budget).
    std::optional<Bytes> memory() const { return m_memory; }
    void limitMemory(std::optional<Bytes> budget) { m_memory = budget; }
    Network &network() { return m_network; }
    const Network &network() const { return m_network; }

    /// The price of a TP group at the pricer's start time; options.startTime is ignored. The pointer is valid as long
    /// as the pricer. Errors: as priceGroup; a calibration without software stacks; cancelled.
    Result<const GroupCost *> groupCost(const std::vector<DeviceId> &devices, const GroupOptions &options);

private:
    using GroupKey = std::tuple<std::vector<DeviceId>, int, int, int, int, bool, double, Recompute, RecomputeModules,
                                bool, std::vector<std::vector<DeviceId>>, int, int>;

    struct Priced
    {
        GroupCost cost;
        std::shared_ptr<const GroupNetworks> networks;
    };

    const Topology *m_topology;
    const Workload *m_workload;
    const CalibrationValues *m_calibration;
    Seconds m_startTime;
    StopToken m_stop;
    std::optional<Bytes> m_memory;
    Network m_network;
    std::map<GroupKey, Priced> m_groups;
};

} // namespace heteroscope

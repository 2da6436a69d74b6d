// SPDX-License-Identifier: GPL-3.0-or-later
//
// The switches between all candidates in each state of a scenario (switch_costs.h).
#pragma once

#include "planner/overtime/replan.h"
#include "planner/overtime/state_move.h"

#include <map>

namespace heteroscope {

struct SwitchKind
{
    SwitchWay way = SwitchWay::links;
    Bytes moved;
};

class SwitchTable
{
public:
    /// whole: the cluster without rate curves. All must outlive it.
    SwitchTable(const Topology &whole, const Workload &workload, const CalibrationValues &calibration,
                const std::vector<CandidatePlan> &plans, const SwitchCosts &costs, const StopToken &stop = {});

    /// Adds the rows `alive` and `switchTime` of the next state, whose factors the topology has from time 0 on.
    void addState(const Topology &topology, SequenceProblem &problem);
    const SwitchKind &kind(std::size_t state, std::size_t from, std::size_t to) const
    {
        return m_kinds[(state * (m_held.size() + 1) + from) * m_held.size() + to];
    }
    /// From one plan to another after the loss of some devices.
    const StateMove &move(std::size_t from, std::size_t to, const std::vector<bool> &gone);

private:
    Seconds readTime(std::size_t plan) const;

    SwitchCosts m_costs;
    Network m_network;
    Bytes m_state;
    std::vector<HeldState> m_held;             ///< by plan
    std::vector<std::vector<DeviceId>> m_used; ///< by plan
    std::vector<double> m_nodes;               ///< by plan
    std::map<std::tuple<std::size_t, std::size_t, std::vector<DeviceId>>, StateMove> m_moves;
    std::vector<SwitchKind> m_kinds;
};

} // namespace heteroscope

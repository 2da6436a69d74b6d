// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/switch_table.h"

#include <algorithm>
#include <set>

namespace heteroscope {

SwitchTable::SwitchTable(const Topology &whole, const Workload &workload, const CalibrationValues &calibration,
                         const std::vector<CandidatePlan> &plans, const SwitchCosts &costs, const StopToken &stop)
    : m_costs(costs), m_network(whole, calibration, Seconds(0), stop), m_state(stateBytesOf(workload))
{
    for (const CandidatePlan &candidate : plans) {
        m_held.push_back(heldState(candidate.plan, whole, workload));
        std::vector<DeviceId> used;
        std::set<std::size_t> nodes;
        for (const Pipeline &pipeline : candidate.plan.pipelines) {
            for (const Stage &stage : pipeline.stages) {
                for (const TensorGroup &group : stage.groups) {
                    for (const std::string &name : group.devices) {
                        if (const auto device = whole.findDevice(name)) {
                            used.push_back(*device);
                            nodes.insert(whole.device(*device).node);
                        }
                    }
                }
            }
        }
        std::sort(used.begin(), used.end());
        m_used.push_back(std::move(used));
        m_nodes.push_back(static_cast<double>(nodes.size()));
    }
}

Seconds SwitchTable::readTime(std::size_t plan) const
{
    return m_costs.hasStorage() ? Seconds(m_state.value / (m_costs.storagePerNode.value * m_nodes[plan]))
                                : Seconds(infinity);
}

const StateMove &SwitchTable::move(std::size_t from, std::size_t to, const std::vector<bool> &gone)
{
    std::vector<DeviceId> lost;
    for (const DeviceId device : m_used[from]) {
        if (gone[device.index()])
            lost.push_back(device);
    }
    const auto [known, isNew] = m_moves.try_emplace({from, to, std::move(lost)});
    if (isNew)
        known->second = stateMove(m_held[from], m_held[to], gone, m_network);
    return known->second;
}

void SwitchTable::addState(const Topology &topology, SequenceProblem &problem)
{
    std::vector<bool> gone;
    for (const TopologyDevice &device : topology.devices())
        gone.push_back(!(device.speed.factorAt(Seconds(0)) > 0));
    std::vector<double> factors;
    for (const TopologyEdge &edge : topology.edges())
        factors.push_back(edge.rate.factorAt(Seconds(0)));
    const std::size_t plans = m_held.size();
    const auto isAlive = [&](std::size_t plan) {
        return std::none_of(m_used[plan].begin(), m_used[plan].end(),
                            [&](DeviceId device) { return gone[device.index()]; });
    };
    for (std::size_t plan = 0; plan < plans; ++plan)
        problem.alive.push_back(isAlive(plan) ? 1 : 0);
    const Seconds start = m_costs.restart + m_costs.warmUp;
    for (std::size_t from = 0; from <= plans; ++from) {
        for (std::size_t to = 0; to < plans; ++to) {
            SwitchKind kind{SwitchWay::checkpoint, m_state};
            Seconds time(infinity);
            if (to == from) {
                time = Seconds(0);
            } else if (isAlive(to)) {
                time = start + readTime(to) + m_costs.checkpointEvery / 2;
                const StateMove *moved = from < plans ? &move(from, to, gone) : nullptr;
                if (moved && !moved->isLost) {
                    const Seconds overLinks = moveTime(*moved, m_network, factors);
                    const Seconds throughStorage = readTime(from) + readTime(to); // writing takes as long as reading
                    const Seconds least = start + std::min(overLinks, throughStorage);
                    if (least <= time) {
                        kind.way = overLinks <= throughStorage ? SwitchWay::links : SwitchWay::storage;
                        kind.moved = Bytes(static_cast<double>(moved->missing));
                        time = least;
                    }
                }
            }
            problem.switchTime.push_back(time.value);
            m_kinds.push_back(kind);
        }
    }
}

} // namespace heteroscope

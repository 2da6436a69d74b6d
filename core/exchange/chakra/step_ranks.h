// SPDX-License-Identifier: GPL-3.0-or-later
//
// The devices of a simulated step as ranks, for files that have one part for each: who talks to whom.
#pragma once

#include "simulator/result/step_result.h"
#include "strategy/expert_layout.h"
#include "strategy/plan.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heteroscope {

/// The part of a transfer or collective of a lane that one rank has.
struct RankShare
{
    std::vector<std::size_t> ranks; ///< of a collective: all that take part; of a transfer: the other end
    double share = 1;               ///< of the lane's bytes
};

class StepRanks
{
public:
    enum class Order {
        lanes,  ///< rank after rank through the lanes and, in a lane, its devices
        devices ///< as the cluster numbers them, without those that the plan leaves out
    };
    /// Plan and result must be of the same step; the plan must outlive it.
    StepRanks(const StepResult &result, const Plan &plan, Order order);

    std::size_t size() const { return m_devices.size(); }
    DeviceId deviceOf(std::size_t rank) const { return m_devices[rank]; }
    std::size_t laneOf(std::size_t rank) const { return m_lanes[rank]; }
    const Plan &plan() const { return *m_plan; }

    /// What the rank has in an interval of its lane's traffic. Usually one share. Several: a transfer between lanes of
    /// unlike TP, or the averaging of gradients with such lanes. None: nobody to talk to; or a collective of a pass
    /// that another lane of the group hides as a whole behind its computation, and so does not have in its traffic.
    std::vector<RankShare> sharesOf(std::size_t rank, const TrafficInterval &traffic) const;

private:
    const TensorGroup &groupOf(const Lane &lane) const;
    std::vector<std::size_t> ranksOf(const std::vector<DeviceId> &devices) const;
    std::vector<RankShare> transferShares(std::size_t rank, const TrafficInterval &traffic) const;
    std::vector<RankShare> averagingShares(std::size_t rank, const TrafficInterval &traffic) const;
    std::vector<std::size_t> expertRanks(std::size_t rank, const TrafficInterval &traffic) const;
    /// Whether a lane has the collective of the same pass in its traffic.
    bool hasInPass(std::size_t lane, const TrafficInterval &traffic) const;

    const StepResult *m_result;
    const Plan *m_plan;
    std::vector<AlikePipelines> m_alike;           // by pipeline
    std::vector<DeviceId> m_devices;               // by rank
    std::vector<std::size_t> m_lanes, m_places;    // by rank
    std::vector<std::vector<std::size_t>> m_ranks; // by lane and place
    std::map<DeviceId, std::size_t> m_rankOfDevice;
    std::map<std::int32_t, std::vector<std::size_t>> m_averaging;                 // lanes by synchronization
    using PassCollective = std::tuple<Traffic, std::int32_t, std::int16_t, bool>; // kind, micro-batch, chunk, backward
    std::vector<std::set<PassCollective>> m_inPasses;                             // by lane
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prices of what plans are made of, remembered: stages' passes and memory by cut unit (space.h), sends between TP
// groups, gradient synchronization of a stage. All are lower bounds of what the simulator makes of them, and exact
// where no rate curve changes during the step: compute at the fastest factor of the devices' curves from the start on,
// transfers at the largest capacity of each link.
#pragma once

#include "planner/space/space.h"
#include "simulator/step_predictor.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace heteroscope {

/// What passes of a group cost, in seconds; sums over the units before u, so size() == units + 1.
struct UnitPrices
{
    std::vector<double> forward;
    std::vector<double> backward;
    double forwardOf(int first, int last) const
    {
        return forward[static_cast<std::size_t>(last)] - forward[static_cast<std::size_t>(first)];
    }
    double backwardOf(int first, int last) const
    {
        return backward[static_cast<std::size_t>(last)] - backward[static_cast<std::size_t>(first)];
    }
};

/// Memory of a stage by unit, for one TP degree, micro-batch size, recompute and sharding: never more than the
/// simulator counts.
struct UnitMemory
{
    std::vector<double> parameters; ///< of one device, sums over the units before u
    std::vector<double> activations;
    /// Held once, as much as the most demanding of the stage's units needs: distinct values, largest first, each with
    /// the number of its units before u.
    struct Working
    {
        double bytes = 0;
        std::vector<int> unitsBefore;
    };
    std::vector<Working> working;
    void setWorking(const std::vector<double> &byUnit);
    double bytesPerParameter = 0;
    double fixed = 0; ///< reserve and buffers
    double logits = 0;
    double tied = 0; ///< parameters counted twice where first and last layer meet

    double parametersOf(int first, int last) const;
    /// Of a stage that holds the activations of inFlight micro-batches (or parts of one, with interleaving).
    double need(int first, int last, double inFlight) const;
};

/// Seconds for the whole message, and how the time grows with it.
struct SendPrice
{
    double latency = 0;
    double secondsPerByte = 0;
};

/// How the groups of a family work; part of every price.
struct WorkKey
{
    int microBatchSize = 1;
    Recompute recompute = Recompute::none;
    bool sequenceParallel = false;
    int chunks = 1;
    friend auto operator<=>(const WorkKey &, const WorkKey &) = default;
};
WorkKey workOf(const Family &family);

/// One for each worker, like its predictor.
class PriceBook
{
public:
    PriceBook(StepPredictor &predictor, const TensorGroups &groups, const SoftwareStack &stack);

    StepPredictor &predictor() { return m_predictor; }
    const TensorGroups &groups() const { return m_groups; }
    const SoftwareStack &stack() const { return m_stack; }
    const Workload &workload() const { return m_predictor.workload(); }

    /// Groups of one kind cost the same: those of TensorGroups, and others whose prices turn out equal.
    int kindOf(int group) const { return m_kinds[static_cast<std::size_t>(m_groups[group].kind)]; }
    /// As the simulator prices the group when so many nodes work on the step.
    Result<const GroupCost *> cost(int group, const WorkKey &work, int nodes);
    GroupOptions optionsOf(int group, const WorkKey &work, int nodes) const;
    Result<const UnitPrices *> units(const Family &family, int group, int nodes);
    /// The least over all groups of a type, with one node at work. Error: none of them can work.
    Result<const UnitPrices *> fastest(const Family &family, const FamilyPart &part);
    Result<const UnitMemory *> memory(const Family &family, int group);
    Result<SendPrice> send(int from, int to);
    /// No more than any send from a group of one part to one of the other; within a part, between groups that are this
    /// far apart in the order of nodes or farther. Nothing where no send is possible, which is for others to say, or
    /// where groups are too many to look at.
    SendPrice leastSend(const FamilyPart &from, const FamilyPart &to, int apart);
    /// No more than both sends of a group of the part, to neighbours that are so far apart from it before and after,
    /// where all of them are theirs by multiples of this number.
    SendPrice leastSendsToBoth(const FamilyPart &part, int apart);
    /// Seconds a byte of a send takes when the same sends of several pipelines, [from, to], cross their links together.
    double sharedSecondsPerByte(const std::vector<std::pair<int, int>> &sends);
    /// Traffic of a send, empty when there is no way; of a TP group's own collectives.
    const std::vector<EdgeTraffic> &trafficOf(int from, int to);
    double mostCapacity(EdgeId edge) const;
    /// Least time the busiest link of the plan's sends is taken in one micro-batch of every pipeline. A network cut:
    /// every cut of the layers sends the same. 0 where a group cannot be reached.
    double linkTime(const Family &family, const std::vector<int> &placed, int nodes);
    /// All-reduce of these groups, one for each replica (all-gather with sharded states).
    Result<SendPrice> collective(const std::vector<int> &groups, bool gather);
    /// No more than any of so many neighbours of the part, where the first of them is theirs by multiples of the
    /// number.
    SendPrice leastCollective(const FamilyPart &part, int groups, bool gather);
    /// Largest factor of the group's compute rate from the start on, over that at the start.
    double speedUp(int group);
    int nodesOf(const std::vector<int> &placed);

private:
    struct Send
    {
        SendPrice price;
        std::vector<EdgeTraffic> traffic;
    };
    const Result<Send> &sendOf(int from, int to);
    SendPrice floorOf(const TransferCost &cost) const;
    void joinKinds();
    bool costTheSame(int one, int other);

    StepPredictor &m_predictor;
    const TensorGroups &m_groups;
    const SoftwareStack &m_stack;
    std::vector<int> m_kinds;                                                   ///< by kind of TensorGroups
    std::vector<double> m_mostCapacity;                                         ///< by edge; empty when no link changes
    std::map<std::tuple<int, WorkKey, int>, Result<const GroupCost *>> m_costs; ///< by kind
    std::map<std::tuple<int, WorkKey, int>, Result<std::unique_ptr<UnitPrices>>> m_units;
    std::map<std::tuple<std::size_t, int, WorkKey>, Result<std::unique_ptr<UnitPrices>>> m_fastest;
    std::map<std::tuple<int, WorkKey, int, int>, Result<std::unique_ptr<UnitMemory>>> m_memory;
    std::unordered_map<std::uint64_t, Result<Send>> m_sends;
    std::map<std::tuple<std::size_t, int, std::size_t, int, int>, SendPrice> m_leastSends;
    std::map<std::vector<int>, Result<SendPrice>> m_collectives;
    std::map<std::tuple<std::size_t, int, int, bool>, SendPrice> m_leastCollectives;
    std::map<std::tuple<std::size_t, int, int>, SendPrice> m_leastSendsToBoth;
    std::vector<double> m_load; ///< by edge, scratch: zero between calls
    std::vector<EdgeId> m_touched;
    std::vector<std::uint32_t> m_seen; ///< by node
    std::uint32_t m_round = 0;
};

} // namespace heteroscope

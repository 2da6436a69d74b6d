// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cached prices of the parts of plans: passes and memory of stages by cut unit (space.h), sends between TP groups, and
// the gradient synchronization of a stage. All are lower bounds of what the simulator computes, and exact if no rate
// curve changes during the step: computation is priced at the max factor of the devices' curves from the start of the
// step on, transfers at the max capacity of each link.
#pragma once

#include "cost/group_pricer.h"
#include "cost/memory.h"
#include "planner/space/space.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace heteroscope {

/// What of a stage is recomputed. A way is a number: 0 all of a unit, then the steps of PriceBook::ladder(), a set of
/// modules each.
struct Repeated
{
    std::size_t way = 0;
    int units = 0; ///< so many, from the first on; of a set of modules all or none
    friend bool operator==(const Repeated &, const Repeated &) = default;
};

/// The same for a plan.
inline RecomputedPart recomputedPart(const Repeated &repeated, const std::vector<RecomputeModules> &ladder)
{
    return repeated.way == 0 ? RecomputedPart{repeated.units, {}} : RecomputedPart{0, ladder[repeated.way - 1]};
}

/// Times of a group's passes in seconds. Element u is the sum over the units before u, so size() == units + 1.
struct UnitPrices
{
    std::vector<double> forward;
    std::vector<double> backward;
    std::vector<double> weight;             ///< what of the backward is weight gradients
    std::vector<std::vector<double>> again; ///< by way to recompute: what the backward takes more; may be empty
    double forwardOf(int first, int last) const
    {
        return forward[static_cast<std::size_t>(last)] - forward[static_cast<std::size_t>(first)];
    }
    double backwardOf(int first, int last) const
    {
        return backward[static_cast<std::size_t>(last)] - backward[static_cast<std::size_t>(first)];
    }
    double weightOf(int first, int last) const
    {
        return weight[static_cast<std::size_t>(last)] - weight[static_cast<std::size_t>(first)];
    }
};

/// Memory of a stage by unit in bytes, for one TP degree, micro-batch size, recompute and sharding. A lower bound of
/// the memory that the simulator computes.
struct UnitMemory
{
    // Of one device; element u is the sum over the units before u.
    std::vector<double> parameters;
    /// What the stage averages over all its replicas, in parameters. Experts that fewer devices have in common count
    /// as many as take as long at least (PriceBook::expertWeight).
    std::vector<double> averaged;
    std::vector<double> states; ///< bytes of weights, gradients and optimizer state
    /// What a stage needs once, the max over its units. Distinct values, largest first; unitsBefore[u] is the number of
    /// units with this value before u.
    struct Once
    {
        double bytes = 0;
        std::vector<int> unitsBefore;
    };
    static std::vector<Once> onceOf(const std::vector<double> &byUnit);
    std::vector<Once> gathered; ///< weights, by ZeRO-3
    struct Active
    {
        std::vector<double> activations;
        std::vector<Once> working;
    };
    Active kept;               ///< of units that are not recomputed
    std::vector<Active> again; ///< by way to recompute; empty if nothing ever is
    double fixed = 0;          ///< reserve and buffers
    double logits = 0;
    // Activations of a micro-batch, of a family with several chunks, whose units contain none of them.
    double embedding = 0, head = 0;
    bool headFirst = false; ///< the head is in the first unit
    double tied = 0; ///< parameters of a tied embedding, which a stage with the first and the last layer holds once
    double tiedStates = 0; ///< bytes of its states

    double parametersOf(int first, int last) const { return sumOf(parameters, first, last, tied); }
    double averagedOf(int first, int last) const { return sumOf(averaged, first, last, tied); }
    double sumOf(const std::vector<double> &sums, int first, int last, double once) const
    {
        const bool both = first == 0 && last + 1 == static_cast<int>(sums.size());
        return sums[static_cast<std::size_t>(last)] - sums[static_cast<std::size_t>(first)] - (both ? once : 0.0);
    }
    /// Memory of a stage with units [first, last) and the activations of inFlight micro-batches (a fraction is possible
    /// with interleaving).
    double need(int first, int last, double inFlight, const Repeated &repeated = {}) const;
    /// Whether that is at most this with nothing recomputed, or everything in some way.
    bool mayFit(int first, int last, double inFlight, double capacity) const;
};

/// What recomputing takes of a group, by way, in seconds: the prices of the cost model on one node, at the speeds of
/// the step's start. Element u is the sum over the units before u.
using RecomputeTimes = std::vector<std::vector<double>>;

/// Time of a message in seconds: latency + bytes * secondsPerByte at least. Of a collective among known groups also how
/// its latency grows with the bytes (TransferCost::latencyOf).
struct SendPrice
{
    double latency = 0; ///< without bytes
    double secondsPerByte = 0;
    double longLatency = 0; ///< of the Simple protocol; 0: nothing is known but the floor
    std::array<QuickProtocol, quickProtocolCount> quick{};

    double latencyOf(double bytes) const
    {
        double least = std::max(latency, longLatency);
        for (const auto &one : quick) {
            if (one.efficiency > 0)
                least = std::min(least, one.latency.value + bytes * secondsPerByte * (1 / one.efficiency - 1));
        }
        return least;
    }
};

/// The conditions under which the groups of a family are priced.
struct WorkKey
{
    int microBatchSize = 1;
    Recompute recompute = Recompute::none;
    RecomputeModules modules{}; ///< of selective recompute
    bool sequenceParallel = false;
    int chunks = 1;
    int cp = 1;
    int ep = 1;
    bool vee = false;        ///< of the units
    bool both = false;       ///< with and without recompute
    int expertPipelines = 1; ///< neighbouring pipelines that share the experts (ExpertLayout::pipelines)
    /// Where these may be of two types (Family::mixesExperts): the types in their order, each plus one, as digits to
    /// the base 256; else 0.
    std::uint64_t expertTypes = 0;
    friend auto operator<=>(const WorkKey &, const WorkKey &) = default;
};
WorkKey workOf(const Family &family);
/// The same with everything recomputed, or with these modules.
WorkKey recomputingAll(WorkKey work);
WorkKey recomputing(WorkKey work, RecomputeModules modules);
/// The same with what of a stage is recomputed.
WorkKey recomputing(WorkKey work, const RecomputedPart &part);

/// Not thread-safe; each thread needs its own, like its pricer. After a stop of the pricer what it returns means
/// nothing.
class PriceBook
{
public:
    PriceBook(GroupPricer &pricer, const TensorGroups &groups, const SoftwareStack &stack);

    GroupPricer &pricer() { return m_pricer; }
    const TensorGroups &groups() const { return m_groups; }
    const SoftwareStack &stack() const { return m_stack; }
    const Workload &workload() const { return m_pricer.workload(); }

    /// The kind of a group. Groups of one kind have equal prices: groups that share a kind in TensorGroups, and
    /// groups whose prices turn out to be equal.
    int kindOf(int group) const { return m_kinds[static_cast<std::size_t>(m_groups[group].kind)]; }
    /// The simulator's price of the group in a step that uses this number of nodes.
    Result<const GroupCost *> cost(int group, const WorkKey &work, int nodes);
    GroupOptions optionsOf(int group, const WorkKey &work, int nodes) const;
    Result<const UnitPrices *> units(const Family &family, int group, int nodes);
    /// The min over all groups of a part, for a step on one node. Error: no group can be used.
    Result<const UnitPrices *> fastest(const Family &family, const FamilyPart &part);
    Result<const UnitMemory *> memory(const Family &family, int group);
    /// True if all that is priced of one group alone is the same of the other.
    bool areOfOnePrice(const Family &family, int one, int other)
    {
        const auto work = workOf(family);
        return priceKindOf(one, work) == priceKindOf(other, work);
    }
    /// Of a family that recomputes as needed.
    Result<const RecomputeTimes *> recomputeTimes(const Family &family, int group);
    /// The sets of modules that stages choose from (moduleLadder).
    const std::vector<RecomputeModules> &ladder();
    Result<SendPrice> send(int from, int to);
    /// Lower bound on any send between groups of two parts. Within one part: between groups whose indices differ by at
    /// least `apart`. Zero if no route exists or there are too many pairs of places.
    SendPrice minSend(const FamilyPart &from, const FamilyPart &to, int apart);
    /// Lower bound on the sum of the two sends of a group to the groups `apart` before and after it, over all groups of
    /// the part whose index is a multiple of `apart`.
    SendPrice minSendsToBoth(const FamilyPart &part, int apart);
    /// What an exchange in the passes of a group moves over links, and seconds for each of its bytes as it is priced.
    struct ExchangeFlow
    {
        std::vector<EdgeTraffic> traffic;
        double secondsPerByte = 0;
    };
    struct GroupFlows
    {
        ExchangeFlow tensor, context, expert;
    };
    /// Of this group alone: groups of a kind cost the same, but over links of their own.
    const GroupFlows &flowsOf(const Family &family, int group);
    /// True if passes of both groups take equally long in all stages of the family.
    bool areAlike(const Family &family, int one, int other);
    /// Seconds per byte of a send if the given sends (from, to) of several pipelines share their links.
    double sharedSecondsPerByte(const std::vector<std::pair<int, int>> &sends);
    /// Traffic of a send; empty if no route exists.
    const std::vector<EdgeTraffic> &trafficOf(int from, int to);
    double maxCapacity(EdgeId edge) const;
    /// Time for which the busiest link is occupied by the sends of one micro-batch of every pipeline. It is the same
    /// for every cut of the layers. 0 if no route exists between some groups.
    double linkTime(const Family &family, const std::vector<int> &placed, int nodes);
    /// All-reduce (or all-gather, if `gather`) over these groups, one per replica, each with cp devices of every TP
    /// rank. shard: 0, or all-gathers among every so many neighbours, or the all-reduces between these neighbours.
    Result<SendPrice> collective(const std::vector<int> &groups, bool gather, int cp, int shard = 0);
    /// By TP rank, the devices of these groups that average dense gradients.
    std::vector<std::vector<DeviceId>> gradientRings(const std::vector<int> &groups, int cp) const;
    /// Lower bound on the collective over `groups` consecutive groups of the part. The index of the first group is a
    /// multiple of `groups`.
    SendPrice minCollective(const FamilyPart &part, int groups, bool gather, int shard = 0);
    /// What replicas exchange once a step, in seconds: a constant part and a part per parameter of a device.
    struct Averaging
    {
        double fixed = 0, perParameter = 0;             ///< gradients, before the optimizer
        double gatherFixed = 0, gatherPerParameter = 0; ///< weights, after it
        /// The calls of these, with their bytes a parameter; the second of the gradients is between shard groups.
        struct Call
        {
            SendPrice price;
            double bytes = 0;
            double scale = 0;
            /// Beyond the latency that the constant part has.
            double more(double parameters) const
            {
                return (price.latencyOf(bytes * parameters) - price.latency) * scale;
            }
        };
        std::array<Call, 2> calls{};
        Call gatherCall{};
        double sync(double parameters) const
        {
            return fixed + perParameter * parameters + calls[0].more(parameters) + calls[1].more(parameters);
        }
        double gather(double parameters) const
        {
            return gatherFixed + gatherPerParameter * parameters + gatherCall.more(parameters);
        }
    };
    /// Of one chunk that all these groups hold, in the order of replicas. 0 with ZeRO-3 over all replicas, which
    /// exchanges everything in the passes.
    Result<Averaging> averaging(const Family &family, const std::vector<int> &groups);
    /// Lower bound on it for a stage of the part in a pure family.
    Averaging minAveraging(const Family &family, const FamilyPart &part);
    /// Averaging the gradients of one parameter of the experts among the devices that hold it takes as long as that of
    /// so many parameters that all replicas have, at least, in every stage: 1 if all replicas have all experts, 0 if no
    /// two devices hold the same. Else both are averaged in one call, and on the link that is the narrowest for dense
    /// parameters its time is the sum of both. With ZeRO-3 passes gather and scatter what several devices hold as if
    /// all replicas did, and it is 1. Beside pipelines of other types (Family::Others) all bytes that leave a node
    /// count, of which a device's part of the experts is one of EP.
    double expertWeight(const Family &family);
    /// What groups of several types average or gather in one call: a byte of dense parameters on the device of the
    /// widest TP, and as how many of these a byte of experts counts at least.
    struct SharedCall
    {
        SendPrice price;
        double expertWeight = 1;
    };
    /// groups: one of each replica; EP neighbours of one type share the experts, each whole ones. With EP a lower
    /// bound: both move in one call, whose time is no less than what a link takes that has bytes of both.
    Result<SharedCall> sharedCall(const std::vector<int> &groups, bool gather, int cp, int ep);
    /// Max factor of the group's compute rate from the start of the step on, divided by the factor at the start.
    double speedUp(int group);
    int nodesOf(const std::vector<int> &placed);
    /// The least that exchanges of a pass take. Links may get faster during the step than at its start, for which they
    /// are priced; and a group that exchanges experts at another time than its partners has the links to itself.
    struct SoonestShares
    {
        double tp = 1, cp = 1, ep = 1; ///< of the times in which bytes move
        LayerCommunication of(const LayerCommunication &priced) const;
        friend bool operator==(const SoonestShares &, const SoonestShares &) = default;
    };
    SoonestShares soonest(const GroupCost &cost) const;
    /// The same of groups that are alike and do everything at the same time.
    SoonestShares sharesOf(const Family &family, const std::vector<int> &groups);
    /// units() of the group with these shares.
    Result<std::unique_ptr<UnitPrices>> unitsWith(const Family &family, int group, int nodes,
                                                  const SoonestShares &shares);
    /// The traffic of what the replicas of a stage, in these groups, average after their passes or beside them, and of
    /// the gathers of sharded weights. Each is one operation at a time.
    std::vector<std::vector<EdgeTraffic>> averagedTraffic(const Family &family, const std::vector<int> &groups);
    /// ZeRO-3, 0 in mixed stages: the shortest time of the gathers or scatters of a layer's parameters in one pass, in
    /// seconds. bytes: of a parameter.
    double gatherTime(const Family &family, int group, int layer, double bytes);

private:
    std::pair<int, int> priceKindOf(int group, const WorkKey &work);
    /// The same where groups of several types share experts.
    std::pair<int, int> kindAmongTypes(int group, const WorkKey &work);
    static int firstOfBlock(int group, int count, int pipelines);
    /// The neighbouring groups that share their experts, this one among them.
    std::vector<int> sharingExperts(int group, const WorkKey &work) const;
    /// Of the group, by way to recompute, if all is.
    Result<std::vector<const GroupCost *>> recomputedCosts(int group, const WorkKey &work, int nodes);
    /// recomputing: recomputedCosts, or empty.
    std::unique_ptr<UnitPrices> sumUnits(const Family &family, int group, const GroupCost &cost,
                                         const std::vector<const GroupCost *> &recomputing,
                                         const SoonestShares &shares);
    static std::vector<std::vector<DeviceId>> ringParts(const std::vector<std::vector<DeviceId>> &rings, int size,
                                                        bool neighbours);
    void addLoad(const std::vector<EdgeTraffic> &traffic, double times = 1);
    /// Seconds for which the busiest link is occupied by what was added, for each byte. Forgets it.
    double takeBusiest();

    struct Send
    {
        SendPrice price;
        std::vector<EdgeTraffic> traffic;
    };
    const Result<Send> &sendOf(int from, int to);
    /// Equal for groups whose collectives cost the same: their places, and how their nodes follow each other in rings.
    std::vector<int> placesOf(const std::vector<int> &groups) const;
    SendPrice floorOf(const TransferCost &cost) const;
    double soonestShare(const TransferCost &cost) const;
    double expertWeightOf(const Family &family, const FamilyPart &part);
    Result<SharedCall> callWithExperts(const std::vector<int> &groups, bool gather, int cp, int ep);
    /// A group for each price that groups of the part may have.
    const std::vector<int> &unlikeGroups(const FamilyPart &part, const WorkKey &work);
    /// layersOfUnit of each unit.
    const std::vector<std::vector<int>> &layersOfUnits(const Family &family);
    void joinKinds();
    bool costTheSame(int one, int other);

    GroupPricer &m_pricer;
    const TensorGroups &m_groups;
    const SoftwareStack &m_stack;
    std::vector<int> m_kinds;          ///< by kind of TensorGroups
    std::vector<double> m_maxCapacity; ///< by edge; empty when no link changes
    std::map<std::tuple<std::pair<int, int>, WorkKey, int>, Result<const GroupCost *>> m_costs; ///< by kind
    // The last numbers: with ZeRO-3 the DP degree and the shard group, else 0.
    using GatherKey = std::pair<int, int>;
    static GatherKey gathersOf(const Family &family);
    std::map<std::tuple<std::pair<int, int>, WorkKey, int, GatherKey>, Result<std::unique_ptr<UnitPrices>>> m_units;
    std::map<std::tuple<std::size_t, int, WorkKey, GatherKey>, Result<std::unique_ptr<UnitPrices>>> m_fastest;
    std::map<std::tuple<std::size_t, int, int, std::uint64_t>, std::vector<int>> m_unlike; ///< with shared experts
    std::map<std::tuple<int, WorkKey, int, int, int, double>, Result<std::unique_ptr<UnitMemory>>> m_memory;
    std::map<std::pair<std::pair<int, int>, WorkKey>, Result<std::unique_ptr<RecomputeTimes>>> m_recomputeTimes;
    /// By WorkKey::expertTypes and the number of pipelines that share experts; by group, the default if it is unknown.
    std::map<std::pair<std::uint64_t, int>, std::vector<std::pair<int, int>>> m_kindsAmongTypes;
    std::map<std::vector<int>, int> m_blocksOfTypes; ///< numbers of blocks that share experts, by their places
    std::optional<std::vector<RecomputeModules>> m_ladder;
    std::map<std::pair<int, bool>, std::vector<std::vector<int>>> m_layersOfUnits; ///< by chunks and Family::isVee
    std::map<std::tuple<std::size_t, int, int, int, int, bool>, double> m_expertWeights;
    std::map<std::tuple<std::pair<int, int>, std::pair<int, int>, WorkKey>, bool> m_alike; ///< by kinds
    /// By CP, EP, and the number of pipelines that share experts and WorkKey::expertTypes; by group.
    std::map<std::tuple<int, int, int, std::uint64_t>, std::vector<std::unique_ptr<GroupFlows>>> m_flows;
    std::unordered_map<std::uint64_t, Result<Send>> m_sends;
    std::unordered_map<std::uint64_t, Result<SendPrice>> m_sendPrices; ///< by places
    std::map<std::tuple<std::size_t, int, std::size_t, int, int>, SendPrice> m_minSends;
    std::map<std::vector<int>, Result<SendPrice>> m_collectives;
    std::map<std::vector<int>, Result<SendPrice>> m_collectivesOfPlaces;
    std::map<std::vector<int>, Result<SharedCall>> m_sharedCalls; ///< by places
    std::map<std::tuple<std::size_t, int, int, int, bool, int>, SendPrice> m_minCollectives;
    std::map<std::tuple<std::size_t, int, int>, SendPrice> m_minSendsToBoth;
    std::vector<double> m_load; ///< by edge, scratch: zero between calls
    std::vector<EdgeId> m_touched;
    std::vector<std::uint32_t> m_seen; ///< by node
    std::uint32_t m_round = 0;
};

} // namespace heteroscope

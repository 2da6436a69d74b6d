// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prices and memory for the checker of a certificate, computed from the cost model and kept between families. On
// purpose it shares no code with the search (prices/, bounds/) and repeats the rules of a schedule (checker_rules.h)
// instead of calling Schedule, so that a mistake there is not repeated here. All values are in seconds and bytes, and
// none is above what the simulator computes.
#pragma once

#include "cost/group_pricer.h"
#include "cost/memory.h"
#include "planner/certificate/checker_fitting.h"
#include "planner/certificate/checker_rules.h"
#include "planner/space/space.h"

#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace heteroscope {

/// Max relative difference between two sums of the same doubles in different order.
inline constexpr double checkerRounding = 1e-9;

/// Passes of a group by cut unit. Element u is the sum over the units before u.
struct UnitTimes
{
    std::vector<double> forward{0}, backward{0};
    std::vector<double> weight{0};          ///< what of the backward is weight gradients
    std::vector<std::vector<double>> again; ///< by way (checker_fitting.h): what the backward takes more

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
    double passOf(int first, int last) const { return forwardOf(first, last) + backwardOf(first, last); }
};

/// A transfer: it moves bytes for the occupancy and arrives the latency later.
struct MessageTime
{
    double occupancy = 0;
    double latency = 0;
    double total() const { return occupancy + latency; }
};

/// A collective that runs once for each chunk of a stage.
struct CollectiveTime
{
    double fixed = 0;
    double perParameter = 0;
    double expertWeight = 1; ///< dense parameters as which one of experts counts
    double of(double parameters) const { return fixed + perParameter * parameters; }
    double of(const LayerParameters &parameters) const
    {
        return of(parameters.dense + expertWeight * parameters.experts);
    }
};

/// What the exchanges of a pass take at least, as shares of the priced times in which bytes move.
struct ExchangeShares
{
    double tensor = 1, context = 1, expert = 1;
};

/// A stage of one pipeline.
struct StageTimes
{
    CollectiveTime weights, gradients; ///< ZeRO-3: of a layer in each pass; else 0
    const GroupCost *cost = nullptr;
    std::vector<const GroupCost *> again; ///< by way to recompute; empty if the family does not recompute as needed
    const UnitTimes *units = nullptr;
    double faster = 1;                         ///< max speed during the step, relative to the speed at its start
    ExchangeShares exchanges;                  ///< of its passes
    std::unique_ptr<const UnitTimes> together; ///< units with partners (checker_links.h)
    MessageTime forward;  ///< of an activation to the next stage; with chunks, of the last stage to the first
    MessageTime backward; ///< of a gradient to the stage before; with chunks, of the first stage to the last
};

/// A layout with its prices.
struct PricedLayout
{
    std::vector<int> placed;
    int stages = 0;
    int nodes = 0;
    std::vector<std::vector<StageTimes>> pipelines; ///< those that differ; a plan is not faster than any of them
    std::vector<int> replicas;                      ///< their numbers
    // By stage: what follows its passes, for all its chunks.
    std::vector<CollectiveTime> averaging, gathering;
    std::vector<CollectiveTime> beside;          ///< the same of averaging beside the last backward; empty: not known
    double tiedAveraging = 0, tiedGathering = 0; ///< of a table that the first and the last stage hold
    bool sharesLinks = false;                    ///< its sends and exchanges are priced with partners (checker_links.h)

    int groupAt(int stage, int replica, int dp) const { return placed[static_cast<std::size_t>(stage * dp + replica)]; }
};

/// Of the layers' parameters that all replicas average, by cut unit, undivided; element u is the sum over the units
/// before u.
using UnitParameters = std::vector<double>;

/// Not thread-safe; each thread needs its own.
class CheckerPrices
{
public:
    /// All arguments must outlive the object.
    CheckerPrices(GroupPricer &pricer, const TensorGroups &groups, const Topology &topology, const Workload &workload,
                  const SoftwareStack &stack);

    /// The price of a TP group (an index into the TensorGroups) in a plan that uses this number of nodes.
    Result<const GroupCost *> costOf(const Family &family, int group, int nodes);
    /// The same by way to recompute, with all units so; empty if the family does not recompute as needed.
    Result<std::vector<const GroupCost *>> recomputedCosts(const Family &family, int group, int nodes);
    /// Error: the layout cannot run.
    Result<PricedLayout> price(const Family &family, std::vector<int> placed);

    /// True if two groups behave alike in a step of the family, except for the links that they use.
    bool areAlike(const Family &family, int one, int other);
    /// Traffic of a send between two groups of a layout that price() took.
    const std::vector<EdgeTraffic> &trafficOf(int from, int to);
    /// The same of its latency; infinity if there is no way.
    double latencyOf(int from, int to);
    /// The group's own price, for the traffic in its passes: groups of a kind cost the same, but over links of their
    /// own. nullptr: it cannot be used.
    const GroupCost *flowsOf(const Family &family, int group);
    /// Traffic of what these groups average or gather besides their passes, for each operation.
    std::vector<std::vector<EdgeTraffic>> averagedTraffic(const Family &family, const std::vector<int> &groups);
    /// Of a link at the start of the step, in bytes/s.
    double capacityOf(EdgeId edge) const { return m_capacity[edge.index()]; }
    /// Max of it over time.
    double mostOf(EdgeId edge) const { return m_most[edge.index()]; }
    /// At the fastest that the group's links ever are and with nobody else on them. Experts are exchanged by several
    /// groups, which need not do it at the same time.
    ExchangeShares sharesAlone(const GroupCost &cost) const;
    /// Of a pass, in seconds.
    static double exchangeOf(const LayerCommunication &priced, const ExchangeShares &shares);
    /// The passes of a group by unit, with these shares.
    UnitTimes unitsWith(const Family &family, int group, int nodes, const GroupCost &cost,
                        const ExchangeShares &shares);
    /// True if some link is faster at another time than at the start of the step.
    bool linksChange() const { return m_linksChange; }

    /// Max factor of the group's compute rate, relative to the factor at the start of the step.
    double speedUp(int group) const;
    /// Lower bounds on the passes of a part's groups by unit, shortest first; element n is the sum of the shortest n.
    /// Empty if no group of the part can be used.
    const std::vector<double> &shortestPasses(const Family &family, const FamilyPart &part);

    /// Which units fit into the stage. Valid until startFamily.
    const StageFitting &fitting(const Family &family, const std::vector<int> &placed, int stage);
    /// The same for the only stage of a layout, which holds the fewest activations, on a group of a part.
    const StageFitting &fittingAlone(const Family &family, const FamilyPart &part);
    /// By stage. Valid until startFamily.
    const std::vector<check::PassCounts> &passCounts(const Family &family, int stages);
    bool someCutFits(const Family &family, const std::vector<int> &placed);
    /// True if a stage may recompute a set of modules, so that it has several ways.
    bool choosesModules() const { return moduleSets() > 0; }
    std::size_t moduleSets() const { return m_ladder.size(); }
    /// What a stage of these units recomputes whose groups are of several types (StageFitting::together).
    RecomputedPart recomputedTogether(const std::vector<const StageFitting *> &types, int first, int last) const;
    /// What all stages of a family that recomputes alike recompute.
    StageFitting::Alike repeatedAlike(const Family &family, const std::vector<int> &placed, const Cut &cut);
    /// What of each stage is recomputed.
    std::vector<StageFitting::Repeated> repeated(const Family &family, const std::vector<int> &placed, const Cut &cut);
    /// The same for planOf.
    std::vector<RecomputedPart> recomputedParts(const Family &family, const std::vector<int> &placed, const Cut &cut);
    /// To be called before another family is asked about.
    void startFamily(const Family &family);
    const UnitParameters &parameters() const { return m_parameters; } ///< of the family that was started
    /// What of a layer a device of it averages with others, undivided by TP; beside pipelines of other types, by EP
    /// too.
    double averagedParameters(int layer, const Family &family) const;

    /// Of pipelines of several types that average together (Family::Others): seconds for each byte, at least.
    /// pipelines: of each type.
    struct TogetherPrice
    {
        double reduce = 0, gather = 0;
        // By node, what a byte for each parameter of a stage there takes to leave it; empty: nothing is known.
        std::map<std::size_t, double> reduceFrom, gatherFrom;
    };
    TogetherPrice together(const Family &family, const std::vector<int> &pipelines) const;
    /// What counts of the experts of a stage there, if a node has so many of the EP places among which they are spread.
    /// Where not all places of a type are in one node, a ring of some experts may be in two nodes only.
    double expertShareOf(const Family &family, std::size_t places) const;
    /// Averaging of gradients, or gathering of weights, of a layer that these groups hold, in seconds for each
    /// parameter. 0 where that counts nothing.
    CollectiveTime averagingOf(const Family &family, const std::vector<int> &groups);
    /// The same of gradients beside the passes, of which only the bytes count.
    CollectiveTime averagingBeside(const Family &family, const std::vector<int> &groups);
    CollectiveTime gatheringOf(const Family &family, const std::vector<int> &groups);
    /// ZeRO-3: of a layer whose states these groups share, so many bytes for each parameter. 0 where links change.
    CollectiveTime gatherAmong(const Family &family, const std::vector<int> &groups, double bytesPerParameter);

    const SoftwareStack &stack() const { return m_stack; }
    const Workload &workload() const { return m_workload; }
    const TensorGroups &groups() const { return m_groups; }
    const Topology &topology() const { return m_topology; }
    GroupPricer &pricer() { return m_pricer; }

private:
    double usableBytes(std::size_t type) const;
    /// Experts that are spread over devices: as how many parameters that all replicas have one of theirs counts when
    /// it is averaged, at least; of those whom nobody shares 0.
    double expertWeightOf(const Family &family);
    /// The same in one stage; infinity if no plan has it.
    double expertWeightIn(const Family &family, const std::vector<int> &replicas);
    std::size_t placesInNode(const Family &family) const;
    bool inSwitch() const; ///< some switch adds up
    /// The devices in these groups that hold the same part of the same experts.
    std::vector<std::vector<DeviceId>> expertHolders(const Family &family, const std::vector<int> &groups) const;
    // Kinds of the group, micro-batch, recompute (3: as needed; with its modules), sequence parallelism, chunks, nodes,
    // CP, EP, DP where that tells who shares weights or experts, shard group where weights are gathered.
    using WorkKey = std::tuple<std::pair<int, int>, int, int, bool, int, int, int, int, int, int>;

    const UnitTimes &unitsOf(const Family &family, int group, int nodes, const GroupCost &cost);
    GroupOptions optionsOf(const Family &family, int group, int nodes) const;
    std::pair<int, int> kindsOf(const Family &family, int group) const;
    WorkKey keyOf(const Family &family, int group, int chunks, int nodes) const;
    /// ZeRO-3: the cheapest gather over as many neighbouring groups as there are replicas, of bytes for each parameter.
    CollectiveTime gatherOf(const Family &family, int group, double bytes);
    const Result<TransferCost> &sendOf(int from, int to);
    /// Who takes part: all replicas; each shard group of a number of neighbours; the same place of all shard groups.
    enum class Ring { whole, within, between };
    Result<TransferCost> collective(const std::vector<int> &groups, bool gather, int cp, Ring ring = Ring::whole,
                                    int shard = 0);
    /// Of one call that moves bytes for each parameter of the groups: gathering where states are sharded, else
    /// reducing.
    Result<CollectiveTime> callOf(const Family &family, const std::vector<int> &groups, Ring ring,
                                  double bytesPerParameter);
    /// With EP, the devices in these groups, of several types, that hold the same part of the same experts.
    std::vector<std::vector<DeviceId>> expertHoldersTogether(const Family &family,
                                                             const std::vector<int> &groups) const;
    /// The same of all these groups, of several types, with how much one of experts counts.
    Result<CollectiveTime> callTogether(const Family &family, const std::vector<int> &groups, double bytesPerParameter);
    /// With EP, of one byte for each parameter.
    Result<CollectiveTime> callWithExperts(const Family &family, const std::vector<int> &groups);
    Status priceClosing(const Family &family, PricedLayout &layout);
    void priceTogether(const Family &family, PricedLayout &layout) const;
    const StageFitting &fittingOf(const Family &family, int group, int held, double capacity);
    int nodesOf(const std::vector<int> &placed) const;

    GroupPricer &m_pricer;
    const TensorGroups &m_groups;
    const Topology &m_topology;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    bool m_linksChange = false;
    std::vector<double> m_capacity; ///< by edge
    std::vector<double> m_most;     ///< by edge: the max of it over time
    std::map<WorkKey, Result<const GroupCost *>> m_costs;
    std::map<WorkKey, UnitTimes> m_units;
    std::map<std::vector<int>, double> m_expertWeights;               ///< by type and degrees
    std::map<std::tuple<std::pair<int, int>, WorkKey>, bool> m_alike; ///< by the kinds of two groups
    std::map<std::tuple<std::size_t, WorkKey>, std::vector<double>> m_shortest;
    std::unordered_map<std::uint64_t, Result<TransferCost>> m_sends;
    std::map<std::vector<int>, Result<TransferCost>> m_collectives;
    std::map<std::vector<int>, Result<CollectiveTime>> m_callsWithExperts;
    std::map<std::tuple<std::size_t, int, int, int, int>, std::pair<double, double>> m_gathers; ///< latency, s per byte
    // Of the family that was started.
    UnitParameters m_parameters;
    double m_expertWeight = 1;
    std::size_t m_placesInNode = 1; ///< of an apart family
    std::map<std::tuple<int, std::pair<int, int>, int, int, double>, StageFitting> m_fitting;
    std::map<std::array<int, 4>, check::ChunksHeld> m_chunksHeld; ///< by micro-batches, chunks, stages and stage
    std::map<std::pair<int, int>, std::vector<check::PassCounts>> m_passCounts; ///< by micro-batches and stages
    const std::vector<RecomputeModules> m_ladder;
};

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The implementation class of buildStep, for step_builder.cpp (lanes, work, memory), step_wiring.cpp (channels,
// orders), step_synchronization.cpp (gradients and weights) and step_routing.cpp (flows) only.
//
// Which communication is simulated as a flow. Two users of links meet if the routes of both use the same edge or
// conflict set and both may be active at the same time. A user that meets another one, or uses a link whose rate
// changes after the start of the step or that another job uses, is simulated as a flow. For all others the closed form
// gives the same result, to the tick. The following are never active at the same time:
//   - the collectives in the passes of one lane;
//   - the collectives of lanes that perform one exchange together, which has one price;
//   - synchronizations with a common lane;
//   - a synchronization after the last pass, and the transfers of its lanes before it;
//   - with blocking sends, the transfers and the passes of a lane.
// The gathers of ZeRO-3 inside the passes overlap with computation and always have their closed form; what shard groups
// reduce between them (HSDP), and the gathers of weights that are kept, are synchronizations and become flows.
#pragma once

#include "simulator/program/rate_steps.h"
#include "simulator/program/step_builder.h"
#include "strategy/expert_layout.h"
#include "strategy/schedule.h"

#include <map>

namespace heteroscope {

/// Neighbouring indices. (std::ranges::iota_view does not get through Clang 14 with this library.)
class LaneRange
{
public:
    struct Iterator
    {
        std::size_t index;
        std::size_t operator*() const { return index; }
        Iterator &operator++() { return ++index, *this; }
        friend bool operator==(const Iterator &, const Iterator &) = default;
    };

    LaneRange() = default;
    LaneRange(std::size_t first, std::size_t last) : m_first(first), m_last(last) {}

    Iterator begin() const { return {m_first}; }
    Iterator end() const { return {m_last}; }
    std::size_t size() const { return m_last - m_first; }
    std::size_t operator[](std::size_t i) const { return m_first + i; }

private:
    std::size_t m_first = 0, m_last = 0;
};

struct UsersOfEdges; // step_routing.cpp
struct EdgeRates;    // step_routing.cpp

class StepBuilder
{
public:
    StepBuilder(GroupPricer &pricer, const Plan &plan, const SoftwareStack &stack,
                std::vector<int> simulatedMicroBatches, std::vector<bool> othersUse)
        : m_pricer(pricer),
          m_plan(plan),
          m_alike(alikePipelines(plan)),
          m_workload(pricer.workload()),
          m_stack(stack),
          m_startTime(pricer.startTime()),
          m_meter(pricer.stop()),
          m_simulated(std::move(simulatedMicroBatches)),
          m_othersUse(std::move(othersUse))
    {
        for (auto p = m_simulated.size(); p < plan.pipelines.size(); ++p)
            m_simulated.push_back(plan.pipelines[p].microBatches);
    }

    Result<BuiltStep> build();

private:
    Status collectLanes();
    Status priceLanes();
    void fillWork(std::size_t index);
    RateSteps speedOf(const PlanLane &lane) const;
    /// After a stop what was begun is not to be used.
    bool isStopped() const { return m_pricer.stop().stop_requested(); }
    Status orderWork();
    ScheduleShape shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const;
    void fillMemory(std::size_t index);
    /// Offload of activations: exposed is what the pass that computes is too short for.
    void copyActivations();
    Status connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk, Bytes output);
    Status connectPipelines();
    void addCollectiveUsers();
    bool mayMeet(const LinkUser &a, const LinkUser &b) const;
    bool mayMeet(const ChannelUser &channel, const SynchronizationUser &synchronization) const;
    const Synchronization &synchronizationOf(const SynchronizationUser &user) const;
    bool holds(const SynchronizationUser &synchronization, std::int32_t lane) const;
    void findMeetings(const std::vector<std::size_t> &users);
    void routeFlows();
    void findFlows(const UsersOfEdges &usersOf, EdgeRates &edges);
    void layRoutes(const UsersOfEdges &usersOf, const EdgeRates &edges);
    void useRoutes();
    void useRoute(const CollectiveUser &collective, const LinkUser &user);
    /// Of a layer's adapters, over all ranks of the widest group that holds it, experts over all devices of an EP
    /// group.
    LayerParameters adaptersOfLayer(int layer, const std::vector<GradientHolder> &holders) const;
    LayerParameters trainedParameters(int layer, const std::vector<GradientHolder> &holders) const;
    Status addSynchronizations();
    /// isTied: of a table that the first and the last stage hold.
    Status addSynchronization(const std::vector<GradientHolder> &holders, double denseParameters,
                              double expertParameters, bool isTied = false);
    /// ZeRO-3: adds the gathers and scatters of these layers to every pass; hideGathers then reduces them to the part
    /// that computation does not hide.
    Status addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers);
    void hideGathers();
    /// Likewise, with StateSharing::prefetch: by what can be hidden block by block (gather_overlap.h).
    void hideGathersOfBlocks(int prefetch);
    /// The averaging by one collective among all holders: `weights` are gathered after the optimizer if sharded.
    void addAveraging(const std::vector<GradientHolder> &holders, TransferCost collective, Bytes gradients,
                      Bytes weights, bool sharded);
    /// All-reduces the shards of gradients between the shard groups of these rings; bytes: of a whole gradient.
    Status addBetweenGroups(const std::vector<GradientHolder> &holders, const std::vector<std::vector<DeviceId>> &rings,
                            Bytes gradients);
    /// Devices over which states are sharded, of so many that hold the same ones.
    int shardDevices(std::size_t holders) const;
    /// Whether weights are gathered for each pass: ZeRO-3 that does not keep them.
    bool gathersInPasses() const { return m_plan.zeroStage >= 3 && m_plan.sharing.reshards; }
    double gatheredBytes() const; ///< of a weight
    BytesPerSecond hostBandwidth(const PlanLane &lane) const;
    Seconds hostOptimizer(const PlanLane &lane, double owned);
    int nodesAtWork() const;

    /// Indices of the stage's lanes; empty if the stage does not exist.
    LaneRange lanesOf(std::size_t pipeline, int stage) const;
    static std::vector<int> lanesOf(const std::vector<GradientHolder> &holders);
    /// The rings that average the gradients of these lanes: one per tensor rank of the lane with max TP degree
    /// (widest).
    std::vector<std::vector<DeviceId>> gradientRings(const std::vector<int> &lanes, int &widest) const;
    void countTraffic(const TransferCost &cost, double bytes);
    StateSharding stateSharding(const PlanLane &lane) const;
    const AlikePipelines &alikeOf(const PlanLane &lane) const
    {
        return m_alike[static_cast<std::size_t>(lane.pipeline)];
    }
    ExpertLayout expertLayoutOf(const PlanLane &lane) const;
    /// Max of ExpertLayout::expertTp.
    int widestExpertTp(const std::vector<int> &lanes) const;
    /// As many parts of the experts of a layer are averaged, each among the devices that hold it.
    double expertShards(const std::vector<int> &lanes) const;
    /// The expert-parallel groups of the lane's devices, over neighbouring pipelines.
    std::vector<std::vector<DeviceId>> expertGroups(const PlanLane &lane, const ExpertLayout &layout) const;
    /// The rings that average the gradients of routed experts: over the devices that hold the same ones, one for each
    /// of widestExpertTp parts of them.
    std::vector<std::vector<DeviceId>> expertRings(const std::vector<int> &lanes) const;

    GroupPricer &m_pricer;
    const Plan &m_plan;
    std::vector<AlikePipelines> m_alike; // by pipeline
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    Seconds m_startTime;
    StopMeter m_meter;             // a unit: a layer of a lane, or a pair of users of a link
    std::vector<int> m_simulated;  // micro-batches, by pipeline
    std::vector<bool> m_othersUse; // by edge; empty: no other job
    BuiltStep m_step;
    std::vector<int> m_devicesOfNode; // at work; filled when asked for
    // With StateSharing::prefetch: by lane, chunk and layer of it, the gather of weights and scatter of gradients.
    std::vector<std::vector<std::vector<std::pair<Ticks, Ticks>>>> m_layerGathers;
    std::vector<std::vector<std::size_t>> m_firstLane; // by pipeline and stage, one more at the end of each pipeline
};

} // namespace heteroscope

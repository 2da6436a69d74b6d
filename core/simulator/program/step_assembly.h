// SPDX-License-Identifier: GPL-3.0-or-later
//
// How buildStep works, split over step_builder.cpp (lanes, work, memory), step_wiring.cpp (channels, orders),
// step_synchronization.cpp (gradients and weights) and step_routing.cpp (flows). For those files only.
//
// What becomes a flow. Two users of links meet when an edge or a conflict set is on the ways of both and both may be
// active at one instant; whoever meets another one, or crosses a link whose rate changes after the step's start, is a
// flow. The others keep their closed form, which is the same to the tick. Never active together are: the collectives in
// the passes of one lane; those of lanes that do one exchange together, which is priced as one; synchronizations with a
// common lane; a synchronization after the last pass and whatever its lanes had to send or receive before; with
// blocking sends, a lane's transfers and its passes. ZeRO-3's gathers hide beside computation and keep their closed
// form.
#pragma once

#include "simulator/program/rate_steps.h"
#include "simulator/program/step_builder.h"

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

class StepBuilder
{
public:
    StepBuilder(StepPredictor &predictor, const Plan &plan, const SoftwareStack &stack, Seconds startTime)
        : m_predictor(predictor), m_plan(plan), m_workload(predictor.workload()), m_stack(stack), m_startTime(startTime)
    {}

    Result<BuiltStep> build();

private:
    Status collectLanes();
    Status priceLanes();
    void fillWork(std::size_t index);
    RateSteps speedOf(const PlanLane &lane) const;
    Status orderWork();
    ScheduleShape shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const;
    void fillMemory(std::size_t index);
    Status connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk, Bytes output);
    Status connectPipelines();
    void addCollectiveUsers();
    bool mayMeet(const LinkUser &a, const LinkUser &b) const;
    bool holds(const LinkUser &synchronization, std::int32_t lane) const;
    void findMeetings(const std::vector<std::size_t> &users);
    void routeFlows();
    void useRoutes();
    Status addSynchronizations();
    Status addSynchronization(const std::vector<GradientHolder> &holders, double denseParameters,
                              double expertParameters);
    /// ZeRO-3: gathers and scatters of these layers in every pass; hideGathers then leaves what computation does not
    /// cover.
    Status addGathers(const std::vector<GradientHolder> &holders, const std::vector<int> &layers);
    void hideGathers();
    int nodesAtWork() const;

    /// Indices of the stage's lanes; empty where there is no such stage.
    LaneRange lanesOf(std::size_t pipeline, int stage) const;
    static std::vector<int> lanesOf(const std::vector<GradientHolder> &holders);
    /// Rings that average the gradients of these lanes: one for each tensor rank of the widest lane.
    std::vector<std::vector<DeviceId>> gradientRings(const std::vector<int> &lanes, int &widest) const;
    void countTraffic(const TransferCost &cost, double bytes);
    StateSharding stateSharding(const PlanLane &lane) const;
    SendMode sendMode() const;

    StepPredictor &m_predictor;
    const Plan &m_plan;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    Seconds m_startTime;
    BuiltStep m_step;
    std::vector<std::vector<std::size_t>> m_firstLane; // by pipeline and stage, one more at the end of each pipeline
};

} // namespace heteroscope

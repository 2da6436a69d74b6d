// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/step_assembly.h"
#include "strategy/custom_schedule.h"

#include <algorithm>
#include <unordered_map>

namespace heteroscope {

Status StepBuilder::connect(std::size_t from, std::int16_t fromChunk, std::size_t to, std::int16_t toChunk,
                            Bytes output)
{
    const auto &sender = m_step.lanes[from];
    const auto &receiver = m_step.lanes[to];
    const int first = std::max(sender.firstSample, receiver.firstSample);
    const int last =
        std::min(sender.firstSample + sender.planGroup->samples, receiver.firstSample + receiver.planGroup->samples);
    if (first >= last)
        return {};
    if (from == to) {
        // The way down and the way up of a V meet on this lane: nothing is sent.
        auto &program = m_step.program.lanes[from];
        program.forwardTo[static_cast<std::size_t>(fromChunk)].push_back(
            {static_cast<int>(to), toChunk, {}, {}, {}, -1});
        program.forwardInputs[static_cast<std::size_t>(toChunk)] += 1;
        program.backwardTo[static_cast<std::size_t>(toChunk)].push_back(
            {static_cast<int>(from), fromChunk, {}, {}, {}, -1});
        program.backwardInputs[static_cast<std::size_t>(fromChunk)] += 1;
        return {};
    }
    const Bytes bytes = output * (static_cast<double>(last - first) / sender.planGroup->samples);
    auto &network = m_predictor.network();
    const auto forward = network.transfer(sender.devices, receiver.devices);
    const auto backward = network.transfer(receiver.devices, sender.devices);
    if (!forward || !backward)
        return forward ? backward.error() : forward.error();
    const auto channel = [bytes, scale = m_stack.scale](const TransferCost &cost, std::size_t lane,
                                                        std::int16_t chunk) {
        return Channel{static_cast<int>(lane),        chunk, toTicks(cost.occupancy(bytes) * scale),
                       toTicks(cost.latency * scale), bytes, -1};
    };
    auto &sends = m_step.program.lanes[from];
    auto &receives = m_step.program.lanes[to];
    const auto f = static_cast<std::size_t>(fromChunk);
    const auto t = static_cast<std::size_t>(toChunk);
    const auto weight = static_cast<double>(std::max(sender.devices.size(), receiver.devices.size()));
    m_wires.push_back({from, f, sends.forwardTo[f].size(), false, forward->traffic, weight});
    m_wires.push_back({to, t, receives.backwardTo[t].size(), true, backward->traffic, weight});
    sends.forwardTo[f].push_back(channel(*forward, to, toChunk));
    receives.forwardInputs[t] += 1;
    receives.backwardTo[t].push_back(channel(*backward, from, fromChunk));
    sends.backwardInputs[f] += 1;
    const double all = bytes.value * sends.microBatches;
    countTraffic(*forward, all);
    countTraffic(*backward, all);
    return {};
}

Status StepBuilder::connectPipelines()
{
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto way = virtualStageOrder(m_plan.pipelines[p]);
        for (std::size_t k = 0; k + 1 < way.size(); ++k) {
            for (const auto from : lanesOf(p, way[k].stage)) {
                // What crosses a boundary is the hidden state, whatever layer made it.
                const auto &sender = m_step.lanes[from];
                const Bytes output = sender.cost->layer(LayerKind::embedding).output * sender.planGroup->cp;
                for (const auto to : lanesOf(p, way[k + 1].stage)) {
                    if (auto status = connect(from, static_cast<std::int16_t>(way[k].chunk), to,
                                              static_cast<std::int16_t>(way[k + 1].chunk), output);
                        !status)
                        return status;
                }
            }
        }
    }
    return {};
}

/// Channels that share an edge or a conflict set with another one, or whose edges change during the step, become flows.
void StepBuilder::routeChannels()
{
    struct Use
    {
        int channels = 0;
        int local = -1; // index into StepProgram::edges
        bool changes = false;
    };
    const auto &topology = m_predictor.topology();
    std::unordered_map<std::int32_t, Use> uses;
    for (const auto &wire : m_wires) {
        for (const auto &share : wire.traffic)
            ++uses[share.edge.value].channels;
    }
    for (auto &[edge, use] : uses) {
        const auto steps = stepsOf(topology.edge(EdgeId(static_cast<std::size_t>(edge))).rate, m_startTime);
        use.changes = steps.at.size() > 1;
    }
    for (const auto &set : topology.conflictSets()) {
        int channels = 0;
        for (const auto edge : set) {
            if (const auto found = uses.find(edge.value); found != uses.end())
                channels += found->second.channels;
        }
        for (const auto edge : set) {
            if (const auto found = uses.find(edge.value); found != uses.end() && channels > 1)
                found->second.changes = true;
        }
    }
    auto &program = m_step.program;
    for (const auto &wire : m_wires) {
        const bool flows = std::any_of(wire.traffic.begin(), wire.traffic.end(), [&](const EdgeTraffic &share) {
            const auto &use = uses[share.edge.value];
            return use.changes || use.channels > 1;
        });
        if (!flows)
            continue;
        auto &lane = program.lanes[wire.lane];
        auto &channel = (wire.backward ? lane.backwardTo : lane.forwardTo)[wire.chunk][wire.index];
        channel.route = static_cast<int>(program.routes.size());
        FlowRoute route;
        route.weight = wire.weight;
        for (const auto &share : wire.traffic) {
            auto &use = uses[share.edge.value];
            if (use.local < 0) {
                use.local = static_cast<int>(program.edges.size());
                // As the lengths of channels, by the scale of a user's own calibration.
                program.edges.push_back({m_predictor.network().fullCapacity(share.edge) / m_stack.scale,
                                         stepsOf(topology.edge(share.edge).rate, m_startTime)});
                m_step.edges.push_back(share.edge);
            }
            route.shares.push_back({use.local, share.perByte});
        }
        program.routes.push_back(std::move(route));
    }
    for (const auto &set : topology.conflictSets()) {
        SharedCapacity shared;
        for (const auto edge : set) {
            if (const auto found = uses.find(edge.value); found != uses.end() && found->second.local >= 0)
                shared.edges.push_back(found->second.local);
        }
        if (shared.edges.size() > 1)
            program.conflicts.push_back(std::move(shared));
    }
}

/// What schedules that look at times see: the slowest group of each stage, the slowest channel of each boundary.
ScheduleShape StepBuilder::shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const
{
    const auto &plan = m_plan.pipelines[pipeline];
    const auto chunks = plan.stages.front().chunks.size();
    ScheduleShape shape{static_cast<int>(plan.stages.size()), plan.microBatches, static_cast<int>(chunks),
                        m_plan.scheduleOptions};
    if (!scheduleOf(m_plan.schedule).usesTimes())
        return shape;
    shape.times.resize(plan.stages.size() * chunks);
    for (std::size_t s = 0; s < plan.stages.size(); ++s) {
        for (const auto lane : lanesOf(pipeline, static_cast<int>(s))) {
            const auto &program = m_step.program.lanes[lane];
            for (std::size_t c = 0; c < chunks; ++c) {
                auto &times = shape.times[s * chunks + c];
                const auto &work = program.chunks[c];
                times.forward = std::max(times.forward, work[Pass::forward].total() +
                                                            (c == 0 ? program.overheadPerMicroBatch : Ticks(0)));
                times.inputGradient = std::max(times.inputGradient, work[Pass::inputGradient].total());
                times.weightGradient = std::max(times.weightGradient, work[Pass::weightGradient].total());
            }
        }
    }
    for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        Ticks slowest;
        for (const auto lane : lanesOf(pipeline, way[k].stage)) {
            for (const auto &channel : m_step.program.lanes[lane].forwardTo[static_cast<std::size_t>(way[k].chunk)])
                slowest = std::max(slowest, channel.occupancy + channel.latency);
        }
        shape.sendTimes.push_back(slowest);
    }
    return shape;
}

Status StepBuilder::orderWork()
{
    for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
        const auto way = virtualStageOrder(m_plan.pipelines[p]);
        std::vector<WorkOrder> orders;
        if (m_plan.schedule == ScheduleKind::custom) {
            auto read = customOrders(m_plan.scheduleOptions.actions, way, m_plan.pipelines[p].microBatches);
            if (!read)
                return read.error();
            orders = std::move(*read);
        } else {
            orders = scheduleOf(m_plan.schedule).orders(shapeOf(p, way));
        }
        for (std::size_t s = 0; s < orders.size(); ++s) {
            for (const auto lane : lanesOf(p, static_cast<int>(s)))
                m_step.program.lanes[lane].order = orders[s];
        }
    }
    return {};
}

SendMode StepBuilder::sendMode() const
{
    const bool pairs = m_plan.schedule == ScheduleKind::gpipe || m_plan.schedule == ScheduleKind::oneFOneB ||
                       m_plan.schedule == ScheduleKind::eager;
    if (m_stack.sendMode == SendMode::blocking && (m_plan.overlap.pp || !pairs))
        return SendMode::receivePrefetched;
    return m_stack.sendMode;
}

} // namespace heteroscope

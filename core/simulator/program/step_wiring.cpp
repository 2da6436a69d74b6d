// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_assembly.h"

#include <algorithm>

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
    auto &network = m_pricer.network();
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
    const auto use = [this](const TransferCost &cost, std::size_t lane, std::size_t chunk, std::size_t index,
                            std::size_t toLane, bool isBackward) {
        m_step.users.push_back(
            LinkUser::of(ChannelUser{isBackward, static_cast<std::int32_t>(lane), static_cast<std::int32_t>(toLane),
                                     static_cast<std::int32_t>(chunk), static_cast<std::int32_t>(index)},
                         cost));
    };
    use(*forward, from, f, sends.forwardTo[f].size(), to, false);
    use(*backward, to, t, receives.backwardTo[t].size(), from, true);
    sends.forwardTo[f].push_back(channel(*forward, to, toChunk));
    receives.forwardInputs[t] += 1;
    receives.backwardTo[t].push_back(channel(*backward, from, fromChunk));
    sends.backwardInputs[f] += 1;
    const double all = bytes.value * sender.microBatches;
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
                    if (m_meter.stopAfter(sender.devices.size()))
                        return cancelledError();
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

/// What schedules that look at times see: the slowest group of each stage, the slowest channel of each boundary.
ScheduleShape StepBuilder::shapeOf(std::size_t pipeline, const std::vector<VirtualStage> &way) const
{
    const auto &plan = m_plan.pipelines[pipeline];
    const auto chunks = plan.stages.front().chunks.size();
    ScheduleShape shape{static_cast<int>(plan.stages.size()), m_simulated[pipeline], static_cast<int>(chunks),
                        m_plan.scheduleOptions};
    const auto &schedule = scheduleOf(m_plan.schedule);
    if (schedule.facts().path == ChunkPath::own)
        shape.way = way;
    if (!schedule.usesTimes())
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
        if (isStopped())
            return cancelledError();
        const auto way = virtualStageOrder(m_plan.pipelines[p]);
        const auto stages = static_cast<int>(m_plan.pipelines[p].stages.size());
        if (const auto refusal = m_simulated[p] == m_plan.pipelines[p].microBatches
                                     ? std::nullopt
                                     : scheduleOf(m_plan.schedule).refusal(stages, m_simulated[p]))
            return Error{Error::Code::invalid, {}, {}, refusal->found, refusal->expected, refusal->reason};
        const auto orders = scheduleOf(m_plan.schedule).orders(shapeOf(p, way));
        if (!orders)
            return orders.error();
        for (std::size_t s = 0; s < orders->size(); ++s) {
            for (const auto lane : lanesOf(p, static_cast<int>(s)))
                m_step.program.lanes[lane].order = (*orders)[s];
        }
    }
    return {};
}

} // namespace heteroscope

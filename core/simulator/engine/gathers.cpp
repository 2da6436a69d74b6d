// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights that the last step's optimizer changed, gathered while the step begins: chunk by chunk, on one stream of each
// lane. A first forward begins no earlier than the first bucket is there, and its last layers come no earlier than the
// last bucket: while ends are known ahead the pass begins late enough for that, with flows it ends late enough.
#include "simulator/engine/step_run.h"

#include <algorithm>

namespace heteroscope {

/// Synchronizations that gather weights while the step begins, in the order of the chunks.
std::vector<std::int32_t> StepRun::gatherOrder() const
{
    std::vector<std::int32_t> order;
    for (std::size_t s = 0; s < m_program.synchronizations.size(); ++s) {
        const auto &synchronization = m_program.synchronizations[s];
        if (synchronization.buckets > 0 && synchronization.afterOptimizer > Ticks(0))
            order.push_back(static_cast<std::int32_t>(s));
    }
    std::stable_sort(order.begin(), order.end(), [this](std::int32_t a, std::int32_t b) {
        const auto chunk = [this](std::int32_t s) {
            return m_program.synchronizations[static_cast<std::size_t>(s)].holders.front().chunk;
        };
        return chunk(a) < chunk(b);
    });
    return order;
}

void StepRun::gatherWeights()
{
    const auto order = gatherOrder();
    if (std::any_of(order.begin(), order.end(), [this](std::int32_t s) {
            return m_program.synchronizations[static_cast<std::size_t>(s)].gathering.route >= 0;
        }))
        return gatherAsFlows(order);
    std::vector<Ticks> stream(m_lanes.size());
    for (const auto s : order) {
        const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(s)];
        Ticks begin;
        for (const auto &holder : synchronization.holders)
            begin = std::max(begin, stream[static_cast<std::size_t>(holder.lane)]);
        noteGather(synchronization, begin, begin + synchronization.afterOptimizer);
        for (const auto &holder : synchronization.holders)
            stream[static_cast<std::size_t>(holder.lane)] = begin + synchronization.afterOptimizer;
    }
}

/// A gather whose end is known as it begins.
void StepRun::noteGather(const Synchronization &synchronization, Ticks begin, Ticks end)
{
    const Ticks length = end - begin;
    const int parts = synchronization.buckets;
    for (const auto &holder : synchronization.holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        const auto chunk = static_cast<std::size_t>(holder.chunk);
        const Ticks compute = program(lane).chunks[chunk][Pass::forward].compute;
        auto &gathered = m_lanes[lane].weights.gathered[chunk];
        gathered =
            std::max({gathered, begin + Ticks(length.count / parts), end - Ticks(compute.count / parts * (parts - 1))});
        if (m_options.traffic)
            m_trace.lanes[lane].traffic.push_back({begin, end, -1, -1, Traffic::dp, static_cast<std::int16_t>(chunk),
                                                   synchronization.gathering.bytes, false, indexOf(synchronization)});
    }
}

/// Event by event: the lanes of each gather begin it when all of them are done with what they gathered before.
void StepRun::gatherAsFlows(const std::vector<std::int32_t> &order)
{
    for (const auto s : order) {
        const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(s)];
        Gather gather;
        gather.synchronization = s;
        for (const auto lane : lanesOf(synchronization)) {
            ++gather.missing;
            m_lanes[lane].weights.gathers.push_back(static_cast<std::int32_t>(m_gathers.size()));
        }
        for (const auto &holder : synchronization.holders) {
            const auto lane = static_cast<std::size_t>(holder.lane);
            auto &weights = m_lanes[lane].weights.flows;
            weights.resize(program(lane).chunks.size());
            ++weights[static_cast<std::size_t>(holder.chunk)].notBegun;
            weights[static_cast<std::size_t>(holder.chunk)].unfinished += synchronization.gathering.route >= 0 ? 1 : 0;
        }
        m_gathers.push_back(gather);
    }
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        joinGather(lane, Ticks(0));
}

void StepRun::joinGather(std::size_t index, Ticks now)
{
    auto &weights = m_lanes[index].weights;
    if (weights.next == weights.gathers.size())
        return;
    const auto id = static_cast<std::size_t>(weights.gathers[weights.next++]);
    auto &gather = m_gathers[id];
    if (--gather.missing > 0)
        return;
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(gather.synchronization)];
    gather.begin = now;
    if (synchronization.gathering.route >= 0) {
        push(now + synchronization.gathering.latency, EventKind::gatherNext, id);
        return;
    }
    noteGather(synchronization, now, now + synchronization.afterOptimizer);
    for (const auto &holder : synchronization.holders)
        --m_lanes[static_cast<std::size_t>(holder.lane)].weights.flows[static_cast<std::size_t>(holder.chunk)].notBegun;
    push(now + synchronization.afterOptimizer, EventKind::gatherNext, id);
}

/// After the latency the first bucket flows, then all others as one.
void StepRun::goOnGathering(std::size_t id, Ticks now)
{
    auto &gather = m_gathers[id];
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(gather.synchronization)];
    const auto &flow = synchronization.gathering;
    const int parts = synchronization.buckets;
    if (flow.route < 0)
        return finishGather(id, now);
    ++gather.part;
    if (gather.part == 2) {
        for (const auto &holder : synchronization.holders) {
            const auto lane = static_cast<std::size_t>(holder.lane);
            const auto chunk = static_cast<std::size_t>(holder.chunk);
            m_lanes[lane].weights.gathered[chunk] = std::max(m_lanes[lane].weights.gathered[chunk], now);
            --m_lanes[lane].weights.flows[chunk].notBegun;
            tryStart(lane);
        }
    }
    if (gather.part > 2 || (gather.part == 2 && parts == 1))
        return finishGather(id, now);
    startFlow(now, flow.route, flow.bytes.value * (gather.part == 1 ? 1 : parts - 1) / parts,
              tagOf(EventKind::gatherNext, id));
}

void StepRun::finishGather(std::size_t id, Ticks now)
{
    const auto &gather = m_gathers[id];
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(gather.synchronization)];
    if (synchronization.gathering.route >= 0) {
        for (const auto &holder : synchronization.holders) {
            const auto lane = static_cast<std::size_t>(holder.lane);
            const auto chunk = static_cast<std::size_t>(holder.chunk);
            const auto &pass = program(lane).chunks[chunk][Pass::forward];
            auto &state = m_lanes[lane];
            auto &weights = state.weights.flows[chunk];
            --weights.unfinished;
            // The layers of the last bucket and the communication after them.
            const Ticks rest = Ticks(pass.compute.count / synchronization.buckets) + pass.tp + pass.cp + pass.ep;
            weights.passEnd = std::max(weights.passEnd, now + rest);
            if (m_options.traffic)
                m_trace.lanes[lane].traffic.push_back({gather.begin, now, -1, -1, Traffic::dp,
                                                       static_cast<std::int16_t>(chunk),
                                                       synchronization.gathering.bytes, false, gather.synchronization});
            if (state.work == LaneWork::awaitingWeights) {
                state.work = LaneWork::toKnownEnd;
                m_clock.set(lane, std::max(now, weights.passEnd));
            }
        }
    }
    for (const auto lane : lanesOf(synchronization)) {
        joinGather(lane, now);
        tryStart(lane);
    }
}

/// Holds the end of a first forward back until its last weights can have been used.
bool StepRun::waitsForWeights(std::size_t index, const WorkItem &item, Ticks now)
{
    auto &state = m_lanes[index];
    const auto &weights = state.weights.flows[static_cast<std::size_t>(item.chunk)];
    if (item.pass != Pass::forward || item.microBatch != 0 || (weights.unfinished == 0 && weights.passEnd <= now))
        return false;
    const bool awaits = weights.unfinished > 0;
    state.work = awaits ? LaneWork::awaitingWeights : LaneWork::toKnownEnd;
    m_clock.set(index, awaits ? LaneClock::never : weights.passEnd);
    return true;
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels between lanes. A transfer begins when its sender is done, its receive is posted and the transfer before it
// on the channel has gone. Without a route its end is known then; with one, the flow network tells.
#include "simulator/engine/step_run.h"

#include <algorithm>

namespace heteroscope {

void StepRun::prepareChannels()
{
    m_firstChannel.resize(m_lanes.size());
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const auto &lane = program(i);
        for (const bool backward : {false, true}) {
            const auto &directions = backward ? lane.backwardTo : lane.forwardTo;
            for (std::size_t chunk = 0; chunk < lane.chunks.size(); ++chunk) {
                m_firstChannel[i].push_back(static_cast<std::int32_t>(m_channels.size()));
                for (const auto &channel : directions[chunk]) {
                    ChannelState state;
                    state.lane = static_cast<std::int32_t>(i);
                    state.channel = &channel;
                    state.backward = backward;
                    state.chunk = static_cast<std::int16_t>(chunk);
                    const auto to = static_cast<std::size_t>(channel.toLane);
                    const auto slot =
                        (backward ? program(to).chunks.size() : 0) + static_cast<std::size_t>(channel.toChunk);
                    const auto pass = backward ? Pass::backward : Pass::forward;
                    state.inputs = &m_lanes[to].inputs[passIndex(program(to), pass, channel.toChunk, 0)];
                    m_lanes[to].incoming[slot].push_back(static_cast<std::int32_t>(m_channels.size()));
                    m_channels.push_back(std::move(state));
                }
            }
        }
        m_firstChannel[i].push_back(static_cast<std::int32_t>(m_channels.size()));
    }
}

std::pair<std::int32_t, std::int32_t> StepRun::channelsOf(std::size_t lane, const WorkItem &item) const
{
    const auto slot =
        (item.pass == Pass::forward ? 0 : program(lane).chunks.size()) + static_cast<std::size_t>(item.chunk);
    return {m_firstChannel[lane][slot], m_firstChannel[lane][slot + 1]};
}

void StepRun::send(std::size_t index, const WorkItem &item, Ticks now)
{
    const auto [first, last] = channelsOf(index, item);
    auto &lane = m_lanes[index];
    if (m_program.sends == SendMode::blocking)
        lane.sends.pending += last - first;
    for (auto c = first; c < last; ++c) {
        auto &state = m_channels[static_cast<std::size_t>(c)];
        state.queue.push_back({item.microBatch, now});
        tryTransfer(c, now);
    }
}

void StepRun::post(std::size_t index, std::size_t orderIndex, Ticks at)
{
    const auto &lane = program(index);
    if (m_program.sends == SendMode::asynchronous)
        return;
    // A weight gradient receives nothing: a prefetch goes on to what comes after it.
    while (m_program.sends == SendMode::receivePrefetched && orderIndex < lane.order.size() &&
           lane.order[orderIndex].pass == Pass::weightGradient)
        ++orderIndex;
    if (orderIndex >= lane.order.size() || lane.order[orderIndex].pass == Pass::weightGradient)
        return;
    const auto &item = lane.order[orderIndex];
    auto &input = m_lanes[index].inputs[passIndex(lane, item.pass, item.chunk, item.microBatch)];
    if (input.posted != PassInput::unknown)
        return;
    input.posted = at;
    const auto slot = (item.pass == Pass::forward ? 0 : lane.chunks.size()) + static_cast<std::size_t>(item.chunk);
    for (const auto channel : m_lanes[index].incoming[slot])
        tryTransfer(channel, at);
}

void StepRun::tryTransfer(std::int32_t c, Ticks now)
{
    auto &state = m_channels[static_cast<std::size_t>(c)];
    while (!state.flowing && state.head < state.queue.size()) {
        const auto pending = state.queue[state.head];
        Ticks begin = std::max(pending.senderDone, state.free);
        if (m_program.sends != SendMode::asynchronous) {
            const Ticks posted = state.inputs[pending.microBatch].posted;
            if (posted == PassInput::unknown)
                return;
            begin = std::max(begin, posted);
        }
        ++m_trace.events;
        if (state.channel->route >= 0) {
            // With flows, receives are posted by events, so nothing of this lies in the future.
            state.begin = std::max(begin, now);
            state.flowing = true;
            startFlow(state.begin, state.channel->route, state.channel->bytes.value, c);
            return;
        }
        state.free = begin + state.channel->occupancy;
        deliver(c, begin, state.free + state.channel->latency);
    }
}

/// Tags of flows: channels first, then buckets, gathers, meetings and lanes (EventKind tells of what).
std::int64_t StepRun::tagOf(EventKind kind, std::size_t index) const
{
    std::size_t tag = m_channels.size() + index;
    if (kind > EventKind::bucketEnd)
        tag += m_buckets.size();
    if (kind > EventKind::gatherNext)
        tag += m_gathers.size();
    if (kind > EventKind::meetingNext)
        tag += m_meetings.size();
    return static_cast<std::int64_t>(tag);
}

void StepRun::startFlow(Ticks now, int route, double bytes, std::int64_t tag)
{
    m_network.start(m_shared.begin + now, m_shared.firstRoute + route, bytes, m_shared.firstTag + tag);
}

void StepRun::flowEnded(std::int64_t tag, Ticks now)
{
    auto index = static_cast<std::size_t>(tag);
    if (index < m_channels.size())
        return transferEnded(static_cast<std::int32_t>(tag), now);
    index -= m_channels.size();
    if (index < m_buckets.size())
        return finishBucket(index, now);
    index -= m_buckets.size();
    if (index < m_gathers.size())
        return goOnGathering(index, now);
    index -= m_gathers.size();
    if (index < m_meetings.size()) {
        finishMeeting(index, now);
        return goOnClosing();
    }
    endSegment(index - m_meetings.size(), now);
    if (m_lanes[index - m_meetings.size()].work == LaneWork::none)
        m_clock.set(index - m_meetings.size(), LaneClock::never);
}

void StepRun::transferEnded(std::int32_t c, Ticks now)
{
    auto &state = m_channels[static_cast<std::size_t>(c)];
    state.flowing = false;
    state.free = now;
    deliver(c, state.begin, now + state.channel->latency);
    tryTransfer(c, now);
}

void StepRun::deliver(std::int32_t c, Ticks begin, Ticks arrival)
{
    auto &state = m_channels[static_cast<std::size_t>(c)];
    const auto pending = state.queue[state.head++];
    if (state.head == state.queue.size()) {
        state.queue.clear();
        state.head = 0;
    }
    ++m_trace.events;
    const auto from = static_cast<std::size_t>(state.lane);
    const auto to = static_cast<std::size_t>(state.channel->toLane);
    auto &input = state.inputs[pending.microBatch];
    if (input.sender < 0 || arrival > input.ready) {
        input.ready = arrival;
        input.sender = state.lane;
        input.senderDone = pending.senderDone;
    }
    --input.missing;
    if (m_options.traffic && arrival > begin) {
        appendAhead(m_trace.lanes[from].traffic, {begin, arrival, pending.microBatch, state.channel->toLane,
                                                  Traffic::send, state.chunk, state.channel->bytes, state.backward});
        appendAhead(m_trace.lanes[to].traffic, {begin, arrival, pending.microBatch, state.lane, Traffic::receive,
                                                state.channel->toChunk, state.channel->bytes, state.backward});
    }
    if (m_program.sends == SendMode::blocking) {
        auto &sender = m_lanes[from];
        --sender.sends.pending;
        if (arrival > sender.sends.arrived) {
            sender.sends.arrived = arrival;
            sender.sends.to = state.channel->toLane;
            sender.sends.begin = begin;
        }
        if (sender.sends.pending == 0 && from != to)
            tryStart(from);
    }
    if (input.missing == 0)
        tryStart(to);
}

} // namespace heteroscope

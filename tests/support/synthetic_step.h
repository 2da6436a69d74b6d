// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps made by hand for the tests of the views: a small 1F1B pipeline played out with fixed durations, so that every
// number in a test can be worked out on paper.
#pragma once

#include "simulator/result/step_result.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace heteroscope::synthetic {

inline constexpr std::int64_t ms = 1'000'000'000;

struct Pipeline1F1B
{
    int stages = 4;
    int microBatches = 16;
    int replicas = 2;
    int devices = 4;                                ///< per lane
    std::vector<std::int64_t> forward = {100 * ms}; ///< per stage, the last one repeats
    std::int64_t transfer = 0;                      ///< between stages
    std::int64_t tail = 60 * ms;                    ///< gradient synchronisation, exposed
    std::int64_t optimizer = 20 * ms;
};

struct Work
{
    bool backward = false;
    int microBatch = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
};

/// The order of work of each stage: as many forwards as stages follow, then one backward and one forward in turn.
inline std::vector<std::vector<Work>> orderOf(const Pipeline1F1B &shape)
{
    const auto p = static_cast<std::size_t>(shape.stages);
    std::vector<std::vector<Work>> order(p);
    for (std::size_t s = 0; s < p; ++s) {
        const int warm = std::min(shape.microBatches, static_cast<int>(p - s));
        for (int f = 0; f < warm; ++f)
            order[s].push_back({false, f});
        for (int b = 0, f = warm; b < shape.microBatches; ++b) {
            order[s].push_back({true, b});
            if (f < shape.microBatches)
                order[s].push_back({false, f++});
        }
    }
    return order;
}

/// When what was done, and when the last stage was through.
struct Played
{
    std::vector<std::vector<Work>> order; ///< by stage
    std::map<std::pair<std::size_t, int>, std::int64_t> forwardEnd, backwardEnd;
    std::int64_t drained = 0;
};

/// Backward takes twice the forward time. Work starts when its input is there and the stage is free.
inline Played playOut(const Pipeline1F1B &shape)
{
    const auto p = static_cast<std::size_t>(shape.stages);
    Played played{orderOf(shape), {}, {}, 0};
    std::vector<std::size_t> next(p, 0);
    std::vector<std::int64_t> free(p, 0);
    const auto readyAt = [&](std::size_t s, const Work &work) -> std::optional<std::int64_t> {
        const auto after = [&](const auto &ends, std::size_t from, std::int64_t delay) {
            const auto found = ends.find({from, work.microBatch});
            return found == ends.end() ? std::nullopt : std::optional(found->second + delay);
        };
        if (!work.backward)
            return s > 0 ? after(played.forwardEnd, s - 1, shape.transfer) : 0;
        return s + 1 < p ? after(played.backwardEnd, s + 1, shape.transfer) : after(played.forwardEnd, s, 0);
    };
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t s = 0; s < p; ++s) {
            for (; next[s] < played.order[s].size(); ++next[s]) {
                Work &work = played.order[s][next[s]];
                const auto ready = readyAt(s, work);
                if (!ready)
                    break;
                work.start = std::max(free[s], *ready);
                const std::int64_t forward = shape.forward[std::min(s, shape.forward.size() - 1)];
                work.end = work.start + forward * (work.backward ? 2 : 1);
                (work.backward ? played.backwardEnd : played.forwardEnd)[{s, work.microBatch}] = work.end;
                free[s] = work.end;
                moved = true;
            }
        }
    }
    played.drained = *std::max_element(free.begin(), free.end());
    return played;
}

/// A lane without its trace.
inline Lane describedLane(const Pipeline1F1B &shape, const Played &played, int replica, std::size_t s)
{
    Lane lane;
    const std::string first = std::to_string(replica * shape.devices);
    const std::string last = std::to_string(replica * shape.devices + shape.devices - 1);
    lane.name = "node-" + std::to_string(s) + ":" + (shape.devices > 1 ? first + "-" + last : first);
    for (int d = 0; d < shape.devices; ++d)
        lane.devices.emplace_back(s * 8 + static_cast<std::size_t>(replica * shape.devices + d));
    lane.pipeline = replica;
    lane.stage = static_cast<int>(s);
    lane.firstLayer = static_cast<int>(s) * 8;
    lane.layerCount = 8;
    lane.peakInFlight = std::min(shape.microBatches, shape.stages - static_cast<int>(s));
    lane.memory.weights = Bytes(10e9);
    lane.memory.optimizerState = Bytes(20e9);
    lane.activations = {Bytes(8e9)};
    lane.memory.activations = Bytes(8e9 * lane.peakInFlight);
    lane.peakAt = Ticks(played.order[s][static_cast<std::size_t>(lane.peakInFlight - 1)].start);
    lane.memory.reserve = Bytes(2e9);
    lane.memoryCapacity = Bytes(80e9);
    return lane;
}

/// Writes the trace of a lane, from the start of the step on.
class LaneWriter
{
public:
    LaneWriter(Lane &lane, const Pipeline1F1B &shape, const Played &played, std::size_t s)
        : m_lane(lane), m_shape(shape), m_played(played), m_stage(s)
    {}

    void write(Ticks stepTime)
    {
        for (const Work &work : m_played.order[m_stage])
            add(work);
        const std::int64_t drained = m_played.drained;
        add(drained, Activity::bubble);
        if (m_shape.tail > 0)
            m_lane.traffic.push_back(
                {Ticks(drained), Ticks(drained + m_shape.tail), -1, -1, Traffic::dp, 0, Bytes(4e9), true});
        add(drained + m_shape.tail, Activity::exposedDp);
        add(stepTime.count, Activity::optimizer);
        for (const LaneInterval &interval : m_lane.intervals)
            m_lane.time[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
    }

private:
    void add(std::int64_t end, Activity activity, int microBatch = -1, int peer = -1, Activity awaited = Activity::idle)
    {
        if (end <= m_at)
            return;
        LaneInterval interval;
        interval.start = Ticks(m_at);
        interval.end = Ticks(end);
        interval.activity = activity;
        interval.microBatch = microBatch;
        interval.peerLane = peer;
        interval.awaited = awaited;
        m_lane.intervals.push_back(interval);
        m_at = end;
    }

    /// A wait for the work, its receive, and the work itself.
    void add(const Work &work)
    {
        const Activity activity = work.backward ? Activity::backward : Activity::forward;
        const int stage = static_cast<int>(m_stage);
        const int from = stage + (work.backward ? 1 : -1);
        const int peer = m_lane.pipeline * m_shape.stages + from;
        if (work.start > m_at) {
            add(std::max(m_at, work.start - m_shape.transfer), Activity::bubble, work.microBatch, peer, activity);
            add(work.start, Activity::exposedPp, work.microBatch, peer, activity);
        }
        if (m_shape.transfer > 0 && from >= 0 && from < m_shape.stages) {
            const auto &ends = work.backward ? m_played.backwardEnd : m_played.forwardEnd;
            const std::int64_t arrived = ends.at({static_cast<std::size_t>(from), work.microBatch}) + m_shape.transfer;
            TrafficInterval traffic;
            traffic.start = Ticks(arrived - m_shape.transfer);
            traffic.end = Ticks(arrived);
            traffic.microBatch = work.microBatch;
            traffic.peerLane = peer;
            traffic.traffic = Traffic::receive;
            traffic.bytes = Bytes(67.1e6);
            traffic.backward = work.backward;
            m_lane.traffic.push_back(traffic);
        }
        add(work.end, activity, work.microBatch);
    }

    Lane &m_lane;
    const Pipeline1F1B &m_shape;
    const Played &m_played;
    std::size_t m_stage;
    std::int64_t m_at = 0;
};

inline StepResult oneFOneB(const Pipeline1F1B &shape)
{
    const Played played = playOut(shape);
    StepResult result;
    result.stepTime = Ticks(played.drained + shape.tail + shape.optimizer);
    for (int replica = 0; replica < shape.replicas; ++replica) {
        for (std::size_t s = 0; s < played.order.size(); ++s) {
            Lane lane = describedLane(shape, played, replica, s);
            LaneWriter(lane, shape, played, s).write(result.stepTime);
            result.lanes.push_back(std::move(lane));
        }
    }
    result.mfu = 0.342;
    result.hfu = 0.342;
    result.tokensPerSecond = 32 * 4096 / toSeconds(result.stepTime).value;
    return result;
}

/// One lane of `count` bars: forward and bubble in turn, every length different.
inline StepResult manyBars(std::size_t count, int lanes = 1)
{
    StepResult result;
    for (int l = 0; l < lanes; ++l) {
        Lane lane;
        lane.name = "node-0:" + std::to_string(l);
        lane.devices.emplace_back(static_cast<std::size_t>(l));
        lane.memoryCapacity = Bytes(80e9);
        lane.memory.weights = Bytes(40e9);
        lane.activations = {Bytes(20e9)};
        lane.memory.activations = Bytes(20e9);
        lane.peakInFlight = 1;
        lane.intervals.reserve(count);
        std::int64_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            LaneInterval interval;
            interval.start = Ticks(at);
            at += 1'000'000 + static_cast<std::int64_t>(i * 7919 % 1000) * 1000;
            interval.end = Ticks(at);
            interval.activity = i % 3 == 2 ? Activity::bubble : i % 3 == 1 ? Activity::backward : Activity::forward;
            interval.microBatch = static_cast<std::int32_t>(i / 3);
            lane.time[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
            lane.intervals.push_back(interval);
        }
        result.stepTime = Ticks(at);
        result.lanes.push_back(std::move(lane));
    }
    return result;
}

} // namespace heteroscope::synthetic

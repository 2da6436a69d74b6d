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

/// Backward takes twice the forward time. Work starts when its input is there and the stage is free.
inline StepResult oneFOneB(const Pipeline1F1B &shape)
{
    const auto p = static_cast<std::size_t>(shape.stages);
    const int m = shape.microBatches;
    const auto timeOf = [&shape](std::size_t stage) {
        return shape.forward[std::min(stage, shape.forward.size() - 1)];
    };

    std::vector<std::vector<Work>> order(p);
    for (std::size_t s = 0; s < p; ++s) {
        const int warm = std::min(m, static_cast<int>(p - s));
        for (int f = 0; f < warm; ++f)
            order[s].push_back({false, f});
        for (int b = 0, f = warm; b < m; ++b) {
            order[s].push_back({true, b});
            if (f < m)
                order[s].push_back({false, f++});
        }
    }
    std::vector<std::size_t> next(p, 0);
    std::vector<std::int64_t> free(p, 0);
    std::map<std::pair<std::size_t, int>, std::int64_t> forwardEnd;
    std::map<std::pair<std::size_t, int>, std::int64_t> backwardEnd;
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t s = 0; s < p; ++s) {
            while (next[s] < order[s].size()) {
                Work &work = order[s][next[s]];
                std::optional<std::int64_t> ready = 0;
                const auto input = [&](auto &ends, std::size_t from, std::int64_t delay) {
                    const auto found = ends.find({from, work.microBatch});
                    ready = found == ends.end() ? std::nullopt : std::optional(found->second + delay);
                };
                if (!work.backward && s > 0)
                    input(forwardEnd, s - 1, shape.transfer);
                else if (work.backward && s + 1 < p)
                    input(backwardEnd, s + 1, shape.transfer);
                else if (work.backward)
                    input(forwardEnd, s, 0);
                if (!ready)
                    break;
                work.start = std::max(free[s], *ready);
                work.end = work.start + timeOf(s) * (work.backward ? 2 : 1);
                (work.backward ? backwardEnd : forwardEnd)[{s, work.microBatch}] = work.end;
                free[s] = work.end;
                ++next[s];
                moved = true;
            }
        }
    }

    StepResult result;
    const std::int64_t drained = *std::max_element(free.begin(), free.end());
    result.stepTime = Ticks(drained + shape.tail + shape.optimizer);
    for (int replica = 0; replica < shape.replicas; ++replica) {
        for (std::size_t s = 0; s < p; ++s) {
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
            lane.peakInFlight = std::min(m, static_cast<int>(p - s));
            lane.memory.weights = Bytes(10e9);
            lane.memory.optimizerState = Bytes(20e9);
            lane.activations = {Bytes(8e9)};
            lane.memory.activations = Bytes(8e9 * lane.peakInFlight);
            lane.peakAt = Ticks(order[s][static_cast<std::size_t>(lane.peakInFlight - 1)].start);
            lane.memory.reserve = Bytes(2e9);
            lane.memoryCapacity = Bytes(80e9);
            const int base = replica * shape.stages;
            std::int64_t at = 0;
            const auto add = [&lane, &at](std::int64_t end, Activity activity, int microBatch = -1, int peer = -1,
                                          Activity awaited = Activity::idle) {
                if (end <= at)
                    return;
                LaneInterval interval;
                interval.start = Ticks(at);
                interval.end = Ticks(end);
                interval.activity = activity;
                interval.microBatch = microBatch;
                interval.peerLane = peer;
                interval.awaited = awaited;
                lane.intervals.push_back(interval);
                at = end;
            };
            for (const Work &work : order[s]) {
                if (work.start > at) {
                    const int peer = base + static_cast<int>(s) + (work.backward ? 1 : -1);
                    const Activity awaited = work.backward ? Activity::backward : Activity::forward;
                    add(std::max(at, work.start - shape.transfer), Activity::bubble, work.microBatch, peer, awaited);
                    add(work.start, Activity::exposedPp, work.microBatch, peer, awaited);
                }
                const bool receives = shape.transfer > 0 && (work.backward ? s + 1 < p : s > 0);
                if (receives) {
                    const int peer = base + static_cast<int>(s) + (work.backward ? 1 : -1);
                    const std::int64_t arrived = work.backward ? backwardEnd[{s + 1, work.microBatch}] + shape.transfer
                                                               : forwardEnd[{s - 1, work.microBatch}] + shape.transfer;
                    TrafficInterval traffic;
                    traffic.start = Ticks(arrived - shape.transfer);
                    traffic.end = Ticks(arrived);
                    traffic.microBatch = work.microBatch;
                    traffic.peerLane = peer;
                    traffic.traffic = Traffic::receive;
                    traffic.bytes = Bytes(67.1e6);
                    traffic.backward = work.backward;
                    lane.traffic.push_back(traffic);
                }
                add(work.end, work.backward ? Activity::backward : Activity::forward, work.microBatch);
            }
            add(drained, Activity::bubble);
            if (shape.tail > 0)
                lane.traffic.push_back(
                    {Ticks(drained), Ticks(drained + shape.tail), -1, -1, Traffic::dp, 0, Bytes(4e9), true});
            add(drained + shape.tail, Activity::exposedDp);
            add(result.stepTime.count, Activity::optimizer);
            for (const LaneInterval &interval : lane.intervals)
                lane.time[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
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

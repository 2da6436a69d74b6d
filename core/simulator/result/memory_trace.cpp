// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/memory_trace.h"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr bool isGradient(Activity activity)
{
    return activity == Activity::backward || activity == Activity::inputGradient ||
           activity == Activity::weightGradient;
}

/// A collective of a pass, not a wait.
bool isCollective(const LaneInterval &interval)
{
    return isExposed(interval.activity) && interval.activity != Activity::exposedPp && interval.peerLane < 0;
}

struct HeldChange
{
    Ticks at;
    double bytes = 0;
    double onHost = 0;
    int pairs = 0; ///< 1 taken, -1 let go
};

bool sameWork(const LaneInterval &a, const LaneInterval &b)
{
    return a.chunk == b.chunk && a.microBatch == b.microBatch;
}

/// The changes in order of time; at one instant what is let go comes before what is taken.
std::vector<HeldChange> changesOf(const Lane &lane)
{
    const auto chunks = std::max<std::size_t>(1, lane.activations.size());
    // What is begun before a summed part ends after it as the work of another micro-batch.
    const auto microBatchOf = [&lane](const LaneInterval &i) {
        return i.microBatch -
               (lane.summed.microBatches > 0 && i.start >= lane.summed.end ? lane.summed.microBatches : 0);
    };
    std::int32_t largest = -1;
    for (const auto &interval : lane.intervals)
        largest = std::max(largest, microBatchOf(interval));
    const auto count = static_cast<std::size_t>(largest + 1) * chunks;
    std::vector<bool> held(count, false);
    // A pass may be drawn as many intervals, and a weight gradient may be nothing but a collective: the last one
    // counts.
    std::vector<Ticks> released(count, Ticks(-1));
    std::vector<bool> gradient(count, false); // passes back have begun
    const auto keyOf = [&](const LaneInterval &i) {
        return static_cast<std::size_t>(microBatchOf(i)) * chunks + static_cast<std::size_t>(i.chunk);
    };
    const auto isOurs = [&](const LaneInterval &i) {
        return i.microBatch >= 0 && microBatchOf(i) >= 0 && i.chunk >= 0 && static_cast<std::size_t>(i.chunk) < chunks;
    };

    struct Pass
    {
        Ticks at;
        std::size_t key = 0;
    };
    std::vector<Pass> forwards;
    const auto &all = lane.intervals;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!isOurs(all[i]))
            continue;
        const auto key = keyOf(all[i]);
        if (all[i].activity == Activity::forward)
            gradient[key] = false;
        if (all[i].activity == Activity::forward && !held[key]) {
            held[key] = true;
            const bool hostTime = i > 0 && all[i - 1].activity == Activity::overhead && sameWork(all[i - 1], all[i]);
            forwards.push_back({hostTime ? all[i - 1].start : all[i].start, key});
        } else if (isGradient(all[i].activity) || (gradient[key] && isCollective(all[i]))) {
            gradient[key] = true;
            released[key] = all[i].end;
        }
    }

    std::vector<HeldChange> changes;
    changes.reserve(2 * forwards.size());
    for (const auto &forward : forwards) {
        const auto chunk = forward.key % chunks;
        const double bytes = chunk < lane.activations.size() ? lane.activations[chunk].value : 0;
        const double onHost = chunk < lane.offloaded.size() ? lane.offloaded[chunk].value : 0;
        changes.push_back({forward.at, bytes, onHost, 1});
        if (released[forward.key] >= forward.at)
            changes.push_back({released[forward.key], -bytes, -onHost, -1});
    }
    std::stable_sort(changes.begin(), changes.end(), [](const HeldChange &a, const HeldChange &b) {
        return a.at != b.at ? a.at < b.at : a.pairs < b.pairs;
    });
    return changes;
}

} // namespace

std::vector<MemoryPoint> memoryOverTime(const Lane &lane)
{
    const auto changes = changesOf(lane);
    double most = 0;
    double now = 0;
    for (const auto &change : changes) {
        now += change.bytes;
        most = std::max(most, now);
    }
    const double base = lane.memory.total().value - most;
    std::vector<MemoryPoint> points;
    points.reserve(changes.size() + 1);
    const double states = (lane.hostMemory - lane.hostActivations).value;
    points.push_back({Ticks(0), Bytes(base), 0, Bytes(states)});
    now = 0;
    double onHost = 0;
    int inFlight = 0;
    for (const auto &change : changes) {
        now += change.bytes;
        onHost += change.onHost;
        inFlight += change.pairs;
        if (inFlight == 0)
            now = onHost = 0; // no rest of rounding
        const MemoryPoint point{change.at, Bytes(base + now), inFlight, Bytes(states + onHost)};
        if (points.back().at == change.at)
            points.back() = point;
        else
            points.push_back(point);
    }
    return points;
}

} // namespace heteroscope

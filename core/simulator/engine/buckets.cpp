// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gradients that go out in buckets while the lanes still compute, and weights that are gathered while the step begins.
#include "simulator/engine/step_run.h"
#include "simulator/rate_steps.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

void StepRun::prepareBuckets()
{
    m_bucketsOf.resize(m_lanes.size());
    for (std::size_t s = 0; s < m_program.synchronizations.size(); ++s) {
        const auto &synchronization = m_program.synchronizations[s];
        for (int i = 0; i < synchronization.buckets; ++i) {
            Bucket bucket;
            bucket.synchronization = static_cast<int>(s);
            bucket.index = i;
            bucket.missing = static_cast<int>(synchronization.holders.size());
            const auto all = synchronization.beforeOptimizer.count;
            bucket.left =
                static_cast<double>(all * (i + 1) / synchronization.buckets - all * i / synchronization.buckets);
            for (const auto &holder : synchronization.holders) {
                const auto lane = static_cast<std::size_t>(holder.lane);
                const auto chunk = static_cast<std::size_t>(holder.chunk);
                m_bucketsOf[lane].resize(program(lane).chunks.size());
                m_bucketsOf[lane][chunk].push_back(m_buckets.size());
                m_lanes[lane].segmentedFrom = std::min(m_lanes[lane].segmentedFrom, m_lanes[lane].lastGradient[chunk]);
            }
            m_buckets.push_back(bucket);
        }
    }
}

/// The weights that the last step's optimizer changed come in chunk by chunk, on one stream of each lane. A first
/// forward may begin with the first bucket, and the layers of the last one must not be needed before it is there.
void StepRun::gatherWeights()
{
    std::vector<Ticks> stream(m_lanes.size());
    std::vector<const Synchronization *> order;
    for (const auto &synchronization : m_program.synchronizations) {
        if (synchronization.buckets > 0 && synchronization.afterOptimizer > Ticks(0))
            order.push_back(&synchronization);
    }
    std::stable_sort(order.begin(), order.end(), [](const Synchronization *a, const Synchronization *b) {
        return a->holders.front().chunk < b->holders.front().chunk;
    });
    for (const auto *synchronization : order) {
        const Ticks length = synchronization->afterOptimizer;
        Ticks begin;
        for (const auto &holder : synchronization->holders)
            begin = std::max(begin, stream[static_cast<std::size_t>(holder.lane)]);
        for (const auto &holder : synchronization->holders) {
            const auto lane = static_cast<std::size_t>(holder.lane);
            const auto chunk = static_cast<std::size_t>(holder.chunk);
            const Ticks compute = program(lane).chunks[chunk][Pass::forward].compute;
            const int parts = synchronization->buckets;
            auto &gathered = m_lanes[lane].gathered[chunk];
            gathered = std::max({gathered, begin + Ticks(length.count / parts),
                                 begin + length - Ticks(compute.count / parts * (parts - 1))});
            if (m_options.traffic && stream[lane] <= begin)
                m_trace.lanes[lane].traffic.push_back({begin, begin + length, -1, -1, Traffic::dp,
                                                       static_cast<std::int16_t>(chunk), synchronization->bytes,
                                                       false});
        }
        for (const auto &holder : synchronization->holders)
            stream[static_cast<std::size_t>(holder.lane)] = begin + length;
    }
}

/// The index-th of `of` equal shares of a chunk's gradients is there; a synchronization with fewer buckets than `of`
/// counts several shares to one.
void StepRun::bucketFull(std::size_t lane, int chunk, int index, int of, Ticks now)
{
    for (const auto id : m_bucketsOf[lane][static_cast<std::size_t>(chunk)]) {
        auto &bucket = m_buckets[id];
        const int count = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)].buckets;
        if (((bucket.index + 1) * of + count - 1) / count - 1 != index)
            continue;
        bucket.lastLane = static_cast<int>(lane);
        bucket.lastReady = now;
        if (--bucket.missing == 0)
            m_readyBuckets.insert(std::lower_bound(m_readyBuckets.begin(), m_readyBuckets.end(), id), id);
    }
    startBuckets(now);
}

void StepRun::startBuckets(Ticks now)
{
    for (std::size_t i = 0; i < m_readyBuckets.size();) {
        const auto id = m_readyBuckets[i];
        auto &bucket = m_buckets[id];
        const auto &holders = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)].holders;
        const bool free = std::all_of(holders.begin(), holders.end(), [this](const GradientHolder &holder) {
            return m_lanes[static_cast<std::size_t>(holder.lane)].bucket < 0;
        });
        if (!free) {
            ++i;
            continue;
        }
        m_readyBuckets.erase(m_readyBuckets.begin() + static_cast<std::ptrdiff_t>(i));
        bucket.start = bucket.settledAt = now;
        ++m_trace.events;
        for (const auto &holder : holders) {
            const auto lane = static_cast<std::size_t>(holder.lane);
            m_lanes[lane].bucket = static_cast<int>(id);
            retimeLane(lane, now);
        }
        retimeBucket(id, now);
    }
}

bool StepRun::isComputing(std::size_t index, Ticks now) const
{
    const auto &lane = m_lanes[index];
    return lane.inSegment && lane.segmentStart <= now && isCompute(lane.segments[lane.segment].activity);
}

void StepRun::retimeBucket(std::size_t id, Ticks now)
{
    auto &bucket = m_buckets[id];
    bucket.left -= static_cast<double>((now - bucket.settledAt).count) / bucket.slowdown;
    bucket.left = std::max(bucket.left, 0.0);
    bucket.settledAt = now;
    const auto &holders = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)].holders;
    const bool computing = std::any_of(holders.begin(), holders.end(), [&](const GradientHolder &holder) {
        return isComputing(static_cast<std::size_t>(holder.lane), now);
    });
    bucket.slowdown = computing ? m_program.bucketSlowdown : 1;
    push(now + Ticks(static_cast<std::int64_t>(std::ceil(bucket.left * bucket.slowdown))), EventKind::bucketEnd, id,
         ++bucket.version);
}

void StepRun::settle(LaneState &lane, const LaneProgram &program, Ticks now)
{
    if (now <= lane.settledAt)
        return;
    const bool compute = isCompute(lane.segments[lane.segment].activity);
    const double elapsed =
        compute ? workDone(program.speed, lane.settledAt, now) : static_cast<double>((now - lane.settledAt).count);
    lane.left = std::max(0.0, lane.left - elapsed / lane.slowdown);
    lane.settledAt = now;
}

/// Works out the end of the running segment anew.
void StepRun::retimeLane(std::size_t index, Ticks now)
{
    auto &lane = m_lanes[index];
    if (!lane.inSegment)
        return;
    settle(lane, program(index), now);
    const bool compute = isCompute(lane.segments[lane.segment].activity);
    lane.slowdown = compute && lane.bucket >= 0 ? m_program.computeSlowdown : 1;
    const Ticks length(static_cast<std::int64_t>(std::ceil(lane.left * lane.slowdown)));
    const auto end = compute ? endOfWork(program(index).speed, lane.settledAt, length) : lane.settledAt + length;
    if (!end)
        return failAtSpeedZero(index);
    m_clock.set(index, *end);
}

void StepRun::finishBucket(std::size_t id, Ticks now)
{
    auto &bucket = m_buckets[id];
    bucket.end = now;
    ++m_trace.events;
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)];
    for (const auto &holder : synchronization.holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        m_lanes[lane].bucket = -1;
        retimeLane(lane, now);
        if (m_options.traffic && now > bucket.start)
            m_trace.lanes[lane].traffic.push_back({bucket.start, now, -1, -1, Traffic::dp,
                                                   static_cast<std::int16_t>(holder.chunk),
                                                   synchronization.bytes * (1.0 / synchronization.buckets), true});
    }
    startBuckets(now);
}

void StepRun::waitForBuckets()
{
    std::vector<std::size_t> order(m_buckets.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return m_buckets[a].end < m_buckets[b].end; });
    for (const auto id : order) {
        const auto &bucket = m_buckets[id];
        const Binding binding{bucket.lastLane, bucket.lastReady, -1, Activity::backward};
        for (const auto &holder : m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)].holders)
            m_lanes[static_cast<std::size_t>(holder.lane)].row.wait(
                bucket.end, m_lanes[static_cast<std::size_t>(bucket.lastLane)].row, binding, Activity::exposedDp);
    }
}

} // namespace heteroscope

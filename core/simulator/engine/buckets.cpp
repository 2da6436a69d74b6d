// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gradients that go out in buckets while the lanes still compute.
#include "simulator/engine/step_run.h"
#include "simulator/program/rate_steps.h"

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
            const Ticks all = synchronization.reduction.route < 0 ? synchronization.beforeOptimizer
                                                                  : synchronization.reduction.latency;
            const Ticks part = shareOf(all, i + 1, synchronization.buckets) - shareOf(all, i, synchronization.buckets);
            bucket.left = static_cast<double>(part.count);
            for (const auto &holder : synchronization.holders) {
                const auto lane = static_cast<std::size_t>(holder.lane);
                const auto chunk = static_cast<std::size_t>(holder.chunk);
                m_bucketsOf[lane].resize(program(lane).chunks.size());
                m_bucketsOf[lane][chunk].push_back(m_buckets.size());
                auto &gradients = m_lanes[lane].gradients;
                ++gradients.bucketsOpen;
                gradients.segmentedFrom = std::min(gradients.segmentedFrom, gradients.lastPass[chunk]);
            }
            m_buckets.push_back(bucket);
        }
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
            return m_lanes[static_cast<std::size_t>(holder.lane)].gradients.bucket < 0;
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
            m_lanes[lane].gradients.bucket = static_cast<int>(id);
            retimeLane(lane, now);
        }
        retimeBucket(id, now);
    }
}

bool StepRun::isComputing(std::size_t index, Ticks now) const
{
    const auto &lane = m_lanes[index];
    return lane.isInSegment() && lane.pass.segmentStart <= now &&
           isCompute(lane.pass.segments[lane.pass.segment].activity);
}

void StepRun::retimeBucket(std::size_t id, Ticks now)
{
    auto &bucket = m_buckets[id];
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)];
    bucket.left -= static_cast<double>((now - bucket.settledAt).count) / bucket.slowdown;
    bucket.left = std::max(bucket.left, 0.0);
    bucket.settledAt = now;
    const bool computing =
        std::any_of(synchronization.holders.begin(), synchronization.holders.end(), [&](const GradientHolder &holder) {
            return isComputing(static_cast<std::size_t>(holder.lane), now);
        });
    bucket.slowdown = computing ? m_program.bucketSlowdown : 1;
    if (bucket.flowing) {
        m_network.setSlowdown(m_shared.begin + now, m_shared.firstRoute + synchronization.reduction.route,
                              bucket.slowdown);
        return;
    }
    push(now + toTicks(std::ceil(bucket.left * bucket.slowdown)), EventKind::bucketEnd, id, ++bucket.timings);
}

void StepRun::settle(RunningPass &pass, const LaneProgram &program, Ticks now)
{
    if (now <= pass.settledAt)
        return;
    const bool compute = isCompute(pass.segments[pass.segment].activity);
    const double elapsed =
        compute ? workDone(program.speed, pass.settledAt, now) : static_cast<double>((now - pass.settledAt).count);
    pass.left = std::max(0.0, pass.left - elapsed / pass.slowdown);
    pass.settledAt = now;
}

/// Works out the end of the running segment anew.
void StepRun::retimeLane(std::size_t index, Ticks now)
{
    auto &lane = m_lanes[index];
    if (lane.work != LaneWork::segment)
        return;
    auto &pass = lane.pass;
    settle(pass, program(index), now);
    const bool compute = isCompute(pass.segments[pass.segment].activity);
    pass.slowdown = compute && lane.gradients.bucket >= 0 ? m_program.computeSlowdown : 1;
    const Ticks length = toTicks(std::ceil(pass.left * pass.slowdown));
    const auto end = compute ? endOfWork(program(index).speed, pass.settledAt, length) : pass.settledAt + length;
    if (!end)
        return failAtSpeedZero(index);
    m_clock.set(index, *end);
}

void StepRun::finishBucket(std::size_t id, Ticks now)
{
    auto &bucket = m_buckets[id];
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(bucket.synchronization)];
    if (synchronization.reduction.route >= 0 && !bucket.flowing) {
        // That was the latency.
        bucket.flowing = true;
        startFlow(now, synchronization.reduction.route, synchronization.reduction.bytes.value / synchronization.buckets,
                  tagOf(EventKind::bucketEnd, id));
        retimeBucket(id, now);
        return;
    }
    bucket.flowing = false;
    bucket.end = now;
    ++m_trace.events;
    for (const auto &holder : synchronization.holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        m_lanes[lane].gradients.bucket = -1;
        retimeLane(lane, now);
        if (m_options.traffic && now > bucket.start)
            m_trace.lanes[lane].traffic.push_back(
                {bucket.start, now, -1, -1, Traffic::dp, static_cast<std::int16_t>(holder.chunk),
                 synchronization.bytes * (1.0 / synchronization.buckets), true, bucket.synchronization});
    }
    startBuckets(now);
    for (const auto &holder : synchronization.holders) {
        auto &lane = m_lanes[static_cast<std::size_t>(holder.lane)];
        if (--lane.gradients.bucketsOpen == 0 &&
            lane.next == program(static_cast<std::size_t>(holder.lane)).order.size())
            closeLane(static_cast<std::size_t>(holder.lane));
    }
}

/// Writes what the lane still waited for after its last pass, in the order of the ends.
void StepRun::waitForBuckets(std::size_t index)
{
    std::vector<std::size_t> order;
    for (const auto &buckets : m_bucketsOf[index])
        order.insert(order.end(), buckets.begin(), buckets.end());
    std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return m_buckets[a].end != m_buckets[b].end ? m_buckets[a].end < m_buckets[b].end : a < b;
    });
    for (const auto id : order) {
        const auto &bucket = m_buckets[id];
        m_lanes[index].row.wait(bucket.end, m_lanes[static_cast<std::size_t>(bucket.lastLane)].row,
                                {bucket.lastLane, bucket.lastReady, -1, Activity::backward}, Activity::exposedDp);
    }
}

} // namespace heteroscope

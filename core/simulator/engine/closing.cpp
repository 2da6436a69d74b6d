// SPDX-License-Identifier: GPL-3.0-or-later
//
// After the last pass: gradients, optimizer, weights, and what is made of the rows.
#include "simulator/engine/critical_path.h"
#include "simulator/engine/steady_period.h"
#include "simulator/engine/step_run.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Rows grow nearly in order: each stretch is moved down to its place, unless too many are far from it.
void sortTraffic(std::vector<TrafficInterval> &traffic)
{
    const auto before = [](const TrafficInterval &a, const TrafficInterval &b) {
        if (a.start != b.start)
            return a.start < b.start;
        return std::tie(a.end, a.traffic, a.peerLane, a.microBatch, a.chunk) <
               std::tie(b.end, b.traffic, b.peerLane, b.microBatch, b.chunk);
    };
    std::size_t moves = 0;
    for (std::size_t i = 1; i < traffic.size(); ++i) {
        if (!before(traffic[i], traffic[i - 1]))
            continue;
        const auto moved = traffic[i];
        std::size_t to = i;
        for (; to > 0 && before(moved, traffic[to - 1]); --to)
            traffic[to] = traffic[to - 1];
        traffic[to] = moved;
        moves += i - to;
        if (moves > 16 * traffic.size()) {
            std::sort(traffic.begin(), traffic.end(), before);
            return;
        }
    }
}

} // namespace

std::vector<std::size_t> StepRun::lanesOf(const Synchronization &synchronization) const
{
    std::vector<std::size_t> lanes;
    for (const auto &holder : synchronization.holders) {
        const auto lane = static_cast<std::size_t>(holder.lane);
        if (std::find(lanes.begin(), lanes.end(), lane) == lanes.end())
            lanes.push_back(lane);
    }
    return lanes;
}

bool StepRun::hasWorkAfterPasses(std::size_t index) const
{
    const auto &lane = program(index);
    return lane.optimizer > Ticks(0) || lane.stepOverhead > Ticks(0) ||
           std::any_of(m_program.synchronizations.begin(), m_program.synchronizations.end(),
                       [index](const Synchronization &synchronization) {
                           return std::any_of(
                               synchronization.holders.begin(), synchronization.holders.end(),
                               [index](const GradientHolder &h) { return h.lane == static_cast<int>(index); });
                       });
}

/// All of the lanes wait for the last of them, except those that have no work after it: their step is over.
void StepRun::meet(const std::vector<std::size_t> &lanes)
{
    std::size_t last = lanes.front();
    for (const auto lane : lanes) {
        if (m_lanes[lane].row.end() > m_lanes[last].row.end())
            last = lane;
    }
    const Ticks time = m_lanes[last].row.end();
    const Binding binding{static_cast<int>(last), time, -1, Activity::backward};
    for (const auto lane : lanes) {
        if (lane != last && m_lanes[lane].row.end() < time && hasWorkAfterPasses(lane))
            m_lanes[lane].row.wait(time, m_lanes[last].row, binding, Activity::exposedDp);
    }
}

void StepRun::synchronize(bool beforeOptimizer)
{
    for (const auto &synchronization : m_program.synchronizations) {
        const Ticks length = beforeOptimizer ? synchronization.beforeOptimizer : synchronization.afterOptimizer;
        if (length <= Ticks(0) || synchronization.buckets > 0)
            continue;
        const auto lanes = lanesOf(synchronization);
        meet(lanes);
        for (const auto lane : lanes) {
            auto &row = m_lanes[lane].row;
            const Ticks begin = row.end();
            row.work(Activity::exposedDp, length);
            m_trace.events += 2;
            if (m_options.traffic)
                m_trace.lanes[lane].traffic.push_back(
                    {begin, row.end(), -1, -1, Traffic::dp, 0, synchronization.bytes, true});
        }
    }
}

void StepRun::finishStep()
{
    waitForBuckets();
    synchronize(true);
    std::vector<std::size_t> all(m_lanes.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    if (!m_program.postValidation)
        meet(all); // the optimizer waits for the global gradient norm
    for (const auto i : all)
        m_lanes[i].row.work(Activity::optimizer, program(i).optimizer);
    synchronize(false);
    for (const auto i : all) {
        m_lanes[i].row.work(Activity::overhead, program(i).stepOverhead);
        m_trace.stepTime = std::max(m_trace.stepTime, m_lanes[i].row.end());
    }
}

void StepRun::finishTrace()
{
    std::vector<const LaneRow *> rows;
    for (const auto &lane : m_lanes)
        rows.push_back(&lane.row);
    m_trace.criticalPath = criticalPath(rows, m_trace.stepTime);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        m_lanes[i].row.drain(m_trace.stepTime);
        auto &lane = m_trace.lanes[i];
        lane.intervals = m_lanes[i].row.takeIntervals();
        sortTraffic(lane.traffic);
    }
    if (m_program.postValidation)
        foldIntoPeriod(m_trace);
}

} // namespace heteroscope

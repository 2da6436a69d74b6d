// SPDX-License-Identifier: GPL-3.0-or-later
//
// After the last pass: gradients, optimizer, weights, and what is made of the rows.
#include "simulator/engine/critical_path.h"
#include "simulator/engine/steady_period.h"
#include "simulator/engine/step_run.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// In an agenda, where others are the numbers of meetings.
constexpr std::int32_t optimizerStep = -1;

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
        // Holders stand by lane, except those of a weight that two stages share.
        if (lanes.empty() || lanes.back() != lane)
            lanes.push_back(lane);
    }
    std::sort(lanes.begin(), lanes.end());
    lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
    return lanes;
}

/// What each lane does after its passes: reductions, the meeting of all, the optimizer, gathers.
void StepRun::prepareClosing()
{
    const auto add = [this](Meeting meeting) {
        meeting.missing = meeting.lanes.size();
        for (const auto lane : meeting.lanes)
            m_lanes[lane].closing.agenda.push_back(static_cast<std::int32_t>(m_meetings.size()));
        m_meetings.push_back(std::move(meeting));
    };
    const auto addAll = [&](bool reduces) {
        for (std::size_t s = 0; s < m_program.synchronizations.size(); ++s) {
            const auto &synchronization = m_program.synchronizations[s];
            const Ticks length = reduces ? synchronization.beforeOptimizer : synchronization.afterOptimizer;
            if (length > Ticks(0) && synchronization.buckets == 0)
                add({static_cast<int>(s), reduces, lanesOf(synchronization), 0, {}});
        }
    };
    for (const auto &synchronization : m_program.synchronizations) {
        for (const auto &holder : synchronization.holders)
            m_lanes[static_cast<std::size_t>(holder.lane)].closing.holdsGradients = true;
    }
    addAll(true);
    if (!m_program.postValidation) {
        Meeting all; // the optimizer waits for the global gradient norm
        all.lanes.resize(m_lanes.size());
        std::iota(all.lanes.begin(), all.lanes.end(), std::size_t(0));
        add(std::move(all));
    }
    for (auto &lane : m_lanes)
        lane.closing.agenda.push_back(optimizerStep);
    addAll(false);
}

bool StepRun::hasWorkAfterPasses(std::size_t index) const
{
    const auto &lane = program(index);
    return lane.optimizer > Ticks(0) || lane.stepOverhead > Ticks(0) || m_lanes[index].closing.holdsGradients;
}

void StepRun::closeLane(std::size_t lane)
{
    waitForBuckets(lane);
    m_closing.push_back(lane);
    goOnClosing();
}

/// Rows are written ahead of the clock: what only one lane does needs no event.
void StepRun::goOnClosing()
{
    while (!m_closing.empty()) {
        const auto index = m_closing.back();
        m_closing.pop_back();
        auto &lane = m_lanes[index];
        bool waits = false;
        while (!waits && lane.closing.next < lane.closing.agenda.size()) {
            const auto next = lane.closing.agenda[lane.closing.next++];
            if (next == optimizerStep) {
                lane.row.work(Activity::optimizer, program(index).optimizer);
                continue;
            }
            waits = true;
            if (--m_meetings[static_cast<std::size_t>(next)].missing == 0)
                meet(static_cast<std::size_t>(next));
        }
        if (waits)
            continue;
        lane.row.work(Activity::overhead, program(index).stepOverhead);
        m_trace.stepTime = std::max(m_trace.stepTime, lane.row.end());
        ++m_closed;
    }
}

/// All of the lanes wait for the last of them, except those that have no work after it: their step is over.
void StepRun::meet(std::size_t id)
{
    auto &meeting = m_meetings[id];
    std::size_t last = meeting.lanes.front();
    for (const auto lane : meeting.lanes) {
        if (m_lanes[lane].row.end() > m_lanes[last].row.end())
            last = lane;
    }
    const Ticks time = m_lanes[last].row.end();
    const Binding binding{static_cast<int>(last), time, -1, Activity::backward};
    for (const auto lane : meeting.lanes) {
        if (lane != last && m_lanes[lane].row.end() < time && hasWorkAfterPasses(lane))
            m_lanes[lane].row.wait(time, m_lanes[last].row, binding, Activity::exposedDp);
    }
    meeting.begin = time;
    if (meeting.synchronization < 0) {
        m_closing.insert(m_closing.end(), meeting.lanes.begin(), meeting.lanes.end());
        return;
    }
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(meeting.synchronization)];
    const auto &flow = meeting.reduces ? synchronization.reduction : synchronization.gathering;
    if (flow.route >= 0)
        push(time + flow.latency, EventKind::meetingNext, id);
    else
        finishMeeting(id, time + (meeting.reduces ? synchronization.beforeOptimizer : synchronization.afterOptimizer));
}

void StepRun::finishMeeting(std::size_t id, Ticks end)
{
    const auto &meeting = m_meetings[id];
    const auto &synchronization = m_program.synchronizations[static_cast<std::size_t>(meeting.synchronization)];
    for (const auto index : meeting.lanes) {
        m_lanes[index].row.work(Activity::exposedDp, end - meeting.begin);
        m_trace.events += 2;
        if (m_options.traffic)
            m_trace.lanes[index].traffic.push_back(
                {meeting.begin, end, -1, -1, Traffic::dp, 0,
                 meeting.reduces ? synchronization.bytes : synchronization.gathering.bytes, meeting.reduces,
                 meeting.synchronization});
        m_closing.push_back(index);
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
    if (m_ownNetwork)
        m_trace.rates = m_network.takeRates();
    if (m_program.postValidation)
        foldIntoPeriod(m_trace);
}

StepFailure StepRun::whyStuck() const
{
    if (const auto stalled = m_network.stalledForever())
        return {StepFailure::Kind::linkStaysDown, static_cast<std::size_t>(stalled->second)};
    std::size_t lane = 0;
    while (lane + 1 < m_lanes.size() && m_lanes[lane].next == program(lane).order.size())
        ++lane;
    return {StepFailure::Kind::orderIsStuck, lane, m_lanes[lane].next};
}

} // namespace heteroscope

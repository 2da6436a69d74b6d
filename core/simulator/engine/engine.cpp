// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/engine.h"

#include "simulator/engine/critical_path.h"
#include "simulator/engine/lane_row.h"

#include <algorithm>
#include <queue>

namespace heteroscope {

namespace {

struct Event
{
    Ticks time;
    std::int32_t lane = 0;
    std::int32_t item = 0;    // pass index of the lane
    std::int32_t sender = -1; // arrival from that lane; -1: the pass ended
    Ticks senderDone;

    friend bool operator>(const Event &a, const Event &b)
    {
        return std::tie(a.time, a.lane, a.sender, a.item) > std::tie(b.time, b.lane, b.sender, b.item);
    }
};

/// Inputs still missing for one pass, and the last one that came.
struct PassInputs
{
    std::int32_t missing = 0;
    Ticks arrived;
    Binding binding;
};

struct LaneState
{
    LaneRow row;
    std::vector<PassInputs> inputs; // by pass index
    std::vector<Ticks> channelFree; // forward channels by chunk, then backward channels
    std::vector<std::size_t> channelBase;
    std::size_t next = 0; // in LaneProgram::order
    bool busy = false;
};

class Engine
{
public:
    Engine(const StepProgram &program, const EngineOptions &options) : m_program(program), m_options(options) {}
    Result<StepTrace> run();

private:
    static std::int32_t passIndex(const LaneProgram &lane, bool backward, int chunk, int microBatch)
    {
        const auto chunks = static_cast<int>(lane.chunks.size());
        return ((backward ? chunks : 0) + chunk) * lane.microBatches + microBatch;
    }
    void prepare();
    void tryStart(std::size_t lane, Ticks now);
    void start(std::size_t lane, const WorkItem &item, const PassInputs &inputs, Ticks now);
    void finishPass(std::size_t lane, Ticks now);
    void send(std::size_t lane, const WorkItem &item, Ticks now);
    void communicate(std::size_t lane, const WorkItem &item, const PassWork &pass);
    void synchronize(bool beforeOptimizer);
    /// All of the given lanes wait for the last of them, except those that have no work after it: their step is over.
    void meet(const std::vector<std::size_t> &lanes);
    bool hasWorkAfterPasses(std::size_t lane) const;
    void finishStep();
    void measureActivations(StepTrace &trace) const;

    const StepProgram &m_program;
    EngineOptions m_options;
    std::vector<LaneState> m_lanes;
    StepTrace m_trace;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
};

void Engine::prepare()
{
    m_lanes.resize(m_program.lanes.size());
    m_trace.lanes.resize(m_program.lanes.size());
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const auto &lane = m_program.lanes[i];
        auto &state = m_lanes[i];
        const int chunks = static_cast<int>(lane.chunks.size());
        state.inputs.resize(2 * lane.chunks.size() * static_cast<std::size_t>(lane.microBatches));
        for (int chunk = 0; chunk < chunks; ++chunk) {
            for (int microBatch = 0; microBatch < lane.microBatches; ++microBatch) {
                const auto c = static_cast<std::size_t>(chunk);
                state.inputs[static_cast<std::size_t>(passIndex(lane, false, chunk, microBatch))].missing =
                    lane.forwardInputs[c];
                state.inputs[static_cast<std::size_t>(passIndex(lane, true, chunk, microBatch))].missing =
                    lane.backwardInputs[c];
            }
        }
        std::size_t channels = 0;
        for (const auto *directions : {&lane.forwardTo, &lane.backwardTo}) {
            for (const auto &list : *directions) {
                state.channelBase.push_back(channels);
                channels += list.size();
            }
        }
        state.channelFree.resize(channels);
    }
}

void Engine::tryStart(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    const auto &lane = m_program.lanes[index];
    if (state.busy || state.next >= lane.order.size())
        return;
    const auto item = lane.order[state.next];
    const auto &inputs =
        state.inputs[static_cast<std::size_t>(passIndex(lane, item.backward, item.chunk, item.microBatch))];
    if (inputs.missing == 0)
        start(index, item, inputs, std::max(now, state.row.end()));
}

void Engine::start(std::size_t index, const WorkItem &item, const PassInputs &inputs, Ticks now)
{
    auto &state = m_lanes[index];
    const auto &lane = m_program.lanes[index];
    if (now > state.row.end())
        state.row.wait(now, m_lanes[static_cast<std::size_t>(inputs.binding.lane)].row, inputs.binding,
                       Activity::exposedPp);

    const auto &chunk = lane.chunks[static_cast<std::size_t>(item.chunk)];
    const auto &pass = item.backward ? chunk.backward : chunk.forward;
    if (!item.backward && item.chunk == 0)
        state.row.work(Activity::overhead, lane.overheadPerMicroBatch, item.microBatch);
    // A slowdown stretches recompute and compute alike.
    const Ticks work = pass.recompute + pass.compute;
    const Ticks slowRecompute = work > Ticks(0)
                                    ? Ticks(static_cast<std::int64_t>(static_cast<double>(pass.slowdown.count) *
                                                                      static_cast<double>(pass.recompute.count) /
                                                                      static_cast<double>(work.count)))
                                    : Ticks(0);
    state.row.work(Activity::recompute, pass.recompute, item.microBatch, item.chunk, slowRecompute);
    state.row.work(item.backward ? Activity::backward : Activity::forward, pass.compute, item.microBatch, item.chunk,
                   pass.slowdown - slowRecompute);
    communicate(index, item, pass);
    state.busy = true;
    m_events.push({state.row.end(),
                   static_cast<std::int32_t>(index),
                   passIndex(lane, item.backward, item.chunk, item.microBatch),
                   -1,
                   {}});
}

void Engine::communicate(std::size_t index, const WorkItem &item, const PassWork &pass)
{
    auto &row = m_lanes[index].row;
    const auto add = [&](Activity activity, Traffic traffic, Ticks length, Bytes bytes) {
        if (length <= Ticks(0))
            return;
        const Ticks begin = row.end();
        row.work(activity, length, item.microBatch, item.chunk);
        if (m_options.traffic)
            m_trace.lanes[index].traffic.push_back(
                {begin, row.end(), item.microBatch, -1, traffic, item.chunk, bytes, item.backward});
    };
    add(Activity::exposedTp, Traffic::tp, pass.tp, pass.tpBytes);
    add(Activity::exposedCp, Traffic::cp, pass.cp, {});
    add(Activity::exposedEp, Traffic::ep, pass.ep, {});
    add(Activity::exposedDp, Traffic::dp, pass.dp, {});
}

void Engine::send(std::size_t index, const WorkItem &item, Ticks now)
{
    const auto &lane = m_program.lanes[index];
    auto &state = m_lanes[index];
    const auto chunk = static_cast<std::size_t>(item.chunk);
    const auto &channels = item.backward ? lane.backwardTo[chunk] : lane.forwardTo[chunk];
    auto *free = state.channelFree.data() + state.channelBase[(item.backward ? lane.chunks.size() : 0) + chunk];
    Ticks lastArrival = now;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        const auto &channel = channels[c];
        const auto &receiver = m_program.lanes[static_cast<std::size_t>(channel.toLane)];
        const Ticks begin = std::max(now, free[c]);
        free[c] = begin + channel.occupancy;
        const Ticks arrival = free[c] + channel.latency;
        lastArrival = std::max(lastArrival, arrival);
        m_events.push({arrival, channel.toLane, passIndex(receiver, item.backward, channel.toChunk, item.microBatch),
                       static_cast<std::int32_t>(index), now});
        if (m_options.traffic && arrival > begin) {
            m_trace.lanes[index].traffic.push_back({begin, arrival, item.microBatch, channel.toLane, Traffic::send,
                                                    item.chunk, channel.bytes, item.backward});
            m_trace.lanes[static_cast<std::size_t>(channel.toLane)].traffic.push_back(
                {begin, arrival, item.microBatch, static_cast<std::int32_t>(index), Traffic::receive, channel.toChunk,
                 channel.bytes, item.backward});
        }
    }
    if (m_program.blockingSends)
        state.row.work(Activity::exposedPp, lastArrival - now, item.microBatch, item.chunk);
}

void Engine::finishPass(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    const WorkItem item = m_program.lanes[index].order[state.next];
    send(index, item, now);
    state.busy = false;
    ++state.next;
    tryStart(index, now);
}

void Engine::meet(const std::vector<std::size_t> &lanes)
{
    std::size_t last = lanes.front();
    for (const auto lane : lanes) {
        if (m_lanes[lane].row.end() > m_lanes[last].row.end())
            last = lane;
    }
    const Ticks time = m_lanes[last].row.end();
    const Binding binding{static_cast<int>(last), time, -1, Activity::backward};
    for (const auto lane : lanes) {
        if (lane != last && hasWorkAfterPasses(lane))
            m_lanes[lane].row.wait(time, m_lanes[last].row, binding, Activity::exposedDp);
    }
}

bool Engine::hasWorkAfterPasses(std::size_t index) const
{
    const auto &lane = m_program.lanes[index];
    return lane.optimizer > Ticks(0) || lane.stepOverhead > Ticks(0) ||
           std::any_of(m_program.synchronizations.begin(), m_program.synchronizations.end(),
                       [index](const Synchronization &sync) {
                           return std::find(sync.lanes.begin(), sync.lanes.end(), static_cast<int>(index)) !=
                                  sync.lanes.end();
                       });
}

void Engine::synchronize(bool beforeOptimizer)
{
    for (const auto &sync : m_program.synchronizations) {
        const Ticks length = beforeOptimizer ? sync.beforeOptimizer : sync.afterOptimizer;
        if (length <= Ticks(0))
            continue;
        std::vector<std::size_t> lanes(sync.lanes.begin(), sync.lanes.end());
        meet(lanes);
        for (const auto lane : lanes) {
            auto &row = m_lanes[lane].row;
            const Ticks begin = row.end();
            row.work(Activity::exposedDp, length);
            if (m_options.traffic)
                m_trace.lanes[lane].traffic.push_back({begin, row.end(), -1, -1, Traffic::dp, 0, sync.bytes, true});
        }
    }
}

void Engine::finishStep()
{
    synchronize(true);
    std::vector<std::size_t> all(m_lanes.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    meet(all); // the optimizer waits for the global gradient norm
    for (const auto i : all)
        m_lanes[i].row.work(Activity::optimizer, m_program.lanes[i].optimizer);
    synchronize(false);
    for (const auto i : all) {
        m_lanes[i].row.work(Activity::overhead, m_program.lanes[i].stepOverhead);
        m_trace.stepTime = std::max(m_trace.stepTime, m_lanes[i].row.end());
    }
}

void Engine::measureActivations(StepTrace &trace) const
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const auto &lane = m_program.lanes[i];
        std::int64_t bytes = 0;
        int inFlight = 0;
        for (const auto &item : lane.order) {
            const auto size = lane.chunks[static_cast<std::size_t>(item.chunk)].activationBytes;
            bytes += item.backward ? -size : size;
            inFlight += item.backward ? -1 : 1;
            trace.lanes[i].peakActivationBytes = std::max(trace.lanes[i].peakActivationBytes, bytes);
            trace.lanes[i].peakInFlight = std::max(trace.lanes[i].peakInFlight, inFlight);
        }
    }
}

Result<StepTrace> Engine::run()
{
    prepare();
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        tryStart(i, Ticks(0));
    while (!m_events.empty()) {
        const Event event = m_events.top();
        m_events.pop();
        const auto lane = static_cast<std::size_t>(event.lane);
        if (event.sender < 0) {
            finishPass(lane, event.time);
            continue;
        }
        auto &inputs = m_lanes[lane].inputs[static_cast<std::size_t>(event.item)];
        --inputs.missing;
        const auto &program = m_program.lanes[lane];
        const bool backward = event.item >= static_cast<std::int32_t>(program.chunks.size()) * program.microBatches;
        inputs.arrived = event.time;
        inputs.binding = {event.sender, event.senderDone, event.item % program.microBatches,
                          backward ? Activity::backward : Activity::forward};
        tryStart(lane, event.time);
    }
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].next != m_program.lanes[i].order.size())
            return Error{Error::Code::internal,
                         {},
                         {},
                         "lane " + std::to_string(i) + " stuck before item " + std::to_string(m_lanes[i].next),
                         "a schedule whose order can be carried out",
                         {}};
    }
    finishStep();
    std::vector<const LaneRow *> rows;
    for (const auto &lane : m_lanes)
        rows.push_back(&lane.row);
    m_trace.criticalPath = criticalPath(rows, m_trace.stepTime);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        m_lanes[i].row.drain(m_trace.stepTime);
        auto &lane = m_trace.lanes[i];
        lane.intervals = m_lanes[i].row.takeIntervals();
        std::sort(lane.traffic.begin(), lane.traffic.end(), [](const TrafficInterval &a, const TrafficInterval &b) {
            return std::tie(a.start, a.end, a.traffic, a.peerLane, a.microBatch) <
                   std::tie(b.start, b.end, b.traffic, b.peerLane, b.microBatch);
        });
    }
    measureActivations(m_trace);
    return std::move(m_trace);
}

} // namespace

Result<StepTrace> runStep(const StepProgram &program, const EngineOptions &options)
{
    return Engine(program, options).run();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/step_run.h"

#include "simulator/program/rate_steps.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

StepRun::StepRun(const StepProgram &program, const EngineOptions &options, const SharedFlows &shared)
    : m_program(program),
      m_options(options),
      m_ownNetwork(shared.network ? std::optional<FlowNetwork>()
                                  : std::optional<FlowNetwork>(std::in_place, program.edges, program.conflicts)),
      m_network(shared.network ? *shared.network : *m_ownNetwork),
      m_shared(shared),
      m_clock(program.lanes.size())
{}

void StepRun::push(Ticks time, EventKind kind, std::size_t index, std::uint32_t number)
{
    m_events.push({time, static_cast<std::int32_t>(index), kind, number});
}

/// False after a stop.
bool StepRun::prepare()
{
    m_lanes.resize(m_program.lanes.size());
    m_trace.lanes.resize(m_program.lanes.size());
    if (m_options.rates && m_ownNetwork)
        m_network.recordRates();
    StopMeter meter(m_options.stop);
    for (std::size_t i = 0; m_ownNetwork && i < m_program.routes.size(); ++i) {
        const auto &route = m_program.routes[i];
        if (meter.stopAfter(8 + route.shares.size()))
            return false;
        m_network.addRoute(route.shares, route.weight);
    }
    for (std::size_t i = 0; i < m_lanes.size() && !m_options.stop.stop_requested(); ++i)
        prepareLane(i);
    if (m_options.stop.stop_requested())
        return false;
    prepareChannels();
    prepareBuckets();
    prepareClosing();
    return true;
}

void StepRun::prepareLane(std::size_t index)
{
    const auto &lane = program(index);
    auto &state = m_lanes[index];
    const auto chunks = lane.chunks.size();
    const auto microBatches = static_cast<std::size_t>(lane.microBatches);
    state.inputs.resize(2 * chunks * microBatches);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        for (std::size_t m = 0; m < microBatches; ++m) {
            state.inputs[chunk * microBatches + m].missing = lane.forwardInputs[chunk];
            state.inputs[(chunks + chunk) * microBatches + m].missing = lane.backwardInputs[chunk];
        }
    }
    state.incoming.resize(2 * chunks);
    state.weights.gathered.resize(chunks);
    state.gradients.lastPass.resize(chunks);
    state.gradients.segmentedFrom = lane.order.size();
    for (std::size_t i = 0; i < lane.order.size(); ++i) {
        if (freesActivations(lane.order[i].pass))
            state.gradients.lastPass[static_cast<std::size_t>(lane.order[i].chunk)] = i;
    }
    state.row.reserve(lane.order.size() * 3 + 16);
    if (!m_options.begins.empty()) {
        state.free = m_options.begins[index];
        state.row.work(Activity::idle, state.free);
    }
    if (!m_options.traffic)
        return;
    std::size_t transfers = 0;
    for (const auto *lists : {&lane.forwardTo, &lane.backwardTo}) {
        for (const auto &list : *lists)
            transfers += list.size();
    }
    for (const auto *inputs : {&lane.forwardInputs, &lane.backwardInputs}) {
        for (const int input : *inputs)
            transfers += static_cast<std::size_t>(input);
    }
    m_trace.lanes[index].traffic.reserve(transfers * microBatches + 16);
}

void StepRun::tryStart(std::size_t index)
{
    auto &state = m_lanes[index];
    const auto &lane = program(index);
    if (state.work != LaneWork::none || state.next >= lane.order.size() || state.sends.pending > 0)
        return;
    const auto &item = lane.order[state.next];
    const auto &input = state.inputs[passIndex(lane, item.pass, item.chunk, item.microBatch)];
    if (item.pass != Pass::weightGradient && input.missing > 0)
        return;
    if (item.pass == Pass::forward && item.microBatch == 0 && !state.weights.flows.empty() &&
        state.weights.flows[static_cast<std::size_t>(item.chunk)].notBegun > 0)
        return;
    state.pass.start = std::max(state.free, state.sends.arrived);
    if (item.pass != Pass::weightGradient)
        state.pass.start = std::max(state.pass.start, input.ready);
    if (item.pass == Pass::forward && item.microBatch == 0)
        state.pass.start = std::max(state.pass.start, state.weights.gathered[static_cast<std::size_t>(item.chunk)]);
    beginPass(index, item);
}

void StepRun::beginPass(std::size_t index, const WorkItem &item)
{
    auto &state = m_lanes[index];
    const auto &lane = program(index);
    const auto &pass = work(index, item);
    auto &running = state.pass;
    state.work = LaneWork::toKnownEnd;
    running.jitter = m_options.jitter.added(pass.recompute + pass.compute, index, state.next);
    // A weight gradient posts nothing: the pass before it has posted what comes after it.
    if (m_program.sends == SendMode::receivePrefetched && item.pass != Pass::weightGradient) {
        if (m_program.routes.empty() && m_bucketsOf[index].empty())
            post(index, state.next + 1, running.start);
        else
            push(running.start, EventKind::passStart, index, static_cast<std::uint32_t>(state.next));
    }
    const Ticks overhead = item.pass == Pass::forward && item.chunk == 0 ? lane.overheadPerMicroBatch : Ticks(0);
    running.buckets = running.bucketsFull = 0;
    if (state.next >= state.gradients.segmentedFrom &&
        state.next == state.gradients.lastPass[static_cast<std::size_t>(item.chunk)]) {
        for (const auto bucket : m_bucketsOf[index][static_cast<std::size_t>(item.chunk)])
            running.buckets = std::max(running.buckets, m_buckets[bucket].index + 1);
    }
    running.segments.clear();
    if (!pass.segments.empty() || !pass.flows.empty() || state.next >= state.gradients.segmentedFrom) {
        makeSegments(index, item);
        running.segment = 0;
        beginSegment(index, running.start);
        return;
    }
    const Ticks compute = pass.recompute + pass.compute + running.jitter;
    const Ticks computeStart = running.start + overhead;
    const auto computeEnd =
        lane.speed.at.empty() ? computeStart + compute : endOfWork(lane.speed, computeStart, compute);
    if (!computeEnd)
        return failAtSpeedZero(index);
    running.computeTime = *computeEnd - running.start - overhead;
    m_clock.set(index, *computeEnd + (pass.total() - pass.recompute - pass.compute));
}

void StepRun::failAtSpeedZero(std::size_t index)
{
    if (!m_failure)
        m_failure = StepFailure{StepFailure::Kind::deviceStaysAtZero, index};
}

namespace {

/// Latency and bytes of a collective go to its segments by their lengths, the last one with what rounding leaves.
void routeSegments(std::vector<PassSegment> &segments, Activity activity, const CollectiveFlow &flow)
{
    Ticks whole, done, given;
    for (const auto &segment : segments)
        whole += segment.activity == activity ? segment.length : Ticks(0);
    for (auto &segment : segments) {
        if (segment.activity != activity || segment.length <= Ticks(0))
            continue;
        done += segment.length;
        const Ticks upTo = scaled(flow.latency, done, whole);
        segment.route = flow.route;
        segment.latency = upTo - given;
        segment.bytes = flow.bytes * (static_cast<double>(segment.length.count) / static_cast<double>(whole.count));
        given = upTo;
    }
}

} // namespace

void StepRun::makeSegments(std::size_t index, const WorkItem &item)
{
    auto &state = m_lanes[index];
    const auto &lane = program(index);
    const auto &pass = work(index, item);
    auto &list = state.pass.segments;
    const Activity compute = activityOf(item.pass);
    if (item.pass == Pass::forward && item.chunk == 0)
        list.push_back({Activity::overhead, lane.overheadPerMicroBatch});
    if (!pass.segments.empty()) {
        list.insert(list.end(), pass.segments.begin(), pass.segments.end());
        list.push_back({compute, state.pass.jitter});
    } else {
        const Ticks all = pass.recompute + pass.compute;
        const Ticks slowRecompute = scaled(pass.slowdown, pass.recompute, all);
        list.push_back({Activity::recompute, pass.recompute, slowRecompute});
        // Equal parts, the last one with what is left of the division.
        const int count = std::max(1, state.pass.buckets);
        const Ticks length = pass.compute + state.pass.jitter;
        for (int i = 0; i < count; ++i) {
            const auto share = [&](Ticks whole) { return shareOf(whole, i + 1, count) - shareOf(whole, i, count); };
            list.push_back({compute, share(length), share(pass.slowdown - slowRecompute)});
        }
        for (const Activity activity :
             {Activity::exposedTp, Activity::exposedCp, Activity::exposedEp, Activity::exposedDp}) {
            if (const Ticks time = pass.exposed(activity).first; time > Ticks(0))
                list.push_back({activity, time});
        }
    }
    for (const auto &[activity, flow] : pass.flows)
        routeSegments(list, activity, flow);
    fillBuckets(list, state.pass.buckets);
}

/// Gradients come evenly over the computation after the recompute; the last bucket is full when all of it is done.
void StepRun::fillBuckets(std::vector<PassSegment> &segments, int buckets)
{
    const auto fills = [](const PassSegment &s) { return isCompute(s.activity) && s.activity != Activity::recompute; };
    std::int64_t all = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        all += fills(segments[i]) ? segments[i].length.count : 0;
        last = fills(segments[i]) ? i : last;
    }
    std::int64_t done = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        done += fills(segments[i]) ? segments[i].length.count : 0;
        // Equal parts are cut by rounding down, so a bucket is full one tick before its exact share.
        const auto full = all > 0 ? static_cast<std::int64_t>((__int128{done} * buckets + buckets - 1) / all) : 0;
        segments[i].bucketsFull =
            static_cast<std::int16_t>(i >= last ? buckets : std::min<std::int64_t>(full, buckets));
    }
}

void StepRun::beginSegment(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    auto &pass = state.pass;
    state.work = LaneWork::segment;
    pass.segmentStart = now;
    pass.settledAt = now;
    pass.slowdown = 1;
    const auto &segment = pass.segments[pass.segment];
    pass.left = static_cast<double>((segment.route < 0 ? segment.length : segment.latency).count);
    if (now > m_now)
        push(now, EventKind::passStart, index, static_cast<std::uint32_t>(state.next));
    retimeLane(index, now);
    if (state.gradients.bucket >= 0)
        retimeBucket(static_cast<std::size_t>(state.gradients.bucket), m_now);
}

/// The clock of a segment has run out: of a collective in the network that was only the latency.
void StepRun::finishSegment(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    const auto &segment = state.pass.segments[state.pass.segment];
    if (segment.route < 0)
        return endSegment(index, now);
    state.work = LaneWork::collective;
    m_clock.set(index, LaneClock::never);
    startFlow(now, segment.route, segment.bytes.value, tagOf(EventKind::passStart, index));
}

void StepRun::endSegment(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    const auto item = program(index).order[state.next];
    auto &pass = state.pass;
    const auto segment = pass.segments[pass.segment];
    if (pass.segment == 0)
        writeWait(index, item);
    const Ticks length = now - pass.segmentStart;
    ++m_trace.events;
    if (isExposed(segment.activity)) {
        const auto [all, bytes] = work(index, item).exposed(segment.activity);
        const double share =
            all > Ticks(0) ? static_cast<double>(segment.length.count) / static_cast<double>(all.count) : 0;
        writeCommunication(index, item, segment.activity, length, bytes * share, segment.operation);
    } else {
        state.row.work(segment.activity, length, item, segment.slowed + (length - segment.length), segment.operation);
    }
    ++pass.segment;
    state.work = LaneWork::toKnownEnd;
    const bool last = pass.segment == pass.segments.size();
    while (pass.bucketsFull < segment.bucketsFull) {
        const int full = pass.bucketsFull++;
        bucketFull(index, item.chunk, full, pass.buckets, now);
    }
    if (!last)
        beginSegment(index, now);
    else
        finishPass(index, now);
}

void StepRun::writeWait(std::size_t index, const WorkItem &item)
{
    auto &state = m_lanes[index];
    if (state.pass.start <= state.row.end())
        return;
    const auto &input = state.inputs[passIndex(program(index), item.pass, item.chunk, item.microBatch)];
    const Activity awaited = item.pass == Pass::forward ? Activity::forward : Activity::backward;
    if (item.pass != Pass::weightGradient && input.sender >= 0 && input.ready == state.pass.start) {
        const Binding binding{input.sender, input.senderDone, item.microBatch, awaited};
        state.row.wait(state.pass.start, m_lanes[static_cast<std::size_t>(input.sender)].row, binding,
                       Activity::exposedPp);
    } else if (state.sends.arrived == state.pass.start && state.sends.to >= 0) {
        const Binding binding{state.sends.to, state.sends.begin, item.microBatch, awaited};
        state.row.wait(state.pass.start, m_lanes[static_cast<std::size_t>(state.sends.to)].row, binding,
                       Activity::exposedPp);
    } else {
        // The weights of the first forward are still being gathered.
        const Binding binding{static_cast<int>(index), state.row.end(), item.microBatch, awaited};
        state.row.wait(state.pass.start, state.row, binding, Activity::exposedDp);
    }
}

void StepRun::writeCommunication(std::size_t index, const WorkItem &item, Activity activity, Ticks length, Bytes bytes,
                                 std::int16_t operation)
{
    if (length <= Ticks(0))
        return;
    auto &row = m_lanes[index].row;
    const Ticks begin = row.end();
    row.work(activity, length, item, Ticks(0), operation);
    if (m_options.traffic)
        m_trace.lanes[index].traffic.push_back({begin, row.end(), item.microBatch, -1, trafficOf(activity), item.chunk,
                                                bytes, item.pass != Pass::forward});
}

void StepRun::writePass(std::size_t index, const WorkItem &item)
{
    auto &row = m_lanes[index].row;
    const auto &pass = work(index, item);
    const auto &running = m_lanes[index].pass;
    if (item.pass == Pass::forward && item.chunk == 0)
        row.work(Activity::overhead, program(index).overheadPerMicroBatch, item);
    // A slowdown stretches recompute and compute alike.
    const Ticks all = pass.recompute + pass.compute;
    const Ticks slowed = pass.slowdown + (running.computeTime - running.jitter - all);
    const Ticks recompute = scaled(running.computeTime, pass.recompute, all);
    const Ticks slowRecompute = scaled(slowed, pass.recompute, all);
    row.work(Activity::recompute, recompute, item, slowRecompute);
    row.work(activityOf(item.pass), running.computeTime - recompute, item, slowed - slowRecompute);
    for (const Activity activity :
         {Activity::exposedTp, Activity::exposedCp, Activity::exposedEp, Activity::exposedDp}) {
        const auto [length, bytes] = pass.exposed(activity);
        writeCommunication(index, item, activity, length, bytes);
    }
}

void StepRun::finishPass(std::size_t index, Ticks now)
{
    auto &state = m_lanes[index];
    const WorkItem item = program(index).order[state.next];
    if (!state.weights.flows.empty() && waitsForWeights(index, item, now))
        return;
    if (state.pass.segments.empty()) {
        writeWait(index, item);
        writePass(index, item);
    }
    if (!state.weights.flows.empty() && state.row.end() < now) // the last weights came late
        state.row.wait(now, state.row, {static_cast<int>(index), state.row.end(), item.microBatch, Activity::forward},
                       Activity::exposedDp);
    m_trace.events += 2;
    const auto &chunk = program(index).chunks[static_cast<std::size_t>(item.chunk)];
    auto &trace = m_trace.lanes[index];
    if (item.pass == Pass::forward) {
        state.held.take(chunk, state.pass.start, trace);
    } else if (freesActivations(chunk, item.pass)) {
        state.held.letGo(chunk);
    }
    state.work = LaneWork::none;
    state.free = now;
    ++state.next;
    const auto &order = program(index).order;
    if (state.next >= 2 && order[state.next - 2].paired)
        send(index, order[state.next - 2], now);
    if (item.pass != Pass::weightGradient && !(item.paired && state.next < order.size()))
        send(index, item, now);
    if (m_program.sends == SendMode::blocking)
        post(index, state.next, now);
    tryStart(index);
    if (state.gradients.bucket >= 0)
        retimeBucket(static_cast<std::size_t>(state.gradients.bucket), now);
    if (state.next == order.size() && state.gradients.bucketsOpen == 0)
        closeLane(index);
}

void StepRun::happen(const Event &event)
{
    const auto index = static_cast<std::size_t>(event.index);
    if (event.kind == EventKind::bucketEnd) {
        if (m_buckets[index].timings == event.number)
            finishBucket(index, event.time);
        return;
    }
    if (event.kind == EventKind::gatherNext)
        return goOnGathering(index, event.time);
    if (event.kind == EventKind::meetingNext) {
        const auto &synchronization =
            m_program.synchronizations[static_cast<std::size_t>(m_meetings[index].synchronization)];
        const auto &flow = m_meetings[index].reduces ? synchronization.reduction : synchronization.gathering;
        startFlow(event.time, flow.route, flow.bytes.value, tagOf(event.kind, index));
        return;
    }
    if (m_program.sends == SendMode::receivePrefetched &&
        program(index).order[event.number].pass != Pass::weightGradient)
        post(index, event.number + 1, event.time);
    if (const int bucket = m_lanes[index].gradients.bucket; bucket >= 0)
        retimeBucket(static_cast<std::size_t>(bucket), event.time);
}

bool StepRun::begin()
{
    if (!prepare())
        return false;
    gatherWeights();
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        post(i, 0, Ticks(0));
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        tryStart(i);
        if (program(i).order.empty() && m_lanes[i].gradients.bucketsOpen == 0)
            closeLane(i);
    }
    return true;
}

/// An event before an end of work at the same instant.
void StepRun::happenNext()
{
    m_now = nextOwn();
    if (!m_events.empty() && m_events.top().time == m_now) {
        const Event next = m_events.top();
        m_events.pop();
        happen(next);
        return;
    }
    const auto lane = m_clock.first();
    if (m_lanes[lane].isInSegment())
        finishSegment(lane, m_now);
    else
        finishPass(lane, m_now);
    if (m_lanes[lane].work == LaneWork::none) // else its clock has been set again
        m_clock.set(lane, LaneClock::never);
}

void StepRun::endFlow(std::int64_t tag, Ticks now)
{
    m_now = now;
    flowEnded(tag, now);
}

Result<StepTrace, StepFailure> StepRun::run()
{
    if (!begin())
        return StepFailure{StepFailure::Kind::stopped};
    const bool hasFlows = !m_program.routes.empty();
    // An instant at which many flows change their rates counts as many.
    StopMeter meter(m_options.stop, instantsBetweenLooks);
    for (std::size_t retimed = 0; !m_failure;) {
        const std::size_t before = std::exchange(retimed, m_network.retimedFlows());
        if (meter.stopAfter(1 + retimed - before))
            return StepFailure{StepFailure::Kind::stopped};
        const Ticks change = hasFlows ? m_network.nextChange() : LaneClock::never;
        const Ticks own = nextOwn();
        if (std::min(change, own) == LaneClock::never)
            break;
        if (change <= own) {
            m_endedFlows.clear();
            m_network.advance(change, m_endedFlows);
            for (const auto tag : m_endedFlows)
                endFlow(tag, change);
        } else {
            happenNext();
        }
    }
    if (m_failure)
        return *m_failure;
    if (!isDone())
        return whyStuck();
    finishTrace();
    return std::move(m_trace);
}

Result<StepTrace, StepFailure> runStep(const StepProgram &program, const EngineOptions &options)
{
    return StepRun(program, options).run();
}

} // namespace heteroscope

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine against closed forms (peers' table) and against worked cases, in whole ticks.
#include "simulator/engine/engine.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

namespace {

struct PipelineShape
{
    std::vector<std::int64_t> forward; // ticks by stage, for all chunks of it together
    std::vector<std::int64_t> backward;
    int microBatches = 1;
    int chunks = 1;
    std::int64_t occupancy = 0;
    std::int64_t latency = 0;
    bool blocking = false;
};

StepProgram pipelineProgram(const Schedule &schedule, const PipelineShape &shape)
{
    StepProgram program;
    program.blockingSends = shape.blocking;
    const auto stages = shape.forward.size();
    const auto chunks = static_cast<std::size_t>(shape.chunks);
    program.lanes.resize(stages);
    for (std::size_t s = 0; s < stages; ++s) {
        auto &lane = program.lanes[s];
        lane.order = schedule.order({static_cast<int>(stages), shape.microBatches, shape.chunks}, static_cast<int>(s));
        lane.microBatches = shape.microBatches;
        lane.chunks.resize(chunks);
        lane.forwardTo.resize(chunks);
        lane.backwardTo.resize(chunks);
        lane.forwardInputs.assign(chunks, 1);
        lane.backwardInputs.assign(chunks, 1);
        for (std::size_t c = 0; c < chunks; ++c) {
            lane.chunks[c].forward.compute = Ticks(shape.forward[s] / shape.chunks);
            lane.chunks[c].backward.compute = Ticks(shape.backward[s] / shape.chunks);
            lane.chunks[c].activationBytes = 1;
            const bool last = s + 1 == stages;
            if (!last || c + 1 < chunks)
                lane.forwardTo[c] = {{last ? 0 : static_cast<int>(s) + 1, static_cast<std::int16_t>(last ? c + 1 : c),
                                      Ticks(shape.occupancy), Ticks(shape.latency), Bytes(1)}};
            if (s > 0 || c > 0)
                lane.backwardTo[c] = {{s > 0 ? static_cast<int>(s) - 1 : static_cast<int>(stages) - 1,
                                       static_cast<std::int16_t>(s > 0 ? c : c - 1), Ticks(shape.occupancy),
                                       Ticks(shape.latency), Bytes(1)}};
        }
    }
    program.lanes.front().forwardInputs.front() = 0;
    program.lanes.back().backwardInputs.back() = 0;
    return program;
}

StepTrace run(const Schedule &schedule, const PipelineShape &shape)
{
    auto trace = runStep(pipelineProgram(schedule, shape));
    if (!trace)
        qFatal("%s", toString(trace.error()).c_str());
    return std::move(*trace);
}

PipelineShape equalStages(int stages, int microBatches, std::int64_t f, std::int64_t b, int chunks = 1)
{
    PipelineShape shape;
    shape.forward.assign(static_cast<std::size_t>(stages), f);
    shape.backward.assign(static_cast<std::size_t>(stages), b);
    shape.microBatches = microBatches;
    shape.chunks = chunks;
    return shape;
}

std::int64_t timeOf(const LaneTrace &lane, Activity activity)
{
    std::int64_t sum = 0;
    for (const auto &interval : lane.intervals)
        sum += interval.activity == activity ? (interval.end - interval.start).count : 0;
    return sum;
}

/// Rows without holes that end at the step's end, work in schedule order, nothing twice at a time.
void checkRows(const StepTrace &trace)
{
    for (const auto &lane : trace.lanes) {
        Ticks at;
        for (const auto &interval : lane.intervals) {
            QCOMPARE(interval.start.count, at.count);
            QVERIFY(interval.end > interval.start);
            at = interval.end;
        }
        QCOMPARE(at.count, trace.stepTime.count);
    }
    std::int64_t path = 0;
    for (const auto &[activity, length] : trace.criticalPath)
        path += length.count;
    QCOMPARE(path, trace.stepTime.count);
}

} // namespace

class EngineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void oneFOneBOfThePeersLasts117()
    {
        const auto trace = run(oneFOneBSchedule(), equalStages(8, 32, 1, 2));
        QCOMPARE(trace.stepTime.count, std::int64_t(117));
        checkRows(trace);
        for (const auto &lane : trace.lanes)
            QCOMPARE(timeOf(lane, Activity::bubble), std::int64_t(21)); // (p-1)(F+B)
    }
    void closedFormBubbles_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("chunks");
        for (const int stages : {1, 2, 4, 8}) {
            for (const int microBatches : {8, 16, 32}) {
                QTest::addRow("gpipe %dx%d", stages, microBatches)
                    << int(ScheduleKind::gpipe) << stages << microBatches << 1;
                QTest::addRow("1f1b %dx%d", stages, microBatches)
                    << int(ScheduleKind::oneFOneB) << stages << microBatches << 1;
                QTest::addRow("interleaved %dx%dx2", stages, microBatches)
                    << int(ScheduleKind::interleaved) << stages << microBatches << 2;
                QTest::addRow("interleaved %dx%dx4", stages, microBatches)
                    << int(ScheduleKind::interleaved) << stages << microBatches << 4;
            }
        }
    }
    void closedFormBubbles()
    {
        QFETCH(int, kind);
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        QFETCH(int, chunks);
        const auto &schedule = scheduleOf(static_cast<ScheduleKind>(kind));
        const std::int64_t f = 120, b = 240;
        const auto trace = run(schedule, equalStages(stages, microBatches, f, b, chunks));
        checkRows(trace);
        const double bubble = schedule.bubble({stages, microBatches, chunks}) * static_cast<double>(f + b);
        QCOMPARE(static_cast<double>(trace.stepTime.count), static_cast<double>(microBatches * (f + b)) + bubble);
        for (std::size_t s = 0; s < trace.lanes.size(); ++s) {
            QCOMPARE(static_cast<double>(timeOf(trace.lanes[s], Activity::bubble)), bubble);
            QCOMPARE(trace.lanes[s].peakInFlight,
                     schedule.activationsHeld({stages, microBatches, chunks}, static_cast<int>(s)));
        }
    }
    void activationsOfOneFOneBAreMinOfMAndPMinusS()
    {
        for (const int microBatches : {2, 4, 16}) {
            const auto trace = run(oneFOneBSchedule(), equalStages(8, microBatches, 1, 2));
            for (int s = 0; s < 8; ++s)
                QCOMPARE(trace.lanes[static_cast<std::size_t>(s)].peakActivationBytes,
                         std::int64_t(std::min(microBatches, 8 - s)));
        }
    }
    void aMixedPipelineWorkedByHand()
    {
        // Two stages, F = 1 and 2, B = 2 and 4, two micro-batches, sends of 1. Stage 0: F0 0-1, F1 1-2; stage 1: F0
        // 2-4, B0 4-8, F1 8-10, B1 10-14; stage 0: B0 9-11, B1 15-17.
        PipelineShape shape{{1, 2}, {2, 4}, 2, 1, 1, 0, false};
        const auto trace = run(oneFOneBSchedule(), shape);
        QCOMPARE(trace.stepTime.count, std::int64_t(17));
        checkRows(trace);
        // Stage 0 waits 2-9: the transfer of F0's successor never binds; it waits for B0 of stage 1, computed until 8
        // (of which stage 1 itself is busy from 2 on), then one tick of transfer.
        QCOMPARE(timeOf(trace.lanes[0], Activity::bubble), std::int64_t(6 + 3));
        QCOMPARE(timeOf(trace.lanes[0], Activity::exposedPp), std::int64_t(1 + 1));
        QCOMPARE(timeOf(trace.lanes[1], Activity::bubble), std::int64_t(1 + 3));
        QCOMPARE(timeOf(trace.lanes[1], Activity::exposedPp), std::int64_t(1));
    }
    void blockingSendsHoldTheSender()
    {
        PipelineShape shape{{1, 1}, {1, 1}, 2, 1, 3, 0, true};
        const auto trace = run(gpipeSchedule(), shape);
        checkRows(trace);
        // Stage 0: F0 0-1, blocked to 4, F1 4-5, blocked to 8. Stage 1: F0 4-5, F1 8-9, B1 9-10, blocked to 13, B0
        // 13-14, blocked to 17. Stage 0: B1 13-14, B0 17-18.
        QCOMPARE(trace.stepTime.count, std::int64_t(18));
        shape.blocking = false;
        QVERIFY(run(gpipeSchedule(), shape).stepTime < trace.stepTime);
    }
    void aChannelIsFirstInFirstOut()
    {
        // Sends of 5 behind forwards of 1: the k-th arrives at 1 + 5 (k + 1).
        PipelineShape shape{{1, 1}, {1, 1}, 3, 1, 5, 2, false};
        const auto trace = run(gpipeSchedule(), shape);
        std::vector<std::int64_t> arrivals;
        for (const auto &traffic : trace.lanes[1].traffic) {
            if (traffic.traffic == Traffic::receive)
                arrivals.push_back(traffic.end.count);
        }
        QCOMPARE(arrivals, (std::vector<std::int64_t>{8, 13, 18}));
    }
    void aSlowedStageIsCalledStraggler()
    {
        auto program = pipelineProgram(oneFOneBSchedule(), equalStages(2, 4, 10, 20));
        for (auto &chunk : program.lanes[1].chunks) {
            chunk.forward.compute = Ticks(20);
            chunk.forward.slowdown = Ticks(10);
            chunk.backward.compute = Ticks(40);
            chunk.backward.slowdown = Ticks(20);
        }
        const auto trace = runStep(program);
        checkRows(*trace);
        QVERIFY(timeOf(trace->lanes[0], Activity::straggler) > 0);
        QCOMPARE(timeOf(trace->lanes[1], Activity::straggler), std::int64_t(0));
        const auto healthy = run(oneFOneBSchedule(), equalStages(2, 4, 10, 20));
        for (const auto &lane : healthy.lanes)
            QCOMPARE(timeOf(lane, Activity::straggler), std::int64_t(0));
    }
    void synchronizationAndOptimizerCloseTheStep()
    {
        auto program = pipelineProgram(oneFOneBSchedule(), equalStages(2, 4, 10, 20));
        program.synchronizations.push_back({{0}, Ticks(7), Ticks(5), Bytes(1)});
        for (auto &lane : program.lanes)
            lane.optimizer = Ticks(3);
        const auto trace = runStep(program);
        checkRows(*trace);
        // Stage 0 ends its passes last (5 * 30), reduces for 7, then all optimize for 3, then it gathers for 5.
        QCOMPARE(trace->stepTime.count, std::int64_t(150 + 7 + 3 + 5));
        QCOMPARE(timeOf(trace->lanes[0], Activity::exposedDp), std::int64_t(12));
        QCOMPARE(timeOf(trace->lanes[1], Activity::optimizer), std::int64_t(3));
        // Stage 1 waits for stage 0's reduction: communication of its kind.
        QCOMPARE(timeOf(trace->lanes[1], Activity::exposedDp), std::int64_t(7));
    }
    void aScheduleThatCannotRunIsAnError()
    {
        auto program = pipelineProgram(oneFOneBSchedule(), equalStages(2, 4, 1, 1));
        std::swap(program.lanes[1].order.front(), program.lanes[1].order.back()); // backward before its forward arrived
        program.lanes[1].backwardInputs = {1};
        const auto trace = runStep(program);
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, Error::Code::internal);
    }
    void randomPipelinesKeepTheInvariants()
    {
        HETEROSCOPE_PROPERTY("rows are whole, work is conserved, the slowest stage bounds the step", [] {
            const int stages = *rc::gen::inRange(1, 7);
            PipelineShape shape;
            shape.microBatches = *rc::gen::inRange(1, 12);
            for (int s = 0; s < stages; ++s) {
                shape.forward.push_back(*rc::gen::inRange(1, 50));
                shape.backward.push_back(*rc::gen::inRange(1, 100));
            }
            shape.occupancy = *rc::gen::inRange(0, 30);
            shape.latency = *rc::gen::inRange(0, 30);
            shape.blocking = *rc::gen::arbitrary<bool>();
            const Schedule &schedule = **rc::gen::element(&gpipeSchedule(), &oneFOneBSchedule());
            auto trace = runStep(pipelineProgram(schedule, shape));
            RC_ASSERT(bool(trace));
            std::int64_t before = 0;
            for (std::size_t s = 0; s < trace->lanes.size(); ++s) {
                const auto &lane = trace->lanes[s];
                std::int64_t at = 0;
                for (const auto &interval : lane.intervals) {
                    RC_ASSERT(interval.start.count == at);
                    at = interval.end.count;
                }
                RC_ASSERT(at == trace->stepTime.count);
                RC_ASSERT(timeOf(lane, Activity::forward) == shape.microBatches * shape.forward[s]);
                RC_ASSERT(timeOf(lane, Activity::backward) == shape.microBatches * shape.backward[s]);
                // L1: what must happen before the stage's first and after its last work, and its own work.
                RC_ASSERT(trace->stepTime.count >=
                          before + shape.microBatches * (shape.forward[s] + shape.backward[s]));
                before += shape.forward[s] + shape.backward[s] + 2 * (shape.occupancy + shape.latency);
            }
            const auto path =
                std::accumulate(trace->criticalPath.begin(), trace->criticalPath.end(), std::int64_t(0),
                                [](std::int64_t sum, const auto &part) { return sum + part.second.count; });
            RC_ASSERT(path == trace->stepTime.count);
        });
    }
};

QTEST_GUILESS_MAIN(EngineTest)
#include "engine_test.moc"

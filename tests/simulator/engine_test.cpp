// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine against closed forms (peers' table) and against worked cases, in whole ticks.
#include "simulator/engine/engine.h"

#include "support/property.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

using namespace heteroscope::test;

namespace {

/// Two stages and more with backward in one piece.
PipelineShape stages(std::vector<std::int64_t> forward, const std::vector<std::int64_t> &backward, int microBatches,
                     std::int64_t occupancy, std::int64_t latency, SendMode sends)
{
    PipelineShape shape;
    shape.weightGradient.assign(forward.size(), 0);
    shape.forward = std::move(forward);
    shape.inputGradient = backward;
    shape.microBatches = microBatches;
    shape.occupancy = occupancy;
    shape.latency = latency;
    shape.sends = sends;
    return shape;
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
    for (const auto &piece : trace.criticalPath)
        path += (piece.end - piece.start).count;
    QCOMPARE(path, trace.stepTime.count);
}

} // namespace

class EngineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void oneFOneBOfThePeersLasts117()
    {
        const auto trace = run(ScheduleKind::oneFOneB, equalStages(8, 32, 1, 1, 1));
        QCOMPARE(trace.stepTime.count, std::int64_t(117));
        checkRows(trace);
        for (const auto &lane : trace.lanes)
            QCOMPARE(timeOf(lane, Activity::bubble), std::int64_t(21)); // (p-1)(F+B)
    }
    void aMixedPipelineWorkedByHand()
    {
        // Two stages, F = 1 and 2, B = 2 and 4, two micro-batches, sends of 1. Stage 0: F0 0-1, F1 1-2; stage 1: F0
        // 2-4, B0 4-8, F1 8-10, B1 10-14; stage 0: B0 9-11, B1 15-17.
        const auto shape = stages({1, 2}, {2, 4}, 2, 1, 0, SendMode::asynchronous);
        const auto trace = run(ScheduleKind::oneFOneB, shape);
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
        auto shape = stages({1, 1}, {1, 1}, 2, 3, 0, SendMode::blocking);
        const auto trace = run(ScheduleKind::gpipe, shape);
        checkRows(trace);
        // Stage 0: F0 0-1, blocked to 4, F1 4-5, blocked to 8. Stage 1: F0 4-5, F1 8-9, B1 9-10, blocked to 13, B0
        // 13-14, blocked to 17. Stage 0: B1 13-14, B0 17-18.
        QCOMPARE(trace.stepTime.count, std::int64_t(18));
        shape.sends = SendMode::asynchronous;
        QVERIFY(run(ScheduleKind::gpipe, shape).stepTime < trace.stepTime);
    }
    void aChannelIsFirstInFirstOut()
    {
        // Sends of 5 behind forwards of 1: the k-th arrives at 1 + 5 (k + 1).
        const auto shape = stages({1, 1}, {1, 1}, 3, 5, 2, SendMode::asynchronous);
        const auto trace = run(ScheduleKind::gpipe, shape);
        std::vector<std::int64_t> arrivals;
        for (const auto &traffic : trace.lanes[1].traffic) {
            if (traffic.traffic == Traffic::receive)
                arrivals.push_back(traffic.end.count);
        }
        QCOMPARE(arrivals, (std::vector<std::int64_t>{8, 13, 18}));
    }
    void aSlowedStageIsCalledStraggler()
    {
        auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(2, 4, 10, 10, 10));
        for (auto &chunk : program.lanes[1].chunks) {
            chunk[Pass::forward].compute = Ticks(20);
            chunk[Pass::forward].slowdown = Ticks(10);
            chunk[Pass::backward].compute = Ticks(40);
            chunk[Pass::backward].slowdown = Ticks(20);
        }
        const auto trace = runStep(program);
        checkRows(*trace);
        QVERIFY(timeOf(trace->lanes[0], Activity::straggler) > 0);
        QCOMPARE(timeOf(trace->lanes[1], Activity::straggler), std::int64_t(0));
        const auto healthy = run(ScheduleKind::oneFOneB, equalStages(2, 4, 10, 10, 10));
        for (const auto &lane : healthy.lanes)
            QCOMPARE(timeOf(lane, Activity::straggler), std::int64_t(0));
    }
    void synchronizationAndOptimizerCloseTheStep()
    {
        auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(2, 4, 10, 10, 10));
        program.synchronizations.push_back({{{0, 0}}, Ticks(7), Ticks(5), Bytes(1), 0});
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
        auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(2, 4, 1, 1, 0));
        std::swap(program.lanes[1].order.front(), program.lanes[1].order.back()); // backward before its forward arrived
        program.lanes[1].backwardInputs = {1};
        const auto trace = runStep(program);
        QVERIFY(!trace);
        QCOMPARE(trace.error(),
                 (StepFailure{StepFailure::Kind::orderIsStuck, 0, 2})); // stage 0 waits for the first gradient
    }
    void rendezvousWaitsForTheReceiver()
    {
        // Stage 1 is slow: its receive of F1 is posted when F0 begins (prefetched), so F1 is there when F0 ends; a
        // blocking rendezvous begins only then and takes its 3 ticks.
        auto shape = stages({1, 10}, {1, 10}, 2, 3, 0, SendMode::receivePrefetched);
        const auto prefetched = run(ScheduleKind::gpipe, shape);
        checkRows(prefetched);
        QCOMPARE(prefetched.stepTime.count, std::int64_t(1 + 3 + 4 * 10 + 3 + 1));
        shape.sends = SendMode::blocking;
        const auto blocking = run(ScheduleKind::gpipe, shape);
        checkRows(blocking);
        // F0 4-14, F1 arrives 17, 17-27, B1 27-37, sent until 40, B0 40-50, 53, 54.
        QCOMPARE(blocking.stepTime.count, std::int64_t(54));
        // While stage 0 waits to send F1 (5-14) the receiver computes: a bubble, not communication.
        QCOMPARE(timeOf(blocking.lanes[0], Activity::exposedPp), std::int64_t(3 + 3 + 3 + 3));
    }
    void aLongRowOfWeightGradientsIsNoDeepRecursion()
    {
        constexpr int microBatches = 200'000;
        auto program =
            pipelineProgram(ScheduleKind::gpipe, stages({1}, {1}, microBatches, 0, 0, SendMode::receivePrefetched));
        auto &order = program.lanes[0].order;
        order.clear();
        for (const auto pass : {Pass::forward, Pass::inputGradient, Pass::weightGradient}) {
            for (int i = 0; i < microBatches; ++i)
                order.push_back({pass, 0, i});
        }
        const auto trace = runStep(program, {false, {}});
        QVERIFY(bool(trace));
        QCOMPARE(trace->stepTime.count, std::int64_t(2) * microBatches);
    }
    void sharedLinksSlowBothSides()
    {
        // Two sends from stages 0 and 1 over one link of 1 byte a tick, 10 bytes each.
        auto program =
            pipelineProgram(ScheduleKind::gpipe, stages({10, 10, 10}, {10, 10, 10}, 2, 0, 0, SendMode::asynchronous));
        const double perTick = 1e12;
        program.edges = {{perTick, {}}};
        for (auto &lane : program.lanes) {
            for (auto &channel : lane.forwardTo[0]) {
                channel.bytes = Bytes(10);
                channel.route = static_cast<int>(program.routes.size());
                program.routes.push_back({{{0, 1.0}}, 1});
            }
        }
        const auto trace = runStep(program);
        QVERIFY(bool(trace));
        checkRows(*trace);
        // F0 of stage 0 ends 10, its data 20; F1 ends 20 and goes out 20-30 alone; F0 of stage 1 20-30; F1 of stage 1
        // 30-40; so no two meet. With a stage 1 that is done at 20 as well, they would.
        QCOMPARE(trace->stepTime.count, std::int64_t(10 + 10 + 10 + 10 + 20 + 20 + 10 + 10));
        program.lanes[1].chunks[0][Pass::forward].compute = Ticks(5);
        // Stage 1: F0 20-25, sends from 25; stage 0's F1 goes out from 20: 5 bytes alone, then half speed until 35 (5
        // bytes); stage 1's F0 has 5 of its 10 bytes then, and goes on alone until 40, its F1 (35-40) follows 40-50.
        const auto shared = runStep(program);
        QVERIFY(bool(shared));
        std::vector<std::int64_t> arrivals;
        for (const auto &traffic : shared->lanes[2].traffic) {
            if (traffic.traffic == Traffic::receive && !traffic.backward)
                arrivals.push_back(traffic.end.count);
        }
        QCOMPARE(arrivals, (std::vector<std::int64_t>{40, 50}));
    }
    void aLinkThatStaysDownIsNamed()
    {
        auto program =
            pipelineProgram(ScheduleKind::gpipe, stages({10, 10}, {10, 10}, 1, 0, 0, SendMode::asynchronous));
        program.edges = {{1e12, {{Ticks(0), Ticks(15)}, {1.0, 0.0}}}};
        program.lanes[0].forwardTo[0][0].bytes = Bytes(10);
        program.lanes[0].forwardTo[0][0].route = 0;
        program.routes.push_back({{{0, 1.0}}, 1});
        const auto down = runStep(program);
        QVERIFY(!down);
        QCOMPARE(down.error(), (StepFailure{StepFailure::Kind::linkStaysDown, 0}));
        // Half of it went until 15; the link comes back at 100 at a tenth of its rate.
        program.edges = {{1e12, {{Ticks(0), Ticks(15), Ticks(100)}, {1.0, 0.0, 0.1}}}};
        const auto back = runStep(program);
        QVERIFY(bool(back));
        QCOMPARE(back->stepTime.count, std::int64_t(150 + 10 + 10 + 10));
    }
    void aDeviceThatSlowsDownInTheMiddleOfAPass()
    {
        auto program = pipelineProgram(ScheduleKind::gpipe, stages({10}, {10}, 1, 0, 0, SendMode::asynchronous));
        program.lanes[0].speed = {{Ticks(0), Ticks(4), Ticks(20)}, {1.0, 0.25, 1.0}};
        const auto trace = runStep(program);
        // 4 done by 4, 4 more by 20, then 2 + 10.
        QCOMPARE(trace->stepTime.count, std::int64_t(32));
        checkRows(*trace);
        program.lanes[0].speed = {{Ticks(0), Ticks(4)}, {1.0, 0.0}};
        const auto never = runStep(program);
        QVERIFY(!never);
        QCOMPARE(never.error(), (StepFailure{StepFailure::Kind::deviceStaysAtZero, 0}));
    }
    void bucketsOverlapWithTheBackwardPass()
    {
        // One lane pair, two micro-batches of F 10, B 40; 40 ticks of gradients in 4 buckets of 10, each ready after a
        // quarter of the last backward pass (60-100): at 70, 80, 90, 100.
        StepProgram program = pipelineProgram(ScheduleKind::gpipe, stages({10}, {40}, 2, 0, 0, SendMode::asynchronous));
        program.lanes.push_back(program.lanes[0]);
        program.synchronizations.push_back({{{0, 0}, {1, 0}}, Ticks(40), Ticks(0), Bytes(40), 4});
        const auto free = runStep(program);
        QVERIFY(bool(free));
        checkRows(*free);
        QCOMPARE(free->stepTime.count, std::int64_t(110)); // only the last bucket is exposed
        QCOMPARE(timeOf(free->lanes[0], Activity::exposedDp), std::int64_t(10));
        // Both sides twice as slow while both run. Bucket 0 from 70: half speed. Compute has 30 left, half speed: the
        // second quarter ends at 90, as does bucket 0; and so on; the last bucket runs alone.
        program.computeSlowdown = 2;
        program.bucketSlowdown = 2;
        const auto slowed = runStep(program);
        QVERIFY(bool(slowed));
        checkRows(*slowed);
        QCOMPARE(slowed->stepTime.count, std::int64_t(70 + 3 * 20 + 10));
        program.synchronizations[0].buckets = 0;
        QCOMPARE(runStep(program)->stepTime.count, std::int64_t(140));
    }
    void weightsComeInBesideTheFirstForward()
    {
        StepProgram program = pipelineProgram(ScheduleKind::gpipe, stages({40}, {40}, 2, 0, 0, SendMode::asynchronous));
        program.lanes.push_back(program.lanes[0]);
        program.synchronizations.push_back({{{0, 0}, {1, 0}}, Ticks(0), Ticks(40), Bytes(40), 4});
        const auto trace = runStep(program);
        checkRows(*trace);
        // The first bucket is there at 10; the fourth, at 40, is needed for the last quarter at 40.
        QCOMPARE(trace->stepTime.count, std::int64_t(10 + 160));
        QCOMPARE(timeOf(trace->lanes[0], Activity::exposedDp), std::int64_t(10));
    }
    void operationsAreIntervalsOfTheirOwn()
    {
        StepProgram program =
            pipelineProgram(ScheduleKind::oneFOneB, stages({10, 10}, {10, 10}, 3, 1, 0, SendMode::asynchronous));
        const auto whole = runStep(program);
        for (auto &lane : program.lanes)
            lane.chunks[0][Pass::forward].segments = {{Activity::forward, Ticks(4), Ticks(0), 0},
                                                      {Activity::exposedTp, Ticks(1), Ticks(0), 1},
                                                      {Activity::forward, Ticks(5), Ticks(0), 2}};
        program.operations = {LayerOperation{OperationName::attention}, CollectiveName::tpAllReduce,
                              LayerOperation{OperationName::mlpUp}};
        const auto opened = runStep(program);
        checkRows(*opened);
        QCOMPARE(opened->stepTime.count, whole->stepTime.count);
        int operations = 0;
        for (const auto &interval : opened->lanes[0].intervals)
            operations += interval.operation >= 0;
        QCOMPARE(operations, 3 * 3);
    }
    void jitterOnlyAdds()
    {
        const auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(4, 8, 1000, 1000, 1000));
        const auto plain = runStep(program);
        const auto one = runStep(program, {true, {7, 0.1}});
        const auto again = runStep(program, {true, {7, 0.1}});
        const auto other = runStep(program, {true, {8, 0.1}});
        checkRows(*one);
        QVERIFY(one->stepTime > plain->stepTime);
        QVERIFY(one->stepTime.count < plain->stepTime.count * 11 / 10 + 1);
        QCOMPARE(one->stepTime.count, again->stepTime.count);
        QVERIFY(other->stepTime != one->stepTime);
    }
    void randomPipelinesKeepTheInvariants()
    {
        HETEROSCOPE_PROPERTY("rows are whole, work is conserved, the slowest stage bounds the step", [] {
            const auto kind = *rc::gen::element(ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::eager,
                                                ScheduleKind::zbH1, ScheduleKind::zbH2, ScheduleKind::greedy);
            const int count = *rc::gen::inRange(1, 7);
            PipelineShape shape;
            shape.microBatches = *rc::gen::inRange(1, 12);
            for (int s = 0; s < count; ++s) {
                shape.forward.push_back(*rc::gen::inRange(1, 50));
                shape.inputGradient.push_back(*rc::gen::inRange(1, 60));
                shape.weightGradient.push_back(*rc::gen::inRange(0, 60));
            }
            shape.occupancy = *rc::gen::inRange(0, 30);
            shape.latency = *rc::gen::inRange(0, 30);
            shape.sends = *rc::gen::element(blockingSends(kind), SendMode::receivePrefetched, SendMode::asynchronous);
            auto trace = runStep(pipelineProgram(kind, shape));
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
                const auto gradients = shape.inputGradient[s] + shape.weightGradient[s];
                RC_ASSERT(timeOf(lane, Activity::forward) == shape.microBatches * shape.forward[s]);
                RC_ASSERT(timeOf(lane, Activity::backward) + timeOf(lane, Activity::inputGradient) +
                              timeOf(lane, Activity::weightGradient) ==
                          shape.microBatches * gradients);
                // L1: what must happen before the stage's first and after its last work, and its own work.
                RC_ASSERT(trace->stepTime.count >= before + shape.microBatches * (shape.forward[s] + gradients));
                before += shape.forward[s] + shape.occupancy + shape.latency;
            }
            for (const auto &lane : trace->lanes) {
                for (const auto &traffic : lane.traffic) // the last event is inside the step
                    RC_ASSERT(traffic.start >= Ticks(0) && traffic.end <= trace->stepTime);
            }
            std::int64_t path = 0;
            for (const auto &piece : trace->criticalPath)
                path += (piece.end - piece.start).count;
            RC_ASSERT(path == trace->stepTime.count);
        });
    }
};

QTEST_GUILESS_MAIN(EngineTest)
#include "engine_test.moc"

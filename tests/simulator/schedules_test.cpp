// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every schedule against its closed form and its activation count, run by the engine.
#include "simulator/engine/engine.h"

#include "support/property.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// From the lane's first work to its last: what it waits in between.
std::int64_t innerIdle(const LaneTrace &lane)
{
    const auto isWork = [](const LaneInterval &i) { return isCompute(i.activity); };
    const auto first = std::find_if(lane.intervals.begin(), lane.intervals.end(), isWork);
    const auto last = std::find_if(lane.intervals.rbegin(), lane.intervals.rend(), isWork);
    std::int64_t work = 0;
    for (const auto &interval : lane.intervals)
        work += isWork(interval) ? (interval.end - interval.start).count : 0;
    return (last->end - first->start).count - work;
}

} // namespace

class SchedulesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyPassOnceAndInOrder_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        for (const ScheduleKind kind : changeableSchedules()) {
            const auto &facts = scheduleOf(kind).facts();
            for (int chunks = facts.minChunks; chunks <= std::min(facts.maxChunks, 2); ++chunks)
                QTest::addRow("%s, %d chunks", facts.name, chunks) << static_cast<int>(kind) << chunks;
        }
    }
    void everyPassOnceAndInOrder()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        for (const int stages : {1, 2, 3, 4, 8}) {
            for (const int rounds : {2, 3, 5}) {
                const int microBatches = rounds * stages;
                const auto shape = equalStages(stages, microBatches, 120, 120, 120, chunks);
                const auto program = pipelineProgram(static_cast<ScheduleKind>(kind), shape);
                for (const auto &lane : program.lanes) {
                    std::map<std::pair<int, int>, unsigned> done; // bits: forward, input, weight gradient
                    for (const auto &item : lane.order) {
                        auto &bits = done[{item.chunk, item.microBatch}];
                        unsigned needs = 0, brings = 1;
                        if (item.pass == Pass::backward) {
                            needs = 1;
                            brings = 6;
                        } else if (item.pass == Pass::inputGradient) {
                            needs = 1;
                            brings = 2;
                        } else if (item.pass == Pass::weightGradient) {
                            needs = 3;
                            brings = 4;
                        }
                        QCOMPARE(bits & needs, needs);
                        QCOMPARE(bits & brings, 0U);
                        bits |= brings;
                    }
                    QCOMPARE(done.size(), static_cast<std::size_t>(chunks * microBatches));
                    for (const auto &[key, bits] : done)
                        QCOMPARE(bits, 7U);
                }
                run(static_cast<ScheduleKind>(kind), shape); // and it can be carried out
            }
        }
    }
    void closedForms_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        QTest::newRow("GPipe") << int(ScheduleKind::gpipe) << 1;
        QTest::newRow("1F1B") << int(ScheduleKind::oneFOneB) << 1;
        QTest::newRow("eager 1F1B") << int(ScheduleKind::eager) << 1;
        QTest::newRow("interleaved, 2 chunks") << int(ScheduleKind::interleaved) << 2;
        QTest::newRow("interleaved, 4 chunks") << int(ScheduleKind::interleaved) << 4;
        QTest::newRow("ZB-H1") << int(ScheduleKind::zbH1) << 1;
        QTest::newRow("ZB-H2") << int(ScheduleKind::zbH2) << 1;
        QTest::newRow("DualPipeV") << int(ScheduleKind::dualPipeV) << 2;
    }
    void closedForms()
    {
        QFETCH(int, kind);
        QFETCH(int, chunks);
        const auto &schedule = scheduleOf(static_cast<ScheduleKind>(kind));
        for (const int stages : {1, 2, 4, 8}) {
            for (const int microBatches : {2 * stages, 4 * stages}) {
                for (const auto &[f, d, w] : {std::tuple(120, 120, 120), std::tuple(120, 160, 80)}) {
                    const auto trace =
                        run(static_cast<ScheduleKind>(kind), equalStages(stages, microBatches, f, d, w, chunks));
                    const ScheduleShape shape{stages, microBatches, chunks};
                    const auto idle = schedule.idle(shape, f, d, w);
                    QVERIFY(idle.has_value());
                    for (std::size_t s = 0; s < trace.lanes.size(); ++s) {
                        if (static_cast<ScheduleKind>(kind) == ScheduleKind::dualPipeV && d != w)
                            QVERIFY(static_cast<double>(idleOf(trace.lanes[s])) <= *idle);
                        else
                            QCOMPARE(static_cast<double>(idleOf(trace.lanes[s])), *idle);
                        const auto held = schedule.activationsHeld(shape, static_cast<int>(s));
                        QVERIFY(held.has_value());
                        if (static_cast<ScheduleKind>(kind) == ScheduleKind::dualPipeV)
                            QVERIFY(trace.lanes[s].peakInFlight <= *held);
                        else
                            QCOMPARE(trace.lanes[s].peakInFlight, *held);
                    }
                }
            }
        }
    }
    void zbH2IdlesByItselfAsItsClosedFormSays()
    {
        // Without the wait for the last stage's late start, (p-1)(F + D - 2W): nothing at F = D = W.
        for (const int stages : {2, 4, 8}) {
            for (const auto &[f, d, w] :
                 {std::tuple(120, 120, 120), std::tuple(120, 160, 80), std::tuple(100, 150, 50)}) {
                const auto trace = run(ScheduleKind::zbH2, equalStages(stages, 4 * stages, f, d, w));
                QCOMPARE(innerIdle(trace.lanes.front()), std::int64_t((stages - 1) * (f + d - 2 * w)));
            }
        }
    }
    void zbVHasNoBubbleInTheSteadyState()
    {
        for (const int stages : {2, 3, 4, 6, 8}) {
            const auto some = run(ScheduleKind::zbV, equalStages(stages, 8 * stages, 2, 2, 2, 2));
            const auto more = run(ScheduleKind::zbV, equalStages(stages, 16 * stages, 2, 2, 2, 2));
            for (std::size_t s = 0; s < some.lanes.size(); ++s) {
                QCOMPARE(idleOf(more.lanes[s]), idleOf(some.lanes[s])); // it does not grow with the micro-batches
                QVERIFY(more.lanes[s].peakInFlight <= 2 * stages);      // p micro-batches
            }
        }
    }
    void dualPipeVHoldsAtMost2DPlus1Chunks()
    {
        for (const int stages : {2, 4, 8}) {
            const auto trace = run(ScheduleKind::dualPipeV, equalStages(stages, 5 * stages, 120, 120, 120, 2));
            for (const auto &lane : trace.lanes)
                QVERIFY(lane.peakInFlight <= 2 * stages + 1);
        }
    }
    void splittingTheBackwardAlreadyHelps1F1B()
    {
        const auto whole = run(ScheduleKind::oneFOneB, equalStages(8, 32, 120, 120, 120));
        const auto split = run(ScheduleKind::zbH1, equalStages(8, 32, 120, 120, 120));
        QVERIFY(split.stepTime < whole.stepTime);
    }
    void eagerHidesSlowSends()
    {
        auto shape = equalStages(8, 32, 100, 100, 100);
        shape.latency = 200;
        const auto ordinary = run(ScheduleKind::oneFOneB, shape);
        const auto eager = run(ScheduleKind::eager, shape);
        QVERIFY(eager.stepTime < ordinary.stepTime);
        // Without slow sends nothing is gained, and nothing more is held.
        shape.latency = 0;
        QCOMPARE(run(ScheduleKind::eager, shape).lanes[0].peakInFlight,
                 run(ScheduleKind::oneFOneB, shape).lanes[0].peakInFlight);
        shape.options.numbers["extraWarmUp"] = 3;
        QCOMPARE(run(ScheduleKind::eager, shape).lanes[0].peakInFlight, 8 + 3);
    }
    void greedyIsNoSlowerOnUnevenStages()
    {
        PipelineShape shape;
        shape.forward = {100, 300, 150, 80};
        shape.inputGradient = {120, 310, 160, 90};
        shape.weightGradient = {90, 280, 140, 70};
        shape.microBatches = 16;
        const auto greedy = run(ScheduleKind::greedy, shape);
        QVERIFY(greedy.stepTime <= run(ScheduleKind::oneFOneB, shape).stepTime);
        shape.options.numbers["maxInFlight"] = 2;
        for (const auto &lane : run(ScheduleKind::greedy, shape).lanes)
            QVERIFY(lane.peakInFlight <= 2);
    }
    void inFlightNeverAboveTheLimit()
    {
        HETEROSCOPE_PROPERTY("a stage holds no more than its schedule says, whatever the times", [] {
            const auto kind = *rc::gen::suchThat(rc::gen::elementOf(changeableSchedules()), [](ScheduleKind each) {
                return each != ScheduleKind::eager; // it holds what hides its sends, by times
            });
            const int stages = *rc::gen::inRange(1, 6);
            auto shape = equalStages(stages, *rc::gen::inRange(2, 5) * stages, 1, 1, 1, chunksOfKind(kind));
            for (int s = 0; s < stages; ++s) {
                shape.forward[static_cast<std::size_t>(s)] = *rc::gen::inRange(2, 60);
                shape.inputGradient[static_cast<std::size_t>(s)] = *rc::gen::inRange(2, 60);
                shape.weightGradient[static_cast<std::size_t>(s)] = *rc::gen::inRange(2, 60);
            }
            shape.latency = *rc::gen::inRange(0, 40);
            const auto trace = runStep(pipelineProgram(kind, shape));
            RC_ASSERT(bool(trace));
            for (std::size_t s = 0; s < trace->lanes.size(); ++s) {
                const auto held = scheduleOf(kind).activationsHeld(
                    {stages, shape.microBatches, shape.chunks, shape.options}, static_cast<int>(s));
                if (held)
                    RC_ASSERT(trace->lanes[s].peakInFlight <= *held);
            }
        });
    }
};

QTEST_GUILESS_MAIN(SchedulesTest)
#include "schedules_test.moc"

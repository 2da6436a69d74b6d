// SPDX-License-Identifier: GPL-3.0-or-later
//
// The array pass against the engine, tick for tick.
#include "simulator/array/array_pass.h"
#include "simulator/array/one_f_one_b_chain.h"

#include "simulator/engine/engine.h"
#include "simulator/program/step_builder.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

PipelineShape randomShape(ScheduleKind kind)
{
    const int stages = *rc::gen::inRange(1, 8);
    auto shape = equalStages(stages, 1, 0, 0, 0, chunksOfKind(kind));
    shape.microBatches = shape.chunks > 1 ? *rc::gen::inRange(2, 5) * stages : *rc::gen::inRange(1, 20);
    for (std::size_t s = 0; s < shape.forward.size(); ++s) {
        shape.forward[s] = *rc::gen::inRange(0, 100);
        shape.inputGradient[s] = *rc::gen::inRange(0, 100);
        shape.weightGradient[s] = *rc::gen::inRange(0, 100);
    }
    shape.occupancy = *rc::gen::inRange(0, 120);
    shape.latency = *rc::gen::inRange(0, 60);
    return shape;
}

} // namespace

class ArrayPassTest : public StrictTest
{
    Q_OBJECT

private slots:
    void agreesWithTheEngine()
    {
        HETEROSCOPE_PROPERTY("the same ticks for every schedule and send mode", [] {
            for (int i = 0; i < 20; ++i) // a hundred runs of it: thousands of cases
                compareOnce();
        });
    }
    void agreesWithTheEngineOnStepsOfPlans()
    {
        DrawnFeatures compared;
        HETEROSCOPE_PROPERTY("the same ticks for plans with TP, CP, EP and ZeRO", [&compared] {
            for (int i = 0; i < 20; ++i)
                compareStep(compared);
        });
        QVERIFY2(compared.fewest() >= 20, qPrintable(QString::number(compared.fewest())));
    }
    void theChainOfOneFOneBAgrees()
    {
        HETEROSCOPE_PROPERTY("the loop over 1F1B's rounds gives the engine's ticks", [] {
            for (int i = 0; i < 20; ++i)
                compareChain(randomShape(ScheduleKind::oneFOneB));
        });
    }
    void longChainsAgreeThoughTheyLeaveOutWhatRepeats()
    {
        HETEROSCOPE_PROPERTY("the loop over very many rounds gives the engine's ticks", [] {
            auto shape = randomShape(ScheduleKind::oneFOneB);
            shape.microBatches = *rc::gen::inRange(500, 4'000);
            shape.sends = *rc::gen::element(SendMode::blocking, SendMode::receivePrefetched, SendMode::asynchronous);
            compareChain(shape);
        });
    }

private:
    static void compareStep(DrawnFeatures &compared)
    {
        const auto step = randomStep();
        const auto topology = test::topology(step.cluster);
        if (!findPlanMistakes(step.plan, topology, step.workload, "").ok())
            return;
        GroupPricer pricer(topology, step.workload);
        const auto built = buildStep(pricer, step.plan);
        RC_ASSERT(bool(built));
        auto array = ArrayPass::prepare(built->program);
        // Only what may meet other communication needs the engine here.
        RC_ASSERT(bool(array) == built->program.routes.empty());
        if (!array)
            return;
        const auto trace = runStep(built->program);
        RC_ASSERT(bool(trace));
        RC_ASSERT(array->run(built->program) == trace->stepTime);
        compared.count(step);
    }
    static void compareOnce()
    {
        const auto kind = *rc::gen::elementOf(changeableSchedules());
        auto shape = randomShape(kind);
        shape.sends = *rc::gen::element(blockingSends(kind), SendMode::receivePrefetched, SendMode::asynchronous);
        auto program = pipelineProgram(kind, shape);
        // Two pipelines that average their gradients, unlike optimizers and host times.
        const auto lanes = program.lanes.size();
        for (std::size_t i = 0; i < lanes; ++i) {
            program.lanes[i].optimizer = Ticks(*rc::gen::inRange(0, 50));
            program.lanes[i].stepOverhead = Ticks(*rc::gen::inRange(0, 50));
            program.lanes[i].overheadPerMicroBatch = Ticks(*rc::gen::inRange(0, 5));
        }
        for (std::size_t i = 0; i < lanes; ++i) {
            const auto other = *rc::gen::inRange<std::size_t>(0, lanes);
            if (other != i)
                program.synchronizations.push_back(
                    {{{static_cast<int>(std::min(i, other)), 0}, {static_cast<int>(std::max(i, other)), 0}},
                     Ticks(*rc::gen::inRange(0, 80)),
                     Ticks(*rc::gen::inRange(0, 80)),
                     Bytes(1),
                     0});
        }
        auto array = ArrayPass::prepare(program);
        RC_ASSERT(bool(array));
        const auto trace = runStep(program);
        RC_ASSERT(bool(trace));
        RC_ASSERT(array->run(program) == trace->stepTime);
        // Prepared once, it times other lengths too.
        for (auto &lane : program.lanes) {
            for (auto &chunk : lane.chunks)
                chunk[Pass::forward].compute += Ticks(*rc::gen::inRange(0, 50));
        }
        RC_ASSERT(array->run(program) == runStep(program)->stepTime);
    }
    static void compareChain(const PipelineShape &shape)
    {
        StageChain chain;
        for (std::size_t s = 0; s < shape.forward.size(); ++s) {
            chain.forward.push_back(shape.forward[s]);
            chain.backward.push_back(shape.inputGradient[s] + shape.weightGradient[s]);
        }
        chain.forwardOccupancy = chain.backwardOccupancy =
            std::vector<std::int64_t>(shape.forward.size() - 1, shape.occupancy);
        chain.forwardLatency = chain.backwardLatency =
            std::vector<std::int64_t>(shape.forward.size() - 1, shape.latency);
        OneFOneBChain pass;
        const auto &ends = pass.run(chain, shape.microBatches, shape.sends);
        const auto trace = runStep(pipelineProgram(ScheduleKind::oneFOneB, shape));
        RC_ASSERT(*std::max_element(ends.begin(), ends.end()) == trace->stepTime.count);
    }

private slots:
    void refusesWhatNeedsTheEngine()
    {
        auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(2, 4, 1, 1, 1));
        program.lanes[0].speed = {{Ticks(0), Ticks(5)}, {1.0, 0.5}};
        const auto array = ArrayPass::prepare(program);
        QVERIFY(!array);
        QCOMPARE(array.error().code, Error::Code::invalid);
    }
    void timesBeyondTheRangeStayBeyondIt()
    {
        constexpr std::int64_t days60 = Ticks::max / 10 * 6;
        for (const auto sends : {SendMode::asynchronous, SendMode::receivePrefetched, SendMode::blocking}) {
            const StageChain chain{{days60, 1}, {1, days60}, {1}, {days60}, {1}, {1}};
            OneFOneBChain pass;
            for (const auto end : pass.run(chain, 50, sends))
                QVERIFY(end > Ticks::max);
        }
        auto program = pipelineProgram(ScheduleKind::oneFOneB, equalStages(2, 50, days60, 1, 1));
        QVERIFY(ArrayPass::prepare(program)->run(program) > Ticks(Ticks::max));
        const auto trace = runStep(program);
        QVERIFY(trace.hasValue());
        QVERIFY(trace->stepTime > Ticks(Ticks::max));
    }
    void saysWhenAnOrderCannotBeCarriedOut()
    {
        auto program = pipelineProgram(ScheduleKind::gpipe, equalStages(2, 2, 1, 1, 1));
        std::swap(program.lanes[1].order.front(), program.lanes[1].order.back());
        program.lanes[0].order = {program.lanes[0].order[2], program.lanes[0].order[0], program.lanes[0].order[1],
                                  program.lanes[0].order[3]};
        const auto array = ArrayPass::prepare(program);
        QVERIFY(!array);
        QCOMPARE(array.error().code, Error::Code::internal);
        QVERIFY(!runStep(program));
    }
};

QTEST_GUILESS_MAIN(ArrayPassTest)
#include "array_pass_test.moc"

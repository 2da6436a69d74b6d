// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives that are flows: cases worked by hand, in seconds, over links of 100 bytes/s; and alone against their
// closed forms.
#include "simulator/engine/engine.h"

#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

Ticks ticksOf(double s) { return toTicks(Seconds(s)); }

/// Pipelines of one stage that do one micro-batch: forward and backward of one second each.
StepProgram lanes(std::size_t count)
{
    const auto second = Ticks::perSecond;
    StepProgram program;
    for (std::size_t i = 0; i < count; ++i) {
        auto one = pipelineProgram(ScheduleKind::gpipe, equalStages(1, 1, second, second, 0));
        program.lanes.push_back(one.lanes.front());
    }
    program.edges = {{100, {}}};
    return program;
}

/// Gradients of the lane: 100 bytes over the route after half a second of latency.
Synchronization reduction(int lane, int route)
{
    Synchronization result;
    result.holders = {{lane, 0}};
    result.beforeOptimizer = ticksOf(1.5);
    result.bytes = Bytes(100);
    result.reduction = {route, ticksOf(0.5), Bytes(100)};
    return result;
}

StepTrace traced(const StepProgram &program)
{
    auto trace = runStep(program);
    if (!trace)
        qFatal("the step has no end");
    return std::move(*trace);
}

double stepSeconds(const StepProgram &program) { return toSeconds(traced(program).stepTime).value; }

} // namespace

class CollectiveFlowTest : public StrictTest
{
    Q_OBJECT

private slots:
    void twoAllReducesOverOneSpine()
    {
        // Rings of four: 2 * 3 / 4 bytes cross the spine for each byte, so 100 bytes take 1 s of 150 bytes/s alone.
        auto program = lanes(2);
        program.edges[0].capacity = 150;
        program.routes = {{{{0, 1.5}}, 1}, {{{0, 1.5}}, 1}};
        program.synchronizations = {reduction(0, 0)};
        QCOMPARE(stepSeconds(program), 2 + 0.5 + 1.0);
        program.synchronizations.push_back(reduction(1, 1));
        QCOMPARE(stepSeconds(program), 2 + 0.5 + 2.0);
        // The closed form knows of one of them only.
        for (auto &each : program.synchronizations)
            each.reduction.route = -1;
        QCOMPARE(stepSeconds(program), 2 + 0.5 + 1.0);
    }
    void anAllReduceMeetsAPipelineSend()
    {
        // Lane 2 is done at 2 s and reduces from 2.5 s; lane 0 sends 100 bytes to lane 1 from 2 s on, over the same
        // link: 50 bytes alone, then 50 bytes at half the rate until 3.5 s. The reduction then has 50 left: 4 s.
        // Lane 1: forward 3.5 - 4.5, backward - 5.5; lane 0: backward - 7.5.
        const auto second = Ticks::perSecond;
        auto program = lanes(1);
        PipelineShape shape = equalStages(2, 1, second, second, 0);
        shape.forward[0] = shape.inputGradient[0] = 2 * second;
        auto pipeline = pipelineProgram(ScheduleKind::gpipe, shape);
        pipeline.lanes[0].forwardTo[0][0].bytes = Bytes(100);
        pipeline.lanes[0].forwardTo[0][0].route = 0;
        pipeline.lanes.push_back(program.lanes.front());
        pipeline.edges = program.edges;
        pipeline.routes = {{{{0, 1}}, 1}, {{{0, 1}}, 1}};
        pipeline.synchronizations = {reduction(2, 1)};
        const auto trace = traced(pipeline);
        QCOMPARE(trace.stepTime.count, ticksOf(7.5).count);
        QCOMPARE(timeOf(trace.lanes[2], Activity::exposedDp), ticksOf(4.0 - 2).count);
    }
    void tensorCollectivesOfTwoLanesShareALink()
    {
        // 100 bytes each after a forward of 1 s: both until 3 s, then backward.
        auto program = lanes(2);
        program.routes = {{{{0, 1}}, 1}, {{{0, 1}}, 1}};
        for (int i = 0; i < 2; ++i) {
            auto &pass = program.lanes[static_cast<std::size_t>(i)].chunks[0][Pass::forward];
            pass.tp = ticksOf(1);
            pass.flows = {{Activity::exposedTp, {i, Ticks(0), Bytes(100)}}};
        }
        const auto trace = traced(program);
        QCOMPARE(trace.stepTime.count, ticksOf(4).count);
        QCOMPARE(timeOf(trace.lanes[0], Activity::exposedTp), ticksOf(2).count);
    }
    void anOutageStallsAReductionAndItResumes()
    {
        // From 2.5 s: 25 bytes until 2.75 s, nothing until 4 s, 75 bytes until 4.75 s.
        auto program = lanes(1);
        program.edges[0].rate = {{Ticks(0), ticksOf(2.75), ticksOf(4)}, {1, 0, 1}};
        program.routes = {{{{0, 1}}, 1}};
        program.synchronizations = {reduction(0, 0)};
        QCOMPARE(stepSeconds(program), 4.75);
    }
    void aReductionOverALinkThatNeverComesBackNamesIt()
    {
        auto program = lanes(1);
        program.edges = {{100, {}}, {100, {{Ticks(0), ticksOf(2.75)}, {1, 0}}}};
        program.routes = {{{{0, 1}, {1, 1}}, 1}};
        program.synchronizations = {reduction(0, 0)};
        const auto trace = runStep(program);
        QVERIFY(!trace);
        QCOMPARE(trace.error(), (StepFailure{StepFailure::Kind::linkStaysDown, 1}));
    }
    void aloneAFlowLastsAsItsClosedForm_data()
    {
        QTest::addColumn<int>("buckets");
        QTest::addColumn<double>("gather"); // seconds, half a second of it latency
        QTest::newRow("after the step") << 0 << 1.5;
        QTest::newRow("one bucket") << 1 << 1.5;
        QTest::newRow("buckets, fast gather") << 4 << 0.6;
        QTest::newRow("buckets, slow gather") << 4 << 5.5;
    }
    void aloneAFlowLastsAsItsClosedForm()
    {
        QFETCH(int, buckets);
        QFETCH(double, gather);
        auto program = lanes(2);
        program.computeSlowdown = 1.3;
        program.bucketSlowdown = 1.5;
        program.routes = {{{{0, 1}}, 1}, {{{0, 1}}, 1}};
        auto synchronization = reduction(0, -1);
        synchronization.holders = {{0, 0}, {1, 0}};
        synchronization.buckets = buckets;
        synchronization.afterOptimizer = ticksOf(gather);
        synchronization.gathering = {-1, ticksOf(0.5), Bytes((gather - 0.5) * 100)};
        program.synchronizations = {synchronization};
        for (auto &lane : program.lanes)
            lane.chunks[0][Pass::forward].tp = ticksOf(1);
        const auto closed = traced(program);
        program.synchronizations[0].reduction.route = program.synchronizations[0].gathering.route = 0;
        program.lanes[0].chunks[0][Pass::forward].flows = {{Activity::exposedTp, {1, ticksOf(0.25), Bytes(75)}}};
        // The gather is no flow while the pass sends: they would meet, on one link.
        program.edges.push_back({100, {}});
        program.routes[1].shares[0].edge = 1;
        const auto flowing = traced(program);
        // As a flow the whole latency of a gather comes before its first bucket, so a pass may begin later by it.
        QVERIFY(
            std::abs((closed.stepTime - flowing.stepTime).count) <= 2 * buckets + 2 ||
            (buckets > 1 && flowing.stepTime > closed.stepTime && flowing.stepTime - closed.stepTime <= ticksOf(0.5)));
        for (const auto &lane : flowing.lanes) {
            Ticks at;
            for (const auto &interval : lane.intervals) {
                QCOMPARE(interval.start.count, at.count);
                at = interval.end;
            }
            QCOMPARE(at.count, flowing.stepTime.count);
        }
    }
    void aLinkThatIsDownAtFirstIsWaitedFor()
    {
        // Gradients cross the nodes; the link of one of them is down until long after the passes.
        auto cluster = star({node("a", "A100-80GB SXM", 2), node("b", "A100-80GB SXM", 2)});
        Plan plan;
        plan.pipelines = {pipeline({{"a:0", "a:1"}}, {8}, 4), pipeline({{"b:0", "b:1"}}, {8}, 4)};
        const auto predict = [&] { return predictStep(topology(cluster), smallGpt(), plan, {}); };
        const auto healthy = predict();
        QVERIFY(healthy);
        const Seconds back = toSeconds(healthy->stepTime) * 3.0;
        cluster.links[0].rate.points = {{Seconds(0), 0.0}, {back, 1.0}};
        const auto waiting = predict();
        QVERIFY(waiting);
        QVERIFY(toSeconds(waiting->stepTime) > back);
        QVERIFY(toSeconds(waiting->stepTime) < back + toSeconds(healthy->stepTime));
        cluster.links[0].rate.points = {{Seconds(0), 1.0}, {toSeconds(healthy->stepTime) * 0.5, 0.0}};
        const auto dead = predict();
        QVERIFY(!dead);
        QVERIFY(dead.error().found.find("to-a") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(CollectiveFlowTest)
#include "collective_flow_test.moc"

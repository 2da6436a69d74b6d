// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of several jobs that share links, against closed forms and the step alone.
#include "simulator/shared_steps.h"

#include "cost/group_pricer.h"
#include "simulator/engine/joint_run.h"
#include "simulator/program/step_builder.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cstdlib>

using namespace heteroscope;

namespace {

/// One lane that computes and then averages with itself over the edge: a burst of `bytes` at the end of each step. At
/// 1e12 bytes/s a byte takes a tick.
StepProgram computeThenSend(Ticks compute, double bytes)
{
    StepProgram program;
    LaneProgram lane;
    lane.order = {{Pass::forward, 0, 0, false}, {Pass::backward, 0, 0, false}};
    ChunkWork work;
    work[Pass::forward].compute = compute;
    work[Pass::backward].compute = Ticks(0);
    lane.chunks = {work};
    lane.microBatches = 1;
    lane.forwardTo.resize(1);
    lane.backwardTo.resize(1);
    lane.forwardInputs = {0};
    lane.backwardInputs = {0};
    program.lanes = {lane};
    Synchronization sync;
    sync.holders = {{0, 0}};
    sync.beforeOptimizer = toTicks(Seconds(bytes / 1e12));
    sync.bytes = Bytes(bytes);
    sync.reduction = {0, Ticks(0), Bytes(bytes)};
    program.synchronizations = {sync};
    program.edges = {{1e12, {}}};
    program.routes = {{{{0, 1.0}}, 1}};
    return program;
}

/// What the bytes take when so many equal flows share the edge.
Ticks burst(double bytes, int flows = 1) { return toTicks(Seconds(bytes * (flows * (1 / 1e12)))); }

JointNetwork oneEdge() { return {{{1e12, {}}}, {}}; }

/// Moves the routes of a program to other edges of a network.
StepProgram onEdge(StepProgram program, std::int32_t edge)
{
    for (FlowRoute &route : program.routes) {
        for (FlowShare &share : route.shares)
            share.edge = edge;
    }
    return program;
}

} // namespace

class SharedStepsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aProgramAloneHasTheStepOfTheEngine()
    {
        const StepProgram program = computeThenSend(Ticks(1000), 500);
        QCOMPARE(runStep(program)->stepTime, Ticks(1000) + burst(500));
        const auto joint = runTogether({&program}, oneEdge());
        QVERIFY(joint && joint->settled);
        QCOMPARE(joint->steps[0].size(), std::size_t(8));
        for (const Ticks step : joint->steps[0])
            QCOMPARE(step, runStep(program)->stepTime);
    }
    void programsThatShareNothingAreAlone()
    {
        const StepProgram one = computeThenSend(Ticks(1000), 500);
        const StepProgram other = onEdge(computeThenSend(Ticks(300), 77), 1);
        const auto joint = runTogether({&one, &other}, {{{1e12, {}}, {1e12, {}}}, {}});
        QVERIFY(joint && joint->settled);
        QCOMPARE(meanStep(joint->steps[0]), Ticks(1000) + burst(500));
        QCOMPARE(meanStep(joint->steps[1]), Ticks(300) + burst(77));
        QVERIFY(joint->steps[1].size() > joint->steps[0].size()); // as many as fit beside
    }
    void twoEqualFlowsOnOneLinkTakeTwiceAsLong()
    {
        const StepProgram program = computeThenSend(Ticks(1000), 500);
        const auto joint = runTogether({&program, &program}, oneEdge());
        QVERIFY(joint && joint->settled);
        for (const auto &steps : joint->steps)
            QCOMPARE(meanStep(steps), Ticks(1000) + burst(500, 2));
        const auto three = runTogether({&program, &program, &program}, oneEdge());
        QCOMPARE(meanStep(three->steps[2]), Ticks(1000) + burst(500, 3));
    }
    void burstsMeetOrMissEachOther()
    {
        // Both load a third of the link. On average two thirds of it are left, so the burst would take 750; together
        // it takes 1000, and 500 if the other job begins half a step later.
        const StepProgram program = computeThenSend(Ticks(1000), 500);
        JointOptions later;
        later.begins = {Ticks(0), Ticks(750)};
        const auto missed = runTogether({&program, &program}, oneEdge(), later);
        QVERIFY(missed && missed->settled);
        for (const auto &steps : missed->steps)
            QCOMPARE(meanStep(steps), Ticks(1000) + burst(500));
    }
    void unlikeStepsMeetNowAndThen()
    {
        // A short job beside a long one: each burst of the long one meets some of the short ones.
        const StepProgram slow = computeThenSend(Ticks(100'000), 50'000), fast = computeThenSend(Ticks(700), 300);
        const auto joint = runTogether({&slow, &fast}, oneEdge());
        QVERIFY(joint.hasValue());
        const Ticks mean = meanStep(joint->steps[1]);
        QVERIFY(mean > Ticks(1000) && mean < Ticks(1300));
        QVERIFY(meanStep(joint->steps[0]) > Ticks(150'000));
        // No bytes are lost: the link carries at most its capacity.
        double bytes = 0;
        std::int64_t end = 0;
        for (const Ticks step : joint->steps[0]) {
            bytes += 50'000;
            end += step.count;
        }
        std::int64_t at = 0;
        for (const Ticks step : joint->steps[1]) {
            at += step.count;
            bytes += at <= end ? 300 : 0;
        }
        QVERIFY(bytes <= static_cast<double>(end));
    }
    void aJobThatNeverEndsIsNamed()
    {
        const StepProgram good = computeThenSend(Ticks(1000), 500);
        const StepProgram bad = onEdge(good, 1);
        const auto joint = runTogether({&good, &bad}, {{{1e12, {}}, {0, {}}}, {}});
        QVERIFY(!joint);
        QCOMPARE(joint.error().program, std::size_t(1));
        QCOMPARE(joint.error().why.kind, StepFailure::Kind::linkStaysDown);
        QCOMPARE(joint.error().why.index, std::size_t(1));
    }
    void asFlowsAStepTakesAsLong()
    {
        HETEROSCOPE_PROPERTY("a step whose links another job could use is the step alone", [] {
            const auto random = test::randomStep();
            const auto topology = test::topology(random.cluster);
            GroupPricer pricer(topology, random.workload);
            const auto alone = predictStep(pricer, random.plan);
            RC_PRE(alone.hasValue() && !random.plan.scheduleOptions.postValidation);
            const auto built = buildStep(pricer, random.plan, {}, std::vector<bool>(topology.edges().size(), true));
            RC_ASSERT(built.hasValue());
            const auto joint = runTogether({&built->program}, {built->program.edges, built->program.conflicts});
            RC_ASSERT(joint.hasValue());
            // A collective as a flow is rounded up twice, its latency and its bytes.
            const std::int64_t rounded = joint->events / static_cast<std::int64_t>(joint->steps[0].size());
            for (const Ticks step : {joint->steps[0].front(), joint->steps[0].back()})
                RC_ASSERT(std::abs((step - alone->stepTime).count) <= rounded);
        });
    }
    void aStopEndsIt()
    {
        std::stop_source source;
        source.request_stop();
        JointOptions options;
        options.stop = source.get_token();
        const StepProgram program = computeThenSend(Ticks(1000), 500);
        const auto stopped = runTogether({&program, &program}, oneEdge(), options);
        QVERIFY(!stopped && stopped.error().why.kind == StepFailure::Kind::stopped);
    }
};

QTEST_GUILESS_MAIN(SharedStepsTest)
#include "shared_steps_test.moc"

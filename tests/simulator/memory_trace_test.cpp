// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/memory_trace.h"

#include "simulator/predict_step.h"
#include "strategy/change_schedule.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

StepResult predict(ScheduleKind kind, int microBatches, Recompute recompute, bool operations)
{
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"a:2"}, {"v:0", "v:1"}}, {6, 5, 3}, microBatches)};
    for (auto &stage : plan.pipelines[0].stages)
        stage.recompute = recompute;
    const auto workload = test::smallGpt(12, 1024, microBatches);
    const auto changed = withSchedule(plan, kind, workload.model);
    if (!changed)
        qFatal("%s", toString(changed.error()).c_str());
    const auto topology =
        test::topology(test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}));
    PredictOptions options;
    options.operations = operations;
    auto result = predictStep(topology, workload, *changed, options);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

/// Curves agree with what the simulator counted.
void checkCurves(const StepResult &result)
{
    for (const auto &lane : result.lanes) {
        const auto points = memoryOverTime(lane);
        RC_ASSERT(!points.empty());
        RC_ASSERT(points.front().at == Ticks(0));
        double most = 0;
        double onHost = 0;
        int inFlight = 0;
        Ticks at;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (i > 0) // RC_ASSERT looks at both sides of ||
                RC_ASSERT(points[i - 1].at < points[i].at);
            RC_ASSERT(points[i].inFlight >= 0);
            inFlight = std::max(inFlight, points[i].inFlight);
            onHost = std::max(onHost, points[i].onHost.value);
            if (points[i].total.value > most) {
                most = points[i].total.value;
                at = points[i].at;
            }
        }
        RC_ASSERT(std::abs(most - lane.memory.total().value) < 1);
        RC_ASSERT(std::abs(onHost - lane.hostMemory.value) < 1);
        RC_ASSERT(points.back().onHost == lane.hostMemory - lane.hostActivations);
        RC_ASSERT(inFlight == lane.peakInFlight);
        RC_ASSERT(at == lane.peakAt);
        RC_ASSERT(points.back().inFlight == 0);
        RC_ASSERT(points.back().at <= result.stepTime);
    }
}

} // namespace

class MemoryTraceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theHighestPointIsTheReportedPeak()
    {
        HETEROSCOPE_PROPERTY("the curve agrees with what the simulator counted", [] {
            const auto kind = *rc::gen::elementOf(changeableSchedules());
            const int microBatches = 3 * *rc::gen::inRange(2, 6);
            const auto recompute = *rc::gen::element(Recompute::none, Recompute::selective, Recompute::full);
            const bool operations = *rc::gen::element(false, true);
            const auto result = predict(kind, microBatches, recompute, operations);
            checkCurves(result);
        });
    }

    void theHighestPointOfAnyPlanIsTheReportedPeak()
    {
        HETEROSCOPE_PROPERTY("the curve agrees for plans with TP, CP, EP and ZeRO", [] {
            for (int i = 0; i < 5; ++i) {
                const auto step = test::randomStep();
                const auto result = predictStep(test::topology(step.cluster), step.workload, step.plan);
                if (result)
                    checkCurves(*result);
            }
        });
    }

    void gpipeHoldsAllAndOneFOneBTheStagesAhead()
    {
        const auto gpipe = predict(ScheduleKind::gpipe, 6, Recompute::none, false);
        const auto steady = predict(ScheduleKind::oneFOneB, 6, Recompute::none, false);
        for (std::size_t stage = 0; stage < 3; ++stage) {
            QCOMPARE(gpipe.lanes[stage].peakInFlight, 6);
            QCOMPARE(steady.lanes[stage].peakInFlight, 3 - static_cast<int>(stage));
        }
    }

    void workWithoutActivationsIsAFlatLine()
    {
        Lane lane;
        lane.memory.weights = Bytes(4e9);
        QCOMPARE(memoryOverTime(lane), (std::vector<MemoryPoint>{{Ticks(0), Bytes(4e9), 0}}));
    }

    void aMicroBatchIsHeldFromItsForwardToItsBackward()
    {
        Lane lane;
        lane.activations = {Bytes(2e9)};
        lane.memory.weights = Bytes(1e9);
        lane.memory.activations = Bytes(4e9);
        const auto add = [&lane](Activity activity, int microBatch, std::int64_t end) {
            LaneInterval interval;
            interval.start = lane.intervals.empty() ? Ticks(0) : lane.intervals.back().end;
            interval.end = Ticks(end);
            interval.microBatch = microBatch;
            interval.activity = activity;
            lane.intervals.push_back(interval);
        };
        add(Activity::bubble, 0, 5);
        add(Activity::overhead, 0, 6);
        add(Activity::forward, 0, 10);
        add(Activity::forward, 1, 20);
        add(Activity::backward, 0, 30);
        add(Activity::exposedTp, 0, 32);
        add(Activity::inputGradient, 1, 40);
        add(Activity::weightGradient, 1, 50);
        QCOMPARE(memoryOverTime(lane), (std::vector<MemoryPoint>{{Ticks(0), Bytes(1e9), 0},
                                                                 {Ticks(5), Bytes(3e9), 1},
                                                                 {Ticks(10), Bytes(5e9), 2},
                                                                 {Ticks(32), Bytes(3e9), 1},
                                                                 {Ticks(50), Bytes(1e9), 0}}));
        // Half of the activations and 7 GB of states are in the host.
        lane.offloaded = {Bytes(1e9)};
        lane.hostActivations = Bytes(2e9);
        lane.hostMemory = Bytes(9e9);
        std::vector<double> onHost;
        for (const MemoryPoint &point : memoryOverTime(lane))
            onHost.push_back(point.onHost.value);
        QCOMPARE(onHost, (std::vector<double>{7e9, 8e9, 9e9, 8e9, 7e9}));
    }
    void offloadedActivationsComeAndGoInTheHost()
    {
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)});
        for (auto &node : cluster.nodes)
            node.hostBandwidth = BytesPerSecond(2e10);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"v:0", "v:1"}}, {8, 6}, 8)};
        for (const bool optimizer : {false, true}) {
            plan.offload.activations = true;
            plan.offload.optimizer = optimizer;
            plan.zeroStage = optimizer ? 1 : 0;
            const auto result = predictStep(test::topology(cluster), test::smallGpt(12, 1024, 8), plan);
            QVERIFY(result);
            for (const auto &lane : result->lanes) {
                QVERIFY(lane.hostActivations > Bytes(0));
                QCOMPARE(lane.hostMemory > lane.hostActivations, optimizer);
                const auto points = memoryOverTime(lane);
                // In step with the micro-batches in flight, each as much.
                const double each = lane.hostActivations.value / lane.peakInFlight;
                const Bytes states = lane.hostMemory - lane.hostActivations;
                for (const MemoryPoint &point : points)
                    QVERIFY(std::abs((point.onHost - states).value - each * point.inFlight) < 1);
            }
        }
    }
};

QTEST_GUILESS_MAIN(MemoryTraceTest)
#include "memory_trace_test.moc"

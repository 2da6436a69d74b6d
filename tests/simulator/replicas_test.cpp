// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding identical pipelines against simulating everything apart, tick for tick.
#include "simulator/predict_step.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// Four nodes of four A100s; two pipelines of two stages, each stage the two halves of a node.
Cluster fourNodes()
{
    return test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4),
                       test::node("c", "A100-80GB SXM", 4), test::node("d", "A100-80GB SXM", 4)});
}

Plan pipelines(const std::vector<std::pair<std::string, std::string>> &nodes, int microBatches)
{
    Plan plan;
    for (const auto &[first, second] : nodes)
        plan.pipelines.push_back(
            test::pipeline({{first + ":0", first + ":1"}, {second + ":0", second + ":1"}}, {4, 4}, microBatches));
    return plan;
}

struct Both
{
    StepResult folded;
    StepResult apart;
};

Both both(const Cluster &cluster, const Plan &plan)
{
    const auto topology = test::topology(cluster);
    PredictOptions options;
    auto folded = predictStep(topology, test::smallGpt(), plan, options);
    options.foldReplicas = false;
    auto apart = predictStep(topology, test::smallGpt(), plan, options);
    if (!folded || !apart)
        qFatal("%s", toString((folded ? apart : folded).error()).c_str());
    return {std::move(*folded), std::move(*apart)};
}

void compare(const Both &results)
{
    const auto &[folded, apart] = results;
    QCOMPARE(folded.stepTime.count, apart.stepTime.count);
    QCOMPARE(folded.lanes.size(), apart.lanes.size());
    for (std::size_t l = 0; l < folded.lanes.size(); ++l) {
        const auto &a = folded.lanes[l];
        const auto &b = apart.lanes[l];
        QCOMPARE(a.intervals.size(), b.intervals.size());
        for (std::size_t i = 0; i < a.intervals.size(); ++i) {
            QCOMPARE(a.intervals[i].start.count, b.intervals[i].start.count);
            QCOMPARE(a.intervals[i].end.count, b.intervals[i].end.count);
            QCOMPARE(int(a.intervals[i].activity), int(b.intervals[i].activity));
            QCOMPARE(a.intervals[i].microBatch, b.intervals[i].microBatch);
        }
        QCOMPARE(a.traffic.size(), b.traffic.size());
        for (std::size_t i = 0; i < a.traffic.size(); ++i) {
            QCOMPARE(a.traffic[i].start.count, b.traffic[i].start.count);
            QCOMPARE(a.traffic[i].end.count, b.traffic[i].end.count);
            QCOMPARE(a.traffic[i].peerLane, b.traffic[i].peerLane);
        }
        QCOMPARE(a.peakInFlight, b.peakInFlight);
        QCOMPARE(a.memory.activations.value, b.memory.activations.value);
    }
    QCOMPARE(folded.links.size(), apart.links.size());
}

} // namespace

class ReplicasTest : public StrictTest
{
    Q_OBJECT

private slots:
    void equalPipelinesAreSimulatedOnce()
    {
        for (const auto kind : {ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::zbH1}) {
            for (const bool overlap : {false, true}) {
                auto plan = pipelines({{"a", "b"}, {"c", "d"}}, 4);
                plan.schedule = kind;
                plan.overlap.dp = overlap;
                const auto results = both(fourNodes(), plan);
                compare(results);
                QCOMPARE(results.folded.simulatedLanes, std::size_t(2));
                QCOMPARE(results.apart.simulatedLanes, std::size_t(4));
            }
        }
    }
    void equalPipelinesUnderEqualCurvesAreSimulatedOnce()
    {
        // Every transfer and every reduction is a flow, and reductions meet sends.
        auto cluster = fourNodes();
        for (auto &link : cluster.links)
            link.rate.points = {{Seconds(0), 0.5}, {Seconds(0.02), 0.0}, {Seconds(0.03), 1.0}, {Seconds(0.1), 0.1}};
        for (const int zero : {0, 1}) {
            for (const bool overlap : {false, true}) {
                auto plan = pipelines({{"a", "b"}, {"c", "d"}}, 4);
                plan.overlap.dp = overlap;
                plan.zeroStage = zero;
                const auto results = both(cluster, plan);
                compare(results);
                QCOMPARE(results.folded.simulatedLanes, std::size_t(2));
            }
        }
        cluster.links[3].rate.points[1].at = Seconds(0.021);
        const auto results = both(cluster, pipelines({{"a", "b"}, {"c", "d"}}, 4));
        compare(results);
        QCOMPARE(results.folded.simulatedLanes, std::size_t(4));
    }
    void aSlowDeviceIsSimulatedApart()
    {
        auto cluster = fourNodes();
        cluster.nodes[3].devices[1].speed.points = {{Seconds(0), 0.5}};
        const auto results = both(cluster, pipelines({{"a", "b"}, {"c", "d"}}, 4));
        compare(results);
        QCOMPARE(results.folded.simulatedLanes, std::size_t(4));
    }
    void aSlowLinkIsSimulatedApart()
    {
        auto cluster = fourNodes();
        cluster.links[2].bandwidth = cluster.links[2].bandwidth * 0.5;
        const auto results = both(cluster, pipelines({{"a", "b"}, {"c", "d"}}, 4));
        compare(results);
        QCOMPARE(results.folded.simulatedLanes, std::size_t(4));
    }
    void pipelinesThatShareALinkAreSimulatedApartAndSaySo()
    {
        // Both pipelines send from a to b: their transfers share the two uplinks.
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"b:0", "b:1"}}, {4, 4}, 4),
                          test::pipeline({{"a:2", "a:3"}, {"b:2", "b:3"}}, {4, 4}, 4)};
        const auto results = both(fourNodes(), plan);
        compare(results);
        QCOMPARE(results.folded.simulatedLanes, std::size_t(4));
        QVERIFY(std::any_of(results.folded.assumptions.begin(), results.folded.assumptions.end(),
                            [](const Assumption &each) { return each.kind == AssumptionKind::replicasShareLinks; }));
    }
    void jitterIsOfEachLaneItsOwn()
    {
        const auto topology = test::topology(fourNodes());
        PredictOptions options;
        options.jitter = {3, 0.05};
        const auto result = predictStep(topology, test::smallGpt(), pipelines({{"a", "b"}, {"c", "d"}}, 4), options);
        QVERIFY(bool(result));
        QCOMPARE(result->simulatedLanes, std::size_t(4));
    }
    void operationsKeepTheStepWhileGradientsGoOut()
    {
        // The buckets are filled operation by operation then, so they may go out a little sooner or later.
        const auto topology = test::topology(fourNodes());
        for (const auto kind : {ScheduleKind::oneFOneB, ScheduleKind::zbH1}) {
            auto plan = pipelines({{"a", "b"}, {"c", "d"}}, 4);
            plan.schedule = kind;
            plan.overlap.dp = true;
            PredictOptions options;
            const auto whole = predictStep(topology, test::smallGpt(), plan, options);
            options.operations = true;
            const auto opened = predictStep(topology, test::smallGpt(), plan, options);
            QVERIFY(bool(whole) && bool(opened));
            QVERIFY(toSeconds(opened->stepTime) < toSeconds(whole->stepTime) * 1.05);
            QVERIFY(toSeconds(whole->stepTime) < toSeconds(opened->stepTime) * 1.05);
            for (const auto &lane : opened->lanes) {
                QVERIFY(std::any_of(lane.traffic.begin(), lane.traffic.end(),
                                    [](const TrafficInterval &t) { return t.traffic == Traffic::dp && t.backward; }));
            }
        }
    }
    void operationsKeepTheStep()
    {
        const auto topology = test::topology(fourNodes());
        auto plan = pipelines({{"a", "b"}, {"c", "d"}}, 4);
        plan.schedule = ScheduleKind::zbH1;
        PredictOptions options;
        const auto whole = predictStep(topology, test::smallGpt(), plan, options);
        options.operations = true;
        const auto opened = predictStep(topology, test::smallGpt(), plan, options);
        QVERIFY(bool(whole) && bool(opened));
        QCOMPARE(opened->stepTime.count, whole->stepTime.count);
        QVERIFY(opened->operations.size() > 10);
        for (std::size_t l = 0; l < whole->lanes.size(); ++l) {
            // A wait may have another cause now: the lane waited for computes and communicates in turn, not one after
            // the other.
            for (std::size_t a = 0; a <= static_cast<std::size_t>(Activity::overhead); ++a)
                QCOMPARE(opened->lanes[l].time[a].count, whole->lanes[l].time[a].count);
            QVERIFY(opened->lanes[l].intervals.size() > 5 * whole->lanes[l].intervals.size());
        }
    }
    void stepsThatOverlapHaveNoFillAndDrain()
    {
        const auto topology = test::topology(fourNodes());
        auto plan = pipelines({{"a", "b"}, {"c", "d"}}, 4);
        plan.schedule = ScheduleKind::zbH2;
        const auto waiting = predictStep(topology, test::smallGpt(), plan, {});
        plan.scheduleOptions.postValidation = true;
        const auto steady = predictStep(topology, test::smallGpt(), plan, {});
        QVERIFY(bool(waiting) && bool(steady));
        QVERIFY(steady->stepTime < waiting->stepTime);
        for (const auto &lane : steady->lanes) {
            Ticks at;
            for (const auto &interval : lane.intervals) {
                QCOMPARE(interval.start.count, at.count);
                at = interval.end;
            }
            QCOMPARE(at.count, steady->stepTime.count);
        }
        double path = 0;
        for (const auto &blame : steady->criticalPath)
            path += blame.time.value;
        QVERIFY(std::abs(path - toSeconds(steady->stepTime).value) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(ReplicasTest)
#include "replicas_test.moc"

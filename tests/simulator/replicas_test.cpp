// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding identical pipelines against simulating everything apart, tick for tick.
#include "simulator/predict_step.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <fmt/format.h>

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

Result<StepResult> predicted(const Topology &topology, const Workload &workload, const Plan &plan, bool fold)
{
    PredictOptions options;
    options.foldReplicas = fold;
    return predictStep(topology, workload, plan, options);
}

Both both(const Cluster &cluster, const Plan &plan)
{
    const auto topology = test::topology(cluster);
    auto folded = predicted(topology, test::smallGpt(), plan, true);
    auto apart = predicted(topology, test::smallGpt(), plan, false);
    if (!folded || !apart)
        qFatal("%s", toString((folded ? apart : folded).error()).c_str());
    return {std::move(*folded), std::move(*apart)};
}

bool isSame(const LaneInterval &a, const LaneInterval &b)
{
    return a.start == b.start && a.end == b.end && a.activity == b.activity && a.microBatch == b.microBatch &&
           a.chunk == b.chunk;
}

bool isSame(const TrafficInterval &a, const TrafficInterval &b)
{
    return a.start == b.start && a.end == b.end && a.traffic == b.traffic && a.peerLane == b.peerLane &&
           a.bytes == b.bytes;
}

/// What of the lane is not the same; empty if all is.
std::string difference(const Lane &a, const Lane &b)
{
    const auto same = [](const auto &x, const auto &y) { return isSame(x, y); };
    if (!std::equal(a.intervals.begin(), a.intervals.end(), b.intervals.begin(), b.intervals.end(), same))
        return "intervals";
    if (!std::equal(a.traffic.begin(), a.traffic.end(), b.traffic.begin(), b.traffic.end(), same))
        return "traffic";
    if (a.time != b.time)
        return "times";
    return a.peakInFlight == b.peakInFlight && a.peakAt == b.peakAt && a.memory.total() == b.memory.total()
               ? std::string()
               : "memory";
}

/// Of a folded step and the one simulated apart; empty if they are the same.
std::string difference(const Both &results)
{
    const auto &[folded, apart] = results;
    if (folded.stepTime != apart.stepTime)
        return fmt::format("step time {}, apart {}", folded.stepTime.count, apart.stepTime.count);
    if (folded.lanes.size() != apart.lanes.size() || folded.links.size() != apart.links.size())
        return "numbers of lanes or links";
    for (std::size_t l = 0; l < folded.lanes.size(); ++l) {
        if (const auto found = difference(folded.lanes[l], apart.lanes[l]); !found.empty())
            return fmt::format("{} of lane {}", found, l);
    }
    for (std::size_t i = 0; i < folded.links.size(); ++i) {
        if (folded.links[i].edge != apart.links[i].edge || folded.links[i].bytes != apart.links[i].bytes)
            return fmt::format("link {}", i);
    }
    return folded.energy == apart.energy && folded.cost == apart.cost ? std::string() : "energy or cost";
}

void compare(const Both &results) { QCOMPARE(difference(results), std::string()); }

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
    void foldingChangesNothingOfAnyPlan()
    {
        test::DrawnFeatures folded;
        HETEROSCOPE_PROPERTY("folded == apart for plans with TP, CP, EP and ZeRO", [&folded] {
            for (int i = 0; i < 20; ++i) {
                auto step = test::randomStep();
                step.plan.overlap.dp = test::coin();
                step.plan.overlap.pp = test::coin();
                if (test::number(0, 3) == 0)
                    test::spreadOverNodes(step);
                const auto topology = test::topology(step.cluster);
                auto once = predicted(topology, step.workload, step.plan, true);
                auto apart = predicted(topology, step.workload, step.plan, false);
                RC_ASSERT(bool(once) == bool(apart));
                if (!once)
                    continue;
                if (once->simulatedLanes < once->lanes.size())
                    folded.count(step);
                RC_ASSERT(difference({std::move(*once), std::move(*apart)}) == "");
            }
        });
        QVERIFY2(folded.fewest() >= 10, qPrintable(QString::number(folded.fewest())));
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

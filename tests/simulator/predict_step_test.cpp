// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/predict_step.h"

#include "cost/support_file.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

class PredictStepTest : public StrictTest
{
    Q_OBJECT

    static Cluster twoNodes()
    {
        return test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)});
    }
    static Plan twoStages(int microBatches = 8)
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"v:0", "v:1"}}, {5, 3}, microBatches)};
        return plan;
    }
    static StepResult predict(const Cluster &cluster, const Workload &workload, const Plan &plan,
                              Seconds at = Seconds(0))
    {
        const auto topology = test::topology(cluster);
        auto result = predictStep(topology, workload, plan, {{}, at});
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }

private slots:
    void everythingAddsUpToTheStep()
    {
        const auto result = predict(twoNodes(), test::smallGpt(), twoStages());
        QVERIFY(result.stepTime > result.idealTime);
        for (const auto &lane : result.lanes) {
            Ticks sum;
            for (const Ticks time : lane.time)
                sum += time;
            QCOMPARE(sum.count, result.stepTime.count);
        }
        double path = 0;
        for (const auto &blame : result.criticalPath)
            path += blame.time.value;
        QVERIFY(std::abs(path - toSeconds(result.stepTime).value) < 1e-9);
        QCOMPARE(result.unusedDevices.size(), std::size_t(4));
        QVERIFY(result.feasible);
        QVERIFY(result.hfu >= result.mfu * 0.99);
    }
    void aStepBeyondTheRangeNamesItsSlowestPart()
    {
        Workload workload = test::smallGpt();
        workload.job.globalBatch = 10'000;
        for (const double bandwidth : {100.0, 10.0, 1.0}) {
            Cluster cluster = twoNodes();
            cluster.links.front().bandwidth = BytesPerSecond(bandwidth);
            const auto result = predictStep(test::topology(cluster), workload, twoStages(10'000), PredictOptions{});
            QVERIFY(!result);
            QCOMPARE(result.error().code, Error::Code::infeasible);
            QVERIFY2(result.error().found.find("longer than 100 days") != std::string::npos &&
                         result.error().found.find("link " + cluster.links.front().name) != std::string::npos,
                     result.error().found.c_str());
        }
        Cluster cluster = twoNodes();
        cluster.links.front().latency = Seconds(3600);
        const auto result = predictStep(test::topology(cluster), workload, twoStages(10'000), PredictOptions{});
        QVERIFY(!result);
        QVERIFY2(result.error().found.find("latency of transfers") != std::string::npos, result.error().found.c_str());
    }
    void samplesSplitOverGroupsOfAStage()
    {
        // One stage, two groups of unlike speed that share each micro-batch 3 : 1.
        Plan plan;
        plan.microBatchSize = 4;
        auto pipeline = test::pipeline({{"a:0"}}, {8}, 2, 3);
        TensorGroup slow;
        slow.devices = {"v:0"};
        slow.samples = 1;
        pipeline.stages[0].groups.push_back(slow);
        plan.pipelines = {pipeline};
        const auto result = predict(twoNodes(), test::smallGpt(), plan);
        QCOMPARE(result.lanes.size(), std::size_t(2));
        QVERIFY(result.lanes[0].time[static_cast<std::size_t>(Activity::exposedDp)] > Ticks(0));
    }
    void pipelinesMayDiffer()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 6), test::pipeline({{"v:0"}}, {8}, 2)};
        const auto result = predict(twoNodes(), test::smallGpt(), plan);
        QCOMPARE(result.lanes.size(), std::size_t(3));
        // Layers 0-3 are averaged between a:0 and v:0, layers 4-7 between a:1 and v:0: v takes part in both.
        const auto dp = [&](std::size_t lane) {
            return result.lanes[lane].time[static_cast<std::size_t>(Activity::exposedDp)];
        };
        QVERIFY(dp(2) > Ticks(0) && dp(0) > Ticks(0) && dp(1) > Ticks(0));
    }
    void aSlowLinkShowsAsExposedSends()
    {
        auto cluster = twoNodes();
        const auto fast = predict(cluster, test::smallGpt(), twoStages());
        cluster.links[1].bandwidth = BytesPerSecond(1e7);
        const auto slow = predict(cluster, test::smallGpt(), twoStages());
        QVERIFY(slow.stepTime > fast.stepTime);
        QVERIFY(slow.share(Activity::exposedPp) > fast.share(Activity::exposedPp));
    }
    void rateCurvesCountAtTheStart()
    {
        auto cluster = twoNodes();
        cluster.links[0].rate.points = {{Seconds(100), 0.01}, {Seconds(200), 0.0}};
        QVERIFY(predict(cluster, test::smallGpt(), twoStages(), Seconds(150)).stepTime >
                predict(cluster, test::smallGpt(), twoStages(), Seconds(0)).stepTime);
        const auto topology = test::topology(cluster);
        const auto down = predictStep(topology, test::smallGpt(), twoStages(), {{}, Seconds(250)});
        QVERIFY(!down);
        QVERIFY(toString(down.error()).find("to-a") != std::string::npos);
    }
    void aSlowedDeviceMovesEveryStage()
    {
        auto cluster = twoNodes();
        const auto healthy = predict(cluster, test::smallGpt(), twoStages());
        cluster.nodes[1].devices[0].speed.points = {{Seconds(0), 0.4}};
        const auto slowed = predict(cluster, test::smallGpt(), twoStages());
        QVERIFY(slowed.stepTime > healthy.stepTime);
        QVERIFY(slowed.lanes[0].time[static_cast<std::size_t>(Activity::straggler)] > Ticks(0));
        QCOMPARE(healthy.lanes[0].time[static_cast<std::size_t>(Activity::straggler)].count, std::int64_t(0));
    }
    void aDeviceThatSlowsDownDuringTheStepStretchesThePassesAfterIt()
    {
        auto cluster = twoNodes();
        const auto healthy = predict(cluster, test::smallGpt(), twoStages());
        const Seconds half = toSeconds(healthy.stepTime) * 0.5;
        auto &curve = cluster.nodes[1].devices[0].speed;
        curve.points = {{half, 0.5}};
        const auto slowed = predict(cluster, test::smallGpt(), twoStages());
        curve.points = {{Seconds(0), 0.5}};
        const auto slow = predict(cluster, test::smallGpt(), twoStages());
        QVERIFY(healthy.stepTime < slowed.stepTime && slowed.stepTime < slow.stepTime);
        // A step that begins later begins slow.
        curve.points = {{half, 0.5}};
        QCOMPARE(predict(cluster, test::smallGpt(), twoStages(), half).stepTime.count, slow.stepTime.count);
        // One that never goes on says so.
        curve.points = {{half, 0.0}};
        const auto topology = test::topology(cluster);
        const auto never = predictStep(topology, test::smallGpt(), twoStages());
        QVERIFY(!never);
        QVERIFY(toString(never.error()).find("v:0") != std::string::npos);
    }
    void aLinkThatComesBackLetsTheStepGoOn()
    {
        auto cluster = twoNodes();
        const auto healthy = predict(cluster, test::smallGpt(), twoStages());
        const Seconds outage = toSeconds(healthy.stepTime);
        cluster.links[0].rate.points = {{Seconds(outage.value * 0.1), 0.0}, {outage * 3.0, 1.0}};
        const auto late = predict(cluster, test::smallGpt(), twoStages());
        QVERIFY(toSeconds(late.stepTime) > outage * 3.0);
        QVERIFY(late.share(Activity::exposedPp) > healthy.share(Activity::exposedPp));
        cluster.links[0].rate.points.pop_back();
        const auto topology = test::topology(cluster);
        const auto never = predictStep(topology, test::smallGpt(), twoStages());
        QVERIFY(!never);
        QVERIFY(toString(never.error()).find("to-a") != std::string::npos);
    }
    void unlikeTensorDegreesReshardAndThatCosts()
    {
        // Two replicas hold the same layers at TP 2 and TP 1: their gradients are averaged shard by shard.
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}}, {8}, 4), test::pipeline({{"a:2"}}, {8}, 4)};
        const auto unlike = predict(twoNodes(), test::smallGpt(), plan);
        QVERIFY(unlike.lanes[0].time[static_cast<std::size_t>(Activity::exposedDp)] > Ticks(0));
        // A stage at TP 2 hands its output to one at TP 1.
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"v:0"}}, {5, 3}, 8)};
        const auto sends = predict(twoNodes(), test::smallGpt(), plan);
        QVERIFY(std::any_of(sends.lanes[1].traffic.begin(), sends.lanes[1].traffic.end(),
                            [](const TrafficInterval &t) { return t.traffic == Traffic::receive && t.end > t.start; }));
    }
    void conflictSetsSlowTransfersThatMeet()
    {
        // Two pipelines between the same nodes over links of their own; the conflict set makes them share one capacity.
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                   test::node("c", "A100-80GB SXM", 2), test::node("d", "A100-80GB SXM", 2)});
        for (auto &link : cluster.links)
            link.bandwidth = BytesPerSecond(1e9);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 4), test::pipeline({{"c:0"}, {"d:0"}}, {4, 4}, 4)};
        const auto apart = predict(cluster, test::smallGpt(), plan);
        ConflictSet set;
        set.name = "air";
        set.links = {cluster.links[0].name, cluster.links[2].name};
        cluster.conflictSets = {set};
        const auto together = predict(cluster, test::smallGpt(), plan);
        QVERIFY(together.stepTime > apart.stepTime);
    }
    void overflowIsNamedAndStillSimulated()
    {
        auto workload = test::smallGpt(48, 8192, 8);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {50}, 8)};
        const auto result = predict(twoNodes(), workload, plan);
        QVERIFY(!result.feasible);
        QCOMPARE(result.overflows.size(), std::size_t(1));
        const auto &overflow = result.overflows.front();
        QCOMPARE(overflow.lane, 0);
        QCOMPARE(overflow.device, std::string("a:0"));
        QCOMPARE(overflow.over, result.lanes[0].memory.total() - result.lanes[0].memoryCapacity);
        QVERIFY(result.stepTime > Ticks(0));
    }
    void zeroStagesTradeMemoryForTraffic()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {8}, 4), test::pipeline({{"a:1"}}, {8}, 4)};
        auto workload = test::smallGpt();
        workload.job.softwareStack = "DeepSpeed";
        const auto plain = predict(twoNodes(), workload, plan);
        plan.zeroStage = 1;
        const auto one = predict(twoNodes(), workload, plan);
        plan.zeroStage = 3;
        const auto three = predict(twoNodes(), workload, plan);
        QVERIFY(one.lanes[0].memory.total() < plain.lanes[0].memory.total());
        QVERIFY(three.lanes[0].memory.total() < one.lanes[0].memory.total());
        QVERIFY(three.lanes[0].time[static_cast<std::size_t>(Activity::exposedDp)] >
                one.lanes[0].time[static_cast<std::size_t>(Activity::exposedDp)]);
    }
    void withoutReplicasNothingIsSharded()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8)};
        auto workload = test::smallGpt();
        workload.model.tiedEmbeddings = true;
        workload.job.softwareStack = "Megatron-LM";
        const auto plain = predict(twoNodes(), workload, plan);
        plan.zeroStage = 1;
        const auto one = predict(twoNodes(), workload, plan);
        QVERIFY(plain.lanes[0].time[static_cast<std::size_t>(Activity::exposedDp)] > Ticks(0));
        QCOMPARE(one.stepTime, plain.stepTime);
    }
    void tpCrossesTheSlowLinkIfSomeoneInsists()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "v:0"}}, {8}, 8)};
        const auto across = predict(twoNodes(), test::smallGpt(), plan);
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}}, {8}, 8)};
        const auto inside = predict(twoNodes(), test::smallGpt(), plan);
        QVERIFY(across.share(Activity::exposedTp) > inside.share(Activity::exposedTp));
    }
    void refusesWhatItCannotDo_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"unknown device", "device twice", "layers missing", "batch"})
            QTest::newRow(what) << what;
    }
    void refusesWhatItCannotDo()
    {
        QFETCH(QString, what);
        auto plan = twoStages();
        const auto workload = test::smallGpt();
        if (what == "unknown device")
            plan.pipelines[0].stages[0].groups[0].devices[0] = "nowhere:0";
        else if (what == "device twice")
            plan.pipelines[0].stages[1].groups[0].devices = {"a:0", "a:1"};
        else if (what == "layers missing")
            plan.pipelines[0].stages[1].chunks[0].count = 2;
        else
            plan.pipelines[0].microBatches = 7;
        const auto topology = test::topology(twoNodes());
        const auto result = predictStep(topology, workload, plan);
        QVERIFY(!result);
        QVERIFY(!result.error().found.empty() && !result.error().expected.empty());
    }
    void anUnknownStackIsPredictedFromTheNearest()
    {
        auto workload = test::smallGpt();
        workload.job.softwareStack = "Megatron-Core";
        const auto topology = test::topology(twoNodes());
        const auto known = predictStep(topology, workload, twoStages());
        workload.job.softwareStack = "our mcore fork";
        const auto unknown = predictStep(topology, workload, twoStages());
        QVERIFY(known && unknown);
        QCOMPARE(unknown->stepTime, known->stepTime);
        QVERIFY(neverMeasured(unknown->support.level));
        QCOMPARE(unknown->support.rows, 0);
        QVERIFY(unknown->uncertainty > 0.05);
        QCOMPARE(unknown->uncertainty, unknown->support.error);
        const auto says = [](const StepResult &result) {
            return std::find_if(result.assumptions.begin(), result.assumptions.end(), [](const Assumption &assumption) {
                return assumption.kind == AssumptionKind::unknownStack;
            });
        };
        QVERIFY(says(*known) == known->assumptions.end());
        const auto sentence = says(*unknown);
        QVERIFY(sentence != unknown->assumptions.end());
        QCOMPARE(sentence->stack, std::string("our mcore fork"));
        QCOMPARE(sentence->standIn, std::string("Megatron-Core"));
        QCOMPARE(sentence->share, unknown->uncertainty);
    }
    void theUncertaintyRestsOnMeasuredSteps()
    {
        const auto result = predict(twoNodes(), test::smallGpt(), twoStages()); // A100 and V100
        QVERIFY(result.support.asked.mixedDevices);
        QVERIFY(result.support.asked.manyNodes);
        QVERIFY(!result.support.asked.experts);
        QCOMPARE(result.support.level, SupportLevel::nothing);
        QCOMPARE(result.uncertainty, builtinSupport().find(result.support.asked).error);
        QCOMPARE(std::count_if(result.assumptions.begin(), result.assumptions.end(),
                               [](const Assumption &assumption) {
                                   return assumption.kind == AssumptionKind::unlikeNeverMeasured;
                               }),
                 1);
    }
    void constantsOfTheUserStateTheirOwnUncertainty()
    {
        auto mine = builtinCalibration();
        for (auto &stack : mine.stacks) {
            stack.scale = 1.1;
            stack.uncertainty = 0.03;
        }
        for (auto &curves : mine.curves)
            curves.uncertainty = 0.04;
        const auto topology = test::topology(twoNodes());
        const auto result = predictStep(topology, test::smallGpt(), twoStages(), PredictOptions{{}, {}, &mine, {}});
        QVERIFY(result);
        QCOMPARE(result->support.level, SupportLevel::stated);
        QVERIFY(std::abs(result->uncertainty - 0.05) < 1e-12);
    }
    void isTheSameOnEveryRun()
    {
        const auto one = predict(twoNodes(), test::smallGpt(), twoStages());
        const auto two = predict(twoNodes(), test::smallGpt(), twoStages());
        QCOMPARE(one.stepTime.count, two.stepTime.count);
        QCOMPARE(one.intervalCount(), two.intervalCount());
        QCOMPARE(one.energy, two.energy);
    }
};

QTEST_GUILESS_MAIN(PredictStepTest)
#include "predict_step_test.moc"

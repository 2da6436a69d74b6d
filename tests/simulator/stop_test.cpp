// SPDX-License-Identifier: GPL-3.0-or-later
//
// A long simulation is left soon after it was asked to stop: counted in looks, not in seconds.
#include "cost/network.h"
#include "simulator/engine/engine.h"
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

using namespace heteroscope;

class StopTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theTokenIsLookedAtEveryFewThousandInstants()
    {
        constexpr int stages = 8;
        const auto shape = test::equalStages(stages, 2048, 1000, 1000, 1000);
        const auto program = test::pipelineProgram(ScheduleKind::oneFOneB, shape);
        const auto passes = 2 * std::int64_t(stages) * shape.microBatches;
        std::int64_t looks = 0;
        EngineOptions options;
        options.stop = StopToken().orWhen([&looks] {
            ++looks;
            return false;
        });
        const auto whole = runStep(program, options);
        QVERIFY(whole);
        QCOMPARE(whole->stepTime, runStep(program)->stepTime);
        // Every pass ends at an instant of its own in the loop, so that many looks there were at least.
        QVERIFY(looks >= passes / instantsBetweenLooks);
        for (const std::int64_t last : {std::int64_t(1), std::int64_t(3), looks}) {
            std::int64_t asked = 0;
            options.stop = StopToken().orWhen([&asked, last] { return ++asked == last; });
            const auto stopped = runStep(program, options);
            QVERIFY(!stopped);
            QCOMPARE(stopped.error(), StepFailure{StepFailure::Kind::stopped});
            QCOMPARE(asked, last); // nothing goes on after it
        }
    }
    void aPredictionCanBeStopped()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 4)}));
        auto workload = test::smallGpt(6, 1024, 4096);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}, {"a:3"}}, {2, 2, 2, 2}, 4096)};
        PredictOptions options;
        int looks = 0;
        options.stop = StopToken().orWhen([&looks] { return ++looks == 2; });
        const auto stopped = predictStep(topology, workload, plan, options);
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, Error::Code::cancelled);
        QCOMPARE(looks, 2);
        options.stop = {};
        QCOMPARE(predictStep(topology, workload, plan, options)->stepTime,
                 predictStep(topology, workload, plan)->stepTime);
    }
    /// 2,048 pipelines of one device each, whose gradients go round one large ring.
    void aStepOfALargeClusterIsLeftSoon()
    {
        constexpr int devices = 2048;
        std::vector<Node> nodes;
        Plan plan;
        plan.microBatchSize = 1;
        for (int i = 0; i < devices / 8; ++i) {
            nodes.push_back(test::node("n" + std::to_string(i), "A100-80GB SXM", 8));
            for (int k = 0; k < 8; ++k) {
                auto one = test::pipeline({{nodes.back().name + ":" + std::to_string(k)}}, {8}, 1);
                plan.pipelines.push_back(std::move(one));
            }
        }
        const auto topology = test::topology(test::star(nodes));
        const auto workload = test::smallGpt(6, 1024, devices);
        std::size_t asked = 0, last = 0;
        const auto stop = StopToken().orWhen([&] { return ++asked == last; });
        // The mistakes of a plan: an eighth of a device is a unit of StopMeter.
        QVERIFY(findPlanMistakes(plan, topology, workload, "", stop).ok());
        QVERIFY(asked >= std::size_t(devices) * 8 / 8'192);

        PredictOptions options;
        options.timeline = false;
        const auto stopAt = [&](std::size_t point) {
            asked = 0;
            last = point;
            options.stop = StopToken().orWhen([&] { return ++asked == last; });
            return predictStep(topology, workload, plan, options);
        };
        const auto whole = stopAt(0);
        QVERIFY2(whole.hasValue(), whole ? "" : toString(whole.error()).c_str());
        const std::size_t points = asked;
        // At least at every route of the ring, then as the flows go over routes that are known.
        QVERIFY(points >= devices);
        for (int k = 0; k <= 12; ++k) {
            const std::size_t point = std::max<std::size_t>(1, points * static_cast<std::size_t>(k) / 12);
            const auto stopped = stopAt(point);
            QVERIFY(!stopped);
            QCOMPARE(stopped.error().code, Error::Code::cancelled);
            QCOMPARE(asked, point); // nothing goes on after it
        }
    }
    void knownRoutesAreLeftSoonToo()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        std::vector<DeviceId> ring;
        for (std::size_t i = 0; i < topology.devices().size(); ++i)
            ring.emplace_back(i);
        std::size_t asked = 0, last = 0;
        Network network(topology, builtinCalibration(), Seconds(0),
                        StopToken().orWhen([&] { return ++asked == last; }));
        constexpr std::size_t groups = 4'096;
        const std::vector<std::vector<DeviceId>> many(groups, ring);
        QVERIFY(network.allReduce(many));
        const std::size_t known = asked;
        QVERIFY(network.allReduce(many)); // all its routes are known
        QVERIFY(asked - known >= groups * ring.size() * 8 / 8'192);
        last = asked + 2;
        const auto stopped = network.allReduce(many);
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, Error::Code::cancelled);
        QCOMPARE(asked, last);
    }
};

QTEST_GUILESS_MAIN(StopTest)
#include "stop_test.moc"

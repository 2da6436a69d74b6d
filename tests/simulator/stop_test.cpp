// SPDX-License-Identifier: GPL-3.0-or-later
//
// A long simulation is left soon after it was asked to stop: counted in looks, not in seconds.
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
};

QTEST_GUILESS_MAIN(StopTest)
#include "stop_test.moc"

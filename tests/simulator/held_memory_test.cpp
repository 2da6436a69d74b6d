// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a software stack holds (StackMemory), in whole steps.
#include "simulator/predict_step.h"

#include "cost/group_pricer.h"
#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

CalibrationValues calibrationWith(const StackMemory &memory)
{
    auto values = builtinCalibration();
    for (auto &stack : values.stacks)
        stack.memory = memory;
    return values;
}

} // namespace

class HeldMemoryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aPlanCountsItsCommunicators()
    {
        // One device; two by TP; two stages; TP, stages and replicas.
        const auto workload = test::smallGpt();
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 8)}));
        StackMemory memory;
        memory.communicator = Bytes(1e9);
        const auto with = calibrationWith(memory), without = calibrationWith({});
        const auto more = [&](const Plan &plan) {
            GroupPricer holds(topology, workload, Seconds(0), &with), plain(topology, workload, Seconds(0), &without);
            const auto high = predictStep(holds, plan, {.timeline = false});
            const auto low = predictStep(plain, plan, {.timeline = false});
            if (!high || !low)
                qFatal("no step");
            return (high->lanes[0].memory.total() - low->lanes[0].memory.total()).value / 1e9;
        };
        const auto planOf = [](std::vector<Pipeline> pipelines) {
            Plan plan;
            plan.pipelines = std::move(pipelines);
            return plan;
        };
        QCOMPARE(more(planOf({test::pipeline({{"a:0"}}, {8}, 8)})), 0.0);
        QCOMPARE(more(planOf({test::pipeline({{"a:0", "a:1"}}, {8}, 8)})), 1.0);
        QCOMPARE(more(planOf({test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8)})), 1.0);
        QCOMPARE(more(planOf({test::pipeline({{"a:0", "a:1"}, {"a:2", "a:3"}}, {4, 4}, 4),
                              test::pipeline({{"a:4", "a:5"}, {"a:6", "a:7"}}, {4, 4}, 4)})),
                 3.0);
    }
    void timesDoNotDependOnWhatIsHeld()
    {
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 4)}));
        auto workload = test::smallGpt();
        workload.model.gatedMlp = true;
        workload.job.precision = Precision::bf16;
        const auto calibration = calibrationWith({10, 4, true, 1, true, Bytes(1e9), 0, 0.2, 0.1, {}, {}});
        Plan plan;
        plan.zeroStage = 1;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 4), test::pipeline({{"a:2"}, {"a:3"}}, {4, 4}, 4)};
        const auto plain = calibrationWith({});
        GroupPricer one(topology, workload, Seconds(0), &plain), other(topology, workload, Seconds(0), &calibration);
        const auto before = predictStep(one, plan, {}), after = predictStep(other, plan, {});
        QVERIFY(before && after);
        QCOMPARE(after->stepTime, before->stepTime);
        QVERIFY(after->lanes[0].memory.total() > before->lanes[0].memory.total());
    }
};

QTEST_GUILESS_MAIN(HeldMemoryTest)
#include "held_memory_test.moc"

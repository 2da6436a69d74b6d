// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/nanotron/config.h"

#include "exchange/fixture.h"
#include "exchange/launch_round_trip.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

class NanotronTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name, const Project &into = samples::project())
    {
        auto result = test::import("nanotron", "nanotron/" + name, into);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static QString refused(const std::string &text) { return test::refusal("nanotron", text, samples::project()); }
    static bool isVerdict(const Plan &plan, const char *part)
    {
        return test::verdict("nanotron", plan, samples::project()).find(part) != std::string::npos;
    }
    /// A plan cut as nanotron cuts it.
    static Plan cut(test::PlanShape shape, int microBatch = 1)
    {
        shape.layers = nanotronLayers(samples::model(), shape.pp);
        return test::uniformPlan(shape, microBatch);
    }

private slots:
    void readsModelJobAndPlan()
    {
        const auto result = imported("pipeline.yaml");
        const Workload &workload = result.project.workload;
        QCOMPARE(workload.model.name, samples::model().name); // the same shape stays under its name
        QCOMPARE(workload.job.globalBatch, 16);
        QCOMPARE(workload.job.softwareStack, std::string("nanotron"));
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines.size(), std::size_t(2));
        QCOMPARE(plan.pipelines[0].stages.size(), std::size_t(2));
        QCOMPARE(plan.pipelines[0].microBatches, 4);
        QCOMPARE(plan.microBatchSize, 2);
        QCOMPARE(plan.zeroStage, 1);
        QVERIFY(plan.sequenceParallel && !plan.overlap.tp);
        QCOMPARE(plan.pipelines[0].stages[0].recompute, Recompute::full);
        QCOMPARE(plan.pipelines[1].stages[0].groups[0].devices.front(), std::string("a:4"));
    }
    void readsExperts()
    {
        const auto result = imported("experts.yaml", emptyProject());
        const Workload &workload = result.project.workload;
        QVERIFY(workload.model.moe == (MixtureOfExperts{8, 2, 1, 768, 1}));
        QVERIFY(!workload.model.tiedEmbeddings);
        QCOMPARE(workload.job.precision, Precision::fp16);
        QCOMPARE(workload.job.gradientPrecision, Precision::fp16);
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.schedule, ScheduleKind::gpipe); // all forward, then all backward, is the default
        QCOMPARE(plan.expertParallel, 4);
        // With experts the ranks of a pipeline lie together.
        const auto device = [&plan](std::size_t pipeline, std::size_t stage) {
            return plan.pipelines[pipeline].stages[stage].groups[0].devices[0];
        };
        QCOMPARE(device(0, 1).back(), '1');
        QCOMPARE(device(1, 0).back(), '2');
        QVERIFY(test::hasNote(result, "sliding window"));
        QVERIFY(test::hasNote(result, "drawn as"));
    }
    void stagesAreCutByCost()
    {
        const Model &model = samples::model();
        for (int stages = 1; stages <= 8; ++stages) {
            const auto layers = nanotronLayers(model, stages);
            QCOMPARE(std::accumulate(layers.begin(), layers.end(), 0), model.planLayers());
        }
        // Blocks of 16.8 M, a head of 32.8 M: half of 167 M is passed by the fifth block.
        QVERIFY(nanotronLayers(model, 2) == (std::vector<int>{6, 4}));
    }
    void saysWhatIsWrong()
    {
        QVERIFY(refused("a: [").contains("YAML"));
        QVERIFY(refused("a: 1").startsWith("/parallelism: nothing"));
        QVERIFY(refused("").startsWith("/parallelism: nothing"));
        const std::string tokens =
            "tokens: {batch_accumulation_per_replica: 1, micro_batch_size: 1, sequence_length: 128}\n";
        QVERIFY(refused(tokens + "parallelism: {dp: x, pp: 1, tp: 1}").startsWith("/parallelism/dp: \"x\""));
        QVERIFY(refused(tokens + "parallelism: {dp: 2, pp: 1}").startsWith("/parallelism/tp: nothing"));
        QVERIFY(refused(tokens + "parallelism: {dp: 64, pp: 1, tp: 1}").contains("at most the 16 devices"));
        QVERIFY(refused(tokens + "parallelism: {dp: 1, pp: 16, tp: 1}").contains("at most the 10 layers"));
        QVERIFY(refused(tokens + "parallelism: {dp: 1, pp: 10, tp: 1}").contains("gives a layer each"));
        QVERIFY(refused(tokens + "parallelism: {dp: 1, pp: 2, tp: 1, pp_engine: best}").contains("1f1b or afab"));
        QVERIFY(refused(tokens + "parallelism: {dp: 262144, pp: 262144, tp: 262144}").contains("ranks"));
        QVERIFY(refused(std::string(40, '[') + std::string(40, ']')).contains("nesting"));
        QVERIFY(!refused(std::string(100'000, '[')).isEmpty());
        std::string laughs = "a: &a0 [x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 12; ++i) {
            const auto before = "*a" + std::to_string(i - 1);
            laughs += "b" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + ", " + before + ", " +
                      before + ", " + before + "]\n";
        }
        QVERIFY(refused(laughs).contains("more than"));
    }
    void whatIsExportedIsReadBackTheSame()
    {
        std::vector<Plan> plans = {cut({.tp = 4, .pp = 2}), cut({.tp = 1, .pp = 1}), cut({.tp = 2, .pp = 4}, 2),
                                   cut({.tp = 2, .pp = 2, .cp = 2}), cut({.tp = 8, .pp = 1, .devices = 8})};
        plans[0].zeroStage = 1;
        plans[0].overlap.tp = true;
        plans[2].schedule = ScheduleKind::gpipe;
        test::setRecompute(plans[1], Recompute::full);
        for (const Plan &plan : plans) {
            QVERIFY(test::comesBack("nanotron", plan, samples::project()));
            QCOMPARE(test::verdict("nanotron", plan, samples::project()), std::string());
        }
        Plan swapped = plans[0];
        std::swap(swapped.pipelines[0].stages[0].groups, swapped.pipelines[1].stages[1].groups);
        QVERIFY(test::comesBack("nanotron", swapped, samples::project()));
        // Experts: ranks of a pipeline together.
        const auto experts = imported("experts.yaml", emptyProject());
        const Plan &plan = experts.project.plans.front().plan;
        QVERIFY(test::comesBack("nanotron", plan, experts.project));
    }
    void saysWhatHasToChange()
    {
        Plan plan = test::uniformPlan({.tp = 4, .pp = 2});
        QVERIFY(isVerdict(plan, "into 6, 4 layers with embedding and head, not 5, 5"));
        plan = cut({.tp = 4, .pp = 2});
        plan.zeroStage = 3;
        plan.schedule = ScheduleKind::zbH1;
        test::setRecompute(plan, Recompute::selective);
        QVERIFY(isVerdict(plan, "no ZeRO-3: ZeRO-1 is written"));
        QVERIFY(isVerdict(plan, "no schedule ZB-H1"));
        QVERIFY(isVerdict(plan, "not selectively"));
        QVERIFY(isVerdict(test::uniformPlan({.tp = 2, .pp = 2, .chunks = 2}), "one part of the model"));
        Project other = samples::project();
        other.workload.model.learnedPositions = true;
        QVERIFY(test::verdict("nanotron", cut({.tp = 4, .pp = 2}), other).find("no model like") != std::string::npos);
        Plan pipelines = test::uniformPlan({.tp = 4, .pp = 2});
        pipelines.pipelines[1].microBatches = 3;
        QVERIFY(isVerdict(pipelines, "refused: /pipelines/1"));
        Plan unlike = samples::plan();
        unlike.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 2);
        QVERIFY(isVerdict(unlike, "refused: /pipelines/0/stages/1: found TP 2 beside TP 4"));
        Plan waiting = cut({.tp = 4, .pp = 1, .cp = 4}); // one replica: the devices of CP share gradients
        waiting.overlap.dp = false;
        QVERIFY(isVerdict(waiting, "reduces gradients while it computes"));
        // Ten stages: the head is more than nine of its equal shares, so that the last ones have no block.
        Plan deep = test::uniformPlan({.tp = 1, .pp = 10, .devices = 10});
        QVERIFY(isVerdict(deep, "refused: /pipelines/0/stages: found 10 stages, expected stages that nanotron gives"));
        Plan groups = cut({.tp = 2, .pp = 1});
        groups.zeroStage = 1;
        groups.sharing.group = 4;
        QVERIFY(isVerdict(groups, "no option for states shared by groups of 4 devices"));
    }
};

QTEST_GUILESS_MAIN(NanotronTest)
#include "nanotron_test.moc"

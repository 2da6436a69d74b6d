// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/flagscale/config.h"

#include "exchange/fixture.h"
#include "exchange/launch_round_trip.h"
#include "support/strict_test.h"

using namespace heteroscope;

class FlagscaleTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name, const Project &into = samples::project())
    {
        auto result = test::import("flagscale", "flagscale/" + name, into);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static QString refused(const std::string &text) { return test::refusal("flagscale", text, samples::project()); }
    static std::string verdict(const Plan &plan) { return test::verdict("flagscale", plan, samples::project()); }
    static bool isVerdict(const Plan &plan, const char *part) { return verdict(plan).find(part) != std::string::npos; }

private slots:
    void readsMeshes()
    {
        const auto result = imported("train/meshes.yaml");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines.size(), std::size_t(1));
        const auto &stages = plan.pipelines[0].stages;
        QCOMPARE(stages.size(), std::size_t(4));
        // Two replicas of the first mesh share the samples that one of the others computes.
        QCOMPARE(plan.microBatchSize, 4);
        QCOMPARE(plan.pipelines[0].microBatches, 4);
        QCOMPARE(stages[0].groups.size(), std::size_t(2));
        QCOMPARE(stages[0].groups[1].devices, (std::vector<std::string>{"a:2", "a:3"}));
        QCOMPARE(stages[0].groups[1].samples, 2);
        QCOMPARE(stages[1].groups.size(), std::size_t(1));
        QCOMPARE(stages[1].groups[0].samples, 4);
        QCOMPARE(stages[3].groups[0].devices.front(), std::string("b:4"));
        QVERIFY(stages[0].chunks == (std::vector<LayerRange>{{0, 2}}));
        QVERIFY(stages[3].chunks == (std::vector<LayerRange>{{7, 3}}));
        QCOMPARE(stages[0].recompute, Recompute::none);
        QCOMPARE(stages[1].recompute, Recompute::full);
        QVERIFY(test::hasNote(result, "some micro-batches only"));
        QVERIFY(test::hasNote(result, "vocabulary"));
        QCOMPARE(plan.zeroStage, 1);
        const Model &model = result.project.workload.model;
        QCOMPARE(model.ffn, 2816); // 8/3 of 1024, rounded up to 256
        QVERIFY(!model.learnedPositions && !model.biases && !model.tiedEmbeddings);
        const auto &degrees = result.project.workload.job.runs.degrees;
        QVERIFY(degrees && degrees->tpByStage && degrees->recomputeByStage && degrees->tp);
    }
    void anExperimentNamesItsTraining()
    {
        const auto folder =
            qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR").toStdString() + "/tests/exchange/fixtures/flagscale/";
        const auto training = test::fixture("flagscale/train/meshes.yaml");
        const auto experiment = test::fixture("flagscale/experiment.yaml");
        const auto *format = findImportFormat("flagscale");
        const auto beside = format->import(samples::project(), {{folder + "experiment.yaml", experiment.text}}, {});
        QVERIFY2(beside, beside ? "" : toString(beside.error()).c_str());
        const auto together = format->import(samples::project(), {experiment, training}, {});
        QVERIFY(together);
        QVERIFY(together->project == beside->project);
        QVERIFY(refused(experiment.text).contains("a training with its degrees"));
        std::string outside = experiment.text;
        outside.replace(outside.find("meshes"), 6, "../../x");
        QVERIFY(refused(outside).contains("a training with its degrees"));
    }
    void refusesASearchSpace() { QVERIFY(refused(test::fixture("flagscale/tuner.yaml").text).contains("auto_tune")); }
    void drawsTheDevicesOfTheMeshes()
    {
        const auto result = imported("train/meshes.yaml", emptyProject());
        QVERIFY(test::hasNote(result, "2x8 A100"));
        QCOMPARE(result.project.cluster.nodes.empty() && result.project.cluster.racks.empty(), false);
    }
    void readsATrainingOfOneMesh()
    {
        const auto read = findImportFormat("flagscale")
                              ->import(samples::project(),
                                       {{"f", "system:\n  tensor_model_parallel_size: 4\n"
                                              "  pipeline_model_parallel_size: 2\nmodel:\n  global_batch_size: 16\n"}},
                                       {});
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->project.plans.front().plan.pipelines.size(), std::size_t(2));
    }
    void saysWhatIsWrong()
    {
        const auto meshes = [](const std::string &keys) {
            return refused("system:\n  hetero:\n    enable_hetero: true\n" + keys);
        };
        QVERIFY(refused("a: b").startsWith("/system: nothing"));
        QVERIFY(meshes("").contains("five numbers a mesh"));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 'auto', 1]").contains("\"auto\""));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 2, 1, 1, 2, 1, 1, 1]").contains("one CP and one EP"));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 2, 1, 1, 1, 1, 3, 1]").contains("a divisor of the 2"));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
                       "    hetero_device_types: [A]")
                    .contains("one for each of the 2 meshes"));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 1, 2]\n    hetero_pipeline_layer_split: [1, 2]")
                    .contains("8 blocks in 2 stages"));
        QVERIFY(meshes("    hetero_process_meshes: [8, 1, 1, 4, 1]").contains("at most the 16 devices"));
        QVERIFY(meshes("    hetero_process_meshes: [262144, 262144, 1, 262144, 262144]").contains("ranks"));
        QVERIFY(meshes("    hetero_process_meshes: [1, 1, 1, 1, 200]").contains("at most the 10 layers"));
    }
    void whatIsExportedIsReadBackTheSame()
    {
        std::vector<Plan> plans = {test::uniformPlan({.tp = 4, .pp = 2}), test::uniformPlan({.tp = 1, .pp = 1}),
                                   test::uniformPlan({.tp = 2, .pp = 2, .cp = 2}),
                                   test::uniformPlan({.tp = 2, .pp = 4, .layers = {2, 3, 3, 2}}, 2),
                                   test::uniformPlan({.tp = 8, .pp = 1, .devices = 8})};
        plans[0].zeroStage = 1;
        plans[0].overlap.tp = true;
        plans[1].overlap.dp = false;
        test::setRecompute(plans[1], Recompute::selective);
        for (Pipeline &pipeline : plans[3].pipelines)
            pipeline.stages[1].recompute = Recompute::full;
        test::setRecompute(plans[2], Recompute::full, 3);
        plans.push_back(plans[1]);
        for (Pipeline &pipeline : plans.back().pipelines) {
            auto &modules = pipeline.stages.front().recomputeModules;
            modules.add(RecomputeModule::coreAttention);
            modules.add(RecomputeModule::norms);
        }
        for (const int zero : {2, 3}) {
            plans.push_back(plans[1]);
            plans.back().zeroStage = zero;
        }
        plans.push_back(plans[3]);
        for (Pipeline &pipeline : plans.back().pipelines) {
            pipeline.stages[1].recomputeLayers = 2;
            pipeline.stages[2].recompute = Recompute::full;
        }
        plans.push_back(test::uniformPlan({.tp = 2, .pp = 2, .cp = 2}));
        plans.back().zeroStage = 1;
        plans.back().sharing.group = 2; // of two replicas with CP 2
        plans.back().contextExchange = ContextExchange::allGather;
        plans.back().gradientBucket = Bytes(4e6);
        for (const Plan &plan : plans) {
            QVERIFY(test::comesBack("flagscale", plan, samples::project()));
            QCOMPARE(verdict(plan), std::string());
        }
        // What other tools cannot say: unlike TP, groups that share samples, two device types.
        const auto meshes = imported("train/meshes.yaml");
        const Plan &plan = meshes.project.plans.front().plan;
        QVERIFY(test::comesBack("flagscale", plan, meshes.project));
        QCOMPARE(test::verdict("flagscale", plan, meshes.project), std::string());
        Project mixed = samples::project();
        mixed.cluster.nodes[1] = samples::box("b", "H100-80GB SXM");
        QVERIFY(test::comesBack("flagscale", plans[0], mixed));
        const auto text = test::exported("flagscale", plans[0], mixed)->text;
        QVERIFY2(text.find("hetero_process_meshes: [4, 1, 1, 2, 1, 4, 1, 1, 2, 1]") != std::string::npos, text.c_str());
        QVERIFY(text.find("[\"A100-80GB_SXM\", \"H100-80GB_SXM\"]") != std::string::npos);
    }
    void saysWhatHasToChange()
    {
        Plan plan = test::uniformPlan({.tp = 4, .pp = 2});
        plan.schedule = ScheduleKind::zbH1;
        plan.zeroStage = 3;
        QVERIFY(isVerdict(plan, "run 1F1B, not ZB-H1"));
        QVERIFY(isVerdict(plan, "ZeRO-3"));
        Project tied = samples::project();
        tied.workload.model.tiedEmbeddings = true;
        Plan unlike = samples::plan();
        unlike.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 8);
        QVERIFY(test::verdict("flagscale", unlike, tied).find("tied embeddings") != std::string::npos);
        QVERIFY(isVerdict(test::uniformPlan({.tp = 2, .pp = 2, .chunks = 2}), "refused: /pipelines/0/stages/0"));
        Plan contexts = unlike;
        contexts.pipelines[0].stages[1].groups[0].tp = 4;
        contexts.pipelines[0].stages[1].groups[0].cp = 2;
        QVERIFY(isVerdict(contexts, "refused: /pipelines/0/stages/1: found CP 2 beside CP 1"));
        // One number of instances cannot say groups of two among the holders of stages that are unlike in them.
        const auto meshes = imported("train/meshes.yaml");
        Plan groups = meshes.project.plans.front().plan;
        groups.sharing.group = 2;
        QVERIFY(test::verdict("flagscale", groups, meshes.project).find("groups of 2 devices") != std::string::npos);
        Plan shared = samples::plan();
        shared.microBatchSize = 3;
        shared.pipelines[0].stages[1].groups = {samples::group("b", 0, 4, 1), samples::group("b", 4, 4, 2)};
        QVERIFY(isVerdict(shared, "unlike degrees or samples"));
        Plan pipelines = test::uniformPlan({.tp = 4, .pp = 2});
        pipelines.pipelines[1].microBatches = 3;
        QVERIFY(isVerdict(pipelines, "refused: /pipelines/1"));
        Plan mixed = plan;
        std::swap(mixed.pipelines[0].stages[0].groups, mixed.pipelines[0].stages[1].groups);
        Project types = samples::project();
        types.cluster.nodes[1] = samples::box("b", "H100-80GB SXM");
        QVERIFY(test::verdict("flagscale", mixed, types).find("has one device type: stage 0 has") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(FlagscaleTest)
#include "flagscale_test.moc"

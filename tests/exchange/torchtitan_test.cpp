// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/torchtitan/config.h"

#include "exchange/fixture.h"
#include "exchange/launch_round_trip.h"
#include "support/strict_test.h"

using namespace heteroscope;

class TorchtitanTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name)
    {
        auto result = test::import("torchtitan", "torchtitan/" + name, samples::project());
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static QString refused(const std::string &text) { return test::refusal("torchtitan", text, samples::project()); }
    /// Stages of torchtitan compute while they send.
    static Plan titanPlan(const test::PlanShape &shape, int microBatch = 1)
    {
        Plan plan = test::uniformPlan(shape, microBatch);
        plan.overlap.pp = true;
        return plan;
    }
    static bool isVerdict(const Plan &plan, const char *part)
    {
        return test::verdict("torchtitan", plan, samples::project()).find(part) != std::string::npos;
    }

private slots:
    void readsShardedData()
    {
        const auto result = imported("sharded.toml");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines.size(), std::size_t(8)); // -1: 16 devices / TP 2
        QCOMPARE(largestTensorDegree(plan), 2);
        QCOMPARE(plan.zeroStage, 3);
        QCOMPARE(plan.microBatchSize, 2);
        QCOMPARE(plan.pipelines[0].microBatches, 1);
        QCOMPARE(plan.pipelines[0].stages[0].recompute, Recompute::selective);
        QVERIFY(plan.sequenceParallel && plan.overlap.dp && !plan.overlap.tp);
        const Workload &workload = result.project.workload;
        QCOMPARE(workload.model.name, std::string("Llama 3.1 8B"));
        QCOMPARE(workload.job.globalBatch, 16);
        QCOMPARE(workload.job.sequenceLength, 4096);
        QCOMPARE(workload.job.precision, Precision::bf16); // the sample's A100 have no fp8
        QVERIFY(test::hasNote(result, "float8"));
        Project newer = samples::project();
        newer.cluster.nodes = {samples::box("a", "H100-80GB SXM"), samples::box("b", "H100-80GB SXM")};
        QCOMPARE(test::import("torchtitan", "torchtitan/sharded.toml", newer)->project.workload.job.precision,
                 Precision::fp8);
        QVERIFY(test::hasNote(result, "llama3 8B"));
    }
    void readsAPipeline()
    {
        const auto result = imported("pipeline.toml");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.schedule, ScheduleKind::interleaved);
        QCOMPARE(plan.zeroStage, 2);
        QCOMPARE(plan.pipelines.size(), std::size_t(2));
        QCOMPARE(plan.pipelines[0].microBatches, 8);
        // 10 layers with embedding and head over 4 virtual stages: 3, 3, 2, 2.
        QVERIFY(plan.pipelines[0].stages[0].chunks == (std::vector<LayerRange>{{0, 3}, {6, 2}}));
        QVERIFY(plan.pipelines[0].stages[1].chunks == (std::vector<LayerRange>{{3, 3}, {8, 2}}));
        QVERIFY(test::hasNote(result, "not its layers: Test 1B stays"));
    }
    void readsOlderSplitPoints()
    {
        const auto layers = [](const std::string &keys) {
            const auto read = findImportFormat("torchtitan")
                                  ->import(samples::project(),
                                           {{"f", "[training]\nlocal_batch_size = 4\n[parallelism]\n"
                                                  "pipeline_parallel_degree = 2\n" +
                                                      keys}},
                                           {});
            if (!read)
                qFatal("%s", toString(read.error()).c_str());
            return read->project.plans.front().plan.pipelines[0].stages[0].chunks[0].count;
        };
        QCOMPARE(layers("pipeline_parallel_split_points = [\"layers.2\"]\n"), 3);
        QCOMPARE(layers("pipeline_parallel_first_stage_less_layers = 0\n"
                        "pipeline_parallel_last_stage_less_layers = 0\n"),
                 5);
        QCOMPARE(layers("pipeline_parallel_first_stage_less_layers = 2\n"
                        "pipeline_parallel_last_stage_less_layers = 0\n"),
                 4);
        QCOMPARE(layers("pipeline_parallel_layers_per_stage = 5\n"), 5);
    }
    void drawsDevicesForAProjectWithout()
    {
        const std::string text = "[training]\nlocal_batch_size = 1\nseq_len = 128\n[parallelism]\n"
                                 "data_parallel_shard_degree = 12\n";
        const auto read = findImportFormat("torchtitan")->import(emptyProject(), {{"f", text}}, {.device = "A100"});
        QVERIFY2(read, read ? "" : toString(read.error()).c_str());
        QCOMPARE(read->project.plans.front().plan.pipelines.size(), std::size_t(12));
        QVERIFY(test::hasNote(*read, "drawn as 1x8 A100"));
        QVERIFY(test::refusal("torchtitan", "[parallelism]\ntensor_parallel_degree = 2\n", emptyProject())
                    .contains("a project with the cluster"));
    }
    void saysWhatIsWrong()
    {
        QVERIFY(refused("[training").contains("TOML"));
        QVERIFY(refused("a = 1").startsWith("/parallelism: nothing"));
        QVERIFY(refused("[parallelism]\ntensor_parallel_degree = \"x\"")
                    .startsWith("/parallelism/tensor_parallel_degree: \"x\", a whole number"));
        QVERIFY(refused("[parallelism]\ntensor_parallel_degree = 3").contains("a divisor of the 16 devices"));
        QVERIFY(refused("[parallelism]\ndata_parallel_shard_degree = 32").contains("at most the 16 devices"));
        QVERIFY(refused("[parallelism]\npipeline_parallel_degree = 16").contains("at most the 10 layers"));
        QVERIFY(refused("[parallelism]\npipeline_parallel_degree = 2\npipeline_parallel_schedule = \"best\"")
                    .contains("1F1B, GPipe"));
        QVERIFY(refused("[parallelism]\npipeline_parallel_degree = 2\npipeline_parallel_split_points = [\"layers.9\"]")
                    .contains("layers.0 to layers.7"));
        QVERIFY(refused("[training]\nglobal_batch_size = 7").contains("a multiple of local batch"));
        QVERIFY(refused(std::string(300, '[')).contains("TOML") || refused(std::string(300, '[')).contains("nesting"));
        std::string dots = "a";
        for (int i = 0; i < 5000; ++i)
            dots += ".a";
        QVERIFY(refused(dots + " = 1").contains("deeper nesting"));
        QVERIFY(refused(std::string(2 << 20, '#')).contains("bytes"));
    }
    void whatIsExportedIsReadBackTheSame_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < 9; ++i)
            QTest::addRow("%d", i) << i;
    }
    void whatIsExportedIsReadBackTheSame()
    {
        QFETCH(int, index);
        std::vector<Plan> plans = {
            titanPlan({.tp = 4, .pp = 2}),
            titanPlan({.tp = 2, .pp = 2, .cp = 2}),
            titanPlan({.tp = 1, .pp = 1}),
            titanPlan({.tp = 2, .pp = 2, .chunks = 2}, 2),
            titanPlan({.tp = 4, .pp = 2, .layers = {2, 8}}),
            titanPlan({.tp = 2, .pp = 2, .chunks = 2, .layers = {1, 4, 4, 1}}),
            titanPlan({.tp = 8, .pp = 1, .devices = 8}),
            titanPlan({.tp = 2, .pp = 4}),
            titanPlan({.tp = 4, .pp = 2}),
        };
        for (Plan &plan : plans)
            plan.zeroStage = plan.pipelines.size() > 1 ? 3 : 0;
        plans[3].zeroStage = 2;
        plans[7].schedule = ScheduleKind::gpipe;
        plans[0].overlap.tp = true;
        test::setRecompute(plans[1], Recompute::full);
        test::setRecompute(plans[2], Recompute::selective);
        std::swap(plans[8].pipelines[0].stages[0].groups, plans[8].pipelines[1].stages[1].groups);
        const Plan &plan = plans[static_cast<std::size_t>(index)];
        QVERIFY(test::comesBack("torchtitan", plan, samples::project()));
        // The sample's model has no flavor; a known one makes the verdict clean.
        Project known = samples::project();
        known.workload.model = *findModel("Llama 3.1 8B");
        Plan larger = plan;
        if (larger.pipelines[0].stages.size() == 1 && index != 8) {
            for (Pipeline &pipeline : larger.pipelines)
                pipeline.stages[0].chunks = {{0, 34}};
            QCOMPARE(test::verdict("torchtitan", larger, known), std::string());
            QVERIFY(test::comesBack("torchtitan", larger, known));
        }
    }
    void shardGroupsComeBack()
    {
        Plan plan = titanPlan({.tp = 2, .pp = 1});
        plan.zeroStage = 3;
        plan.sharing.group = 4;
        plan.overlap.dp = true;
        const auto file = test::exported("torchtitan", plan, samples::project());
        QVERIFY(file->text.find("data_parallel_replicate_degree = 2") != std::string::npos);
        QVERIFY(file->text.find("data_parallel_shard_degree = 4") != std::string::npos);
        QVERIFY(file->text.find("fsdp_reshard_after_forward = \"always\"") != std::string::npos);
        QVERIFY(test::comesBack("torchtitan", plan, samples::project()));
        plan.sharing.reshards = false;
        QVERIFY(test::exported("torchtitan", plan, samples::project())->text.find("\"never\"") != std::string::npos);
        QVERIFY(isVerdict(plan, "the plan scatters them once a step"));
    }
    void statesAreSharedOverContextParallelismToo()
    {
        struct Case
        {
            test::PlanShape shape;
            int group;
            const char *text;
        };
        // Of the four or two replicas with CP each: groups of one and of two replicas.
        for (const Case &one :
             {Case{{.tp = 2, .pp = 1, .cp = 2}, 2, "replicate_degree = 4\ndata_parallel_shard_degree = 1\n"},
              Case{{.tp = 2, .pp = 1, .cp = 2}, 4, "replicate_degree = 2\ndata_parallel_shard_degree = 2\n"},
              Case{{.tp = 2, .pp = 2, .cp = 2}, 2, "replicate_degree = 2\ndata_parallel_shard_degree = 1\n"},
              // One replica: its states are shared by the devices of CP.
              Case{{.tp = 4, .pp = 1, .cp = 4}, 0, "replicate_degree = 1\ndata_parallel_shard_degree = 1\n"},
              Case{{.tp = 2, .pp = 2, .cp = 4}, 0, "replicate_degree = 1\ndata_parallel_shard_degree = 1\n"}}) {
            Plan plan = titanPlan(one.shape);
            plan.sharing.group = one.group;
            for (const int zero : {2, 3}) {
                plan.zeroStage = zero;
                QVERIFY(test::exported("torchtitan", plan, samples::project())->text.find(one.text) !=
                        std::string::npos);
                QVERIFY(test::comesBack("torchtitan", plan, samples::project()));
                QVERIFY(test::verdict("torchtitan", plan, samples::project()).starts_with("torchtitan has no flavor"));
            }
            plan.zeroStage = 1;
            QVERIFY(isVerdict(plan, "no ZeRO-1"));
            plan.zeroStage = 0;
            plan.sharing.group = 0;
            QVERIFY(isVerdict(plan, "always shards over the"));
        }
        // Half a context-parallel group shares states: no mesh of torchtitan does.
        Plan half = titanPlan({.tp = 2, .pp = 1, .cp = 4});
        half.zeroStage = 3;
        half.sharing.group = 2;
        QVERIFY(isVerdict(half, "no option for states shared by groups of 2 devices"));
    }
    void offloadAndContextExchangeComeBack()
    {
        Project project = samples::project();
        for (auto &node : project.cluster.nodes)
            node.hostBandwidth = BytesPerSecond(20e9);
        Plan plan = titanPlan({.tp = 2, .pp = 1, .cp = 2});
        plan.zeroStage = 3;
        plan.offload = {.optimizer = true, .parameters = true};
        for (const auto exchange : {ContextExchange::ring, ContextExchange::allGather}) {
            plan.contextExchange = exchange;
            QVERIFY(test::comesBack("torchtitan", plan, project));
            QVERIFY(test::verdict("torchtitan", plan, project).find("no option") == std::string::npos);
        }
        plan.contextExchange = ContextExchange::ulysses;
        QVERIFY(test::verdict("torchtitan", plan, project).find("what context parallelism exchanges") !=
                std::string::npos);
        plan.offload.parameters = false;
        QVERIFY(test::verdict("torchtitan", plan, project).find("optimizer states in the memory of the hosts") !=
                std::string::npos);
    }
    void saysWhatHasToChange()
    {
        Plan plan = titanPlan({.tp = 4, .pp = 2});
        plan.zeroStage = 3;
        QVERIFY(isVerdict(plan, "no flavor of Test 1B"));
        Plan zero = plan;
        zero.zeroStage = 1;
        QVERIFY(isVerdict(zero, "no ZeRO-1"));
        zero.zeroStage = 0;
        QVERIFY(isVerdict(zero, "replicates (ZeRO-0) only without TP"));
        Plan schedule = plan;
        schedule.schedule = ScheduleKind::zbH1;
        schedule.sequenceParallel = false;
        QVERIFY(isVerdict(schedule, "no schedule ZB-H1: 1F1B is written"));
        QVERIFY(isVerdict(schedule, "always sequence parallel"));
        Plan recompute = plan;
        recompute.pipelines[0].stages[1].recompute = Recompute::full;
        QVERIFY(isVerdict(recompute, "recomputes alike in all stages, here full: stage 0 has none"));
        recompute.pipelines[0].stages[0].recompute = Recompute::full;
        recompute.pipelines[0].stages[0].recomputeLayers = 1;
        QVERIFY(isVerdict(recompute, "recomputes alike in all blocks of a stage, here full: stage 0 has full 1"));
        Plan swapped = plan;
        std::swap(swapped.pipelines[0].stages[0].groups[0].devices[0],
                  swapped.pipelines[0].stages[0].groups[0].devices[1]);
        QVERIFY(isVerdict(swapped, "in the order listed"));
        Plan fewer = titanPlan({.tp = 2, .pp = 1, .devices = 4});
        QVERIFY(isVerdict(fewer, "cannot leave out devices a:4, a:5, a:6, a:7"));
        const auto text = test::exported("torchtitan", fewer, samples::project())->text;
        QVERIFY(text.find("# - torchtitan cannot leave out devices") != std::string::npos);
        Plan replicas = plan; // both stages of the second replica recompute, those of the first do not
        for (Stage &stage : replicas.pipelines[1].stages)
            stage.recompute = Recompute::full;
        QVERIFY(isVerdict(replicas, "alike in all pipelines: stages 0 and 1 have more recompute in some"));
        Plan modules = plan;
        test::setRecompute(modules, Recompute::selective);
        QVERIFY(!isVerdict(modules, "single operations"));
        for (Pipeline &pipeline : modules.pipelines)
            pipeline.stages[0].recomputeModules.add(RecomputeModule::norms);
        QVERIFY(isVerdict(modules, "single operations; the plan repeats core_attn+layernorm"));
        Plan waiting = plan;
        waiting.scheduleOptions.postValidation = true;
        QVERIFY(isVerdict(waiting, "does not wait for the global gradient norm"));
        QVERIFY(!isVerdict(plan, "while they send"));
        QVERIFY(isVerdict(test::uniformPlan({.tp = 4, .pp = 2}), "stages compute while they send; the plan's wait"));
    }
    void refusesWhatAFileCannotSay()
    {
        Plan unlike = samples::plan();
        unlike.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 2);
        QVERIFY(isVerdict(unlike, "refused: /pipelines/0/stages/1: found TP 2 beside TP 4"));
        Plan pipelines = titanPlan({.tp = 4, .pp = 2});
        pipelines.pipelines[1].microBatches = 3;
        QVERIFY(isVerdict(pipelines, "refused: /pipelines/1: found 3 micro-batches"));
        Plan shared = samples::plan();
        shared.pipelines[0].stages[1].groups = {samples::group("b", 0, 4), samples::group("b", 4, 4)};
        QVERIFY(isVerdict(shared, "2 TP groups"));
        QVERIFY(isVerdict(Plan(), "no stage"));
    }
};

QTEST_GUILESS_MAIN(TorchtitanTest)
#include "torchtitan_test.moc"

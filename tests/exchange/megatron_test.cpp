// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/arguments.h"
#include "exchange/megatron/command_line.h"

#include "exchange/fixture.h"
#include "exchange/launch_round_trip.h"
#include "project/edits.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

class MegatronTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name)
    {
        auto result = test::import("megatron", "megatron/" + name, samples::project());
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static bool has(const MegatronArguments &arguments, const std::string &argument)
    {
        return std::find(arguments.arguments.begin(), arguments.arguments.end(), argument) != arguments.arguments.end();
    }
    static QString refused(const std::string &text) { return test::refusal("megatron", text, samples::project()); }

private slots:
    void readsModelJobAndPlan()
    {
        const auto result = imported("even.txt");
        const Workload &workload = result.project.workload;
        QCOMPARE(workload.model.name, samples::model().name); // the same shape stays under its name
        QCOMPARE(workload.job.globalBatch, 16);
        QCOMPARE(workload.job.precision, Precision::bf16);
        const NamedPlan &named = result.project.plans.front();
        QCOMPARE(named.name, std::string("Megatron-LM"));
        const Plan &plan = named.plan;
        QCOMPARE(plan.zeroStage, 1);
        QVERIFY(plan.sequenceParallel && plan.overlap.dp);
        QCOMPARE(plan.pipelines.size(), std::size_t(2)); // 16 devices / TP 4 / PP 2
        QCOMPARE(plan.pipelines[0].microBatches, 4);
        QCOMPARE(plan.pipelines[0].stages[0].recompute, Recompute::selective);
        // Ranks: TP, then DP, then PP.
        QCOMPARE(plan.pipelines[0].stages[0].groups[0].devices.front(), std::string("a:0"));
        QCOMPARE(plan.pipelines[1].stages[0].groups[0].devices.front(), std::string("a:4"));
        QCOMPARE(plan.pipelines[0].stages[1].groups[0].devices.front(), std::string("b:0"));
        QVERIFY(plan.pipelines[0].stages[0].chunks == (std::vector<LayerRange>{{0, 5}}));
        QVERIFY(plan.pipelines[0].stages[1].chunks == (std::vector<LayerRange>{{5, 5}}));
    }
    void readsAScript()
    {
        const auto result = imported("script.sh");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(largestTensorDegree(plan), 2);
        QCOMPARE(pipelineDegree(plan), 4);
        QCOMPARE(plan.pipelines.size(), std::size_t(2));
        QCOMPARE(plan.schedule, ScheduleKind::interleaved);
        QVERIFY(plan.pipelines[0].stages[1].chunks == (std::vector<LayerRange>{{2, 1}, {6, 1}}));
        QCOMPARE(result.project.workload.job.precision, Precision::fp16);
        QVERIFY(result.project.workload.model.learnedPositions);
        QVERIFY(test::hasNote(result, "vocabulary"));
    }
    void readsALayout()
    {
        const Plan plan = imported("layout.txt").project.plans.front().plan;
        std::vector<int> counts;
        for (const Stage &stage : plan.pipelines[0].stages)
            counts.push_back(stage.chunks[0].count);
        QVERIFY(counts == (std::vector<int>{2, 2, 2, 4}));
    }
    void readsExpertsAndAnUnevenFirstStage()
    {
        const auto result = imported("experts.txt");
        QVERIFY(result.project.workload.model.moe == (MixtureOfExperts{8, 2, 0, 512, 2, 4, 2}));
        QVERIFY(result.project.workload.job.expertDispatch == ExpertDispatch::nodes);
        QVERIFY(result.project.workload.job.expertOverlap == ExpertOverlap::sharedExperts);
        QCOMPARE(result.project.workload.model.mla->nopeDim, 64);
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines[0].stages[0].chunks[0].count, 4);
        QCOMPARE(plan.pipelines[0].stages[1].chunks[0].count, 6);
    }
    void layoutsAreSpelledOut()
    {
        const auto stages = megatron::readLayout("Et*3|(tt|)*2,m|L", "f");
        QCOMPARE(stages->size(), std::size_t(5));
        QVERIFY((*stages)[0].embedding && (*stages)[0].blocks == 3);
        QVERIFY((*stages)[1].blocks == 2 && (*stages)[2].blocks == 2);
        QVERIFY((*stages)[3].predictors == 1 && (*stages)[4].loss);
        for (const char *wrong : {"x", "t*", "(t", "t)", "(t*99999)*99999", "t**2", "*2"})
            QVERIFY2(!megatron::readLayout(wrong, "f"), wrong);
        const std::string deep(1000, '(');
        QVERIFY(!megatron::readLayout(deep, "f"));
    }
    void saysWhichArgumentIsWrong()
    {
        const std::string shape = "--num-layers 8 --hidden-size 1024 --num-attention-heads 16 --seq-length 128 --bf16 ";
        QVERIFY(refused("nothing here").contains("no option"));
        const QString half = refused("--num-layers 40 --hidden-size 5120 --micro-batch-size 1");
        QVERIFY(half.startsWith("--num-attention-heads") && half.contains("layers, width and heads"));
        QVERIFY(refused(shape + "--tensor-model-parallel-size $TP")
                    .startsWith("--tensor-model-parallel-size: no value of TP"));
        QVERIFY(refused(shape + "--tensor-model-parallel-size 3").contains("a divisor of the 16 ranks"));
        QVERIFY(refused(shape + "--num-layers 6 --pipeline-model-parallel-size 4").contains("layers that divide"));
        QVERIFY(refused(shape + "--pipeline-model-parallel-size 16").contains("at most the 10 layers"));
        QVERIFY(refused(shape + "--global-batch-size 17").contains("a multiple of DP 16"));
        QVERIFY(refused(shape + "--nproc-per-node 8 --nnodes 4").contains("at most the 16 devices"));
        QVERIFY(refused(shape + "--num-layers").startsWith("--num-layers: nothing"));
        QVERIFY(
            refused(shape +
                    "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 3 --global-batch-size 16")
                .startsWith("--num-layers-per-virtual-pipeline-stage"));
        QVERIFY(
            refused(shape +
                    "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout Et|tL --global-batch-size 16")
                .contains("2 blocks in 2 stages"));
        // A project without devices gets as many as the degrees and the batch ask for.
        const auto drawn = importMegatron(emptyProject(), {{"file", shape + "--global-batch-size 16"}}, {});
        QVERIFY(drawn && test::hasNote(*drawn, "8 devices are assumed"));
    }
    void whatIsExportedIsReadBackTheSame()
    {
        for (const char *name : {"even.txt", "script.sh", "layout.txt", "experts.txt"}) {
            const auto result = imported(name);
            const auto arguments = megatronArguments(result.project.plans.front().plan, result.project.workload);
            QVERIFY2(arguments.warnings.empty(), arguments.text().c_str());
            const auto again = findImportFormat("megatron")->import(result.project, {{"again", arguments.text()}}, {});
            QVERIFY2(again, again ? "" : toString(again.error()).c_str());
            QVERIFY2(again->project == result.project, arguments.text().c_str());
        }
    }
    void ranksAreListedInTheirOrder()
    {
        const auto result = imported("even.txt");
        const auto arguments = megatronArguments(result.project.plans.front().plan, result.project.workload);
        QCOMPARE(arguments.ranks.size(), std::size_t(16));
        QCOMPARE(arguments.ranks[5], std::string("a:5"));
        QCOMPARE(arguments.ranks[8], std::string("b:0"));
    }
    void warnsOfWhatCannotBeSaid()
    {
        auto project = samples::project();
        Plan plan = samples::plan();
        const auto warnings = [&project](const Plan &one) {
            std::string all;
            for (const auto &warning : megatronArguments(one, project.workload).warnings)
                all += warning + "; ";
            return all;
        };
        QCOMPARE(warnings(plan), std::string());
        Plan recompute = plan;
        recompute.pipelines[0].stages[1].recompute = Recompute::full;
        QVERIFY(warnings(recompute).find("full for all is written: stage 0 has none") != std::string::npos);
        recompute.pipelines[0].stages[1].recomputeLayers = 3;
        QVERIFY(warnings(recompute).find("full 3 for all is written: stage 0 has none") != std::string::npos);
        recompute.pipelines[0].stages[0].recompute = Recompute::full; // all four blocks
        QVERIFY(warnings(recompute).find("full 4 for all is written: stage 1 has full 3") != std::string::npos);
        recompute.pipelines[0].stages[1] = plan.pipelines[0].stages[1];
        recompute.pipelines[0].stages[1].recompute = Recompute::selective;
        QVERIFY(warnings(recompute).find("full for all is written: stage 1 has selective") != std::string::npos);
        Plan zero = plan;
        zero.zeroStage = 3;
        zero.schedule = ScheduleKind::gpipe;
        QVERIFY(warnings(zero).find("ZeRO-3") != std::string::npos);
        QVERIFY(warnings(zero).find("GPipe") != std::string::npos);
        QVERIFY(warnings(Plan()).find("no stage") != std::string::npos);
        QVERIFY(megatronArguments(zero, project.workload).text().find("# - ZeRO-3") != std::string::npos);
    }
    void plansComeBack()
    {
        std::vector<Plan> plans = {test::uniformPlan({.tp = 4, .pp = 2}),
                                   test::uniformPlan({.tp = 1, .pp = 1}),
                                   test::uniformPlan({.tp = 2, .pp = 2, .cp = 2}),
                                   test::uniformPlan({.tp = 2, .pp = 2, .chunks = 2, .layers = {3, 2, 2, 3}}),
                                   test::uniformPlan({.tp = 2, .pp = 2, .chunks = 2, .layers = {2, 3, 3, 2}}, 2),
                                   test::uniformPlan({.tp = 2, .pp = 4, .layers = {4, 2, 2, 2}}),
                                   test::uniformPlan({.tp = 2, .pp = 4, .layers = {1, 4, 4, 1}}),
                                   test::uniformPlan({.tp = 8, .pp = 1, .devices = 8}),
                                   test::uniformPlan({.tp = 2, .pp = 1}),
                                   test::uniformPlan({.tp = 4, .pp = 2})};
        plans[0].zeroStage = 1;
        plans[0].overlap.tp = true;
        plans[1].zeroStage = 2;
        plans[8].zeroStage = 3;
        test::setRecompute(plans[1], Recompute::selective);
        test::setRecompute(plans[2], Recompute::full);
        test::setRecompute(plans[3], Recompute::full, 1);
        test::setRecompute(plans[5], Recompute::full, 2); // the last stage has one block
        test::setRecompute(plans[7], Recompute::full, 0);
        std::swap(plans[9].pipelines[0].stages[0].groups, plans[9].pipelines[1].stages[1].groups);
        for (std::size_t i = 0; i < plans.size(); ++i) {
            QVERIFY(test::comesBack("megatron", plans[i], samples::project()));
            if (i + 1 < plans.size())
                QCOMPARE(test::verdict("megatron", plans[i], samples::project()), std::string());
        }
        QVERIFY(test::verdict("megatron", plans[9], samples::project()).find("in the order listed") !=
                std::string::npos);
    }
    void shardGroupsAndModulesComeBack()
    {
        Plan plan = test::uniformPlan({.tp = 2, .pp = 1});
        plan.zeroStage = 1;
        plan.sharing.group = 4;
        test::setRecompute(plan, Recompute::selective);
        for (auto &pipeline : plan.pipelines) {
            pipeline.stages[0].recomputeModules.add(RecomputeModule::norms);
            pipeline.stages[0].recomputeModules.add(RecomputeModule::expertActivation);
        }
        QVERIFY(test::comesBack("megatron", plan, samples::project()));
        QCOMPARE(test::verdict("megatron", plan, samples::project()), std::string());
        auto arguments = megatronArguments(plan, samples::workload());
        QVERIFY(has(arguments, "--num-distributed-optimizer-instances 2"));
        QVERIFY(has(arguments, "--recompute-modules layernorm moe_act"));
        plan.sharing.gatherPrecision = Precision::fp8;
        plan.gradientBucket = Bytes(4e6);
        arguments = megatronArguments(plan, samples::workload());
        QVERIFY(has(arguments, "--ddp-bucket-size 1000000")); // of fp32
        QCOMPARE(arguments.warnings.size(), std::size_t(1));
    }
    void shardGroupsOfAllShardedStatesComeBack()
    {
        std::vector<Plan> plans = {test::uniformPlan({.tp = 2, .pp = 1}), test::uniformPlan({.tp = 2, .pp = 1}),
                                   test::uniformPlan({.tp = 2, .pp = 1, .cp = 2}),
                                   test::uniformPlan({.tp = 2, .pp = 2, .cp = 2})};
        plans[0].zeroStage = 3;
        plans[1].zeroStage = plans[2].zeroStage = 2;
        plans[3].zeroStage = 1;
        plans[3].contextExchange = ContextExchange::ring;
        plans[0].gradientBucket = Bytes(4e6);
        for (Plan &plan : plans) {
            plan.sharing.group = 2;
            QVERIFY(test::comesBack("megatron", plan, samples::project()));
            QCOMPARE(test::verdict("megatron", plan, samples::project()), std::string());
        }
        const auto arguments = megatronArguments(plans[0], samples::workload());
        QVERIFY(has(arguments, "--num-distributed-optimizer-instances 4"));
        QVERIFY(has(arguments, "--outer-dp-sharding-strategy no_shard"));
        QVERIFY(!has(megatronArguments(plans[3], samples::workload()), "--outer-dp-sharding-strategy no_shard"));
        // With stages it is ZeRO-1, of the same groups.
        plans[3].zeroStage = 3;
        QVERIFY(has(megatronArguments(plans[3], samples::workload()), "--num-distributed-optimizer-instances 2"));
        QVERIFY(test::verdict("megatron", plans[3], samples::project()).starts_with("ZeRO-3 is not written"));
        std::string optimizers = test::exported("megatron", plans[0], samples::project())->text;
        optimizers.replace(optimizers.find("no_shard"), 8, "optim");
        const auto hybrid = importMegatron(samples::project(), {{"file", optimizers}}, {});
        QVERIFY(hybrid && test::hasNote(*hybrid, "outer-dp-sharding-strategy optim is left out"));
    }
    void modulesAreWrittenWithSelectiveRecomputeOnly()
    {
        Plan plan = samples::plan();
        auto &stages = plan.pipelines[0].stages;
        const auto text = [&plan] { return megatronArguments(plan, samples::workload()); };
        stages[0].recompute = stages[1].recompute = Recompute::selective;
        QVERIFY(has(text(), "--recompute-granularity selective"));
        QVERIFY(!has(text(), "--recompute-modules")); // the attention core needs no name
        stages[0].recomputeModules.add(RecomputeModule::norms);
        QVERIFY(has(text(), "--recompute-modules core_attn layernorm")); // what both stages repeat
        QVERIFY(text().warnings[0].find("core_attn+layernorm are written for all") != std::string::npos);
        // Of a stage that repeats nothing it is said once that stages differ.
        stages[1].recompute = Recompute::none;
        QVERIFY(has(text(), "--recompute-modules layernorm"));
        QCOMPARE(text().warnings.size(), std::size_t(1));
        stages[1].recompute = Recompute::full;
        QVERIFY(has(text(), "--recompute-granularity full"));
        QVERIFY(!has(text(), "--recompute-modules"));
    }
    void writesOneNumberWhereItSaysTheBlocksOfAllStages()
    {
        Plan plan = samples::plan(); // stages of four blocks
        auto &stages = plan.pipelines[0].stages;
        stages[0].recompute = stages[1].recompute = Recompute::full;
        stages[0].recomputeLayers = 3;
        stages[1].recomputeLayers = 3;
        auto arguments = megatronArguments(plan, samples::workload());
        QVERIFY(has(arguments, "--recompute-granularity full"));
        QVERIFY(has(arguments, "--recompute-method block"));
        QVERIFY(has(arguments, "--recompute-num-layers 3"));
        QVERIFY(arguments.warnings.empty());
        stages[0].recomputeLayers = 4; // all of it
        stages[1].recomputeLayers.reset();
        arguments = megatronArguments(plan, samples::workload());
        QVERIFY(has(arguments, "--recompute-method uniform"));
        QVERIFY(has(arguments, "--recompute-num-layers 1"));
        QVERIFY(arguments.warnings.empty());
        stages[0].chunks = {{0, 3}}; // two blocks, all of them recomputed
        stages[1].chunks = {{3, 7}};
        stages[1].recomputeLayers = 5;
        arguments = megatronArguments(plan, samples::workload());
        QVERIFY(has(arguments, "--recompute-num-layers 5"));
        QVERIFY(arguments.warnings.empty());
    }
    void refusesWhatItWouldRunOtherwise()
    {
        const auto verdict = [](const Plan &plan) { return test::verdict("megatron", plan, samples::project()); };
        Plan unlike = samples::plan();
        unlike.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 2);
        const auto refusal = verdict(unlike);
        QVERIFY(refusal.starts_with("refused: /pipelines/0/stages/1: found TP 2 beside TP 4"));
        QVERIFY(refusal.find("one TP degree in all stages as Megatron-LM runs it") != std::string::npos);
        QVERIFY(refusal.find("export for flagscale") != std::string::npos);
        Plan contexts = unlike;
        contexts.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 4);
        contexts.pipelines[0].stages[1].groups[0].tp = 4;
        contexts.pipelines[0].stages[1].groups[0].cp = 2;
        QVERIFY(verdict(contexts).starts_with("refused: /pipelines/0/stages/1: found CP 2 beside CP 1"));
        Plan shared = samples::plan();
        shared.pipelines[0].stages[1].groups = {samples::group("b", 0, 4), samples::group("b", 4, 4)};
        QVERIFY(verdict(shared).starts_with("refused: /pipelines/0/stages/1: found 2 TP groups"));
        Plan pipelines = test::uniformPlan({.tp = 4, .pp = 2});
        pipelines.pipelines[1].microBatches = 3;
        QVERIFY(verdict(pipelines).starts_with("refused: /pipelines/1: found 3 micro-batches"));
        Plan turning = test::uniformPlan({.tp = 4, .pp = 2, .chunks = 2, .layers = {3, 3, 2, 2}});
        turning.schedule = ScheduleKind::zbV;
        for (Pipeline &pipeline : turning.pipelines)
            std::swap(pipeline.stages[0].chunks[1], pipeline.stages[1].chunks[1]);
        QVERIFY(verdict(turning).starts_with("refused: /pipelines/0: found virtual stages back and forth"));
        Plan overlap = test::uniformPlan({.tp = 4, .pp = 2});
        overlap.overlap.tp = true;
        overlap.sequenceParallel = false;
        QVERIFY(verdict(overlap).find("only with --sequence-parallel") != std::string::npos);
        Plan sends = test::uniformPlan({.tp = 4, .pp = 2});
        sends.overlap.pp = true;
        QVERIFY(verdict(sends).find("no option for stages that compute while they send") != std::string::npos);
        sends.schedule = ScheduleKind::interleaved; // its sends never wait
        QVERIFY(verdict(sends).find("while they send") == std::string::npos);
    }
    void unevenStagesAreSaidByEndsOrLayout()
    {
        auto workload = samples::workload();
        Plan plan = samples::plan();
        plan.pipelines[0].stages[0].chunks = {{0, 3}};
        plan.pipelines[0].stages[1].chunks = {{3, 7}};
        auto arguments = megatronArguments(plan, workload);
        QVERIFY(arguments.warnings.empty());
        QVERIFY(has(arguments, "--decoder-first-pipeline-num-layers 2"));
        QVERIFY(has(arguments, "--decoder-last-pipeline-num-layers 6"));
        plan.pipelines[0].stages.push_back(plan.pipelines[0].stages[1]);
        plan.pipelines[0].stages.push_back(plan.pipelines[0].stages[1]);
        plan.pipelines[0].stages[0].chunks = {{0, 1}};
        plan.pipelines[0].stages[1].chunks = {{1, 5}};
        plan.pipelines[0].stages[2].chunks = {{6, 3}};
        plan.pipelines[0].stages[3].chunks = {{9, 1}};
        arguments = megatronArguments(plan, workload);
        QVERIFY2(has(arguments, "--pipeline-model-parallel-layout \"E|t*5|t*3|L\""), arguments.text().c_str());
        workload.model.predictionModules = 1; // it stands in the layout, too
        QVERIFY(has(megatronArguments(plan, workload), "--pipeline-model-parallel-layout \"E|t*5|t*3|mL\""));
        plan.pipelines[0].stages[2].chunks = {{6, 1}};
        plan.pipelines[0].stages[3].chunks = {{7, 3}};
        QVERIFY(has(megatronArguments(plan, workload), "--pipeline-model-parallel-layout \"E|t*5|t|t*2,mL\""));
    }
    void expertsAreSentByAnAllToAll()
    {
        auto workload = samples::workload();
        workload.model.moe = MixtureOfExperts{8, 2, 0, 2048, 0};
        Plan plan = samples::plan();
        plan.expertParallel = 2;
        QVERIFY(has(megatronArguments(plan, workload), "--moe-token-dispatcher-type alltoall"));
        workload.job.expertDispatch = ExpertDispatch::nodes;
        QVERIFY(has(megatronArguments(plan, workload), "--moe-token-dispatcher-type flex"));
    }
};

QTEST_GUILESS_MAIN(MegatronTest)
#include "megatron_test.moc"

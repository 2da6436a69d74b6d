// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/deepspeed/config.h"

#include "exchange/fixture.h"
#include "exchange/launch_round_trip.h"
#include "support/strict_test.h"

using namespace heteroscope;

class DeepspeedTest : public StrictTest
{
    Q_OBJECT

    static Imported imported(const std::string &name, const Project &into = samples::project())
    {
        auto result = test::import("deepspeed", "deepspeed/" + name, into);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
    static QString refused(const std::string &text) { return test::refusal("deepspeed", text, samples::project()); }
    static bool isVerdict(const Plan &plan, const char *part)
    {
        return test::verdict("deepspeed", plan, samples::project()).find(part) != std::string::npos;
    }

private slots:
    void readsShardedData()
    {
        const auto result = imported("zero3.json");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines.size(), std::size_t(16)); // what 32 samples, 2 at once, leave open
        QCOMPARE(plan.pipelines[0].microBatches, 1);
        QCOMPARE(plan.microBatchSize, 2);
        QCOMPARE(plan.zeroStage, 3);
        QVERIFY(plan.overlap.dp); // the default of stage 3
        QCOMPARE(plan.pipelines[0].stages[0].recompute, Recompute::full);
        const auto &job = result.project.workload.job;
        QCOMPARE(job.globalBatch, 32);
        QCOMPARE(job.softwareStack, std::string("DeepSpeed"));
        QCOMPARE(job.precision, Precision::bf16);
        QCOMPARE(job.gradientPrecision, Precision::fp32);
        QVERIFY(test::hasNote(result, "offload_optimizer"));
        QVERIFY(test::hasNote(result, "Test 1B and 2048 tokens stay"));
    }
    void readsDegrees()
    {
        const auto result = imported("tensor_parallel.json");
        const Plan &plan = result.project.plans.front().plan;
        QCOMPARE(plan.pipelines.size(), std::size_t(2));
        QCOMPARE(largestTensorDegree(plan), 4);
        QCOMPARE(pipelineDegree(plan), 2);
        QCOMPARE(plan.pipelines[0].microBatches, 8);
        QCOMPARE(plan.zeroStage, 1);
        QVERIFY(plan.overlap.dp);
        QCOMPARE(result.project.workload.job.precision, Precision::fp16);
        QCOMPARE(result.project.workload.job.gradientPrecision, Precision::fp16);
    }
    void theFileSaysHowManyDevicesItNeeds()
    {
        const auto result = imported("tensor_parallel.json", emptyProject());
        QCOMPARE(deviceCount(result.project.plans.front().plan), 16);
        QVERIFY(test::hasNote(result, "drawn as"));
        QVERIFY(test::refusal("deepspeed", R"({"train_batch_size": 8})", emptyProject())
                    .contains("a project with the cluster"));
    }
    void saysWhatIsWrong()
    {
        QVERIFY(refused(test::fixture("deepspeed/auto.json").text).contains("numbers for train_micro"));
        QVERIFY(refused("[]").contains("DeepSpeed configuration"));
        QVERIFY(refused("{").contains("{") || !refused("{").isEmpty());
        QVERIFY(refused(R"({"train_batch_size": "x"})").startsWith("/train_batch_size: \"x\""));
        QVERIFY(refused(R"({"train_batch_size": 7, "train_micro_batch_size_per_gpu": 2,
            "gradient_accumulation_steps": 1})")
                    .contains("a multiple of micro-batch 2"));
        QVERIFY(refused(R"({"train_batch_size": 8})").contains("a multiple of what 16 replicas"));
        QVERIFY(refused(R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 1,
            "gradient_accumulation_steps": 1})")
                    .contains("at most the 16 devices"));
        QVERIFY(refused(R"({"train_batch_size": 16, "tensor_parallel": {"autotp_size": 3}})")
                    .contains("a divisor of the 16 devices"));
        QVERIFY(refused(R"({"train_batch_size": 16, "pipeline": {"stages": 11}})").contains("at most the 10 layers"));
        QVERIFY(refused(R"({"train_batch_size": 16, "zero_optimization": {"stage": 4}})").contains("from 0 to 3"));
    }
    void whatIsExportedIsReadBackTheSame()
    {
        std::vector<Plan> plans = {test::uniformPlan({.tp = 1, .pp = 1}), test::uniformPlan({.tp = 2, .pp = 1}, 2),
                                   test::uniformPlan({.tp = 2, .pp = 1, .cp = 2}),
                                   test::uniformPlan({.tp = 4, .pp = 2}),
                                   test::uniformPlan({.tp = 1, .pp = 1, .devices = 8})};
        plans[0].zeroStage = 3;
        plans[1].zeroStage = 2;
        test::setRecompute(plans[3], Recompute::full);
        for (Plan &plan : plans) {
            plan.sequenceParallel = false;
            plan.overlap.tp = largestTensorDegree(plan) == 1; // as the planner has it for DeepSpeed
            QVERIFY(test::comesBack("deepspeed", plan, samples::project()));
        }
        QCOMPARE(test::verdict("deepspeed", plans[0], samples::project()), std::string());
        QCOMPARE(test::verdict("deepspeed", plans[1], samples::project()), std::string());
        const auto file = test::exported("deepspeed", plans[0], samples::project());
        QCOMPARE(file->notes.size(), std::size_t(2));
        QVERIFY(file->notes[0].find("Test 1B, 2048 tokens") != std::string::npos);
        QVERIFY(file->notes[1].find("a:0 a:1") != std::string::npos);
    }
    void ranksInAnotherOrderComeBack()
    {
        Plan plan = test::uniformPlan({.tp = 2, .pp = 1, .devices = 8});
        plan.sequenceParallel = false;
        QVERIFY(test::exported("deepspeed", plan, samples::project())->text.find("ranks") == std::string::npos);
        for (Pipeline &pipeline : plan.pipelines) { // on the second node
            for (std::string &device : pipeline.stages[0].groups[0].devices)
                device.front() = 'b';
        }
        for (std::string &device : plan.unusedDevices)
            device.front() = 'a';
        QVERIFY(test::comesBack("deepspeed", plan, samples::project()));
        QCOMPARE(test::verdict("deepspeed", plan, samples::project()), std::string());
        std::swap(plan.pipelines[0].stages[0].groups, plan.pipelines[1].stages[0].groups);
        QVERIFY(test::comesBack("deepspeed", plan, samples::project()));
    }
    void shardGroupsAndOffloadComeBack()
    {
        Project project = samples::project();
        for (auto &node : project.cluster.nodes)
            node.hostBandwidth = BytesPerSecond(20e9);
        Plan plan = test::uniformPlan({.tp = 1, .pp = 1});
        plan.sequenceParallel = false;
        plan.overlap.tp = true;
        plan.zeroStage = 3;
        plan.sharing.group = 8;
        plan.offload = {true, true};
        QVERIFY(test::comesBack("deepspeed", plan, project));
        // MiCS, the sharing by groups, has no optimizer states on the hosts.
        QVERIFY(test::verdict("deepspeed", plan, project).starts_with("DeepSpeed does not offload optimizer states"));
        plan.offload.optimizer = false;
        QVERIFY(test::comesBack("deepspeed", plan, project));
        QCOMPARE(test::verdict("deepspeed", plan, project), std::string());
        const auto file = test::exported("deepspeed", plan, project);
        QVERIFY(file->text.find("\"mics_shard_size\": 8") != std::string::npos);
        Plan whole = plan;
        whole.sharing.group = 0;
        whole.offload.optimizer = true;
        whole.gradientBucket = Bytes(4e8);
        QVERIFY(test::comesBack("deepspeed", whole, project));
        QCOMPARE(test::verdict("deepspeed", whole, project), std::string());
        for (const int zero : {1, 2}) { // it has groups with ZeRO-3 only
            Plan lower = plan;
            lower.offload = {};
            lower.zeroStage = zero;
            QVERIFY(test::verdict("deepspeed", lower, project).find("with ZeRO-3 only; with ZeRO-") !=
                    std::string::npos);
            QVERIFY(test::exported("deepspeed", lower, project)->text.find("mics") == std::string::npos);
        }
        const auto read = findImportFormat("deepspeed")
                              ->import(project, {{"f", R"({"train_batch_size": 16, "zero_optimization":
                                                  {"stage": 2, "mics_shard_size": 8}})"}},
                                       {});
        QVERIFY(read && test::hasNote(*read, "mics_shard_size 8 is left out"));
        QCOMPARE(read->project.plans.front().plan.sharing.group, 0);
        Plan tensors = test::uniformPlan({.tp = 2, .pp = 1});
        tensors.zeroStage = 3;
        tensors.sharing.group = 4;
        QVERIFY(isVerdict(tensors, "without regard to TP and pipeline"));
        plan.sharing.prefetch = 1;
        QVERIFY(test::verdict("deepspeed", plan, project).find("gathered ahead") != std::string::npos);
    }
    void saysWhatHasToChange()
    {
        Plan plan = test::uniformPlan({.tp = 4, .pp = 2, .layers = {4, 6}});
        plan.zeroStage = 3;
        plan.overlap.tp = true;
        plan.schedule = ScheduleKind::zbH1;
        test::setRecompute(plan, Recompute::selective);
        for (const char *part :
             {"num_stages=2 and 4, 6 layers", "ZeRO-1 at most", "1F1B with one part", "the model has to",
              "no sequence parallelism", "does not overlap", "the attention of each block", "ZeRO-2 at most"})
            QVERIFY2(isVerdict(plan, part), part);
        QVERIFY(isVerdict(test::uniformPlan({.tp = 2, .pp = 1, .cp = 2}), "Ulysses"));
        Plan pipelines = test::uniformPlan({.tp = 4, .pp = 2});
        pipelines.pipelines[1].microBatches = 3;
        QVERIFY(isVerdict(pipelines, "refused: /pipelines/1"));
        Plan unlike = samples::plan();
        unlike.pipelines[0].stages[1].groups[0] = samples::group("b", 0, 2);
        QVERIFY(isVerdict(unlike, "refused: /pipelines/0/stages/1: found TP 2 beside TP 4"));
        for (Pipeline &pipeline : plan.pipelines)
            pipeline.stages[0].recomputeModules.add(RecomputeModule::norms);
        QVERIFY(isVerdict(plan, "deepspeed.checkpointing: core_attn+layernorm of each block"));
        Project types = samples::project();
        types.workload.job.precision = Precision::fp8;
        QVERIFY(test::verdict("deepspeed", test::uniformPlan({}), types).find("fp8: bf16 is written") !=
                std::string::npos);
    }
};

QTEST_GUILESS_MAIN(DeepspeedTest)
#include "deepspeed_test.moc"

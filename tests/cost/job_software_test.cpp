// SPDX-License-Identifier: GPL-3.0-or-later
//
// The software of a job is its stack, but for what the job ticks.
#include "cost/job_software.h"

#include "cost/group_cost.h"
#include "cost/software_lack.h"
#include "strategy/schedule.h"
#include "support/clusters.h"
#include "support/enumerators.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

SoftwareStack softwareOf(const char *stack, SoftwareTicks ticks = {})
{
    TrainingJob job;
    job.softwareStack = stack;
    job.runs = std::move(ticks);
    return *jobSoftware(builtinCalibration(), job);
}

} // namespace

class JobSoftwareTest : public StrictTest
{
    Q_OBJECT

private slots:
    void withoutTicksItIsTheStack()
    {
        for (const SoftwareStack &stack : builtinCalibration().stacks) {
            const auto own = softwareOf(stack.name.c_str());
            QCOMPARE(own.name, stack.name);
            QVERIFY(own.schedules == stack.schedules && own.degrees == stack.degrees);
            QVERIFY(own.zeroStages == stack.zeroStages); // listed in order, with 0
            QCOMPARE(own.uncertainty, stack.uncertainty);
        }
        // An unknown one has what the nearest has.
        QVERIFY(softwareOf("my FSDP").schedules == softwareOf("PyTorch FSDP").schedules);
    }
    void aTickedListReplacesTheStacks()
    {
        const auto plain = softwareOf("NeMo");
        const auto less = softwareOf("NeMo", {.schedules = std::vector<std::string>{"1f1b"}});
        QVERIFY(less.schedules == std::vector{ScheduleKind::oneFOneB});
        QVERIFY(less.zeroStages == plain.zeroStages && less.degrees == plain.degrees);
        // A fork may have more; the order is that of all lists, and no sharding needs no tick.
        const auto more = softwareOf("PyTorch FSDP", {.schedules = std::vector<std::string>{"zb-v", "gpipe"},
                                                      .zeroStages = std::vector{3, 1},
                                                      .degrees = SoftwareDegrees{true, false, true}});
        QVERIFY((more.schedules == std::vector{ScheduleKind::gpipe, ScheduleKind::zbV}));
        QVERIFY((more.zeroStages == std::vector{0, 1, 3}));
        QVERIFY(more.degrees.tp && !more.degrees.cp && more.degrees.ep);
        QVERIFY(softwareOf("NeMo", {.schedules = std::vector<std::string>{}}).schedules.empty());
    }
    void everyScheduleButTheWrittenOneCanBeTicked()
    {
        const auto kinds = tickableSchedules();
        QCOMPARE(kinds.size() + 1, allSchedules().size());
        for (const ScheduleKind kind : kinds) {
            QVERIFY(!scheduleOf(kind).facts().isWritten);
            const auto software = softwareOf("NeMo", {.schedules = std::vector{std::string(scheduleName(kind))}});
            QVERIFY(software.schedules == std::vector{kind});
        }
    }
    void whatIsTickedIsNotLacked()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"a:2", "a:3"}}, {4, 4}, 8)};
        const auto lack = [&plan](const SoftwareTicks &ticks) { return softwareLack(plan, softwareOf("NeMo", ticks)); };
        QVERIFY(!lack({}));
        QVERIFY(lack({.degrees = SoftwareDegrees{false, true, true}}) == SoftwareLack::tensorParallel);
        plan.zeroStage = 1;
        plan.sharing.group = 2;
        plan.pipelines.resize(4, plan.pipelines.front());
        QVERIFY(!lack({}));
        QVERIFY(lack({.degrees = SoftwareDegrees{true, true, true, false}}) == SoftwareLack::shardGroups);
        plan.zeroStage = 0;
        plan.schedule = ScheduleKind::zbH1;
        QVERIFY(lack({}) == SoftwareLack::schedule);
        QVERIFY(!lack({.schedules = std::vector<std::string>{"zb-h1"}}));
        for (const auto one : test::enumerators<SoftwareLack>())
            QCOMPARE(noSoftwareHas(one), one == SoftwareLack::sharedStages);
        plan.pipelines.back().microBatches = 1;
        plan.schedule = ScheduleKind::oneFOneB;
        QVERIFY(lack({}) == SoftwareLack::unlikePipelines);
        QVERIFY(!lack({.degrees = SoftwareDegrees{true, true, true, true, true}}));
    }
    void oneSettingForAllStagesIsWhatSoftwareHas()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0", "a:1"}, {"a:2"}}, {4, 4}, 8)};
        const auto lack = [&plan](const SoftwareTicks &ticks = {}) {
            return softwareLack(plan, softwareOf("NeMo", ticks));
        };
        QVERIFY(lack() == SoftwareLack::tpByStage);
        SoftwareDegrees ticked;
        ticked.tpByStage = true;
        QVERIFY(!lack({.degrees = ticked}));
        auto &stages = plan.pipelines.front().stages;
        stages.front().recompute = Recompute::full;
        QVERIFY(lack({.degrees = ticked}) == SoftwareLack::recomputeByStage);
        ticked.recomputeByStage = true;
        QVERIFY(!lack({.degrees = ticked}));
        // Each pipeline has its own stages then.
        ticked.recomputeByStage = false;
        ticked.unlikePipelines = true;
        QVERIFY(!lack({.degrees = ticked}));
    }
    void partsOfABlockThatItCannotRepeatAloneAreLacked()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {4}, 8)};
        Stage &stage = plan.pipelines.front().stages.front();
        const auto lack = [&plan](const char *name, const SoftwareTicks &ticks = {}) {
            return softwareLack(plan, softwareOf(name, ticks));
        };
        stage.recompute = Recompute::selective; // of the attention core
        QVERIFY(!lack("NeMo"));
        QVERIFY(lack("HAI-LLM") == SoftwareLack::recomputeModules);
        stage.recomputeModules.add(RecomputeModule::norms);
        QVERIFY(lack("NeMo") == SoftwareLack::recomputeModules);
        QVERIFY(!lack("HAI-LLM"));
        QVERIFY(!lack("Megatron-Core"));
        QVERIFY(lack("Megatron-Core", {.recomputeModules = RecomputeModules()}) == SoftwareLack::recomputeModules);
        stage.recomputeModules.add(RecomputeModule::mlpActivation);
        QVERIFY(lack("Megatron-Core") == SoftwareLack::recomputeModules);
        QVERIFY(!lack("NeMo", {.recomputeModules = stage.recomputeModules}));
        stage.recompute = Recompute::full;
        stage.recomputeModules = {};
        QVERIFY(!lack("NeMo", {.recomputeModules = RecomputeModules()}));
    }
    void withoutAnyStackThereIsNoSoftware() { QVERIFY(!jobSoftware(CalibrationValues(), TrainingJob())); }
};

QTEST_GUILESS_MAIN(JobSoftwareTest)
#include "job_software_test.moc"

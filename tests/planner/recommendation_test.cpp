// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which plan is recommended, what a software cannot run, and that two searches of one question never give a worse
// answer than either of them.
#include "planner/recommendation.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

std::shared_ptr<const StepResult> step(double seconds)
{
    StepResult result;
    result.stepTime = toTicks(Seconds(seconds));
    return std::make_shared<const StepResult>(std::move(result));
}

/// Two stages; `number` tells plans apart.
Plan planWith(ScheduleKind schedule, int number = 1)
{
    Plan plan;
    plan.schedule = schedule;
    plan.microBatchSize = number;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8)};
    return plan;
}

/// Ranked plans of these step times, told apart by their time.
SearchResult found(const std::vector<double> &seconds, double lowerBound = 1)
{
    SearchResult result;
    result.enumerated = 10;
    result.stopped = true;
    for (const double each : seconds)
        result.plans.push_back(
            {planWith(ScheduleKind::oneFOneB, static_cast<int>(each * 100)), {}, {}, step(each), {}});
    result.lowerValue = lowerBound;
    result.lowerBound = Seconds(lowerBound);
    result.bestValue = seconds.empty() ? 0 : seconds.front();
    result.gap = seconds.empty() ? 1 : 1 - lowerBound / seconds.front();
    return result;
}

std::vector<double> times(const SearchResult &result)
{
    std::vector<double> list;
    for (const RankedPlan &plan : result.plans)
        list.push_back(toSeconds(plan.result->stepTime).value);
    return list;
}

SoftwareStack plainStack()
{
    SoftwareStack stack;
    stack.zeroStages = {0, 1};
    return stack;
}

} // namespace

class RecommendationTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theFastestThatTheSoftwareRunsIsRecommended()
    {
        SearchResult result = found({9, 10});
        result.beyond = {{{}, planWith(ScheduleKind::zbV), step(8)}, {{}, planWith(ScheduleKind::gpipe), step(8.5)}};
        SoftwareStack stack = plainStack();
        const Recommendation recommended = recommend(result, &stack);
        QVERIFY(recommended && recommended.isBeyond && !recommended.lack);
        QCOMPARE(toSeconds(recommended.result->stepTime).value, 8.5);
        const Recommendation beyond = betterBeyond(result, &stack);
        QVERIFY(beyond.lack == SoftwareLack::schedule);
        QCOMPARE(toSeconds(beyond.result->stepTime).value, 8.0);
        stack.schedules.push_back(ScheduleKind::zbV);
        QCOMPARE(toSeconds(recommend(result, &stack).result->stepTime).value, 8.0);
        QCOMPARE(toSeconds(recommend(result, nullptr).result->stepTime).value, 8.0);
        result.beyond = {{{}, planWith(ScheduleKind::gpipe), step(9.5)}};
        QCOMPARE(recommend(result, &stack).plan, &result.plans.front().plan);
        QVERIFY(!betterBeyond(result, &stack));
        QVERIFY(!recommend({}, &stack));
    }

    void whereItRunsNoneTheBestOfTheSpaceIsGiven()
    {
        SearchResult result = found({9});
        result.plans.front().plan.schedule = ScheduleKind::interleaved;
        SoftwareStack stack = plainStack();
        stack.schedules = {ScheduleKind::oneFOneB};
        const Recommendation recommended = recommend(result, &stack);
        QVERIFY(recommended && !recommended.isBeyond);
        QVERIFY(recommended.lack == SoftwareLack::schedule);
    }

    void whatSoftwareLacks()
    {
        const SoftwareStack stack = plainStack();
        Plan plan = planWith(ScheduleKind::oneFOneB);
        QVERIFY(!softwareLack(plan, stack));
        plan.schedule = ScheduleKind::zbV;
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::schedule);
        plan.pipelines = {test::pipeline({{"a:0"}}, {8}, 8)};
        QVERIFY(!softwareLack(plan, stack)); // one stage: every schedule is the same
        plan.zeroStage = 3;
        QVERIFY(!softwareLack(plan, stack)); // one replica: nothing is sharded
        plan.pipelines.push_back(test::pipeline({{"a:1"}}, {8}, 8));
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::zeroStage);
        plan.zeroStage = 1;
        QVERIFY(!softwareLack(plan, stack));
        SoftwareStack stages = stack;
        stages.zeroWithStages = 0;
        QVERIFY(!softwareLack(plan, stages)); // one stage
        Plan staged = planWith(ScheduleKind::oneFOneB);
        staged.pipelines.push_back(staged.pipelines.front());
        staged.zeroStage = 1;
        QVERIFY(!softwareLack(staged, stack));
        QVERIFY(softwareLack(staged, stages) == SoftwareLack::zeroWithStages);
        plan.pipelines[1].microBatches += 1;
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::unlikePipelines);
        plan.pipelines[1] = plan.pipelines[0];
        plan.pipelines[0].stages[0].groups.push_back(plan.pipelines[0].stages[0].groups.front());
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::sharedStages);
    }

    void ranksOfEachStageThatShareTheSamplesArePipelinesThatDiffer()
    {
        SoftwareStack stack = plainStack();
        Plan plan = planWith(ScheduleKind::oneFOneB);
        plan.pipelines.resize(1);
        auto &stages = plan.pipelines.front().stages;
        QVERIFY(stages.size() > 1);
        for (auto &stage : stages)
            stage.groups.resize(2, stage.groups.front());
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::unlikePipelines);
        stack.degrees.unlikePipelines = true;
        QVERIFY(!softwareLack(plan, stack));
        stages.front().groups.front().samples += 1; // a rank sends to several
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::sharedStages);
        stages.front().groups.resize(1);
        QVERIFY(softwareLack(plan, stack) == SoftwareLack::sharedStages);
    }

    void whatSoftwareLacksInsideAStage()
    {
        const Plan plain = planWith(ScheduleKind::oneFOneB);
        const auto lack = [](Plan plan, int TensorGroup::*degree, bool SoftwareDegrees::*has) {
            SoftwareStack stack = plainStack();
            stack.degrees.*has = false;
            if (softwareLack(plan, stack))
                return SoftwareLack::schedule;
            plan.pipelines.front().stages.back().groups.front().*degree = 2; // in one stage is enough
            stack.degrees.*has = stack.degrees.tpByStage = true;
            if (softwareLack(plan, stack))
                return SoftwareLack::schedule;
            stack.degrees.*has = false;
            return softwareLack(plan, stack).value_or(SoftwareLack::schedule);
        };
        QVERIFY(lack(plain, &TensorGroup::tp, &SoftwareDegrees::tp) == SoftwareLack::tensorParallel);
        QVERIFY(lack(plain, &TensorGroup::cp, &SoftwareDegrees::cp) == SoftwareLack::contextParallel);
        QVERIFY(lack(plain, &TensorGroup::ep, &SoftwareDegrees::ep) == SoftwareLack::expertParallel);
        // Shard groups of fewer replicas than there are.
        Plan hybrid = plain;
        hybrid.zeroStage = 1;
        hybrid.pipelines.resize(4, hybrid.pipelines.front());
        hybrid.sharing.group = 2;
        SoftwareStack stack = plainStack();
        stack.zeroStages = {0, 1};
        QVERIFY(!softwareLack(hybrid, stack));
        stack.degrees.hsdp = false;
        QVERIFY(softwareLack(hybrid, stack) == SoftwareLack::shardGroups);
        hybrid.sharing.group = 4;
        QVERIFY(!softwareLack(hybrid, stack));
        // The ranks of a context group share states as replicas do.
        Plan sharded = plain;
        sharded.zeroStage = 3;
        QVERIFY(!softwareLack(sharded, plainStack()));
        for (auto &stage : sharded.pipelines.front().stages)
            stage.groups.front().cp = 2;
        QVERIFY(softwareLack(sharded, plainStack()) == SoftwareLack::zeroStage);
    }

    void shippedStacksKnowTheirSchedules()
    {
        for (const SoftwareStack &stack : builtinCalibration().stacks) {
            if (stack.schedules.empty()) { // it has no pipelines
                QVERIFY2(!stack.degrees.tp && !stack.zeroStages.empty(), stack.name.c_str());
                continue;
            }
            QVERIFY(!softwareLack(planWith(ScheduleKind::oneFOneB), stack));
        }
        const SoftwareStack *torchtitan = builtinCalibration().findStack("torchtitan");
        QVERIFY(!softwareLack(planWith(ScheduleKind::zbV), *torchtitan));
        const SoftwareStack *megatron = builtinCalibration().findStack("Megatron-LM");
        QVERIFY(softwareLack(planWith(ScheduleKind::zbV), *megatron) == SoftwareLack::schedule);
    }

    void aWorseAnswerNeverReplacesABetterOne()
    {
        const SearchResult first = found({9.32, 11}, 2);
        const SearchResult second = found({13.2, 14}, 3);
        for (const SearchResult &both : {joined(first, second), joined(second, first)}) {
            QCOMPARE(times(both), (std::vector<double>{9.32, 11}));
            QCOMPARE(both.lowerValue, 3.0); // each bound holds, so the greater does
            QCOMPARE(both.gap, (9.32 - 3) / 9.32);
            QCOMPARE(both.bestValue, 9.32);
            QVERIFY(both.stopped && !both.proved);
            QVERIFY(!both.plans[0].whyNotFirst && both.plans[1].whyNotFirst);
        }
    }

    void aProofStaysAProof()
    {
        SearchResult proved = found({9}, 9);
        proved.proved = true;
        proved.stopped = false;
        proved.gap = 0;
        proved.beyond = {{{}, planWith(ScheduleKind::gpipe), step(8)}};
        for (const SearchResult &both : {joined(proved, found({10})), joined(found({10}), proved)}) {
            QVERIFY(both.proved && !both.stopped);
            QCOMPARE(both.gap, 0.0);
            QCOMPARE(times(both), std::vector<double>{9});
            QCOMPARE(both.beyond.size(), std::size_t(1));
        }
        // A bound of one search can prove the plan of the other.
        const SearchResult met = joined(found({9}, 1), found({12}, 9));
        QVERIFY(met.proved && !met.stopped);
    }

    void verdictsAreThoseOfTheSearchThatCameFurther()
    {
        SearchResult early = found({9});
        early.prunedBy = {{Rejection::notReached, 9}};
        early.simulated = 1;
        SearchResult late = found({10});
        late.prunedBy = {{Rejection::notReached, 2}, {Rejection::bounded, 5}};
        late.simulated = 3;
        SearchResult running; // knows plans, and no verdicts yet
        running.plans = found({8}).plans;
        QCOMPARE(joined(early, late).simulated, std::size_t(3));
        QCOMPARE(joined(late, early).simulated, std::size_t(3));
        QCOMPARE(times(joined(late, early)), std::vector<double>{9});
        const SearchResult all = joined(running, late);
        QCOMPARE(all.enumerated, std::size_t(10));
        QCOMPARE(times(all), std::vector<double>{8});
    }
};

QTEST_GUILESS_MAIN(RecommendationTest)
#include "recommendation_test.moc"

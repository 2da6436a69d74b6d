// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans changed by hand stay plans.
#include "strategy/plan_edits.h"

#include "strategy/change_schedule.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

Topology eight() { return test::topology(test::star({test::node("a", "A100-80GB SXM", 8)})); }

/// Two alike pipelines of two stages, micro-batches of two samples.
Plan twoByTwo()
{
    Plan plan;
    plan.microBatchSize = 2;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {3, 5}, 2, 2),
                      test::pipeline({{"a:2"}, {"a:3"}}, {3, 5}, 2, 2)};
    plan.unusedDevices = {"a:4", "a:5", "a:6", "a:7"};
    return plan;
}

bool isRight(const Plan &plan) { return findPlanMistakes(plan, eight(), test::smallGpt(6, 1024, 8), {}).ok(); }

} // namespace

class PlanEditsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void alikePipelinesMoveTheirBordersTogether()
    {
        QVERIFY(isRight(twoByTwo()));
        const auto moved = moveBorder(twoByTwo(), 0, 0, 2);
        QVERIFY(moved && isRight(*moved));
        for (const auto &pipeline : moved->pipelines) {
            QCOMPARE(pipeline.stages[0].chunks[0], (LayerRange{0, 5}));
            QCOMPARE(pipeline.stages[1].chunks[0], (LayerRange{5, 3}));
        }
        // An unlike one goes its own way.
        auto unlike = twoByTwo();
        unlike.pipelines[1] = test::pipeline({{"a:2"}, {"a:3"}}, {4, 4}, 2, 2);
        const auto one = moveBorder(unlike, 1, 0, -1);
        QVERIFY(one && isRight(*one));
        QCOMPARE(one->pipelines[0], unlike.pipelines[0]);
        QCOMPARE(one->pipelines[1].stages[0].chunks[0].count, 3);
        QVERIFY(!moveBorder(twoByTwo(), 0, 0, -3));
        QVERIFY(!moveBorder(twoByTwo(), 0, 0, 5));
        QVERIFY(!moveBorder(twoByTwo(), 0, 1, 1));
        QVERIFY(!moveBorder(twoByTwo(), 2, 0, 1));
    }
    void bordersOfSeveralChunksStayInOrder()
    {
        HETEROSCOPE_PROPERTY("a border moved and moved back", [] {
            const auto kind = *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::interleaved, ScheduleKind::zbV);
            auto workload = test::smallGpt(14, 1024, 8);
            Plan plan;
            plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}, {"a:3"}}, {4, 4, 4, 4}, 8)};
            const auto made = withSchedule(plan, kind, workload.model);
            RC_ASSERT(bool(made));
            const auto stage = *rc::gen::inRange<std::size_t>(0, 3);
            const int layers = *rc::gen::element(-1, 1);
            const auto moved = moveBorder(*made, 0, stage, layers);
            RC_ASSERT(bool(moved));
            RC_ASSERT(findPlanMistakes(*moved, eight(), workload, {}).ok());
            RC_ASSERT(!(*moved == *made));
            const auto back = moveBorder(*moved, 0, stage, -layers);
            RC_ASSERT(back && *back == *made);
        });
    }
    void groupsChangePlaces()
    {
        const auto swapped = swapGroups(twoByTwo(), {0, 0, 0}, {1, 1, 0});
        QVERIFY(swapped && isRight(*swapped));
        QCOMPARE(swapped->pipelines[0].stages[0].groups[0].devices, std::vector<std::string>{"a:3"});
        QCOMPARE(swapped->pipelines[1].stages[1].groups[0].devices, std::vector<std::string>{"a:0"});
        QVERIFY(!swapGroups(twoByTwo(), {0, 0, 0}, {0, 0, 1}));
    }
    void aGroupJoinsAnotherStage()
    {
        // Two samples for two groups, one each; the stage that it leaves goes, and its layers come along.
        const auto joined = moveGroup(twoByTwo(), {0, 1, 0}, 0, 0);
        QVERIFY(joined && isRight(*joined));
        QCOMPARE(joined->pipelines[0].stages.size(), std::size_t(1));
        QCOMPARE(joined->pipelines[0].stages[0].chunks[0], (LayerRange{0, 8}));
        QCOMPARE(joined->pipelines[0].stages[0].groups.size(), std::size_t(2));
        QCOMPARE(joined->pipelines[0].stages[0].groups[0].samples, 1);
        // A third one has no sample.
        const auto third = moveGroup(*joined, {1, 0, 0}, 0, 0);
        QVERIFY(!third && third.error().hint.find("micro-batches") != std::string::npos);
        // The first stage's layers go to the one behind.
        const auto first = moveGroup(twoByTwo(), {0, 0, 0}, 0, 1);
        QVERIFY(first && isRight(*first));
        // A pipeline does not lose its only stage.
        QCOMPARE(*moveGroup(*joined, {1, 0, 0}, 1, 0), *joined); // where it is already
        auto single = *first;
        single.pipelines[0].stages[0].groups.resize(1);
        single.pipelines[0].stages[0].groups[0].samples = 2;
        QVERIFY(!moveGroup(single, {0, 0, 0}, 1, 0));
    }
    void unusedDevicesTakeAPlace()
    {
        const auto plan = twoByTwo();
        QCOMPARE(devicesLeft(plan, eight()), (std::vector<std::string>{"a:4", "a:5", "a:6", "a:7"}));
        const auto replaced = replaceDevices(plan, {0, 1, 0}, {"a:6", "a:7"});
        QVERIFY(replaced && isRight(*replaced));
        QCOMPARE(replaced->pipelines[0].stages[1].groups[0].devices, std::vector<std::string>{"a:6"});
        QCOMPARE(devicesLeft(*replaced, eight()), (std::vector<std::string>{"a:1", "a:4", "a:5", "a:7"}));
        QVERIFY(!replaceDevices(plan, {0, 1, 0}, {}));
    }

    void aGroupBecomesAStageOfItsOwn()
    {
        // Two groups in one stage of 8 layers: the second one takes the last half of them, or the first.
        const auto joined = moveGroup(twoByTwo(), {0, 1, 0}, 0, 0);
        QVERIFY(joined);
        const auto behind = moveToNewStage(*joined, {0, 0, 1}, {0, 1});
        QVERIFY(behind && isRight(*behind));
        QCOMPARE(behind->pipelines[0].stages[0].chunks[0], (LayerRange{0, 4}));
        QCOMPARE(behind->pipelines[0].stages[1].chunks[0], (LayerRange{4, 4}));
        QCOMPARE(behind->pipelines[0].stages[1].groups[0].devices, std::vector<std::string>{"a:1"});
        const auto before = moveToNewStage(*joined, {0, 0, 1}, {0, 0});
        QVERIFY(before && isRight(*before));
        QCOMPARE(before->pipelines[0].stages[0].groups[0].devices, std::vector<std::string>{"a:1"});
        QCOMPARE(before->pipelines[0].stages[1].chunks[0], (LayerRange{4, 4}));
        // Its own stage goes, so the gap behind it moves up.
        const auto away = moveToNewStage(twoByTwo(), {0, 0, 0}, {1, 2});
        QVERIFY(away && isRight(*away));
        QCOMPARE(away->pipelines[0].stages.size(), std::size_t(1));
        QCOMPARE(away->pipelines[1].stages.size(), std::size_t(3));
        QCOMPARE(away->pipelines[1].stages[2].groups[0].devices, std::vector<std::string>{"a:0"});
        const auto along = moveToNewStage(*away, {1, 0, 0}, {1, 3});
        QVERIFY(along && isRight(*along));
        QCOMPARE(along->pipelines[1].stages.size(), std::size_t(3));
        QCOMPARE(along->pipelines[1].stages[2].groups[0].devices, std::vector<std::string>{"a:2"});
        // Nothing changes beside itself; the only stage of a pipeline stays.
        for (const std::size_t gap : {0U, 1U})
            QCOMPARE(*moveToNewStage(twoByTwo(), {0, 0, 0}, {0, gap}), twoByTwo());
        QVERIFY(!moveToNewStage(*away, {0, 0, 0}, {1, 0}));
        QVERIFY(!moveToNewStage(twoByTwo(), {0, 0, 0}, {0, 3}));
        QVERIFY(!moveToNewStage(twoByTwo(), {0, 0, 0}, {2, 0}));
    }
    void unusedDevicesMakeAStage()
    {
        auto plan = twoByTwo();
        plan.unusedDevices = {"a:4", "a:5", "a:6", "a:7"};
        const auto made = addStage(plan, {0, 1}, {"a:4", "a:5"});
        QVERIFY(made && isRight(*made));
        const auto &stages = made->pipelines[0].stages;
        QCOMPARE(stages.size(), std::size_t(3));
        QCOMPARE(stages[1].groups[0].devices, std::vector<std::string>{"a:4"}); // TP 1, as beside it
        QCOMPARE(stages[1].chunks[0], (LayerRange{3, 2}));                      // of the larger neighbour
        QCOMPARE(stages[2].chunks[0], (LayerRange{5, 3}));
        QCOMPARE(made->unusedDevices, (std::vector<std::string>{"a:5", "a:6", "a:7"}));
        // Fewer than the neighbour has: as many as a power of two.
        auto wide = plan;
        wide.pipelines.resize(1);
        wide.pipelines[0].microBatches *= 2;
        wide.pipelines[0].stages[0].groups[0].devices = {"a:0", "a:2", "a:3", "a:1"};
        wide.pipelines[0].stages[0].groups[0].tp = 4;
        wide.pipelines[0].stages[1].groups[0].devices = {"a:4"};
        wide.unusedDevices = {"a:5", "a:6", "a:7"};
        const auto less = addStage(wide, {0, 0}, {"a:5", "a:6", "a:7"});
        QVERIFY(less && isRight(*less));
        QCOMPARE(less->pipelines[0].stages[0].groups[0].tp, 2);
        // No layer to give.
        auto thin = plan;
        for (auto &pipeline : thin.pipelines)
            for (auto &stage : pipeline.stages)
                stage.chunks[0].count = 1;
        const auto refused = addStage(thin, {0, 1}, {"a:4"});
        QVERIFY(!refused && refused.error().hint.find("more layers") != std::string::npos);
        QVERIFY(!addStage(plan, {0, 1}, std::vector<std::string>()));
    }
    void aNewStageFollowsTheWayOfTheSchedule()
    {
        HETEROSCOPE_PROPERTY("a stage put in is a plan, whatever the way of the chunks", [] {
            const auto kind =
                *rc::gen::element(ScheduleKind::oneFOneB, ScheduleKind::zbV, ScheduleKind::greedy, ScheduleKind::zbH1);
            auto workload = test::smallGpt(22, 1024, 8);
            Plan plan;
            plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}}, {8, 8, 8}, 8)};
            plan.unusedDevices = {"a:3"};
            const auto made = withSchedule(plan, kind, workload.model);
            RC_ASSERT(bool(made));
            const auto gap = *rc::gen::inRange<std::size_t>(0, 4);
            const auto with = addStage(*made, {0, gap}, std::vector<std::string>{"a:3"});
            RC_ASSERT(bool(with));
            RC_ASSERT(findPlanMistakes(*with, eight(), workload, {}).ok());
            RC_ASSERT(with->pipelines[0].stages[gap].groups[0].devices[0] == "a:3");
        });
    }

    void aDissolvedStageGivesItsLayersToTheOneBefore()
    {
        auto plan = twoByTwo();
        auto &pipeline = plan.pipelines.front();
        const auto first = pipeline.stages[0].chunks.front(), second = pipeline.stages[1].chunks.front();
        auto forward = pipeline, backward = pipeline;
        QVERIFY(dissolveStage(forward, 1));
        QVERIFY(dissolveStage(backward, 0));
        for (const auto &each : {forward, backward}) {
            QCOMPARE(each.stages.size(), std::size_t(1));
            QVERIFY((each.stages[0].chunks.front() == LayerRange{0, first.count + second.count}));
        }
        QVERIFY(forward.stages[0].groups == pipeline.stages[0].groups);
        QVERIFY(backward.stages[0].groups == pipeline.stages[1].groups);
        // Nothing is changed where it cannot be.
        QVERIFY(!dissolveStage(forward, 0));
        QVERIFY(!dissolveStage(pipeline, 2));
        auto apart = pipeline;
        apart.stages[1].chunks.front().first += 1;
        const auto before = apart;
        QVERIFY(!dissolveStage(apart, 1));
        QVERIFY(apart == before);
    }
    void stagesThatAreJoinedOrSplitShareTheirRecomputedBlocks()
    {
        const auto plan = twoByTwo();
        const auto joined = [&plan](Recompute second, std::optional<int> first, std::optional<int> number) {
            auto pipeline = plan.pipelines[0];
            pipeline.stages[0].recompute = Recompute::full;
            pipeline.stages[0].recomputeLayers = first;
            pipeline.stages[1].recompute = second;
            pipeline.stages[1].recomputeLayers = number;
            if (!dissolveStage(pipeline, 1))
                qFatal("the stages do not join");
            return pipeline.stages[0].recomputeLayers;
        };
        QCOMPARE(joined(Recompute::full, 2, 1), std::optional(3));
        QCOMPARE(joined(Recompute::none, 2, {}), std::optional(2));
        QCOMPARE(joined(Recompute::full, 2, {}), std::optional<int>());
        QCOMPARE(joined(Recompute::full, {}, 1), std::optional<int>());
        auto split = plan;
        split.pipelines[0].stages[1].recompute = Recompute::full;
        split.pipelines[0].stages[1].recomputeLayers = 3;
        const auto added = addStage(split, {0, 2}, {"a:4"});
        QVERIFY(added);
        for (const std::size_t stage : {1, 2}) {
            QCOMPARE(added->pipelines[0].stages[stage].recompute, Recompute::full);
            QCOMPARE(added->pipelines[0].stages[stage].recomputeLayers, std::optional(2));
        }
    }
};

QTEST_GUILESS_MAIN(PlanEditsTest)
#include "plan_edits_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which plans of a ranking readers see as one: those that differ from a better one in one thing only.
#include "planner/explain/alike_plans.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <functional>

using namespace heteroscope;

namespace {

/// Two replicas of two stages, TP 1.
Plan plan()
{
    Plan made;
    made.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8), test::pipeline({{"a:2"}, {"a:3"}}, {4, 4}, 8)};
    return made;
}

Plan with(const std::function<void(Plan &)> &change)
{
    Plan made = plan();
    change(made);
    return made;
}

} // namespace

class AlikePlansTest : public StrictTest
{
    Q_OBJECT

private slots:
    void oneDifferenceIsNamed()
    {
        const auto only = [](const std::function<void(Plan &)> &change) {
            return onlyDifference(plan(), with(change));
        };
        QVERIFY(!only([](Plan &) {}));
        QCOMPARE(only([](Plan &p) { p.schedule = ScheduleKind::gpipe; }), PlanDifference::schedule);
        QCOMPARE(only([](Plan &p) { p.zeroStage = 1; }), PlanDifference::zeroStage);
        QCOMPARE(only([](Plan &p) { p.pipelines[0].stages[1].recompute = Recompute::full; }),
                 PlanDifference::recompute);
        QCOMPARE(only([](Plan &p) {
                     for (auto &pipeline : p.pipelines)
                         pipeline.microBatches = 4;
                     p.microBatchSize = 2;
                 }),
                 PlanDifference::microBatch);
        QCOMPARE(only([](Plan &p) {
                     for (auto &pipeline : p.pipelines)
                         pipeline.stages.resize(1);
                 }),
                 PlanDifference::stages);
        QCOMPARE(only([](Plan &p) { p.pipelines[0].stages[0].chunks = {{0, 5}}; }), PlanDifference::placement);
        QCOMPARE(only([](Plan &p) { std::swap(p.pipelines[0].stages[0].groups, p.pipelines[0].stages[1].groups); }),
                 PlanDifference::placement);
        // The layers follow from recompute, the devices do not.
        QCOMPARE(only([](Plan &p) {
                     p.pipelines[0].stages[1].recompute = Recompute::full;
                     p.pipelines[0].stages[0].chunks = {{0, 5}};
                 }),
                 PlanDifference::recompute);
        // So does how much a stage recomputes, but not whether all of them do.
        const auto recomputes = [](Plan &p, std::optional<int> blocks) {
            p.zeroStage = 1;
            for (auto &pipeline : p.pipelines) {
                for (auto &stage : pipeline.stages) {
                    stage.recompute = Recompute::full;
                    stage.recomputeLayers = blocks;
                }
            }
        };
        QCOMPARE(only([&](Plan &p) { recomputes(p, 2); }), PlanDifference::zeroStage);
        QVERIFY(!only([&](Plan &p) { recomputes(p, std::nullopt); }));
        QCOMPARE(only([](Plan &p) {
                     p.pipelines[0].stages[1].recompute = Recompute::full;
                     p.pipelines[0].stages[1].recomputeLayers = 1;
                 }),
                 PlanDifference::recompute);
        // So does which parts of blocks.
        const auto repeats = [](Plan &p, RecomputeModule module) {
            p.pipelines[0].stages[1].recompute = Recompute::selective;
            p.pipelines[0].stages[1].recomputeModules.add(module);
        };
        QCOMPARE(only([&](Plan &p) {
                     repeats(p, RecomputeModule::norms);
                     p.zeroStage = 1;
                 }),
                 PlanDifference::zeroStage);
        QCOMPARE(onlyDifference(with([&](Plan &p) { repeats(p, RecomputeModule::norms); }),
                                with([&](Plan &p) { repeats(p, RecomputeModule::mlp); })),
                 PlanDifference::recompute);
        QVERIFY(!only([](Plan &p) {
            p.zeroStage = 1;
            std::swap(p.pipelines[0].stages[0].groups, p.pipelines[0].stages[1].groups);
        }));
        QVERIFY(!only([](Plan &p) {
            p.zeroStage = 1;
            p.schedule = ScheduleKind::gpipe;
        }));
        QVERIFY(!only([](Plan &p) { p.pipelines.pop_back(); })); // another degree
    }

    void aPlanJoinsTheFirstHeadThatItResembles()
    {
        const Plan best = plan(), sharded = with([](Plan &p) { p.zeroStage = 1; });
        const Plan gpipe = with([](Plan &p) {
            p.zeroStage = 1;
            p.schedule = ScheduleKind::gpipe;
        });
        const Plan alone = with([](Plan &p) { p.pipelines.pop_back(); });
        // The third differs from the second in one thing, but that is no head.
        const auto groups = groupAlike({&best, &sharded, &gpipe, &alone, &sharded});
        QCOMPARE(groups.size(), std::size_t(5));
        const std::vector<std::size_t> heads = {0, 0, 2, 3, 0};
        for (std::size_t i = 0; i < groups.size(); ++i) {
            QCOMPARE(groups[i].head, heads[i]);
            QCOMPARE(groups[i].isHead(), heads[i] == i);
        }
        QVERIFY(groupAlike({}).empty());
    }

    void everyPlanOfARankingIsInOneGroup()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 4)}), test::smallGpt(6, 1024, 8));
        SearchOptions options;
        options.threads = 1;
        const auto found = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(found && found->plans.size() > 3);
        std::vector<const Plan *> plans;
        for (const auto &ranked : found->plans)
            plans.push_back(&ranked.plan);
        const auto groups = groupAlike(plans);
        std::size_t members = 0;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            QVERIFY(groups[i].head <= i && groups[groups[i].head].isHead());
            members += groups[i].isHead() ? 0 : 1;
        }
        QVERIFY(members > 0);
    }
};

QTEST_GUILESS_MAIN(AlikePlansTest)
#include "alike_plans_test.moc"

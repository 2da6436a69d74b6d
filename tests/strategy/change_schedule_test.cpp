// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/change_schedule.h"

#include "strategy/schedule.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

namespace {

std::vector<int> layersOfStages(const Pipeline &pipeline)
{
    std::vector<int> layers;
    for (const auto &stage : pipeline.stages) {
        int sum = 0;
        for (const auto &chunk : stage.chunks)
            sum += chunk.count;
        layers.push_back(sum);
    }
    return layers;
}

/// `sum` in `parts` pieces of at least one.
std::vector<int> randomSplit(int sum, int parts)
{
    std::vector<int> layers(static_cast<std::size_t>(parts), 1);
    for (int left = sum - parts; left > 0; --left)
        ++layers[static_cast<std::size_t>(*rc::gen::inRange(0, parts))];
    return layers;
}

struct ScheduleCase
{
    Plan plan;
    Workload workload;
    Topology topology;
};

/// A 1F1B plan without mistakes: one or two pipelines of their own depth, split and number of micro-batches.
ScheduleCase randomCase()
{
    const int blocks = *rc::gen::inRange(1, 20);
    auto workload = test::smallGpt(blocks);
    Plan plan;
    int batch = 0;
    int node = 0;
    for (int i = *rc::gen::inRange(1, 3); i > 0; --i) {
        const int stages = *rc::gen::inRange(1, std::min(5, blocks + 3));
        std::vector<std::vector<std::string>> devices;
        for (int s = 0; s < stages; ++s, ++node) {
            devices.push_back({"n" + std::to_string(node) + ":0"});
            if (*rc::gen::inRange(0, 2) == 1)
                devices.back().push_back("n" + std::to_string(node) + ":1");
        }
        const int microBatches = *rc::gen::inRange(1, 17);
        plan.pipelines.push_back(test::pipeline(devices, randomSplit(blocks + 2, stages), microBatches));
        batch += microBatches;
    }
    workload.job.globalBatch = batch;
    std::vector<Node> nodes;
    for (int n = 0; n < node; ++n)
        nodes.push_back(test::node("n" + std::to_string(n), "A100-80GB SXM", 3));
    return {plan, workload, test::topology(test::star(nodes))};
}

} // namespace

class ChangeScheduleTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aValidPlanStaysValidOrSaysWhyNot()
    {
        HETEROSCOPE_PROPERTY("schedules can be changed one after the other without making mistakes", [] {
            auto one = randomCase();
            RC_ASSERT(findPlanMistakes(one.plan, one.topology, one.workload, "").ok());
            for (int i = 0; i < 4; ++i) {
                const auto kind = *rc::gen::elementOf(changeableSchedules());
                const auto changed = withSchedule(one.plan, kind, one.workload.model);
                if (!changed) {
                    RC_ASSERT(!changed.error().found.empty());
                    RC_ASSERT(!changed.error().expected.empty());
                    continue;
                }
                RC_ASSERT(changed->schedule == kind);
                const auto findings = findPlanMistakes(*changed, one.topology, one.workload, "");
                RC_ASSERT(findings.ok());
                for (std::size_t p = 0; p < one.plan.pipelines.size(); ++p) {
                    const auto before = layersOfStages(one.plan.pipelines[p]);
                    const auto after = layersOfStages(changed->pipelines[p]);
                    RC_ASSERT(std::accumulate(after.begin(), after.end(), 0) == one.workload.model.planLayers());
                    // A stage changes only where some stage has fewer layers than chunks.
                    if (*std::min_element(before.begin(), before.end()) >= chunksOf(kind, one.plan))
                        RC_ASSERT(before == after);
                    RC_ASSERT(changed->pipelines[p].microBatches == one.plan.pipelines[p].microBatches);
                }
                one.plan = *changed;
            }
        });
    }

    void everyRefusalIsNeeded()
    {
        HETEROSCOPE_PROPERTY("what is refused could not have been", [] {
            const auto one = randomCase();
            for (const auto kind : changeableSchedules()) {
                if (withSchedule(one.plan, kind, one.workload.model))
                    continue;
                bool reason = false;
                for (const auto &pipeline : one.plan.pipelines) {
                    const auto stages = static_cast<int>(pipeline.stages.size());
                    reason = reason || one.workload.model.planLayers() < 2 * stages ||
                             scheduleOf(kind).refusal(stages, pipeline.microBatches).has_value();
                }
                RC_ASSERT(reason);
            }
        });
    }

    void theVeeComesBackToItsFirstStage()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {5, 4}, 4)};
        const auto changed = withSchedule(plan, ScheduleKind::zbV, test::smallGpt(7).model);
        QVERIFY(changed);
        const auto &stages = changed->pipelines[0].stages;
        QCOMPARE(stages[0].chunks, (std::vector<LayerRange>{{0, 3}, {7, 2}}));
        QCOMPARE(stages[1].chunks, (std::vector<LayerRange>{{3, 2}, {5, 2}}));
        const auto back = withSchedule(*changed, ScheduleKind::oneFOneB, test::smallGpt(7).model);
        QVERIFY(back);
        QCOMPARE(*back, plan);
    }

    void interleavedKeepsItsChunks()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 4)};
        QCOMPARE(chunksOf(ScheduleKind::interleaved, plan), 2);
        plan.pipelines[0].stages[0].chunks = {{0, 1}, {2, 1}, {4, 1}, {6, 1}};
        plan.pipelines[0].stages[1].chunks = {{1, 1}, {3, 1}, {5, 1}, {7, 1}};
        QCOMPARE(chunksOf(ScheduleKind::interleaved, plan), 4);
    }

    void aPoorStageGetsLayersOfTheRichest()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}}, {1, 6, 2}, 6)};
        const auto changed = withSchedule(plan, ScheduleKind::dualPipeV, test::smallGpt(7).model);
        QVERIFY(changed);
        QCOMPARE(layersOfStages(changed->pipelines[0]), (std::vector<int>{2, 5, 2}));
    }

    void refusalsAreSentences_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("expected");
        QTest::newRow("interleaved") << int(ScheduleKind::interleaved) << 5 << 7 << "5 micro-batches"
                                     << "a multiple of the 3 stages";
        QTest::newRow("DualPipeV") << int(ScheduleKind::dualPipeV) << 5 << 7 << "5 micro-batches"
                                   << "at least twice the 3 stages";
        QTest::newRow("few layers") << int(ScheduleKind::zbV) << 6 << 3 << "5 layers"
                                    << "at least 6: 2 chunks in each of 3 stages";
        QTest::newRow("custom") << int(ScheduleKind::custom) << 6 << 7 << "no list of actions"
                                << "a plan with one";
    }
    void refusalsAreSentences()
    {
        QFETCH(int, kind);
        QFETCH(int, microBatches);
        QFETCH(int, blocks);
        QFETCH(QString, found);
        QFETCH(QString, expected);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"a:2"}}, {1, 1, blocks}, microBatches)};
        const auto changed = withSchedule(plan, static_cast<ScheduleKind>(kind), test::smallGpt(blocks).model);
        QVERIFY(!changed);
        QCOMPARE(QString::fromStdString(changed.error().found), found);
        QCOMPARE(QString::fromStdString(changed.error().expected), expected);
    }

    void aHeadStageWithAnOddDegreeGetsNoBlocks()
    {
        // 3 does not divide 16 heads: fine for a stage that holds the head only.
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"b:0", "b:1", "b:2"}}, {8, 1}, 4)};
        const auto workload = test::smallGpt(7, 1024, 4);
        const auto topology =
            test::topology(test::star({test::node("a", "A100-80GB SXM", 1), test::node("b", "A100-80GB SXM", 3)}));
        QVERIFY(findPlanMistakes(plan, topology, workload, "").ok());
        const auto changed = withSchedule(plan, ScheduleKind::zbV, workload.model);
        QVERIFY(!changed);
        QVERIFY(changed.error().found.starts_with("TP 3 of stage 2"));
    }

    void optionsOfOtherSchedulesGo()
    {
        Plan plan;
        plan.schedule = ScheduleKind::greedy;
        plan.scheduleOptions.numbers["maxInFlight"] = 3;
        plan.scheduleOptions.postValidation = true;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 4)};
        const auto changed = withSchedule(plan, ScheduleKind::zbH1, test::smallGpt(6).model);
        QVERIFY(changed);
        QVERIFY(changed->scheduleOptions.numbers.empty());
        QVERIFY(changed->scheduleOptions.postValidation);
    }
};

QTEST_GUILESS_MAIN(ChangeScheduleTest)
#include "change_schedule_test.moc"

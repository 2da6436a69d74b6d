// SPDX-License-Identifier: GPL-3.0-or-later
//
// Locking a stage is a pin that can be taken back.
#include "project/stage_locks.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class StageLocksTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aLockedStageIsPinned()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 4)});
        project.workload = test::smallGpt(6, 1024, 8);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {3, 5}, 4), test::pipeline({{"a:2"}, {"a:3"}}, {3, 5}, 4)};
        QVERIFY(lockedStages(project, plan).empty());
        const auto locked = lockStage(project, plan, 1);
        QVERIFY(bool(locked));
        QCOMPARE(lockedStages(*locked, plan), (std::set<std::size_t>{1}));
        QCOMPARE(locked->mappings.size(), std::size_t(1));
        QCOMPARE(locked->mappings[0].rule, MappingRule::pin);
        QCOMPARE(locked->cluster.deviceGroups[0].devices, (std::vector<std::string>{"a:1", "a:3"}));
        // With other devices in it the stage is no longer the locked one.
        auto other = plan;
        std::swap(other.pipelines[0].stages[0].groups, other.pipelines[0].stages[1].groups);
        QVERIFY(lockedStages(*locked, other).empty());
        const auto free = unlockStage(*locked, plan, 1);
        QVERIFY(free && *free == project);
        QVERIFY(unlockStage(project, plan, 0) && *unlockStage(project, plan, 0) == project);
        QVERIFY(!lockStage(project, plan, 2));
    }
    void aGroupThatIsNeededElsewhereStays()
    {
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2)});
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {3, 5}, 8)};
        auto locked = lockStage(project, plan, 0);
        QVERIFY(bool(locked));
        Mapping allow;
        allow.group = locked->mappings[0].group;
        allow.indices = {0};
        locked->mappings.push_back(allow);
        const auto free = unlockStage(*locked, plan, 0);
        QVERIFY(bool(free));
        QCOMPARE(free->mappings, std::vector<Mapping>{allow});
        QCOMPARE(free->cluster.deviceGroups.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(StageLocksTest)
#include "stage_locks_test.moc"

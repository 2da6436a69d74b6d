// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/group_edits.h"

#include "project/project_file.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class GroupEditsTest : public StrictTest
{
    Q_OBJECT

    static QString reason(const Result<Project> &result)
    {
        return result ? QString() : QString::fromStdString(result.error().expected);
    }
    static bool isSound(const Project &project) { return parseProject(projectText(project), "p").findings.ok(); }

private slots:
    void addsChangesAndRemovesAConflictSet()
    {
        const auto project = samples::project();
        const auto made = addConflictSet(project, {"uplinks", {"a-s", "b-s"}, {}});
        QVERIFY(made && isSound(*made));
        QCOMPARE(made->cluster.conflictSets.size(), std::size_t(1));
        const auto renamed = replaceConflictSet(*made, "uplinks", {"spine", {"a-s", "b-s"}, {}});
        QCOMPARE(renamed->cluster.conflictSets[0].name, std::string("spine"));
        QVERIFY(*replaceConflictSet(*made, "uplinks", made->cluster.conflictSets[0]) == *made);
        QVERIFY(*removeConflictSet(*renamed, "spine") == project);
    }
    void refusesConflictSetsThatMeanNothing()
    {
        const auto project = *addConflictSet(samples::project(), {"uplinks", {"a-s", "b-s"}, {}});
        QVERIFY(reason(addConflictSet(project, {"one", {"a-s"}, {}})).startsWith("at least two links"));
        QVERIFY(reason(addConflictSet(project, {"none", {}, {}})).startsWith("at least two links"));
        QCOMPARE(reason(addConflictSet(project, {"twice", {"a-s", "a-s"}, {}})), QString("each link once"));
        QCOMPARE(reason(addConflictSet(project, {"x", {"a-s", "nobody"}, {}})), QString("the name of a link"));
        QCOMPARE(reason(addConflictSet(project, {"uplinks", {"a-s", "b-s"}, {}})), QString("a name of its own"));
        QVERIFY(!reason(addConflictSet(project, {"a/b", {"a-s", "b-s"}, {}})).isEmpty());
        QCOMPARE(reason(replaceConflictSet(project, "nobody", {})), QString("a conflict set"));
        QCOMPARE(reason(removeConflictSet(project, "nobody")), QString("a conflict set"));
        QVERIFY(reason(replaceConflictSet(project, "uplinks", {"uplinks", {"b-s"}, {}})).startsWith("at least two"));
    }
    void aSetThatLostALinkCanStillBeRenamed()
    {
        auto project = samples::project();
        project.cluster.conflictSets = {{"left", {"a-s"}, {}}};
        QVERIFY(replaceConflictSet(project, "left", {"rest", {"a-s"}, {}}));
    }
    void groupsCarryTheirNameThroughMappings()
    {
        auto project = *addDeviceGroup(samples::project(), {"old", {"a", "b:3"}, {}});
        Mapping mapping;
        mapping.group = "old";
        mapping.rule = MappingRule::pin;
        project = *setMappings(project, {mapping});
        QVERIFY(isSound(project));
        const auto renamed = *replaceDeviceGroup(project, "old", {"slow", {"a"}, {}});
        QCOMPARE(renamed.mappings[0].group, std::string("slow"));
        QVERIFY(isSound(renamed));
        const auto removed = *removeDeviceGroup(renamed, "slow");
        QVERIFY(removed.mappings.empty() && removed.cluster.deviceGroups.empty());
        QVERIFY(removed == samples::project());
    }
    void refusesGroupsAndMappingsOfNothing()
    {
        const auto project = *addDeviceGroup(samples::project(), {"old", {"a"}, {}});
        QCOMPARE(reason(addDeviceGroup(project, {"none", {}, {}})), QString("at least one device or node"));
        QCOMPARE(reason(addDeviceGroup(project, {"twice", {"a", "a"}, {}})), QString("each device once"));
        QVERIFY(reason(addDeviceGroup(project, {"x", {"a:8"}, {}})).startsWith("a device"));
        QCOMPARE(reason(addDeviceGroup(project, {"old", {"b"}, {}})), QString("a name of its own"));
        QCOMPARE(reason(replaceDeviceGroup(project, "nobody", {})), QString("a device group"));
        QCOMPARE(reason(removeDeviceGroup(project, "nobody")), QString("a device group"));
        Mapping mapping;
        mapping.group = "nobody";
        QVERIFY(!setMappings(project, {mapping}));
    }
    void findsFreeNames()
    {
        const auto project = *addDeviceGroup(samples::project(), {"group-0", {"a"}, {}});
        QCOMPARE(freeSetName(project.cluster, "group"), std::string("group-1"));
        QCOMPARE(freeSetName(project.cluster, "conflict"), std::string("conflict-0"));
    }
};

QTEST_GUILESS_MAIN(GroupEditsTest)
#include "group_edits_test.moc"

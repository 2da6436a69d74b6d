// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/group_edits.h"

#include "project/device_groups.h"
#include "project/edits.h"
#include "project/fragment.h"
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
    void membersComeAndGo()
    {
        const auto project = *addDeviceGroup(samples::project(), {"old", {"a:1"}, {}});
        const auto more = *addToGroup(project, "old", {"b:3", "a:1", "a:2"});
        QCOMPARE(more.cluster.deviceGroups[0].devices, (std::vector<std::string>{"a:1", "b:3", "a:2"}));
        const auto whole = *addToGroup(more, "old", {"a"}); // covers those that were there one by one
        QCOMPARE(whole.cluster.deviceGroups[0].devices, (std::vector<std::string>{"b:3", "a"}));
        QVERIFY(*addToGroup(whole, "old", {"a:5"}) == whole);
        QCOMPARE(reason(addToGroup(whole, "old", {"b:8"})).left(8), QString("a device"));
        const auto torn = *takeOutOfGroup(whole, "old", {"a:0", "a:7", "b"});
        QCOMPARE(torn.cluster.deviceGroups[0].devices,
                 (std::vector<std::string>{"a:1", "a:2", "a:3", "a:4", "a:5", "a:6"}));
        QVERIFY(isSound(torn));
        QVERIFY(*takeOutOfGroup(torn, "old", {"a"}) == samples::project()); // with its last member it goes
        QCOMPARE(reason(takeOutOfGroup(torn, "nobody", {"a"})), QString("a device group"));
        QCOMPARE(reason(addToGroup(torn, "nobody", {"a"})), QString("a device group"));
    }
    void mappingsOfOneGroupAreReplacedInTheirPlaces()
    {
        auto project = *addDeviceGroup(samples::project(), {"old", {"a"}, {}});
        project = *addDeviceGroup(project, {"new", {"b"}, {}});
        const auto rule = [](const char *group, int stage) {
            return Mapping{group, MappingRule::pin, MappingTarget::stages, {stage}, {}};
        };
        project = *setMappings(project, {rule("old", 0), rule("new", 1), rule("old", 2)});
        QCOMPARE(setMappingsOf(project, "old", {rule("old", 5)})->mappings,
                 (std::vector<Mapping>{rule("old", 5), rule("new", 1)}));
        QCOMPARE(setMappingsOf(project, "new", {rule("new", 3), rule("new", 4)})->mappings,
                 (std::vector<Mapping>{rule("old", 0), rule("new", 3), rule("old", 2), rule("new", 4)}));
        QVERIFY(!setMappingsOf(project, "new", {rule("old", 3)}));
        QVERIFY(!setMappingsOf(project, "nobody", {rule("nobody", 3)}));
    }
    void aGroupIsDeletedByItsKeyAndItsMembersStay()
    {
        auto project = *addDeviceGroup(samples::project(), {"old", {"a"}, {}});
        project = *setMappings(project, {{"old", MappingRule::forbid, MappingTarget::stages, {}, {}}});
        QVERIFY(*removeThings(project, {groupKey("old")}) == samples::project());
        QVERIFY(!removeThings(project, {groupKey("a")}));
    }
    void aRepeatedNodeStaysWholeInItsGroup()
    {
        auto project = *addDeviceGroup(samples::project(), {"old", {"a", "b:0"}, {}});
        project = *addRack(project, {"r", {"a", "b"}, 3, {}});
        const std::vector<std::string> thrice = {"a", "a#2", "a#3", "b:0"}; // a device alone brings no copies
        QCOMPARE(project.cluster.deviceGroups[0].devices, thrice);
        const auto &group = project.cluster.deviceGroups[0];
        QVERIFY(partsOf(project.cluster, group).front().whole);
        QCOMPARE(deviceCount(project.cluster, group), std::size_t(25));
        auto rack = project.cluster.racks[0];
        rack.repeat = 2;
        const auto fewer = *replaceRack(project, "r", rack);
        QCOMPARE(fewer.cluster.deviceGroups[0].devices, (std::vector<std::string>{"a", "a#2", "b:0"}));
        rack.repeat = 3;
        QCOMPARE(replaceRack(fewer, "r", rack)->cluster.deviceGroups[0].devices, thrice);
        // What does not hold every copy does not grow.
        const auto parted = *takeOutOfGroup(fewer, "old", {"a#2"});
        QCOMPARE(replaceRack(parted, "r", rack)->cluster.deviceGroups[0].devices,
                 (std::vector<std::string>{"a", "b:0"}));
        QVERIFY(isSound(fewer) && isSound(parted));
    }
    void copiesTakeWholeGroupsWithThem()
    {
        auto project = *addDeviceGroup(samples::project(), {"old", {"a", "b:1"}, {}});
        project = *setMappings(project, {{"old", MappingRule::allow, MappingTarget::stages, {1}, {}}});
        QVERIFY(fragmentOf(project, {"a"}).cluster.deviceGroups.empty()); // not all of it is copied
        const auto twice = duplicateThings(project, {"a", "b"}, 10, 10)->project;
        QCOMPARE(twice.cluster.deviceGroups.size(), std::size_t(2));
        QCOMPARE(twice.cluster.deviceGroups[1].name, std::string("old-0"));
        QCOMPARE(twice.cluster.deviceGroups[1].devices, (std::vector<std::string>{"a-0", "b-0:1"}));
        QCOMPARE(twice.mappings, project.mappings); // two groups cannot both have a stage to themselves
        QVERIFY(isSound(twice));
        const auto elsewhere = addFragment({}, *parseFragment(projectText(fragmentOf(project, {"a", "b"}))), 0, 0);
        QVERIFY(elsewhere);
        QCOMPARE(elsewhere->project.cluster.deviceGroups, project.cluster.deviceGroups);
        QCOMPARE(elsewhere->project.mappings, project.mappings);
    }
    void copiesOfARackStayInTheCopiedGroup()
    {
        auto project = *addRack(samples::project(), {"r", {"a"}, 2, {}});
        project = *addDeviceGroup(project, {"old", {"a", "a#2:3"}, {}});
        QCOMPARE(fragmentOf(project, {"a"}).cluster.deviceGroups.size(), std::size_t(1));
        const auto twice = duplicateThings(project, {"a"}, 10, 10)->project;
        QCOMPARE(twice.cluster.deviceGroups[1].devices, (std::vector<std::string>{"a-0", "a-0#2:3"}));
        QVERIFY(isSound(twice));
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

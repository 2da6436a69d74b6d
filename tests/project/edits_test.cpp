// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/edits.h"

#include "cluster/catalog.h"
#include "project/project_file.h"

#include "support/sample_cluster.h"
#include "support/strict_test.h"

using namespace heteroscope;

class EditsTest : public StrictTest
{
    Q_OBJECT

    template<class T>
    static QString reason(const Result<T> &result)
    {
        return result ? QString() : QString::fromStdString(result.error().expected);
    }
    static bool isSound(const Project &project) { return parseProject(projectText(project), "p").findings.ok(); }

private slots:
    void findsFreeNames()
    {
        auto cluster = samples::pairCluster();
        QCOMPARE(freeName(cluster, "h100"), std::string("h100-0"));
        cluster.nodes[0].name = "h100-0";
        cluster.links[0].name = "h100-1";
        QCOMPARE(freeName(cluster, "h100"), std::string("h100-2"));
        QCOMPARE(freeName(cluster, " x-a/b:c#\n"), std::string("abc-0"));
        QCOMPARE(freeName(cluster, ""), std::string("thing-0"));
        QVERIFY(whyNotName(freeName(cluster, std::string(1000, 'n'))).empty());
    }

    void addsANodeOfATemplate()
    {
        const auto &hgx = builtinCatalog().nodes.front();
        const auto project = *addNode(samples::project(), hgx, "new", {3, 4});
        const Node &node = *project.cluster.findNode("new");
        QCOMPARE(node.templateName, hgx.name);
        QVERIFY(node.devices == hgx.devices);
        QVERIFY(node.source.empty() && !node.fromMemory);
        QCOMPARE(project.canvas.at("new").y, 4.0);
        QVERIFY(isSound(project));
    }

    void refusesNamesThatAreTakenOrBroken()
    {
        const auto project = samples::project();
        QCOMPARE(reason(addSwitch(project, "a", {})), QString("a name that no other node, switch, link or rack has"));
        QCOMPARE(reason(addSwitch(project, "a-s", {})), QString("a name that no other node, switch, link or rack has"));
        QCOMPARE(reason(addSwitch(project, "", {})), QString("a name"));
        QVERIFY(reason(addNode(project, samples::box("t"), "a:b", {})).contains("/ : and #"));
        QVERIFY(reason(addNode(project, samples::box("t", "no such type"), "n", {})).contains("device type"));
    }

    void saysWhyThingsCannotBeLinked()
    {
        auto cluster = samples::pairCluster();
        QCOMPARE(whyNotLinkable(cluster, "a", "b"), std::string());
        QCOMPARE(whyNotLinkable(cluster, "a", "a"), std::string("a link needs two different ends"));
        QCOMPARE(whyNotLinkable(cluster, "s", "a"),
                 std::string("already linked; duplicate the link for one more beside it"));
        QCOMPARE(whyNotLinkable(cluster, "a", "nobody"), std::string("there is no node or switch \"nobody\""));
        QCOMPARE(whyNotLinkable(cluster, "a-s", "b"), std::string("there is no node or switch \"a-s\""));
        cluster.switches.push_back(samples::networkSwitch("t"));
        cluster.switches[0].ports = 2;
        QCOMPARE(whyNotLinkable(cluster, "t", "s"), std::string("all 2 ports of \"s\" are in use"));
        cluster.nodes[0].vertices.clear();
        cluster.nodes[0].fabric.clear();
        QCOMPARE(whyNotLinkable(cluster, "a", "t"),
                 std::string("\"a\" has no place to attach a link: give it a vertex of kind nic"));
    }

    void addsALinkBesideAnother()
    {
        Project project = samples::project();
        const Link first = project.cluster.links.front();
        const Result<Project> more = addParallelLink(project, first.name);
        QVERIFY(more);
        QCOMPARE(more->cluster.links.size(), project.cluster.links.size() + 1);
        Link made = more->cluster.links.back();
        QVERIFY(made.name != first.name);
        made.name = first.name;
        QVERIFY(made == first);
        QCOMPARE(reason(addParallelLink(project, "nobody")), QString("there is no such link"));
        for (Switch &one : project.cluster.switches)
            one.ports = 2;
        QVERIFY(reason(addParallelLink(project, first.name)).contains("ports of"));
    }

    void countsTheCopiesOfARackAtASwitch()
    {
        auto cluster = samples::pairCluster();
        cluster.nodes.push_back(samples::box("c"));
        cluster.racks = {{"r", {"c"}, 4, {}}};
        cluster.switches[0].ports = 6;
        QCOMPARE(whyNotLinkable(cluster, "c", "s"), std::string());
        cluster.switches[0].ports = 5;
        QCOMPARE(whyNotLinkable(cluster, "c", "s"), std::string("all 5 ports of \"s\" are in use"));
    }

    void addsALink()
    {
        const auto &type = builtinCatalog().links.front();
        const auto project = *addLink(samples::project(), "a", "b", type);
        const Link &link = project.cluster.links.back();
        QCOMPARE(link.name, std::string("a-b"));
        QCOMPARE(link.bandwidth.value, type.bandwidth.value);
        QVERIFY(isSound(project));
        QCOMPARE(reason(addLink(project, "b", "a", type)),
                 QString("already linked; duplicate the link for one more beside it"));
    }

    void removesAThingWithAllThatHangsOnIt()
    {
        auto project = samples::project();
        project.cluster.conflictSets = {{"both", {"a-s", "b-s"}, {}}, {"one", {"b-s"}, {}}};
        project.cluster.racks = {{"r", {"b"}, 2, {}}};
        project.cluster.deviceGroups = {{"g", {"a", "b:1", "b#2:1"}, {}}, {"h", {"b"}, {}}};
        project.canvasExtensions = {{"b/x-note", "1"}, {"x-zoom", "2"}};
        NamedPlan other;
        other.name = "other";
        other.plan = samples::plan();
        other.plan.pipelines[0].stages.pop_back();
        other.plan.unusedDevices = {"b:0", "a:4"};
        project.plans.push_back(other);
        QVERIFY(isSound(project));

        const auto left = *removeThings(project, {"b"});
        QVERIFY(!left.cluster.findNode("b"));
        QCOMPARE(left.cluster.links.size(), std::size_t(1));
        QCOMPARE(left.cluster.conflictSets.size(), std::size_t(1));
        QCOMPARE(left.cluster.conflictSets[0].links, std::vector<std::string>{"a-s"});
        QVERIFY(left.cluster.racks.empty());
        QCOMPARE(left.cluster.deviceGroups.size(), std::size_t(1));
        QCOMPARE(left.cluster.deviceGroups[0].devices, std::vector<std::string>{"a"});
        QVERIFY(!left.canvas.contains("b"));
        QCOMPARE(left.canvasExtensions, (Extensions{{"x-zoom", "2"}}));
        QCOMPARE(left.plans.size(), std::size_t(1));
        QCOMPARE(left.plans[0].name, std::string("other"));
        QCOMPARE(left.plans[0].plan.unusedDevices, std::vector<std::string>{"a:4"});
        QVERIFY(isSound(left));
    }

    void removesOnlyTheLinkOrTheRackThatIsNamed()
    {
        auto project = samples::project();
        project.cluster.racks = {{"r", {"b"}, 2, {}}};
        const auto noLink = *removeThings(project, {"a-s"});
        QCOMPARE(noLink.cluster.links.size(), std::size_t(1));
        QCOMPARE(noLink.plans.size(), std::size_t(1));
        const auto noRack = *removeThings(project, {"r"});
        QVERIFY(noRack.cluster.racks.empty() && noRack.cluster.findNode("b"));
        QCOMPARE(reason(removeThings(project, {"nobody"})),
                 QString("a node, switch, link, rack, note or device group"));
        QVERIFY(*removeThings(project, {}) == project);
    }

    void duplicatesThingsWithTheLinksBetweenThem()
    {
        auto project = samples::project();
        project.cluster.links[0].rate.points = {{Seconds(1), 0.5}};
        const auto copied = *duplicateThings(project, {"a", "s", "b-s"}, 10, 20);
        QCOMPARE(copied.names, (std::set<std::string>{"a-0", "s-0", "a-0-s-0"}));
        const Link &link = *copied.project.cluster.findLink("a-0-s-0");
        QCOMPARE(link.from, std::string("a-0"));
        QVERIFY(link.rate == project.cluster.links[0].rate);
        QCOMPARE(copied.project.cluster.links.size(), std::size_t(3));
        QCOMPARE(copied.project.canvas.at("a-0").x, -90.0);
        QCOMPARE(copied.project.canvas.at("s-0").y, -60.0);
        QVERIFY(isSound(copied.project));
        const auto again = *duplicateThings(copied.project, {"a-0"}, 0, 0);
        QCOMPARE(again.names, std::set<std::string>{"a-1"});
        QCOMPARE(reason(duplicateThings(project, {"a-s"}, 0, 0)), QString("something to copy"));
        QCOMPARE(reason(duplicateThings(project, {"nobody"}, 0, 0)), QString("a node, switch, link or note"));
    }

    void movesOnlyWhatIsThereAndOnlyToRealPlaces()
    {
        const auto project = samples::project();
        const auto moved =
            moveThings(project, {{"a", {5, 6}}, {"b", {std::nan(""), 0}}, {"nobody", {1, 1}}, {"s", {1e300, 0}}});
        QCOMPARE(moved.canvas.at("a").x, 5.0);
        QVERIFY(moved.canvas.at("b") == project.canvas.at("b"));
        QVERIFY(!moved.canvas.contains("nobody"));
        QCOMPARE(moved.canvas.at("s").x, maxScene);
        QVERIFY(moveThings(project, {{"a", project.canvas.at("a")}}) == project);
    }

    void carriesANewNameOfANode()
    {
        auto project = samples::project();
        project.cluster.racks = {{"r", {"a"}, 2, {}}};
        project.cluster.deviceGroups = {{"g", {"a", "a:1", "a#2:1"}, {}}};
        project.canvasExtensions = {{"a/x-note", "1"}};
        project.plans[0].plan.unusedDevices = {"a:7", "a#2"};
        auto node = *project.cluster.findNode("a");
        node.name = "new";
        const auto renamed = *replaceNode(project, "a", node);
        QCOMPARE(renamed.cluster.links[0].from, std::string("new"));
        QCOMPARE(renamed.cluster.racks[0].members, std::vector<std::string>{"new"});
        QCOMPARE(renamed.cluster.deviceGroups[0].devices, (std::vector<std::string>{"new", "new:1", "new#2:1"}));
        QCOMPARE(renamed.canvas.at("new").x, -100.0);
        QCOMPARE(renamed.canvasExtensions, (Extensions{{"new/x-note", "1"}}));
        QCOMPARE(renamed.plans[0].plan.pipelines[0].stages[0].groups[0].devices[3], std::string("new:3"));
        QCOMPARE(renamed.plans[0].plan.pipelines[0].stages[1].groups[0].devices[3], std::string("b:3"));
        QCOMPARE(renamed.plans[0].plan.unusedDevices, (std::vector<std::string>{"new:7", "new#2"}));
        QVERIFY(isSound(renamed));
        node.name = "s";
        QCOMPARE(reason(replaceNode(project, "a", node)),
                 QString("a name that no other node, switch, link or rack has"));
        QCOMPARE(reason(replaceNode(project, "nobody", node)), QString("a node"));
    }

    void removesPlansWhoseDevicesAreGone()
    {
        const auto project = samples::project();
        auto node = *project.cluster.findNode("a");
        node.devices.resize(4);
        QCOMPARE(replaceNode(project, "a", node)->plans.size(), std::size_t(1));
        node.devices.resize(3);
        QVERIFY(replaceNode(project, "a", node)->plans.empty());
        QVERIFY(*replaceNode(project, "a", *project.cluster.findNode("a")) == project);
    }

    void replacesSwitchesAndLinks()
    {
        const auto project = samples::project();
        auto one = project.cluster.switches[0];
        one.name = "spine";
        one.ports = 2;
        const auto renamed = *replaceSwitch(project, "s", one);
        QCOMPARE(renamed.cluster.links[1].to, std::string("spine"));
        QVERIFY(renamed.canvas.contains("spine") && !renamed.canvas.contains("s"));
        one.ports = 1;
        QVERIFY(reason(replaceSwitch(project, "s", one)).contains("ports"));

        auto conflicting = project;
        conflicting.cluster.conflictSets = {{"c", {"a-s"}, {}}};
        auto link = project.cluster.links[0];
        link.name = "uplink";
        link.bandwidth = BytesPerSecond(1e9);
        QCOMPARE(replaceLink(conflicting, "a-s", link)->cluster.conflictSets[0].links,
                 std::vector<std::string>{"uplink"});
        link.bandwidth = BytesPerSecond(0);
        QVERIFY(reason(replaceLink(project, "a-s", link)).startsWith("a number from 1"));
        link = project.cluster.links[0];
        link.from = "b";
        QCOMPARE(reason(replaceLink(project, "a-s", link)),
                 QString("already linked; duplicate the link for one more beside it"));
        link.from = "s";
        QCOMPARE(reason(replaceLink(project, "a-s", link)), QString("a link needs two different ends"));
        QCOMPARE(reason(replaceLink(project, "nothing", link)), QString("a link"));
    }

    void makesAndChangesRacks()
    {
        auto project = samples::project();
        const auto racked = *addRack(project, {"r", {"a"}, 3, {}});
        QCOMPARE(racked.cluster.racks.size(), std::size_t(1));
        QVERIFY(reason(addRack(racked, {"q", {"a"}, 3, {}})).contains("one rack at most"));
        QCOMPARE(reason(addRack(project, {"r", {}, 3, {}})), QString("at least one member"));
        QVERIFY(!reason(addRack(project, {"r", {"a"}, 0, {}})).isEmpty());
        QVERIFY(reason(addRack(project, {"r", {"a"}, 200'000, {}})).startsWith("at most"));

        auto withCopies = racked;
        withCopies.plans[0].plan.pipelines[0].stages[0].groups[0] = samples::group("a#3", 0, 4);
        QCOMPARE(replaceRack(withCopies, "r", {"r2", {"a"}, 3, {}})->plans.size(), std::size_t(1));
        QVERIFY(replaceRack(withCopies, "r", {"r", {"a"}, 2, {}})->plans.empty());
    }

    void appliesAndRemovesPlans()
    {
        auto project = samples::project();
        project.plans[0].measured = MeasuredReference{"file", "row"};
        project.plans[0].extensions = {{"x-note", "1"}, {"measured/x-by", "2"}};
        auto changed = samples::plan();
        changed.zeroStage = 1;
        const auto second = applyPlan(project, "second", changed);
        QCOMPARE(second.plans.size(), std::size_t(2));
        QCOMPARE(second.plans[0].name, std::string("second"));
        const auto same = applyPlan(second, "mine", samples::plan());
        QVERIFY(same.plans[0].measured.has_value());
        const auto replaced = applyPlan(second, "mine", changed);
        QCOMPARE(replaced.plans.size(), std::size_t(2));
        QCOMPARE(replaced.plans[0].name, std::string("mine"));
        QVERIFY(!replaced.plans[0].measured);
        QCOMPARE(replaced.plans[0].extensions, (Extensions{{"x-note", "1"}}));
        QCOMPARE(removePlan(replaced, "mine").plans.size(), std::size_t(1));
        QVERIFY(removePlan(project, "nobody") == project);
    }

    void anAdoptedPlanKeepsTheOneBeforeIt()
    {
        const auto project = samples::project();
        auto other = samples::plan();
        other.zeroStage = 1;
        const auto adopted = adoptPlan(project, "TP1", other);
        QCOMPARE(adopted.plans.size(), std::size_t(2));
        QVERIFY(adopted.plans[0].plan == other && adopted.plans[0].name == "TP1");
        QVERIFY(adopted.plans[1] == project.plans[0]);
        // Back and forth adds nothing, and each keeps its name and its measured time.
        const auto back = adoptPlan(adopted, "TP1", project.plans[0].plan);
        QCOMPARE(back.plans.size(), std::size_t(2));
        QVERIFY(back.plans[0] == project.plans[0] && back.plans[1] == adopted.plans[0]);
        QVERIFY(adoptPlan(back, "TP1", back.plans[0].plan) == back);
        auto third = other;
        third.microBatchSize += 1;
        QCOMPARE(adoptPlan(adopted, "TP1", third).plans[0].name, std::string("TP1 2"));
    }

    void setsTitleAndWorkload()
    {
        const auto project = samples::project();
        QCOMPARE(setTitle(project, "t", "d").description, std::string("d"));
        auto workload = project.workload;
        workload.job.globalBatch = 64;
        QCOMPARE(setWorkload(project, workload).workload.job.globalBatch, 64);
        QVERIFY(setWorkload(project, project.workload) == project);
    }
    void setsThePueWithinItsRange()
    {
        const auto project = samples::project();
        const auto changed = setPowerUsageEffectiveness(project, 1.3);
        QVERIFY(changed);
        QCOMPARE(changed->cluster.powerUsageEffectiveness, 1.3);
        QVERIFY(*setPowerUsageEffectiveness(*changed, 1) == project);
        QVERIFY(!setPowerUsageEffectiveness(project, 0.9));
    }

    void duplicatesFourThousandNodes()
    {
        Project project;
        std::set<std::string> names;
        for (int i = 0; i < 4096; ++i) {
            Node node;
            node.name = "node-" + std::to_string(i);
            names.insert(node.name);
            project.cluster.nodes.push_back(node);
        }
        QCOMPARE(duplicateThings(project, names, 1, 1)->project.cluster.nodes.size(), std::size_t(8192));
    }
};

QTEST_GUILESS_MAIN(EditsTest)
#include "edits_test.moc"

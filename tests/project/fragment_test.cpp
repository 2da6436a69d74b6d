// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/fragment.h"

#include "cluster/cluster_json.h"
#include "project/project_file.h"
#include "support/property.h"
#include "support/random_project.h"
#include "support/strict_test.h"

using namespace heteroscope;

class FragmentTest : public StrictTest
{
    Q_OBJECT

    static std::set<std::string> allThings(const Cluster &cluster)
    {
        std::set<std::string> names;
        for (const auto &node : cluster.nodes)
            names.insert(node.name);
        for (const auto &one : cluster.switches)
            names.insert(one.name);
        return names;
    }

    /// Two nodes of an own template with an own device type, joined by an own link type, and a built-in node at the
    /// end of another link; the job trains an own model. `figure` makes the own entries others.
    static Project withOwnEntries(double figure)
    {
        Project project;
        DeviceType card = *builtinCatalog().findDevice("H100-80GB SXM");
        card.name = "Own card";
        card.memory = Bytes(figure);
        project.cluster.deviceTypes = {card};
        project.library.nodes = {samples::box("Own box", card.name, 2)};
        LinkType wire = *builtinCatalog().findLink("InfiniBand NDR 400G");
        wire.name = "Own wire";
        wire.bandwidth = BytesPerSecond(figure);
        LinkType spare = wire;
        spare.name = "Spare wire";
        spare.bandwidth = BytesPerSecond(7e9);
        project.library.links = {wire, spare};
        project.library.models = {builtinModels().front()};
        project.library.models[0].name = "Own model";
        project.library.models[0].notes = std::to_string(figure);
        project.workload.model = project.library.models[0];
        for (const char *name : {"here-0", "here-1"})
            project = *addNode(project, project.library.nodes[0], name, {});
        project = *addNode(project, *builtinCatalog().findNode("8x H100 HGX"), "there", {});
        project = *addLink(project, "here-0", "here-1", wire);
        return *addLink(project, "here-1", "there", *builtinCatalog().findLink("InfiniBand HDR 200G"));
    }

private slots:
    void innerLinksGoAlongAndOthersDoNot()
    {
        Project project;
        for (const char *name : {"a-0", "a-1", "a-2"})
            project = *addNode(project, samples::box("box"), name, {});
        project = *addLink(project, "a-0", "a-1", builtinCatalog().links.front());
        project = *addLink(project, "a-1", "a-2", builtinCatalog().links.front());
        const Project fragment = fragmentOf(project, {"a-0", "a-1", "nobody"});
        QCOMPARE(fragment.cluster.nodes.size(), std::size_t(2));
        QCOMPARE(fragment.cluster.links.size(), std::size_t(1));
        const auto pasted = addFragment(project, fragment, 10, 20);
        QVERIFY(pasted);
        QCOMPARE(pasted->names, (std::set<std::string>{"a-3", "a-4", "a-3-a-4"}));
        QCOMPARE(pasted->project.canvas.at("a-3"), (CanvasPosition{10, 20}));
    }

    void elsewhereThingsKeepTheirNames()
    {
        const Project project = *addNode({}, samples::box("box"), "lab", {});
        const auto pasted = addFragment({}, fragmentOf(project, {"lab"}), 0, 0);
        QVERIFY(pasted);
        QVERIFY(pasted->project.cluster == project.cluster);
    }

    void wholeRacksAndConflictSetsGoAlong()
    {
        Project project;
        for (const char *name : {"a", "b", "c"})
            project = *addNode(project, samples::box("box"), name, {});
        project = *addLink(project, "a", "b", builtinCatalog().links.front());
        project = *addLink(project, "b", "c", builtinCatalog().links.front());
        project.cluster.conflictSets.push_back({"shared", {"a-b", "b-c"}, {}});
        project = *addRack(project, {"rack", {"a", "b"}, 3, {}});
        QVERIFY(fragmentOf(project, {"a", "c"}).cluster.racks.empty());
        QVERIFY(fragmentOf(project, {"a", "b"}).cluster.conflictSets.empty());
        const auto pasted = addFragment(project, fragmentOf(project, {"a", "b", "c"}), 0, 0);
        QVERIFY2(pasted.hasValue(), pasted ? "" : toString(pasted.error()).c_str());
        QCOMPARE(pasted->project.cluster.racks.size(), std::size_t(2));
        QCOMPARE(pasted->project.cluster.racks[1].repeat, 3);
        QCOMPARE(pasted->project.cluster.conflictSets.size(), std::size_t(2));
    }

    void aDeviceTypeThatMeansSomethingElseGetsAnotherName()
    {
        DeviceType own = *builtinCatalog().findDevice("H100-80GB SXM");
        own.memory = Bytes(1e9);
        Project from = *addNode({}, *builtinCatalog().findNode("8x H100 HGX"), "h100-0", {});
        const Project to = from;
        from.cluster.deviceTypes.push_back(own);
        const auto pasted = addFragment(to, fragmentOf(from, {"h100-0"}), 0, 0);
        QVERIFY(pasted);
        const Cluster &cluster = pasted->project.cluster;
        QCOMPARE(cluster.nodes[0].devices[0].type, own.name);
        QVERIFY(findDeviceType(cluster, cluster.nodes[0].devices[0].type)->memory != own.memory);
        QCOMPARE(cluster.nodes[1].devices[0].type, own.name + " (2)");
        QVERIFY(findDeviceType(cluster, own.name + " (2)")->memory == own.memory);
        const auto again = addFragment(pasted->project, fragmentOf(from, {"h100-0"}), 0, 0);
        QCOMPARE(again->project.cluster.deviceTypes.size(), std::size_t(1)); // the same one serves
    }

    void namesAreCountedOnPastThoseGivenBefore()
    {
        Project project;
        project = *addNode(project, samples::box("box"), "a-0", {});
        Project other = *addNode(project, samples::box("box"), "a-1", {});
        other = *addLink(other, "a-0", "a-1", builtinCatalog().links.front());
        const auto pasted = addFragment(project, other, 0, 0);
        QVERIFY(pasted);
        QCOMPARE(pasted->names, (std::set<std::string>{"a-1", "a-2", "a-0-a-1"}));
    }

    void ownEntriesThatAreUsedGoAlong()
    {
        const Project from = withOwnEntries(1e9);
        const Project fragment = fragmentOf(from, {"here-0", "here-1"});
        QCOMPARE(fragment.library.nodes, from.library.nodes);
        QCOMPARE(fragment.library.links.size(), std::size_t(1));
        QCOMPARE(fragment.library.links[0].name, std::string("Own wire"));
        QCOMPARE(fragment.library.models, from.library.models);
        QCOMPARE(fragment.cluster.deviceTypes, from.cluster.deviceTypes);
        const auto read = parseFragment(projectText(fragment));
        QVERIFY2(read.hasValue(), read ? "" : toString(read.error()).c_str());
        QVERIFY(*read == fragment);
        const auto pasted = addFragment({}, *read, 0, 0);
        QVERIFY(pasted->project.library == fragment.library);
        QVERIFY(pasted->project.cluster == fragment.cluster);
        const auto again = addFragment(pasted->project, *read, 0, 0);
        QVERIFY(again->project.library == fragment.library); // the same ones serve

        Project alone = from;
        alone.workload = {};
        const Library none = fragmentOf(alone, {"there"}).library;
        QVERIFY(none.isEmpty());
        QVERIFY(addFragment({}, fragmentOf(alone, {"there"}), 0, 0)->project.library.isEmpty());
    }

    void anEntryThatMeansSomethingElseGetsAnotherName()
    {
        const Project to = withOwnEntries(1e9);
        const Project from = withOwnEntries(2e9);
        const auto pasted = addFragment(to, fragmentOf(from, {"here-0", "here-1"}), 0, 0);
        QVERIFY(pasted);
        const Project &both = pasted->project;
        QCOMPARE(both.library.links.size(), std::size_t(3));
        QCOMPARE(both.library.links[2].name, std::string("Own wire (2)"));
        QCOMPARE(both.library.links[2].bandwidth, from.library.links[0].bandwidth);
        QCOMPARE(both.library.nodes.size(), std::size_t(2));
        QCOMPARE(both.library.nodes[1].name, std::string("Own box (2)"));
        QCOMPARE(both.library.nodes[1].devices[0].type, std::string("Own card (2)"));
        QCOMPARE(both.cluster.nodes.back().templateName, std::string("Own box (2)"));
        QCOMPARE(both.library.models.size(), std::size_t(2));
        QCOMPARE(both.library.models[1].name, std::string("Own model (2)"));
        QVERIFY(findLibraryMistakes(both.library, both.cluster, {}).ok());
        const auto again = addFragment(both, fragmentOf(from, {"here-0", "here-1"}), 0, 0);
        QVERIFY(again->project.library == both.library);
    }

    void badTextIsRefusedWithItsPlace()
    {
        for (const auto &[text, found] : std::vector<std::pair<std::string, std::string>>{{"", "nothing"},
                                                                                          {"  \n", "nothing"},
                                                                                          {"hello", "\"hello\""},
                                                                                          {"{\"formatVersion\": 1", ""},
                                                                                          {"{}", "nothing"}}) {
            const auto read = parseFragment(text);
            QVERIFY2(!read, text.c_str());
            QVERIFY2(!read.error().expected.empty(), text.c_str());
            if (!found.empty())
                QCOMPARE(read.error().found, found);
        }
    }

    void comesThroughItsText()
    {
        HETEROSCOPE_PROPERTY("paste(text(copy(everything))) into nothing gives the same drawing", [] {
            const auto project = samples::randomProject();
            const auto names = allThings(project.cluster);
            if (names.empty())
                return;
            const auto read = parseFragment(projectText(fragmentOf(project, names)));
            RC_ASSERT(read.hasValue());
            const auto pasted = addFragment({}, *read, 0, 0);
            RC_ASSERT(pasted.hasValue());
            const Cluster &cluster = pasted->project.cluster;
            RC_ASSERT(cluster.nodes == project.cluster.nodes);
            RC_ASSERT(cluster.switches == project.cluster.switches);
            RC_ASSERT(cluster.links == project.cluster.links);
            RC_ASSERT(cluster.racks == project.cluster.racks);
        });
    }

    void pastingNeverMakesMistakes()
    {
        HETEROSCOPE_PROPERTY("a fragment pasted twice leaves a sound cluster", [] {
            const auto project = samples::randomProject();
            const auto other = samples::randomProject();
            const auto names = allThings(other.cluster);
            auto once = addFragment(project, fragmentOf(other, names), 5, 5);
            if (!once)
                return;
            const auto twice = addFragment(once->project, fragmentOf(other, names), 5, 5);
            RC_ASSERT(twice.hasValue());
            RC_ASSERT(findClusterMistakes(twice->project.cluster, "/cluster").ok());
        });
    }
};

QTEST_GUILESS_MAIN(FragmentTest)
#include "fragment_test.moc"

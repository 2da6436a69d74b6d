// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/advice.h"

#include "cluster/catalog.h"
#include "cluster/topology.h"
#include "project/device_groups.h"
#include "project/edits.h"
#include "project/oversubscription.h"
#include "project/project_file.h"
#include "project/recipe_text.h"
#include "support/property.h"
#include "support/random_project.h"
#include "support/strict_test.h"

using namespace heteroscope;

class AdviceTest : public StrictTest
{
    Q_OBJECT

    static Project built(const char *line) { return *buildRecipe(*parseRecipe(line)); }

    /// What is wrong; a cluster may be over-subscribed on purpose.
    static std::vector<Advice> findAdvice(const Project &project)
    {
        auto all = heteroscope::findAdvice(project);
        std::erase_if(all, [](const Advice &advice) { return advice.isNote(); });
        return all;
    }

    static std::vector<Advice> notes(const Project &project)
    {
        auto all = heteroscope::findAdvice(project);
        std::erase_if(all, [](const Advice &advice) { return !advice.isNote(); });
        return all;
    }

    template<class About>
    static About about(const Advice &advice)
    {
        const auto *found = std::get_if<About>(&advice.about);
        if (!found)
            qFatal("advice about something else");
        return *found;
    }

private slots:
    void aSoundClusterNeedsNone()
    {
        QVERIFY(findAdvice({}).empty());
        QVERIFY(findAdvice(built("1x8 H100")).empty());
        QVERIFY(findAdvice(built("4x8 A100 hdr200 + 2x8 H100 ndr400x8 / spine")).empty());
        for (const auto &example : builtinExamples())
            for (const auto &advice : findAdvice(example.project))
                QVERIFY2(false, (example.file + ": " + advice.thing).c_str());
    }

    void islandsAreLinkedToTheMainland()
    {
        Project project = built("40x8 H100 / rail-only"); // two blocks without a way between them
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, std::string("h100-32"));
        QVERIFY((about<UnreachableNodes>(advice[0]) == UnreachableNodes{7, "rails-1", "rails-0"}));
        QVERIFY(advice[0].canBeFollowed);
        const auto fixed = followAdvice(project, advice[0]);
        QVERIFY(fixed);
        QVERIFY(findAdvice(*fixed).empty());
        QCOMPARE(fixed->cluster.links.back().bandwidth, project.cluster.links.front().bandwidth);
    }

    void aLoneNodeGoesToTheSwitchOfTheOthers()
    {
        Project project = built("2x8 H100");
        project = *addNode(project, *builtinCatalog().findNode("8x A100-80GB HGX"), "a100-0", {});
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QVERIFY((about<UnreachableNodes>(advice[0]) == UnreachableNodes{0, "a100-0", "switch"}));
        QVERIFY(findAdvice(*followAdvice(project, advice[0])).empty());
    }

    void aFullSwitchIsNoCure()
    {
        Project project = built("2x8 H100");
        project.cluster.switches[0].ports = 2;
        project = *addNode(project, *builtinCatalog().findNode("8x A100-80GB HGX"), "a100-0", {});
        const auto advice = findAdvice(project);
        QVERIFY(!advice.at(0).canBeFollowed);
        QVERIFY(!followAdvice(project, advice[0]));
    }

    void bitsTakenForBytes()
    {
        Project project = built("2x8 H100 eth10");
        QVERIFY(findAdvice(project).empty());
        project.cluster.links[1].bandwidth = BytesPerSecond(10e9);
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, project.cluster.links[1].name);
        QVERIFY((about<BitsForBytes>(advice[0]) == BitsForBytes{BytesPerSecond(10e9), BytesPerSecond(1.25e9)}));
        const auto fixed = followAdvice(project, advice[0]);
        QCOMPARE(fixed->cluster.links[1].bandwidth.value, 1.25e9);
        QVERIFY(findAdvice(*fixed).empty());
    }

    void aPrecisionThatEveryDeviceHas()
    {
        Project project = built("1x8 V100 + 1x8 A100");
        project.workload.job.precision = Precision::bf16;
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, project.cluster.nodes[0].name);
        const auto unsupported = about<UnsupportedPrecision>(advice[0]);
        QCOMPARE(unsupported.deviceType, project.cluster.nodes[0].devices[0].type);
        QCOMPARE(unsupported.wanted, Precision::bf16);
        QCOMPARE(unsupported.common, std::optional(Precision::fp16));
        QVERIFY(findAdvice(*followAdvice(project, advice[0])).empty());
    }

    void narrowUplinksAreNotedWithTheirRatio()
    {
        const Project even = built("8x8 H100 ndr400x8 / spine");
        QVERIFY(notes(even).empty());
        Project narrow = built("8x8 H100 ndr400x8 / spine 4:1");
        QCOMPARE(notes(narrow).size(), std::size_t(1));
        const auto advice = heteroscope::findAdvice(narrow).front();
        QCOMPARE(advice.thing, std::string("leaf-0"));
        const auto port = about<OversubscribedPort>(advice);
        QVERIFY(!port.port.isNode && port.alike == 1 && port.port.ratio() == 4);
        QCOMPARE(port.port.inward.value, 1.6e12);
        QCOMPARE(port.port.outward.value, 4e11);
        QVERIFY(!followAdvice(narrow, advice));
        narrow.cluster.links.front().rate.points = {{Seconds(0), 0.5}}; // a slow hour is no way of building
        QCOMPARE(notes(narrow).size(), std::size_t(1));
    }

    void aCardIsWeighedAgainstItsLinks()
    {
        const auto cards = notes(built("2x8 H100 ndr400"));
        QCOMPARE(cards.size(), std::size_t(1));
        QCOMPARE(cards[0].thing, std::string("h100-0"));
        const auto port = about<OversubscribedPort>(cards[0]);
        QVERIFY(port.port.isNode && port.alike == 1 && port.port.ratio() == 8);
        QCOMPARE(port.port.outward.value, 5e10);
        QVERIFY(notes(built("1x8 H100")).empty()); // nobody to talk to
    }

    void copiesOfARackCount()
    {
        Project project = built("8x8 H100 ndr400x8 / spine");
        QVERIFY(notes(project).empty());
        Cluster &cluster = project.cluster;
        const std::string leaf = "leaf-0";
        Rack rack;
        rack.name = "rack";
        rack.repeat = 3;
        for (std::size_t i = 0; i < 4; ++i) // those below the leaf
            rack.members.push_back(cluster.nodes[i].name);
        cluster.racks = {rack};
        // Three racks of nodes at one leaf.
        const auto narrow = findOversubscribed(cluster);
        const auto found =
            std::find_if(narrow.begin(), narrow.end(), [&](const auto &one) { return one.thing == leaf; });
        QVERIFY(found != narrow.end());
        QCOMPARE(found->ratio(), 3.0);
        // With the leaf in the rack each copy has its own uplink.
        cluster.racks[0].members.push_back(leaf);
        QVERIFY(notes(project).empty());
    }

    void followingAdviceAlwaysHelps()
    {
        std::size_t followed = 0;
        HETEROSCOPE_PROPERTY("advice that is followed is not given again", [&followed] {
            const auto project = samples::randomProject();
            for (const auto &advice : findAdvice(project)) {
                if (!advice.canBeFollowed)
                    continue;
                const auto fixed = followAdvice(project, advice);
                RC_ASSERT(fixed.hasValue());
                ++followed;
                const auto left = findAdvice(*fixed);
                RC_ASSERT(std::find(left.begin(), left.end(), advice) == left.end());
            }
        });
        constexpr std::size_t many = 20;
        QVERIFY2(followed >= many, std::to_string(followed).c_str());
    }

    void anEmptyGroupGoes()
    {
        Project project = built("1x8 H100");
        project.cluster.deviceGroups = {{"none", {}, {}}, {"some", {"h100-0:1"}, {}}};
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, groupKey("none"));
        QCOMPARE(about<EmptyGroup>(advice[0]).group, std::string("none"));
        const auto fixed = *followAdvice(project, advice[0]);
        QCOMPARE(fixed.cluster.deviceGroups.size(), std::size_t(1));
        QVERIFY(!followAdvice(fixed, advice[0])); // by now another project
    }

    void devicesUnderTheRulesOfTwoGroupsAreNoted()
    {
        Project project = built("1x8 H100 + 1x8 A100 hdr200x8");
        const auto before = heteroscope::findAdvice(project).size();
        project.cluster.deviceGroups = {{"one", {"h100-0"}, {}}, {"two", {"h100-0:1", "h100-0:2", "a100-0"}, {}}};
        QCOMPARE(heteroscope::findAdvice(project).size(), before); // names alone may overlap
        project.mappings = {{"one", MappingRule::pin, MappingTarget::stages, {0, 1}, {}},
                            {"two", MappingRule::pin, MappingTarget::stages, {1}, {}}};
        const auto note = heteroscope::findAdvice(project).back();
        QVERIFY((about<OverlappingGroups>(note) == OverlappingGroups{"one", "two", "h100-0:1", 1}));
        QVERIFY(note.canBeFollowed);
        const auto fixed = *followAdvice(project, note);
        QCOMPARE(fixed.cluster.deviceGroups[1].devices, std::vector<std::string>{"a100-0"});
        QCOMPARE(heteroscope::findAdvice(fixed).size(), before);
        project.cluster.deviceGroups[1].devices.pop_back(); // nothing would be left of it
        QVERIFY(!heteroscope::findAdvice(project).back().canBeFollowed);
    }

    void rulesThatCannotBeObeyedAreDropped()
    {
        Project project = built("2x8 H100");
        project.workload.model.layers = 8;
        project.cluster.deviceGroups = {{"one", {"h100-0"}, {}}};
        project.mappings = {{"one", MappingRule::pin, MappingTarget::stages, {2}, {}},
                            {"one", MappingRule::forbid, MappingTarget::stages, {}, {}}};
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, groupKey("one"));
        const auto impossible = about<ImpossibleMappings>(advice[0]);
        QCOMPARE(impossible.kind, MappingConflict::Kind::noPlace);
        QCOMPARE(impossible.device, std::string("h100-0:0"));
        QCOMPARE(impossible.mappings, project.mappings);
        const auto fixed = *followAdvice(project, advice[0]);
        QCOMPARE(fixed.mappings, std::vector<Mapping>{project.mappings[0]});
        QVERIFY(findAdvice(fixed).empty());
        QVERIFY(!followAdvice(fixed, advice[0]));
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"

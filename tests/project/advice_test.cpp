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

    static std::vector<std::string> notes(const Project &project)
    {
        std::vector<std::string> found;
        for (const auto &advice : heteroscope::findAdvice(project))
            if (advice.isNote())
                found.push_back(advice.about.found);
        return found;
    }

private slots:
    void aSoundClusterNeedsNone()
    {
        QVERIFY(findAdvice({}).empty());
        QVERIFY(findAdvice(built("1x8 H100")).empty());
        QVERIFY(findAdvice(built("4x8 A100 hdr200 + 2x8 H100 ndr400x8 / spine")).empty());
        for (const auto &example : builtinExamples())
            for (const auto &advice : findAdvice(example.project))
                QVERIFY2(false, (example.file + ": " + advice.about.found).c_str());
    }

    void islandsAreLinkedToTheMainland()
    {
        Project project = built("40x8 H100 / rail-only"); // two blocks without a way between them
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].kind, Advice::Kind::unreachable);
        QCOMPARE(advice[0].thing, std::string("h100-32"));
        QCOMPARE(advice[0].about.found, std::string("h100-32 and 7 more nodes are not linked to the others"));
        QCOMPARE(advice[0].about.hint, std::string("link rails-1 to rails-0"));
        const auto mended = followAdvice(project, advice[0]);
        QVERIFY(mended);
        QVERIFY(findAdvice(*mended).empty());
        QCOMPARE(mended->cluster.links.back().bandwidth, project.cluster.links.front().bandwidth);
    }

    void aLoneNodeGoesToTheSwitchOfTheOthers()
    {
        Project project = built("2x8 H100");
        project = *addNode(project, *builtinCatalog().findNode("8x A100-80GB HGX"), "a100-0", {});
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].about.hint, std::string("link a100-0 to switch"));
        QVERIFY(findAdvice(*followAdvice(project, advice[0])).empty());
    }

    void aFullSwitchIsNoCure()
    {
        Project project = built("2x8 H100");
        project.cluster.switches[0].ports = 2;
        project = *addNode(project, *builtinCatalog().findNode("8x A100-80GB HGX"), "a100-0", {});
        const auto advice = findAdvice(project);
        QVERIFY(advice.at(0).about.hint.empty());
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
        QCOMPARE(advice[0].about.hint, std::string("set it to 1.25 GB/s"));
        const auto mended = followAdvice(project, advice[0]);
        QCOMPARE(mended->cluster.links[1].bandwidth.value, 1.25e9);
        QVERIFY(findAdvice(*mended).empty());
    }

    void aPrecisionThatEveryDeviceHas()
    {
        Project project = built("1x8 V100 + 1x8 A100");
        project.workload.job.precision = Precision::bf16;
        const auto advice = findAdvice(project);
        QCOMPARE(advice.size(), std::size_t(1));
        QCOMPARE(advice[0].thing, project.cluster.nodes[0].name);
        QCOMPARE(advice[0].about.hint, std::string("train in fp16"));
        QVERIFY(findAdvice(*followAdvice(project, advice[0])).empty());
    }

    void narrowUplinksAreNotedWithTheirRatio()
    {
        const Project even = built("8x8 H100 ndr400x8 / spine");
        QCOMPARE(notes(even), std::vector<std::string>());
        Project narrow = built("8x8 H100 ndr400x8 / spine 4:1");
        QCOMPARE(notes(narrow),
                 (std::vector<std::string>{"leaf-0 and one more like it are over-subscribed 4:1: 1.6 TB/s from below "
                                           "share 400 GB/s of uplinks"}));
        const auto advice = heteroscope::findAdvice(narrow).front();
        QCOMPARE(advice.thing, std::string("leaf-0"));
        QVERIFY(!followAdvice(narrow, advice));
        narrow.cluster.links.front().rate.points = {{Seconds(0), 0.5}}; // a slow hour is no way of building
        QCOMPARE(notes(narrow).size(), std::size_t(1));
    }

    void aCardIsWeighedAgainstItsLinks()
    {
        QCOMPARE(notes(built("2x8 H100 ndr400")),
                 (std::vector<std::string>{"h100-0 and one more like it are over-subscribed 8:1: 400 GB/s of devices "
                                           "share 50 GB/s of links"}));
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
                if (advice.about.hint.empty())
                    continue;
                const auto mended = followAdvice(project, advice);
                RC_ASSERT(mended.hasValue());
                ++followed;
                const auto left = findAdvice(*mended);
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
        QCOMPARE(advice[0].about.hint, std::string("remove none"));
        const auto mended = *followAdvice(project, advice[0]);
        QCOMPARE(mended.cluster.deviceGroups.size(), std::size_t(1));
        QVERIFY(!followAdvice(mended, advice[0])); // by now another project
    }

    void devicesUnderTheRulesOfTwoGroupsAreNoted()
    {
        Project project = built("1x8 H100 + 1x8 A100 hdr200x8");
        const auto before = heteroscope::findAdvice(project).size();
        project.cluster.deviceGroups = {{"one", {"h100-0"}, {}}, {"two", {"h100-0:1", "h100-0:2", "a100-0"}, {}}};
        QCOMPARE(heteroscope::findAdvice(project).size(), before); // names alone may overlap
        project.mappings = {{"one", MappingRule::pin, MappingTarget::stages, {0, 1}, {}},
                            {"two", MappingRule::pin, MappingTarget::stages, {1}, {}}};
        QCOMPARE(notes(project).back(), std::string("h100-0:1 and one more device are in the groups one and two"));
        const auto note = heteroscope::findAdvice(project).back();
        QCOMPARE(note.about.hint, std::string("take them out of two"));
        const auto mended = *followAdvice(project, note);
        QCOMPARE(mended.cluster.deviceGroups[1].devices, std::vector<std::string>{"a100-0"});
        QCOMPARE(heteroscope::findAdvice(mended).size(), before);
        project.cluster.deviceGroups[1].devices.pop_back(); // nothing would be left of it
        QVERIFY(heteroscope::findAdvice(project).back().about.hint.empty());
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
        QCOMPARE(advice[0].kind, Advice::Kind::impossibleMappings);
        QCOMPARE(advice[0].thing, groupKey("one"));
        QCOMPARE(QString::fromStdString(advice[0].about.found),
                 QString("h100-0:0 must work and has no place: all of one works, only in "
                         "stage C; one stays unused"));
        QCOMPARE(advice[0].about.hint, std::string("drop \"one stays unused\""));
        const auto mended = *followAdvice(project, advice[0]);
        QCOMPARE(mended.mappings, std::vector<Mapping>{project.mappings[0]});
        QVERIFY(findAdvice(mended).empty());
        QVERIFY(!followAdvice(mended, advice[0]));
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"

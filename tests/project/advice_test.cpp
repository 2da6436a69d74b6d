// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/advice.h"

#include "cluster/catalog.h"
#include "cluster/topology.h"
#include "project/edits.h"
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

    void followingAdviceAlwaysHelps()
    {
        HETEROSCOPE_PROPERTY("advice that is followed is not given again", [] {
            const auto project = samples::randomProject();
            for (const auto &advice : findAdvice(project)) {
                if (advice.about.hint.empty())
                    continue;
                const auto mended = followAdvice(project, advice);
                if (!mended)
                    continue;
                const auto left = findAdvice(*mended);
                RC_ASSERT(std::find(left.begin(), left.end(), advice) == left.end());
            }
        });
    }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_change.h"

#include "project/recipe_text.h"
#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class DesignChangeTest : public StrictTest
{
    Q_OBJECT

    /// With the best plan of its cluster.
    static Design designOf(const std::string &line, double price)
    {
        const auto recipe = parseRecipe(line);
        if (!recipe)
            qFatal("%s", toString(recipe.error()).c_str());
        const auto topology = Topology::build(buildRecipe(*recipe)->cluster);
        const auto found =
            searchPlans(*topology, test::smallGpt(4, 512, 8), {.space = SearchSpace::C, .top = 1, .threads = 1});
        if (!found || found->plans.empty())
            qFatal("no plan");
        Design design;
        design.recipe = *recipe;
        design.cluster = line;
        design.pricePerHour = price;
        design.step = found->plans.front().result;
        return design;
    }

private slots:
    void differencesAreNamed()
    {
        const Design one = designOf("1x2 A100 hdr200 + 1x2 V100 hdr200", 5);
        const Design more = designOf("3x2 A100 hdr200", 12);
        const auto change = designChange(one, more);
        QCOMPARE(change.devices.size(), std::size_t(2));
        QCOMPARE(change.devices.front().second, 4);
        QVERIFY(change.devices.front().first.find("A100") != std::string::npos);
        QCOMPARE(change.devices.back().second, -2);
        QVERIFY(!change.hasOtherLinks);
        QCOMPARE(change.pricePerHour, 7.0);
        QCOMPARE(change.stepTime.value, more.stepTime().value - one.stepTime().value);
        QCOMPARE(change.limit.step, more.step->stepTime);
    }
    void otherLinksAreSaid()
    {
        const auto change = designChange(designOf("2x2 A100 eth25", 5), designOf("2x2 A100 hdr200", 6));
        QVERIFY(change.devices.empty() && change.hasOtherLinks);
        QVERIFY(change.stepTime <= Seconds(0));
        QVERIFY(change.limit.isComputeBound() || change.limit.wait.lane >= 0);
    }
};

QTEST_GUILESS_MAIN(DesignChangeTest)
#include "design_change_test.moc"

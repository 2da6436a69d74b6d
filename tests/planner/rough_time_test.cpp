// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/rough_time.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <algorithm>
#include <limits>
#include <set>

using namespace heteroscope;

namespace {

test::PlannerCase mixed(int nodes)
{
    std::vector<Node> all;
    for (int i = 0; i < nodes; ++i) {
        all.push_back(test::node("a" + std::to_string(i), "A100-80GB SXM", 4));
        all.push_back(test::node("v" + std::to_string(i), "V100-32GB SXM2/SXM3", 4));
    }
    return {test::star(all), test::smallGpt(24, 1024, 64)};
}

std::vector<Layout> someLayouts(const Family &family, std::size_t most)
{
    std::vector<Layout> layouts;
    forSomeLayouts(family, most, [&](const Layout &layout) { layouts.push_back(layout); });
    return layouts;
}

} // namespace

class RoughTimeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void someLayoutsAreAllWhereTheyAreFew()
    {
        auto asked = mixed(1);
        for (const auto &family : asked.space.families) {
            if (family.kind == FamilyKind::byStage) {
                QVERIFY(someLayouts(family, 1'000'000).empty());
                continue;
            }
            std::set<Layout> all;
            forEachLayout(family, asked.groups, [&](const Layout &layout) {
                all.insert(layout);
                return true;
            });
            const auto some = someLayouts(family, 1'000'000);
            QCOMPARE(some.size(), all.size());
            QVERIFY(std::set<Layout>(some.begin(), some.end()) == all);
        }
    }

    void manyLayoutsAreSpreadFromTheSmallestToTheLargest()
    {
        auto asked = mixed(4);
        std::size_t spread = 0;
        for (const auto &family : asked.space.families) {
            if (family.kind != FamilyKind::pure || family.parts.size() != 2 || family.chunks > 1 ||
                family.parts[0].maxStages < 12 || family.parts[1].maxStages < 12)
                continue;
            const auto some = someLayouts(family, 49);
            QVERIFY(!some.empty() && some.size() <= 49);
            QVERIFY(std::count(some.begin(), some.end(), Layout{{0, 1}, {1, 1}}) == 1);
            for (const auto &layout : some) {
                QVERIFY(layout[0].stages >= 1 && layout[0].stages <= family.parts[0].maxStages);
                QVERIFY(layout[1].stages >= 1 && layout[1].stages <= family.parts[1].maxStages);
                QVERIFY(allowsStages(family, stageCount(layout)));
            }
            ++spread;
        }
        QVERIFY(spread > 0);
    }

    void theIdeaIsCloseToTheSimulationOfAnEvenPipeline()
    {
        // One stage and one replica: no fill, no sends, no synchronization; only the optimizer is left out.
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 2)}), test::smallGpt(24, 2048, 16));
        std::size_t compared = 0;
        for (const auto &family : asked.space.families) {
            const RoughTime rough(family, asked.book);
            QVERIFY(rough.least() > 0);
            if (family.dp > 1 || family.chunks > 1)
                continue;
            const Layout layout{{0, 1}};
            const Cut cut{cutUnits(family, asked.workload.model)};
            const auto step = asked.simulate(family, placedGroups(family, layout, asked.groups), cut);
            QVERIFY(step);
            const double time = toSeconds(step->stepTime).value;
            QVERIFY2(rough.of(layout) > 0.8 * time && rough.of(layout) < 1.2 * time,
                     qPrintable(QStringLiteral("%1 for %2").arg(rough.of(layout)).arg(time)));
            ++compared;
        }
        QVERIFY(compared > 4);
    }

    void whatCannotWorkTakesForEver()
    {
        // The RTX 2080 Ti knows no bf16.
        auto workload = test::smallGpt(8, 1024, 16);
        workload.job.precision = Precision::bf16;
        test::PlannerCase asked(test::star({test::node("r", "RTX 2080 Ti", 2)}), workload);
        QVERIFY(!asked.space.families.empty());
        for (const auto &family : asked.space.families)
            QCOMPARE(RoughTime(family, asked.book).least(), std::numeric_limits<double>::infinity());
    }
};

QTEST_GUILESS_MAIN(RoughTimeTest)
#include "rough_time_test.moc"

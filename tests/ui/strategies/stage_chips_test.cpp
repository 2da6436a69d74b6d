// SPDX-License-Identifier: GPL-3.0-or-later
//
// A stage is called by all device types that are in it.
#include "strategies/stage_chips.h"

#include "support/clusters.h"
#include "support/strict_test.h"

using namespace heteroscope;

class StageChipsTest : public StrictTest
{
    Q_OBJECT

    static QStringList textsOf(const Plan &plan, const Topology *topology)
    {
        QStringList texts;
        for (const StageChip &chip : stageChips(plan, topology))
            texts << chip.text;
        return texts;
    }

private slots:
    void aStageThatMixesTypesNamesThemAll()
    {
        const Topology topology = test::topology(test::a100AndV100(4, 4));
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {5, 3}, 8), test::pipeline({{"a:2"}, {"v:0"}}, {5, 3}, 8)};
        QCOMPARE(textsOf(plan, &topology), (QStringList{"A100 5", "A100 V100 3"}));
        // Pipelines that are cut otherwise have other stages.
        plan.pipelines[1] = test::pipeline({{"v:0"}, {"v:1"}}, {6, 2}, 8);
        QCOMPARE(textsOf(plan, &topology), (QStringList{"A100 5", "A100 3"}));
        // One group of two types.
        plan.pipelines = {test::pipeline({{"a:0", "v:0"}}, {8}, 8)};
        QCOMPARE(textsOf(plan, &topology), QStringList{"A100 V100 8"});
        QCOMPARE(textsOf(plan, nullptr), QStringList{"8"});
        QVERIFY(stageChips(Plan(), &topology).empty());
    }
};

QTEST_GUILESS_MAIN(StageChipsTest)
#include "stage_chips_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// Software with one setting of what is recomputed for all stages: families whose stages recompute the same, against
// brute force.
#include "planner/optimum_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// Of stages of unlike types, or of one in several stages, that do not all hold their activations.
test::PlannerCase tightCase()
{
    auto workload = test::smallGpt(*rc::gen::inRange(3, 7), 4096, *rc::gen::element(4, 8, 16));
    workload.job.softwareStack = *rc::gen::element<std::string>("Megatron-LM", "torchtitan", "InternEvo");
    if (*rc::gen::arbitrary<bool>())
        workload.job.runs.recomputeModules = RecomputeModules::all();
    workload.model.tiedEmbeddings = *rc::gen::arbitrary<bool>();
    workload.job.flashAttention = *rc::gen::arbitrary<bool>();
    workload.job.sequenceLength = workload.model.maxSequence = 8192;
    workload.job.memoryHeadroom = *rc::gen::inRange(0, 19) / 20.0;
    return {test::randomUnlikeCluster(6), workload};
}

/// Plans whose stages need unlike recompute: not all of them fit without, and some would with less.
bool hasStagesThatNeedLess(test::PlannerCase &asked, const Family &family)
{
    Family byStage = family;
    byStage.recomputesAlike = false;
    bool found = false;
    forEachLayout(family, asked.groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, asked.groups);
        const auto cut = test::evenCut(cutUnits(family, asked.workload.model), stageCount(layout));
        found = found || !stagesRecomputeAlike(asked.plan(byStage, placed, cut));
        return !found;
    });
    return found;
}

} // namespace

class AlikeRecomputeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void searchAndCheckerFindTheBestPlan()
    {
        static std::size_t families = 0, unlike = 0, fit = 0;
        HETEROSCOPE_PROPERTY("stages that recompute the same == brute force", [] {
            auto asked = tightCase();
            std::vector<Family> all;
            for (const auto &family : asked.space.families) {
                RC_ASSERT(family.recomputesAlike == (family.maxStages > 1));
                if (family.recomputesAlike && family.microBatches > 1)
                    all.push_back(family);
            }
            if (all.empty())
                return;
            const Family family = *rc::gen::elementOf(all);
            RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
            const auto tried = test::tryAllCuts(asked, family);
            ++families;
            unlike += hasStagesThatNeedLess(asked, family) ? 1 : 0;
            const auto best = test::compareWithBest(asked, family, tried);
            fit += best ? 1 : 0;
            if (best)
                RC_ASSERT(stagesRecomputeAlike(asked.plan(family, best->placed, best->cut)));
        });
        QVERIFY2(families >= 50, qPrintable(QString::number(families)));
        QVERIFY2(unlike >= 15, qPrintable(QString::number(unlike)));
        QVERIFY2(fit >= 20, qPrintable(QString::number(fit)));
    }

    void everyPlanIsWhatTheSoftwareRuns()
    {
        int recomputing = 0;
        for (const double headroom : {0.0, 0.3, 0.5, 0.6, 0.7, 0.8}) {
            auto workload = test::smallGpt(10, 4096, 32);
            workload.job.sequenceLength = workload.model.maxSequence = 8192;
            workload.job.softwareStack = "InternEvo";
            workload.job.memoryHeadroom = headroom;
            test::PlannerCase asked(
                test::star({test::node("a", "A100-80GB SXM", 2), test::node("h", "H100-80GB SXM", 2)}), workload);
            for (std::size_t i = 0; i < asked.space.families.size(); i += 7) {
                const Family &family = asked.space.families[i];
                forEachLayout(family, asked.groups, [&](const Layout &layout) {
                    const auto cut = test::evenCut(cutUnits(family, asked.workload.model), stageCount(layout));
                    const auto plan = asked.plan(family, placedGroups(family, layout, asked.groups), cut);
                    recomputing += plan.pipelines.front().stages.front().recompute != Recompute::none ? 1 : 0;
                    const auto lack = softwareLack(plan, asked.stack);
                    if (lack)
                        QTest::qFail(planLabel(plan).c_str(), __FILE__, __LINE__);
                    return !lack;
                });
            }
        }
        QVERIFY2(recomputing >= 50, qPrintable(QString::number(recomputing)));
    }
};

QTEST_GUILESS_MAIN(AlikeRecomputeTest)
#include "alike_recompute_test.moc"

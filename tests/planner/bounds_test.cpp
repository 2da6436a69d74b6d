// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/family_bound.h"
#include "planner/bounds/open_layouts.h"
#include "planner/bounds/pipeline_clock.h"
#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

Cut randomCut(int units, int stages)
{
    Cut cut;
    for (int s = 0; s + 1 < stages; ++s)
        cut.push_back(*rc::gen::inRange((cut.empty() ? 0 : cut.back()) + 1, units - (stages - 1 - s) + 1));
    cut.push_back(units);
    return cut;
}

bool isWide(const Family &family)
{
    return family.cp > 1 || family.ep > 1 || family.zeroStage > 1 || family.shardGroup > 0;
}

/// ZeRO-3 with stages in another order than 1F1B.
bool gathersOtherwise(const Family &family)
{
    return family.zeroStage == 3 && family.fewestStages > 1 && family.chunks == 1 &&
           family.schedule != ScheduleKind::oneFOneB;
}

/// Activations fill most of the memory that is left to them: stages have to recompute some of their blocks.
void makeTight(Workload &workload)
{
    workload.model = test::smallGpt(8, 4096).model;
    workload.job.sequenceLength = workload.model.maxSequence = 8192;
    workload.job.flashAttention = true;
    workload.job.memoryHeadroom = *rc::gen::element(0.3, 0.5, 0.6, 0.7, 0.8);
}

/// Every second one with TP by stage, where there are such; some that share sequences, experts or gradients; some that
/// a space has few of.
const Family &randomFamily(const std::vector<Family> &families)
{
    std::vector<const Family *> wide, rare;
    for (const auto &family : families) {
        if (isWide(family))
            wide.push_back(&family);
        if (family.shardGroup > 0 || gathersOtherwise(family))
            rare.push_back(&family);
    }
    if (!rare.empty() && *rc::gen::inRange(0, 3) == 0)
        return *rare[*rc::gen::inRange<std::size_t>(0, rare.size())];
    if (!wide.empty() && *rc::gen::inRange(0, 2) == 0)
        return *wide[*rc::gen::inRange<std::size_t>(0, wide.size())];
    const auto byStage = std::find_if(families.begin(), families.end(),
                                      [](const Family &family) { return family.kind == FamilyKind::byStage; });
    const bool some = byStage != families.end() && *rc::gen::inRange(0, 2) == 0;
    const auto first = some ? static_cast<std::size_t>(byStage - families.begin()) : 0;
    return families[*rc::gen::inRange(first, families.size())];
}

/// False: too many plans for a test.
bool isOptimumThatOfBruteForce()
{
    constexpr std::size_t maxPlans = 2'000;
    auto workload = test::randomWorkload(6);
    workload.job.globalBatch = 1 << *rc::gen::inRange(0, 4);
    if (*rc::gen::inRange(0, 5) == 0)
        workload.job.runs = test::everyTick();
    test::PlannerCase asked(test::randomCluster(*rc::gen::inRange(1, 9)), workload, test::randomSpace());
    const auto tried = test::everyPlan(asked, maxPlans);
    if (!tried)
        return false;
    Ticks best(std::numeric_limits<std::int64_t>::max());
    for (const auto &plan : *tried)
        best = std::min(best, plan.stepTime);
    const auto result = searchPlans(asked.topology, asked.workload,
                                    {.space = asked.searched, .top = 1, .threads = 1, .baselines = false});
    RC_ASSERT(bool(result));
    RC_ASSERT(result->plans.empty() == tried->empty());
    if (tried->empty())
        return true;
    RC_ASSERT(result->proved);
    RC_LOG() << planLabel(result->plans.front().plan) << " with " << asked.stack.name << "\n";
    RC_ASSERT(result->plans.front().result->stepTime == best);
    return true;
}

SoftwareTicks onlyInterleaved()
{
    SoftwareTicks ticks;
    ticks.schedules = {std::string(scheduleName(ScheduleKind::interleaved))};
    ticks.zeroStages = {0};
    ticks.degrees = SoftwareDegrees{true, false, false, false, false, true, true};
    return ticks;
}

} // namespace

class BoundsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void neitherBoundNorClockIsEverAboveTheSimulation()
    {
        static std::size_t byStage = 0;   // plans with TP by stage
        static std::size_t wide = 0;      // with CP, EP or sharded gradients
        static std::size_t partly = 0;    // with stages that recompute some of their blocks
        static std::size_t hybrid = 0;    // with shard groups
        static std::size_t kept = 0;      // timed with what was known of the cuts before
        static std::size_t gathering = 0; // with ZeRO-3 in schedules without chunks other than 1F1B
        HETEROSCOPE_PROPERTY("bound <= clock <= simulation", [] {
            auto workload = test::randomWorkload(8);
            const auto &stacks = builtinCalibration().stacks;
            workload.job.softwareStack = stacks[*rc::gen::inRange<std::size_t>(0, stacks.size())].name;
            if (*rc::gen::inRange(0, 3) == 0)
                workload.job.runs = test::everyTick();
            if (*rc::gen::element(true, false, false, false))
                makeTight(workload);
            test::PlannerCase asked(test::randomCluster(8), workload, test::randomSpace());
            if (asked.space.families.empty())
                return;
            for (int i = 0; i < 20; ++i) {
                const auto &family = randomFamily(asked.space.families);
                // tests/planner/apart_test.cpp, tests/planner/shares_test.cpp
                if (family.kind == FamilyKind::apart || family.kind == FamilyKind::shares)
                    continue;
                const auto layout = test::randomLayout(family, asked.groups);
                auto model = LayoutModel::build(family, layout, asked.book);
                if (!model)
                    continue;
                const auto cut = randomCut(cutUnits(family, asked.workload.model), model->stages());
                const auto step = asked.simulate(family, model->placed(), cut);
                RC_ASSERT(bool(step));
                RC_LOG() << familyLabel(family, asked.topology, model->stages()) << " with " << asked.stack.name
                         << "\n";
                RC_ASSERT(findPlanMistakes(asked.plan(family, model->placed(), cut), asked.topology, asked.workload, "")
                              .ok());
                wide += isWide(family) ? 1 : 0;
                hybrid += family.shardGroup > 0 ? 1 : 0;
                gathering += gathersOtherwise(family) ? 1 : 0;
                const double time = toSeconds(step->stepTime).value;
                RC_ASSERT(*throughputBound(family, asked.book) <= time);
                if (step->feasible) {
                    const auto plan = asked.plan(family, model->placed(), cut);
                    const auto &stages = plan.pipelines.front().stages;
                    partly += std::any_of(stages.begin(), stages.end(),
                                          [](const Stage &stage) { return stage.recomputeLayers.value_or(0) > 0; })
                                  ? 1
                                  : 0;
                    byStage += family.kind == FamilyKind::byStage ? 1 : 0;
                    bool open = false;
                    forEachOpenLayout(family, asked.book, time * (1 + 1e-6), 1'000'000, [&](const Layout &other) {
                        open = open || other == layout;
                        return true;
                    });
                    RC_ASSERT(open);
                }
                RC_ASSERT(model->linkBound(asked.book) <= time);
                RC_ASSERT(model->boundOf(cut) <= time);
                PipelineClock clock(asked.book);
                const auto apart = clock.time(family, *model, cut);
                RC_ASSERT(bool(apart));
                RC_ASSERT(*apart <= step->stepTime);
                RC_ASSERT(model->boundOf(cut) <= toSeconds(*apart).value * (1 + 1e-9));
                model->shareLinks(asked.book);
                RC_ASSERT(model->boundOf(cut) <= time);
                const auto shared = clock.time(family, *model, cut);
                RC_ASSERT(*shared >= *apart);
                RC_ASSERT(*shared <= step->stepTime);
                // What fits is found again among the cuts that may be as fast.
                if (step->feasible) {
                    RC_ASSERT(model->mayBeat(time * (1 + 1e-6)));
                    bool found = false;
                    double limit = time * (1 + 1e-6);
                    std::size_t nodes = 0;
                    LayoutTimes known; // of the cuts before
                    int cuts = 0;
                    RC_ASSERT(model->forEachCut(limit, 1'000'000, nodes, [&](const Cut &other) {
                        found = found || other == cut;
                        if (++cuts <= 20) {
                            RC_ASSERT(*clock.time(family, *model, other, known) == *clock.time(family, *model, other));
                            kept += cuts > 1 ? 1 : 0;
                        }
                        return true;
                    }));
                    RC_ASSERT(found);
                }
            }
        });
        QVERIFY2(byStage >= 100, qPrintable(QString::number(byStage)));
        QVERIFY2(wide >= 200, qPrintable(QString::number(wide)));
        QVERIFY2(partly >= 2, qPrintable(QString::number(partly)));
        QVERIFY2(hybrid >= 20, qPrintable(QString::number(hybrid)));
        QVERIFY2(gathering >= 20, qPrintable(QString::number(gathering)));
        QVERIFY2(kept >= 200, qPrintable(QString::number(kept)));
    }
    void noStagesAreAddedThatReachNoAllowedNumber()
    {
        // Interleaved 1F1B of 8 micro-batches has 1, 2, 4 or 8 stages: with 5 there are 3 more to come, if devices and
        // layers are left for them.
        auto workload = test::smallGpt(12, 1024, 8);
        workload.job.runs = onlyInterleaved();
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}), workload);
        std::size_t compared = 0, looked = 0;
        for (const auto &family : asked.space.families) {
            if (family.kind != FamilyKind::byStage || family.dp > 1 || family.microBatches != 8)
                continue;
            std::size_t all = 0, visited = 0, most = 1;
            forEachLayout(family, asked.groups, [&](const Layout &) { return ++all > 0; });
            const auto visit = [&](const Layout &) { return ++visited > 0; };
            while (forEachOpenLayout(family, asked.book, infinity, most, visit) == OpenLayouts::cutShort) {
                ++most;
                visited = 0;
            }
            QCOMPARE(visited, all);
            looked += most;
            ++compared;
        }
        QVERIFY(compared > 0);
        QVERIFY2(looked <= 250, qPrintable(QString::number(looked))); // partial layouts; without that 464
    }
    void theClockIsExactWhereNoLinkIsShared()
    {
        test::PlannerCase asked(
            test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 2)}),
            test::smallGpt(8, 1024, 16));
        PipelineClock clock(asked.book);
        std::size_t exact = 0;
        for (const auto &family : asked.space.families) {
            if (family.dp > 1 || family.chunks > 1)
                continue;
            forEachLayout(family, asked.groups, [&](const Layout &layout) {
                const auto model = LayoutModel::build(family, layout, asked.book);
                test::forEachCut(cutUnits(family, asked.workload.model), model->stages(), [&](const Cut &cut) {
                    if (cut.front() != 3)
                        return;
                    const auto step = asked.simulate(family, model->placed(), cut);
                    exact += *clock.time(family, *model, cut) == step->stepTime ? 1 : 0;
                    if (model->stages() <= 2)
                        QCOMPARE(clock.time(family, *model, cut)->count, step->stepTime.count);
                });
                return true;
            });
        }
        QVERIFY(exact > 100);
    }
    void theOptimumIsThatOfBruteForce()
    {
        static std::size_t clusters = 0;
        HETEROSCOPE_PROPERTY("search == brute force", [] {
            for (int i = 0; i < 10; ++i)
                clusters += isOptimumThatOfBruteForce() ? 1 : 0;
        });
        QVERIFY2(clusters >= 500, qPrintable(QString::number(clusters)));
    }
};

QTEST_GUILESS_MAIN(BoundsTest)
#include "bounds_test.moc"

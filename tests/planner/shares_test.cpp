// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families whose types share the samples of each stage, against brute force: every way to share them, and every cut.
#include "planner/space/sample_shares.h"

#include "planner/bounds/family_bound.h"
#include "planner/bounds/share_times.h"
#include "planner/certificate/check_certificate.h"
#include "planner/explain/why_not_family.h"
#include "planner/optimum_support.h"
#include "planner/search.h"
#include "planner/search/apart_clock.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// A software without pipelines.
SoftwareTicks ranksOnly(std::vector<int> zeroStages)
{
    SoftwareTicks ticks;
    ticks.schedules = std::vector<std::string>{};
    ticks.zeroStages = std::move(zeroStages);
    ticks.degrees = SoftwareDegrees{true, false, false, false, true, true, true};
    return ticks;
}

Cluster unlikeNodes() { return test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", 4)}); }

std::vector<Family> sharesOf(const test::PlannerCase &asked)
{
    std::vector<Family> found;
    for (const auto &family : asked.space.families) {
        if (family.kind == FamilyKind::shares)
            found.push_back(family);
    }
    return found;
}

/// A plan takes so long; the bounds on the ranks of each type and on all of them are not above it.
void compareWithBounds(test::PlannerCase &asked, const Family &family, const SampleShares &shares, const Cut &cut,
                       double time)
{
    PipelineClock clock(asked.book);
    if (cut.size() == 1) {
        ShareTimes times(family, asked.book, clock);
        for (std::size_t part = 0; part < shares.size(); ++part)
            RC_ASSERT(times.least(part, shares[part]) <= time);
        return;
    }
    const auto shared = withShares(family, shares);
    const auto layout = ranksLayout(family, static_cast<int>(cut.size()), asked.groups);
    const NodeExits exits(family, asked.book);
    ApartClock ranks(shared, layout, exits, asked.book, clock);
    const double above = time * (1 + 1e-9);
    std::vector<std::optional<ApartCut>> cuts;
    for (std::size_t part = 0; part < shares.size(); ++part) {
        RC_ASSERT(ranks.mayBeat(part, above));
        cuts.push_back(ranks.cutOf(part, cut, above));
        RC_ASSERT(cuts.back().has_value());
        std::size_t nodes = 1'000'000, timed = 1'000'000;
        const auto found = ranks.cuts(part, above, nodes, timed);
        RC_ASSERT(
            std::any_of(found.cuts.begin(), found.cuts.end(), [&](const ApartCut &each) { return each.cut == cut; }));
    }
    std::vector<const ApartCut *> chosen;
    for (const auto &each : cuts)
        chosen.push_back(&*each);
    RC_ASSERT(ranks.time(chosen) <= time);
}

/// Simulates every plan of a family, none of which may be faster than a bound says.
test::BestOfFamily tryAllShares(test::PlannerCase &asked, const Family &family)
{
    const auto throughput = throughputBound(family, asked.book);
    test::BestOfFamily tried;
    test::forEachSharesPlan(asked, family, [&](const SampleShares &shares, const Cut &cut) {
        int samples = 0;
        for (std::size_t part = 0; part < shares.size(); ++part)
            samples += shares[part] * ranksOfPart(family, part, static_cast<int>(cut.size()), asked.groups);
        RC_ASSERT(samples == family.microBatchSize);
        const auto plan = test::sharesPlan(asked, family, shares, cut);
        RC_ASSERT(findPlanMistakes(plan, asked.topology, asked.workload, "").ok());
        ++tried.plans;
        const auto step = predictStep(asked.pricer, plan, {.timeline = false});
        if (!step)
            return true;
        const double time = toSeconds(step->stepTime).value;
        RC_ASSERT(bool(throughput));
        RC_ASSERT(*throughput <= time);
        if (!step->feasible)
            return true;
        compareWithBounds(asked, family, shares, cut, time);
        tried.seconds = std::min(tried.seconds, time);
        tried.joules = std::min(tried.joules, step->energy);
        return true;
    });
    return tried;
}

/// The plans of a family, at most so many.
std::size_t plansUpTo(std::size_t most, test::PlannerCase &asked, const Family &family)
{
    std::size_t plans = 0;
    test::forEachSharesPlan(asked, family, [&](const SampleShares &, const Cut &) { return ++plans < most; });
    return plans;
}

} // namespace

class SharesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyAreThereWhereTheyAreTicked()
    {
        const auto familiesOf = [](const Cluster &cluster, const SoftwareTicks &ticks) {
            auto workload = test::smallGpt(4, 1024, 24);
            workload.job.runs = ticks;
            const test::PlannerCase asked(cluster, workload);
            return sharesOf(asked);
        };
        auto ticks = ranksOnly({0, 3});
        const auto families = familiesOf(unlikeNodes(), ticks);
        // 8 ranks of TP 1 have micro-batches of 24 and 12 samples, 4 of TP 2 of 8 and 6 too, 2 of TP 4 of 4 and 3 too;
        // each with ZeRO 0 and 3.
        QCOMPARE(families.size(), std::size_t((2 + 4 + 6) * 2));
        for (const auto &family : families) {
            QCOMPARE(family.parts.size(), std::size_t(2));
            QCOMPARE(family.microBatches * family.microBatchSize, 24);
            QVERIFY(family.zeroStage == 0 || family.zeroStage == 3);
        }
        QVERIFY(familiesOf(test::star({test::node("h", "H100-80GB SXM", 4)}), ticks).empty());
        const auto three =
            familiesOf(test::star({test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 2),
                                   test::node("v", "V100-32GB SXM2/SXM3", 2)}),
                       ticks);
        for (const std::size_t types : {2, 3})
            QVERIFY(std::any_of(three.begin(), three.end(),
                                [types](const Family &family) { return family.parts.size() == types; }));
        ticks.degrees->unlikePipelines = false;
        QVERIFY(familiesOf(unlikeNodes(), ticks).empty());
    }
    void theyHaveSeveralStagesOnUpTo128Devices()
    {
        const auto mostStages = [](const Cluster &cluster, int zero) {
            auto workload = test::smallGpt(4, 1024, 240);
            workload.job.runs = ranksOnly({0, 1, 2, 3});
            workload.job.runs.schedules = {"1f1b", "zb-h1"};
            workload.job.runs.degrees->tp = false;
            const test::PlannerCase asked(cluster, workload);
            std::map<ScheduleKind, int> stages;
            for (const auto &family : sharesOf(asked)) {
                if (family.zeroStage == zero)
                    stages[family.schedule] = std::max(stages[family.schedule], family.maxStages);
            }
            return stages;
        };
        using Stages = std::map<ScheduleKind, int>;
        const Stages several = {{ScheduleKind::oneFOneB, 4}, {ScheduleKind::zbH1, 4}};
        const Stages one = {{ScheduleKind::oneFOneB, 1}};
        const auto nodes = [](std::size_t each, std::size_t devices) {
            std::vector<Node> all;
            for (std::size_t i = 0; i < each; ++i) {
                all.push_back(test::node("h" + std::to_string(i), "H100-80GB SXM", devices));
                all.push_back(test::node("a" + std::to_string(i), "A100-80GB SXM", devices));
            }
            return test::star(all);
        };
        for (const int zero : {0, 1, 2})
            QCOMPARE(mostStages(nodes(1, 4), zero), several);
        QCOMPARE(mostStages(nodes(1, 4), 3), one);
        // As many as the model has layers.
        const Stages layers = {{ScheduleKind::oneFOneB, 6}, {ScheduleKind::zbH1, 6}};
        QCOMPARE(mostStages(nodes(8, 8), 0), layers);
        QCOMPARE(mostStages(nodes(9, 8), 0), one);
    }
    void eachStageHasEquallyManyGroupsOfAType()
    {
        auto workload = test::smallGpt(4, 1024, 24);
        workload.job.runs = ranksOnly({0});
        workload.job.runs.schedules = {"1f1b"};
        const test::PlannerCase asked(
            test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", 3)}), workload);
        const auto all = sharesOf(asked);
        const auto family = std::find_if(all.begin(), all.end(), [](const Family &each) {
            return each.parts.front().tp == 1 && each.microBatchSize == 8 && each.parts.front().type == 0;
        });
        QVERIFY(family != all.end());
        QCOMPARE(family->maxStages, 3);
        const auto plan =
            sharesPlanOf(*family, {3, 2}, {3, 6}, {{}, {}}, asked.groups, asked.topology, workload, asked.stack);
        QCOMPARE(plan.pipelines.size(), std::size_t(1));
        QCOMPARE(plan.pipelines.front().microBatches, 3);
        QCOMPARE(plan.unusedDevices, std::vector<std::string>{"a:2"});
        std::vector<std::string> devices;
        for (const auto &stage : plan.pipelines.front().stages) {
            for (const auto &group : stage.groups) {
                devices.push_back(group.devices.front());
                QCOMPARE(group.samples, group.devices.front().starts_with("h:") ? 3 : 2);
            }
        }
        QCOMPARE(devices, (std::vector<std::string>{"h:0", "h:1", "a:0", "h:2", "h:3", "a:1"}));
    }
    void withEqualSamplesAStepIsThatOfThePipelinesOfOneStage()
    {
        for (const int zero : {0, 3}) {
            auto workload = test::smallGpt(4, 1024, 24);
            workload.job.runs = ranksOnly({zero});
            test::PlannerCase asked(unlikeNodes(), workload);
            const auto all = sharesOf(asked);
            const auto family = std::find_if(all.begin(), all.end(), [zero](const Family &each) {
                return each.zeroStage == zero && each.parts.front().tp == 2;
            });
            QVERIFY(family != all.end());
            // Four ranks; a micro-batch of three samples each is not one of the family's own plans.
            Family equal = *family;
            equal.microBatches = 2;
            equal.microBatchSize = 12;
            const Cut whole = {cutUnits(equal, workload.model)};
            const auto shared =
                sharesPlanOf(equal, {3, 3}, whole, {{}}, asked.groups, asked.topology, asked.workload, asked.stack);
            equal.kind = FamilyKind::mixed;
            equal.dp = 4;
            equal.microBatchSize = 3;
            const auto pipelines = asked.plan(equal, placedShares(equal, 1, asked.groups), whole);
            QCOMPARE(pipelines.pipelines.size(), std::size_t(4));
            const auto one = predictStep(asked.pricer, shared), other = predictStep(asked.pricer, pipelines);
            QVERIFY(one && other && one->feasible);
            QCOMPARE(one->stepTime, other->stepTime);
            QCOMPARE(one->energy, other->energy);
        }
    }
    void noPlanIsFasterThanABoundAndTheBestIsFound()
    {
        static std::size_t families = 0, plans = 0, gathered = 0, threeTypes = 0, whole = 0, modules = 0;
        HETEROSCOPE_PROPERTY("search and checker of shares == brute force", [] {
            for (int i = 0; i < 8; ++i) {
                auto workload = test::randomWorkload(4);
                workload.job.globalBatch = *rc::gen::inRange(4, 41);
                workload.job.runs = ranksOnly({0, 1, 2, 3});
                test::PlannerCase asked(test::randomUnlikeCluster(8), workload);
                const auto all = sharesOf(asked);
                for (int k = 0; k < 4 && !all.empty(); ++k) {
                    const auto &family = all[*rc::gen::inRange<std::size_t>(0, all.size())];
                    RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                    const auto tried = tryAllShares(asked, family);
                    if (tried.plans == 0)
                        continue;
                    ++families;
                    plans += tried.plans;
                    gathered += family.zeroStage == 3 ? 1 : 0;
                    threeTypes += family.parts.size() == 3 ? 1 : 0;
                    const auto best = test::compareWithBest(asked, family, tried);
                    whole += best && best->recomputed.front().units > 0 ? 1 : 0;
                    modules += best && !best->recomputed.front().modules.isEmpty() ? 1 : 0;
                }
            }
        });
        QVERIFY2(families >= 400, qPrintable(QString::number(families)));
        QVERIFY2(plans >= 4'000, qPrintable(QString::number(plans)));
        QVERIFY2(gathered >= 50, qPrintable(QString::number(gathered)));
        QVERIFY2(threeTypes >= 5, qPrintable(QString::number(threeTypes)));
        QVERIFY2(whole >= 5, qPrintable(QString::number(whole)));
        QVERIFY2(modules >= 5, qPrintable(QString::number(modules)));
    }
    void severalStagesShareTheirSamplesToo()
    {
        static std::size_t families = 0, plans = 0, several = 0, threeTypes = 0, recomputed = 0, modules = 0;
        static std::map<ScheduleKind, int> schedules;
        HETEROSCOPE_PROPERTY("search and checker of shares in several stages == brute force", [] {
            const auto kind =
                *rc::gen::elementOf(std::vector<ScheduleKind>(practicalSchedules.begin(), practicalSchedules.end()));
            for (int i = 0; i < 12; ++i) {
                auto workload = test::randomWorkloadFor(kind, 4);
                if (chunksOfSchedule(kind, workload.model) == std::vector{1})
                    workload.job.globalBatch = *rc::gen::inRange(4, 33);
                workload.job.runs = ranksOnly({0, 1, 2});
                workload.job.runs.schedules = {std::string(scheduleName(kind))};
                test::PlannerCase asked(test::randomUnlikeCluster(8), workload);
                auto all = sharesOf(asked);
                std::erase_if(all, [](const Family &family) { return family.maxStages < 2; });
                for (int k = 0; k < 4 && !all.empty(); ++k) {
                    const auto &family = all[*rc::gen::inRange<std::size_t>(0, all.size())];
                    constexpr std::size_t most = 300;
                    if (const auto count = plansUpTo(most, asked, family); count == 0 || count >= most)
                        continue;
                    RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                    const auto tried = tryAllShares(asked, family);
                    ++families;
                    plans += tried.plans;
                    threeTypes += family.parts.size() == 3 ? 1 : 0;
                    const auto best = test::compareWithBest(asked, family, tried);
                    if (!best || best->cut.size() < 2)
                        continue;
                    ++several;
                    ++schedules[family.schedule];
                    const auto &own = best->recomputed;
                    recomputed +=
                        std::any_of(own.begin(), own.end(), [](const RecomputedPart &part) { return part.units > 0; });
                    modules += std::any_of(own.begin(), own.end(),
                                           [](const RecomputedPart &part) { return !part.modules.isEmpty(); });
                }
            }
        });
        QVERIFY2(families >= 100, qPrintable(QString::number(families)));
        QVERIFY2(plans >= 3'000, qPrintable(QString::number(plans)));
        QVERIFY2(several >= 60, qPrintable(QString::number(several)));
        QVERIFY2(recomputed >= 2, qPrintable(QString::number(recomputed)));
        QVERIFY2(modules >= 3, qPrintable(QString::number(modules)));
        QVERIFY2(threeTypes >= 1, qPrintable(QString::number(threeTypes)));
        QCOMPARE(schedules.size(), practicalSchedules.size());
    }
    void theWholeSpaceIsProvedAndChecked()
    {
        static std::size_t compared = 0, won = 0, staged = 0;
        HETEROSCOPE_PROPERTY("optimum of P with shared samples == brute force", [] {
            const bool stages = *rc::gen::element(false, true);
            auto workload = test::randomWorkload(2);
            workload.job.globalBatch = *rc::gen::inRange(4, stages ? 13 : 25);
            workload.job.runs = ranksOnly({0, 3});
            if (stages)
                workload.job.runs.schedules = {"1f1b"};
            const auto cluster = test::randomUnlikeCluster(8);
            const auto answer = test::compareWholeSpace(cluster, workload);
            compared += answer ? 1 : 0;
            won += answer && answer->ends_with("(samples by type)") ? 1 : 0;
            staged += answer && stages ? 1 : 0;
        });
        QVERIFY2(staged >= 5, qPrintable(QString::number(staged)));
        QVERIFY2(compared >= 20, qPrintable(QString::number(compared)));
        QVERIFY2(won >= 1, qPrintable(QString::number(won)));
    }
    void unlikeRanksOfAShardedModelGetSamplesByTheirSpeed()
    {
        // Fully sharded, as alike ranks all of them wait for the slower type.
        auto workload = test::smallGpt(8, 4096, 96);
        workload.job.runs = ranksOnly({3});
        workload.job.runs.degrees->tp = false;
        const auto topology = test::topology(unlikeNodes());
        const auto with = searchPlans(topology, workload, {.top = 3, .baselines = false});
        workload.job.runs.degrees->unlikePipelines = false;
        const auto without = searchPlans(topology, workload, {.top = 3, .baselines = false});
        QVERIFY(with && with->proved && without && without->proved);
        const auto &best = with->plans.front();
        QVERIFY2(best.family.ends_with("(samples by type)"), best.family.c_str());
        QVERIFY(best.result->stepTime < without->plans.front().result->stepTime);
        QCOMPARE(best.plan.pipelines.size(), std::size_t(1));
        const auto &ranks = best.plan.pipelines.front().stages.front().groups;
        QCOMPARE(ranks.size(), std::size_t(8));
        int least = ranks.front().samples, most = least;
        for (const auto &rank : ranks) {
            const bool fast = rank.devices.front().starts_with("h:");
            (fast ? most : least) = rank.samples;
        }
        QVERIFY(most > least);
    }
    void whyAFamilyIsNotTheAnswerIsSaid()
    {
        auto workload = test::smallGpt(4, 1024, 24);
        workload.job.runs = ranksOnly({0, 3});
        const auto topology = test::topology(unlikeNodes());
        SearchOptions options;
        options.threads = 1;
        const auto result = searchPlans(topology, workload, options);
        QVERIFY(result && result->proved);
        const auto claim = std::find_if(result->claims.begin(), result->claims.end(), [](const FamilyClaim &each) {
            return each.family.ends_with("(samples by type)") && each.verdict == FamilyVerdict::bounded;
        });
        QVERIFY(claim != result->claims.end());
        const auto why = whyNotFamily(topology, workload, options, *result, claim->family);
        QVERIFY(why && isEmpty(why->reason));
        QVERIFY(why->everyLayout && why->minTime >= result->bestValue);
        // Unticked, that is the reason.
        workload.job.runs.degrees->unlikePipelines = false;
        const auto without = searchPlans(topology, workload, options);
        QVERIFY(without);
        const auto lacks = whyNotFamily(topology, workload, options, *without, claim->family);
        QVERIFY(lacks);
        const auto *missing = std::get_if<MissingFeature>(&lacks->reason);
        QVERIFY(missing && missing->lack == SoftwareLack::unlikePipelines);
    }
    void aClaimThatIsTooHighIsRefused()
    {
        auto workload = test::smallGpt(4, 1024, 24);
        workload.job.runs = ranksOnly({0, 3});
        const auto cluster = unlikeNodes();
        const auto topology = test::topology(cluster);
        const auto result = searchPlans(topology, workload, {.threads = 1});
        QVERIFY(result && result->proved);
        const auto certificate = makeCertificate(*result, projectFingerprint(cluster, workload, {}));
        QVERIFY(checkCertificate(certificate, cluster, topology, workload, {}).ok());
        auto forged = certificate;
        const auto shares = std::find_if(forged.families.begin(), forged.families.end(), [](const FamilyClaim &claim) {
            return claim.family.ends_with("(samples by type)") && claim.verdict == FamilyVerdict::bounded;
        });
        QVERIFY(shares != forged.families.end());
        shares->verdict = FamilyVerdict::cannotRun;
        shares->value = 0;
        QVERIFY(!checkCertificate(forged, cluster, topology, workload, {}).ok());
    }
};

QTEST_GUILESS_MAIN(SharesTest)
#include "shares_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a family that was ruled out: true of all its plans, and adding up.
#include "planner/explain/why_not_family.h"
#include "planner/search.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

constexpr int maxFamilies = 60; // of one cluster

SearchOptions alone()
{
    SearchOptions options;
    options.threads = 1;
    options.baselines = false;
    return options;
}

/// The least simulated time of a family's plans that fit; infinite when none does.
double minSimulated(test::PlannerCase &asked, const Family &family)
{
    double least = std::numeric_limits<double>::infinity();
    forEachLayout(family, asked.groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, asked.groups);
        test::forEachCut(cutUnits(family, asked.workload.model), stageCount(layout), [&](const Cut &cut) {
            const auto step = asked.simulate(family, placed, cut);
            if (step && step->feasible)
                least = std::min(least, toSeconds(step->stepTime).value);
        });
        return true;
    });
    return least;
}

const BoundTerm *termOf(const WhyNotFamily &why, TimeCause cause)
{
    for (const auto &term : why.terms) {
        if (term.cause == cause)
            return &term;
    }
    return nullptr;
}

} // namespace

class WhyNotFamilyTest : public StrictTest
{
    Q_OBJECT

private slots:
    void noPlanOfAFamilyIsBelowWhatIsSaid()
    {
        static int bounded = 0, misfits = 0;
        HETEROSCOPE_PROPERTY("least time <= every simulation, terms add up", [] {
            auto workload = test::randomWorkload(4);
            workload.job.globalBatch = 1 << *rc::gen::inRange(0, 4);
            test::PlannerCase asked(test::randomCluster(*rc::gen::inRange(1, 6)), workload);
            const auto known = searchPlans(asked.topology, asked.workload, alone());
            RC_ASSERT(bool(known));
            const auto step =
                static_cast<std::size_t>(1 + *rc::gen::inRange(0, 3)) + asked.space.families.size() / maxFamilies;
            for (std::size_t i = 0; i < asked.space.families.size(); i += step) {
                const auto &family = asked.space.families[i];
                const auto why =
                    whyNotFamily(asked.topology, asked.workload, alone(), *known, familyLabel(family, asked.topology));
                RC_ASSERT(bool(why));
                RC_ASSERT((why->minTime > 0) == isEmpty(why->reason));
                const double least = minSimulated(asked, family);
                if (std::isinf(least)) {
                    RC_ASSERT(why->minTime == 0 || why->why.verdict == WhyNot::Verdict::outOfMemory);
                    ++misfits;
                    continue;
                }
                ++bounded;
                RC_ASSERT(why->minTime > 0);
                RC_ASSERT(why->minTime <= least);
                double sum = 0;
                for (std::size_t t = 0; t < why->terms.size(); ++t) {
                    RC_ASSERT(why->terms[t].seconds > 0);
                    // RC_ASSERT looks at both sides of an "or".
                    if (t > 0)
                        RC_ASSERT(why->terms[t].seconds <= why->terms[t - 1].seconds);
                    sum += why->terms[t].seconds;
                }
                // They are of that plan: none of it is made up, and no more than 1e-4 of the bound is lost.
                RC_ASSERT(sum >= why->minTime * (1 - 2e-4));
                RC_ASSERT(bool(why->why.result));
                RC_ASSERT(sum <= toSeconds(why->why.result->stepTime).value * (1 + 1e-9));
            }
        });
        QVERIFY2(bounded >= 400, qPrintable(QString::number(bounded)));
    }
    void computationOfOneDeviceIsWhatItComputes()
    {
        // One device, one stage: all of the least time but the host's and the optimizer's is its passes.
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 1)}), test::smallGpt(6, 1024, 8));
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        const auto why = whyNotFamily(asked.topology, asked.workload, alone(), *known,
                                      familyLabel(asked.space.families.front(), asked.topology));
        QVERIFY(why && why->why.result);
        const auto *computation = termOf(*why, TimeCause::computation);
        QVERIFY(computation && computation->where == "a:0");
        double passes = 0;
        for (const Activity activity : {Activity::forward, Activity::backward, Activity::recompute})
            passes += why->why.result->share(activity) * toSeconds(why->why.result->stepTime).value;
        QVERIFY2(std::abs(computation->seconds / passes - 1) < 1e-6,
                 qPrintable(QString("%1 %2").arg(computation->seconds).arg(passes)));
        QVERIFY(!termOf(*why, TimeCause::tensorCommunication) && !termOf(*why, TimeCause::pipelineFill));
    }
    void tensorParallelismOverASlowFabricNamesTheLink()
    {
        // PCIe-like fabric: TP 2 spends most of its time there.
        auto slow = test::node("slow", "A100-80GB SXM", 2, BytesPerSecond(1e8), BytesPerSecond(1e8));
        test::PlannerCase asked(test::star({slow}), test::smallGpt(6, 1024, 8));
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        const auto family =
            std::find_if(asked.space.families.begin(), asked.space.families.end(),
                         [](const Family &each) { return each.parts.front().tp == 2 && each.microBatchSize == 1; });
        QVERIFY(family != asked.space.families.end());
        const auto why =
            whyNotFamily(asked.topology, asked.workload, alone(), *known, familyLabel(*family, asked.topology));
        QVERIFY(why && !why->terms.empty());
        QCOMPARE(why->terms.front().cause, TimeCause::tensorCommunication);
        QVERIFY2(why->terms.front().where.rfind("slow/", 0) == 0, why->terms.front().where.c_str());
        QVERIFY(why->best.has_value());
    }
    void sendsOverAThinLinkNameIt()
    {
        // Two nodes, one device each, a link of 10 MB/s: two stages wait for it.
        auto cluster = test::star({test::node("a", "A100-80GB SXM", 1), test::node("h", "H100-80GB SXM", 1)},
                                  BytesPerSecond(1e11));
        cluster.links[1].bandwidth = BytesPerSecond(1e7);
        test::PlannerCase asked(cluster, test::smallGpt(6, 1024, 8));
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        const auto family =
            std::find_if(asked.space.families.begin(), asked.space.families.end(), [](const Family &each) {
                return each.parts.size() == 2 && each.dp == 1 && each.chunks == 1 && each.microBatchSize == 1;
            });
        QVERIFY(family != asked.space.families.end());
        const auto why =
            whyNotFamily(asked.topology, asked.workload, alone(), *known, familyLabel(*family, asked.topology));
        QVERIFY(why && !why->terms.empty());
        QCOMPARE(why->terms.front().cause, TimeCause::sendWaits);
        QCOMPARE(why->terms.front().where, std::string("to-h"));
    }
    void expertsContextAndGathersAreTermsOfTheirOwn()
    {
        // A fabric so slow that each exchange is most of the step.
        auto slow = test::node("slow", "A100-80GB SXM", 4, BytesPerSecond(1e8), BytesPerSecond(1e8));
        auto workload = test::smallGpt(6, 1024, 8);
        workload.model.moe = MixtureOfExperts{4, 2, 0, 512, 0};
        workload.job.softwareStack = "torchtitan";
        test::PlannerCase asked(test::star({slow}), workload);
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        QVERIFY(bool(known));
        const auto firstTerm = [&](const auto &wanted) {
            const auto family = std::find_if(asked.space.families.begin(), asked.space.families.end(), wanted);
            if (family == asked.space.families.end())
                qFatal("no such family");
            auto why =
                whyNotFamily(asked.topology, asked.workload, alone(), *known, familyLabel(*family, asked.topology));
            if (!why || why->terms.empty())
                qFatal("no terms");
            return *why;
        };
        const auto plain = [](const Family &each) {
            return each.parts.front().tp == 1 && each.chunks == 1 && each.microBatchSize == 1 &&
                   each.recompute == Recompute::none;
        };
        const auto experts =
            firstTerm([&](const Family &each) { return plain(each) && each.ep == 4 && each.dp == 4 && each.cp == 1; });
        const auto *exchange = termOf(experts, TimeCause::expertCommunication);
        QVERIFY(exchange && exchange->where.rfind("slow/", 0) == 0);
        QVERIFY(exchange->seconds > termOf(experts, TimeCause::computation)->seconds);
        const auto context = firstTerm([&](const Family &each) {
            return plain(each) && each.cp == 4 && each.ep == 1 && each.dp == 1 && each.zeroStage == 0;
        });
        QVERIFY(termOf(context, TimeCause::contextCommunication));
        QVERIFY(!termOf(context, TimeCause::expertCommunication) && !termOf(context, TimeCause::tensorCommunication));
        const auto gathers = firstTerm([&](const Family &each) {
            return plain(each) && each.zeroStage == 3 && each.dp == 4 && each.cp == 1 && each.ep == 1;
        });
        QCOMPARE(gathers.terms.front().cause, TimeCause::parameterGathers);
        QVERIFY(!termOf(gathers, TimeCause::gradientSynchronization)); // they are scattered in the passes
        const auto averaged = firstTerm([&](const Family &each) {
            return plain(each) && each.zeroStage == 0 && each.dp == 4 && each.cp == 1 && each.ep == 1;
        });
        QVERIFY(!termOf(averaged, TimeCause::parameterGathers));
        // What they lose by is what the best plan does not pay.
        QVERIFY(gathers.minTime > gathers.best->value && gathers.loss.has_value());
        QCOMPARE(gathers.loss->cause, TimeCause::parameterGathers);
        QCOMPARE(gathers.why.terms.front().cause, TimeCause::parameterGathers); // its simulated plan says the same
        for (const auto *why : {&experts, &context, &gathers, &averaged}) {
            if (why->loss)
                QVERIFY(why->loss->seconds > 0 && why->loss->seconds <= termOf(*why, why->loss->cause)->seconds);
        }
    }
    void whatTheSoftwareLacksIsTheReason()
    {
        auto workload = test::smallGpt(6, 1024, 8);
        workload.job.softwareStack = "PyTorch FSDP";
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 4)}), workload);
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        const auto askFor = [&](const char *label) {
            return whyNotFamily(asked.topology, asked.workload, alone(), *known, label);
        };
        const auto tensor = askFor("TP2 DP2 · 1F1B m4 · A100 80G");
        QVERIFY(bool(tensor));
        QCOMPARE(tensor->verdict, FamilyVerdict::cannotRun);
        QCOMPARE(std::get<MissingFeature>(tensor->reason),
                 (MissingFeature{SoftwareLack::tensorParallel, ScheduleKind::oneFOneB, 0, "PyTorch FSDP"}));
        QVERIFY(!tensor->plan && tensor->minTime == 0);
        const auto interleaved = askFor("TP1 DP2 · interleaved x2 m4 · A100 80G");
        QVERIFY(bool(interleaved));
        QCOMPARE(std::get<MissingFeature>(interleaved->reason).schedule, ScheduleKind::interleaved);
        QVERIFY(!askFor("TP2 DP2 · 1F1B m4 · B200"));
    }
    void aFamilyThatDoesNotFitSaysByHowMuch()
    {
        test::PlannerCase asked(test::star({test::node("v", "V100-16GB SXM2", 2)}), test::smallGpt(24, 4096, 16));
        const auto known = searchPlans(asked.topology, asked.workload, alone());
        const auto why = whyNotFamily(asked.topology, asked.workload, alone(), *known,
                                      familyLabel(asked.space.families.front(), asked.topology));
        QVERIFY(bool(why));
        QCOMPARE(why->verdict, FamilyVerdict::outOfMemory);
        QCOMPARE(why->why.verdict, WhyNot::Verdict::outOfMemory);
        QVERIFY(!why->why.overflows.empty() && why->minTime == 0);
    }
    void mappingsAreObeyed()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-16GB SXM2", 1)}),
                                test::smallGpt(6, 1024, 8));
        auto options = alone();
        Mapping unused;
        unused.group = "old";
        unused.rule = MappingRule::forbid;
        std::vector<bool> inGroup(3);
        inGroup[asked.topology.findDevice("v:0")->index()] = true;
        options.mappings = {{unused, inGroup}};
        const auto known = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(known && !known->plans.empty());
        std::size_t forbidden = 0;
        for (const auto &claim : known->claims) {
            if (claim.verdict != FamilyVerdict::mapping)
                continue;
            const auto why = whyNotFamily(asked.topology, asked.workload, options, *known, claim.family);
            QVERIFY(bool(why));
            QCOMPARE(why->verdict, FamilyVerdict::mapping);
            QCOMPARE(std::get<MappingBreach>(why->reason).group, std::string("old"));
            if (++forbidden == 5)
                break;
        }
        QVERIFY(forbidden > 0);
    }
    void whatIsNotOfTheSpaceIsRefused()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 1)}), test::smallGpt(6, 1024, 8));
        QVERIFY(!whyNotFamily(asked.topology, asked.workload, alone(), {}, "TP3 · gossip"));
        std::stop_source source;
        source.request_stop();
        const auto stopped =
            whyNotFamily(asked.topology, asked.workload, alone(), {},
                         familyLabel(asked.space.families.front(), asked.topology), source.get_token());
        QVERIFY(!stopped && stopped.error().code == Error::Code::cancelled);
    }
};

QTEST_GUILESS_MAIN(WhyNotFamilyTest)
#include "why_not_family_test.moc"

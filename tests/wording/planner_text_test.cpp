// SPDX-License-Identifier: GPL-3.0-or-later
//
// The planner's results in English, as the command line and the JSON have them.
#include "wording/planner_text.h"

#include "support/enumerators.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

namespace {

Bytes gibibytes(double count) { return Bytes(count * 1024 * 1024 * 1024); }

std::shared_ptr<StepResult> stepOf(double seconds)
{
    auto step = std::make_shared<StepResult>();
    step->stepTime = toTicks(Seconds(seconds));
    step->cost = 1.234;
    step->energy = seconds * 4000;
    return step;
}

WhyNot comparedWith(double best, double time)
{
    WhyNot why;
    why.verdict = time > best   ? WhyNot::Verdict::slower
                  : time < best ? WhyNot::Verdict::faster
                                : WhyNot::Verdict::asFast;
    why.result = stepOf(time);
    why.best = Seconds(best);
    why.slower = time / best - 1;
    return why;
}

WhyNot tooLarge()
{
    WhyNot why;
    why.verdict = WhyNot::Verdict::outOfMemory;
    why.result = stepOf(1);
    StageOverflow small{0, 0, "a:0", gibibytes(17), gibibytes(16), {}};
    StageOverflow large{1, 2, "v:3", gibibytes(20), gibibytes(16), {}};
    large.parts.weights = gibibytes(3);
    large.parts.activations = gibibytes(12.5);
    why.overflows = {small, large};
    return why;
}

} // namespace

class PlannerTextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void reasons_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *expected, const Reason &reason) {
            QTest::newRow(expected) << QString::fromUtf8(expected) << QString::fromStdString(reasonText(reason));
        };
        row("", {});
        row("no plan of it is within the budget", PlainReason::familyOverBudget);
        row("at least 3.10 s, the best plan takes 2.40 s", LowerBound{3.1, 2.4});
        row("at least 3.10 s; not searched to its end", LowerBound{3.1});
        row("at least 31.0 J, the best plan takes 24.0 J", LowerBound{31, 24, SearchObjective::energy});
        row("activations exceed memory by 12.3 GiB on v:0",
            MemoryShortfall{MemoryShortfall::Part::activations, gibibytes(12.3), "v:0"});
        row("weights and optimizer exceed memory by 1.63 TiB on v:0",
            MemoryShortfall{MemoryShortfall::Part::states, gibibytes(1670), "v:0"});
        row("TP 8 does not divide 12 heads", DegreeMistake{8, DegreeMistake::Size::heads, 12});
        row("TP 8 does not divide the MLP's width 12", DegreeMistake{8, DegreeMistake::Size::mlpWidth, 12});
        row("TP 8 does not divide an expert's width 12", DegreeMistake{8, DegreeMistake::Size::expertWidth, 12});
        row("TP 8 does not divide the sequence length 12", DegreeMistake{8, DegreeMistake::Size::sequenceLength, 12});
        row("not faster than the best plan, which takes 2.40 s", LowerBound{2.401, 2.4});
        const auto lacks = [&row](const char *expected, SoftwareLack lack) {
            row(expected, MissingFeature{lack, ScheduleKind::zbV, 3, "S"});
        };
        lacks("S does not run ZB-V", SoftwareLack::schedule);
        lacks("S does not have ZeRO-3", SoftwareLack::zeroStage);
        lacks("S does not have ZeRO-3 with pipeline stages", SoftwareLack::zeroWithStages);
        lacks("S does not have tensor parallelism", SoftwareLack::tensorParallel);
        lacks("S does not have context parallelism", SoftwareLack::contextParallel);
        lacks("S does not have expert parallelism", SoftwareLack::expertParallel);
        lacks("S does not shard states over groups of replicas (HSDP)", SoftwareLack::shardGroups);
        row("pin of group old: v:0 works elsewhere",
            MappingBreach{"old", MappingRule::pin, "v:0", BreachKind::elsewhere});
    }
    void reasons()
    {
        QFETCH(QString, expected);
        QFETCH(QString, text);
        QCOMPARE(text, expected);
    }

    void everyEnumeratorHasATextOfItsOwn()
    {
        std::set<std::string> texts;
        for (const auto lack : test::enumerators<SoftwareLack>()) {
            QVERIFY(texts.insert(std::string(lackText(lack))).second);
            QVERIFY(texts.insert(reasonText(MissingFeature{lack, ScheduleKind::zbV, 3, "S"})).second);
        }
        QCOMPARE(texts.size(), 2 * softwareLackCount);
        for (const auto reason : test::enumerators<PlainReason>())
            QVERIFY(texts.insert(reasonText(reason)).second);
        QCOMPARE(texts.size(), 2 * softwareLackCount + 6);
        for (const auto kind : test::enumerators<BreachKind>())
            QVERIFY(texts.insert(breachText({"old", MappingRule::pin, "v:0", kind})).second);
        for (const auto task : test::enumerators<ProgressTask>())
            QVERIFY(texts.insert(std::string(progressText(task))).second);
        QVERIFY(!texts.contains({}));
        // Names stand in tables beside their enumerators.
        QCOMPARE(test::enumerators<TimeCause>().size(), timeCauseNames.size());
        QCOMPARE(test::enumerators<Rejection>().size(), rejectionNames.size());
        QCOMPARE(test::enumerators<BaselineKind>().size(), baselineNames.size());
        QCOMPARE(test::enumerators<WhyNot::Verdict>().size(), whyNotNames.size());
        QCOMPARE(test::enumerators<FamilyVerdict>().size(), familyVerdictNames.size());
        for (const auto kind : test::enumerators<VariationKind>())
            QVERIFY(texts.insert(changeLabel({{kind, 4, ScheduleKind::zbV}})).second);
    }

    void whatMakesAPlanSlower()
    {
        QCOMPARE(whySlowerText(WhySlower{}), std::string("as fast"));
        QCOMPARE(whySlowerText(WhySlower{TimeCause::tensorCommunication, 0.038}),
                 std::string("TP communication: +38.0 ms"));
        QCOMPARE(whySlowerText(WhySlower{TimeCause::computation, 1.3, 8}),
                 std::string("8 devices do all the work: +1.30 s"));
        QCOMPARE(whySlowerText(std::nullopt), std::string());
        QCOMPARE(whySlowerText(WhySlower{TimeCause::computation, 6e-5, 8}),
                 std::string("8 devices do all the work: +60.0 µs"));
    }

    void whyAPlanIsNotTheAnswer()
    {
        auto slower = comparedWith(2, 2.5);
        slower.terms = {{TimeCause::computation, 0.6}, {TimeCause::bubble, -0.1}};
        QCOMPARE(whyNotText(slower), std::string("takes 2.50 s, 25.0 % slower than the best plan's 2.00 s: computation "
                                                 "+600 ms, bubble -100 ms"));
        QCOMPARE(whyNotText(comparedWith(2, 1.5)),
                 std::string("takes 1.50 s, 25.0 % faster than the best plan's 2.00 s"));
        QCOMPARE(whyNotText(comparedWith(2, 2)), std::string("takes 2.00 s, as long as the best plan"));
        QCOMPARE(whyNotText(tooLarge()), std::string("stage 2 of pipeline 1 exceeds memory by 4 GiB: it needs 20 GiB "
                                                     "on v:3, which has 16 GiB; largest part: activations 12.5 "
                                                     "GiB; 2 stages exceed memory"));
        WhyNot alone = comparedWith(2, 1);
        alone.best.reset();
        QCOMPARE(whyNotText(alone), std::string("it fits, and there is no other plan"));
        WhyNot dear = alone;
        dear.verdict = WhyNot::Verdict::overBudget;
        dear.maxCost = 1;
        dear.maxPower = 2000;
        QCOMPARE(whyNotText(dear), std::string("costs 1.23 USD a step and draws 4.00 kW; at most 1.00 USD are "
                                               "allowed; at most 2.00 kW are allowed"));
    }

    void whyAFamilyIsNotTheAnswer()
    {
        WhyNotFamily family;
        family.minTime = 3.1;
        family.best = Seconds(2.4);
        family.terms = {{TimeCause::sendWaits, "to-h", 1.5}, {TimeCause::computation, "a:0", 1}};
        QCOMPARE(whyNotText(family),
                 std::string("at least 3.10 s, of that 1.50 s waits for sends on to-h; the best plan takes 2.40 s"));
        family.loss = BoundTerm{TimeCause::expertCommunication, "leaf", 0.215};
        QVERIFY(
            whyNotText(family).ends_with("the best plan takes 2.40 s and pays 215 ms less for all-to-all of experts"));
        family.loss.reset();
        family.everyLayout = false;
        family.terms.clear();
        QCOMPARE(whyNotText(family),
                 std::string("at least 3.10 s in the layouts that were looked at; the best plan takes 2.40 s"));
        // The bound of the list and the bound of a closer look are both told.
        family.searchBound = 2.9;
        QVERIFY(whyNotText(family).ends_with("; the search left it at 2.90 s, this is a closer look"));
        family.searchBound = 3.3;
        QVERIFY(whyNotText(family).ends_with("; the search shows at least 3.30 s"));
        family.searchBound = 3.1;
        QVERIFY(whyNotText(family).ends_with("; the best plan takes 2.40 s"));
        WhyNotFamily misfit;
        misfit.verdict = FamilyVerdict::outOfMemory;
        misfit.reason = PlainReason::noCutFits;
        QCOMPARE(whyNotText(misfit), reasonText(misfit.reason));
        misfit.plan = Plan();
        misfit.why = tooLarge();
        QVERIFY(whyNotText(misfit).starts_with("no cut of the layers fits every device; cut evenly, stage 2 of "));
        misfit.searchBound = 3.3;
        QVERIFY(whyNotText(misfit).ends_with("; the search shows at least 3.30 s"));
    }

    void changesAreCalledByTheirKindsInOrder()
    {
        auto changes = withChange({}, {VariationKind::expertParallel, 8});
        changes = withChange(std::move(changes), {VariationKind::schedule, 0, ScheduleKind::zbH1});
        changes = withChange(std::move(changes), {VariationKind::schedule, 0, ScheduleKind::zbV});
        QCOMPARE(changeLabel(changes), std::string("ZB-V + EP 8"));
    }
};

QTEST_GUILESS_MAIN(PlannerTextTest)
#include "planner_text_test.moc"

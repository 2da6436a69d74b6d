// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hscope plan says of the proof: which plan is proved, what is not shown of an answer from outside the space, and
// how the bounds go together.
#include "commands/find_answer.h"
#include "commands/plan_tables.h"
#include "support/strict_test.h"
#include "wording/planner_text.h"

#include <sstream>

using namespace heteroscope;

namespace {

std::shared_ptr<const StepResult> stepOf(double seconds)
{
    auto step = std::make_shared<StepResult>();
    step->stepTime = toTicks(Seconds(seconds));
    return step;
}

SearchResult foundPlan(double seconds, double lowerBound)
{
    SearchResult result;
    result.enumerated = 12;
    result.plans.push_back({Plan(), "TP1", {}, stepOf(seconds), {}});
    result.bestValue = seconds;
    result.lowerValue = lowerBound;
    result.lowerBound = Seconds(lowerBound);
    result.proved = lowerBound >= seconds;
    result.gap = 1 - lowerBound / seconds;
    return result;
}

std::string proofOf(const SearchResult &result)
{
    std::ostringstream out;
    printProof(out, result);
    return out.str();
}

bool verdictHolds(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

} // namespace

class VerdictTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theProvedPlanIsNamed()
    {
        const auto proved = foundPlan(5, 5);
        QCOMPARE(verdictText(proved), std::string("proved best of P: rank 1"));
        QVERIFY2(proofOf(proved).starts_with("proved best of P: rank 1; 12 families = 0 simulated; "),
                 proofOf(proved).c_str());
        QVERIFY(outsideText(proved, recommend(proved, nullptr)).empty());
        // A baseline beats all that the search found: nothing says that it is a plan of the space.
        auto beaten = proved;
        beaten.plans.front().baseline = BaselineKind::metis;
        QCOMPARE(verdictText(beaten), std::string("proved: no plan of P is better than rank 1"));
        QCOMPARE(outsideText(beaten, recommend(beaten, nullptr)),
                 std::string("a baseline's plan: no plan of P is better; not proved among plans outside it"));
    }
    void anAnswerFromOutsideIsNotProved()
    {
        auto result = foundPlan(5, 5);
        BeyondPlan beyond;
        beyond.changes = {{VariationKind::expertParallel, 8}};
        beyond.plan.microBatchSize = 7;
        beyond.result = stepOf(4.5);
        result.beyond = {beyond};
        const auto answer = recommend(result, nullptr);
        QVERIFY(answer.isBeyond);
        QCOMPARE(outsideText(result, answer),
                 std::string("outside the space: faster than every plan of P; not proved among plans outside it"));
        std::ostringstream out;
        printAnswer(out, result, answer);
        QVERIFY2(verdictHolds(out.str(), "(outside the space: faster than every plan of P; "), out.str().c_str());
        // A plan of P may be as fast: nothing says how fast the best of them is.
        auto open = foundPlan(5, 4);
        open.beyond = {beyond};
        QCOMPARE(outsideText(open, recommend(open, nullptr)), std::string("outside the space, not proved"));
    }
    void theGapSaysToWhichBound()
    {
        auto open = foundPlan(5, 4);
        QCOMPARE(verdictText(open), std::string("gap 20.0 % to the bound of P, 4.00 s"));
        open.universalBound = Seconds(3);
        QVERIFY(verdictHolds(proofOf(open), "no plan of any kind can take less than 3.00 s\n"));
        open.universalBound = Seconds(4.5);
        QVERIFY2(verdictHolds(proofOf(open),
                              "no plan of any kind can take less than 4.50 s: a bound of its own, nearer than "
                              "that of P\n"),
                 proofOf(open).c_str());
        auto nothing = foundPlan(5, 0);
        QCOMPARE(verdictText(nothing), std::string("no bound yet"));
        QVERIFY(!verdictHolds(proofOf(nothing), "gap"));
        nothing.plans.clear();
        nothing.gap = 1;
        nothing.stopped = true;
        QCOMPARE(verdictText(nothing), std::string(noPlanText(NoPlan::stopped)));
    }
    void oneIsNotMany()
    {
        auto result = foundPlan(5, 5);
        result.enumerated = 1;
        QVERIFY2(verdictHolds(proofOf(result), "; 1 family = 0 simulated"), proofOf(result).c_str());
    }
    void whatTheModelCannotBeCutForIsNamed()
    {
        auto result = foundPlan(5, 5);
        result.schedules = {ScheduleKind::oneFOneB, ScheduleKind::interleaved};
        result.uncut = {{ScheduleKind::zbV, UncutSchedule::Obstacle::sharedTable}};
        QVERIFY2(verdictHolds(proofOf(result), "schedules searched: 1F1B, interleaved 1F1B\n"),
                 proofOf(result).c_str());
        std::ostringstream out;
        printMissing(out, result, {});
        QCOMPARE(out.str(), std::string("\nnot searched: ZB-V, for embedding and head share a table\n"));
    }
};

QTEST_GUILESS_MAIN(VerdictTest)
#include "verdict_test.moc"

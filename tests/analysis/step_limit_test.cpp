// SPDX-License-Identifier: GPL-3.0-or-later
//
// What limits a step, on critical paths made by hand.
#include "analysis/step_limit.h"

#include "support/strict_test.h"

using namespace heteroscope;

namespace {

StepResult stepOf(const std::vector<PathPiece> &pieces, int lanes)
{
    StepResult result;
    result.lanes.resize(static_cast<std::size_t>(lanes));
    result.criticalPieces = pieces;
    for (const PathPiece &piece : pieces)
        result.stepTime = std::max(result.stepTime, piece.end);
    return result;
}

} // namespace

class StepLimitTest : public StrictTest
{
    Q_OBJECT

private slots:
    void computingIsOneCause()
    {
        // Lane 0 computes 40, lane 1 30; together they are more than half, though PP is the longest single cause.
        const StepResult result = stepOf({{0, Activity::exposedPp, Ticks(70), Ticks(115)},
                                          {1, Activity::backward, Ticks(40), Ticks(70)},
                                          {0, Activity::forward, Ticks(0), Ticks(40)}},
                                         2);
        const StepLimit limit = stepLimit(result);
        QCOMPARE(limit.compute.time, Ticks(70));
        QCOMPARE(limit.compute.lane, 0);
        QVERIFY(limit.compute.cause == Activity::forward);
        QVERIFY(limit.isComputeBound());
        QVERIFY(limit.wait.cause == Activity::exposedPp);
        QCOMPARE(limit.wait.time, Ticks(45));
        QVERIFY(!limit.wait.link);
    }
    void theLinkIsTheBusiestWithSuchTraffic()
    {
        StepResult result =
            stepOf({{1, Activity::exposedDp, Ticks(10), Ticks(100)}, {0, Activity::forward, Ticks(0), Ticks(10)}}, 2);
        result.flows.resize(2);
        result.flows[0].traffic = Traffic::tp;
        result.flows[1].traffic = Traffic::dp;
        result.links.resize(3);
        result.links[0].busy = Seconds(9); // of TP only
        result.links[0].uses = {{0, 1}};
        result.links[1].busy = Seconds(2);
        result.links[1].uses = {{1, 1}};
        result.links[2].busy = Seconds(5);
        result.links[2].uses = {{0, 1}, {1, 1}};
        const StepLimit limit = stepLimit(result);
        QVERIFY(!limit.isComputeBound());
        QVERIFY(limit.wait.cause == Activity::exposedDp);
        QCOMPARE(limit.wait.lane, 1);
        QCOMPARE(*limit.wait.link, std::size_t(2));
    }
    void nothingIsLimitedByNothing()
    {
        const StepLimit limit = stepLimit(StepResult());
        QCOMPARE(limit.compute.lane, -1);
        QCOMPARE(limit.wait.lane, -1);
    }
};

QTEST_GUILESS_MAIN(StepLimitTest)
#include "step_limit_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is shown belongs together: one start time, the nearest plan where none fits, no better plan lost.
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/held_work.h"

#include <QSignalSpy>

using namespace heteroscope;

class OneAnswerTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theRankingIsOfTheShownStartTime()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        Project project = planned();
        project.cluster.nodes.front().devices.front().speed.points = {{Seconds(100), 0.5}, {Seconds(300), 1}};
        document.reset(project);
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(session.rankingAge() == RankingAge::present);
        gated.search.close();
        session.setStartTime(Seconds(200));
        QVERIFY(session.rankingAge() == RankingAge::otherTime);
        QVERIFY(!session.freshRanking());
        QTRY_COMPARE(gated.lastSearchStart.load(), 200.0);
        gated.search.open();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.rankingAge() == RankingAge::present);
        QCOMPARE(session.ranking()->result.startTime.value, 200.0);
        QCOMPARE(session.ownStep()->startTime.value, 200.0);
        QCOMPARE(session.shown()->startTime.value, 200.0);
        // Without Live nothing is searched, and the ranking stays stale until the user asks for one.
        session.setLive(false);
        session.setStartTime(Seconds(0));
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.rankingAge() == RankingAge::otherTime);
        session.search();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.rankingAge() == RankingAge::present);
        QCOMPARE(session.ranking()->result.startTime.value, 0.0);
        setBatch(document, 64);
        QVERIFY(session.rankingAge() == RankingAge::otherProject);
    }

    void anEditLeavesTheOldPlansWithTheStepsOfNow()
    {
        Gate ending;
        std::atomic<bool> hasSeed = false;
        Engine engine = coreEngine();
        engine.search = [&ending, &hasSeed, plain = engine.search](
                            const Topology &topology, const Workload &workload, const SearchOptions &options,
                            StopToken stop, Progress *progress, const ImprovementCallback &improved) {
            hasSeed = bool(options.before);
            auto result = plain(topology, workload, options, stop, progress, improved);
            ending.pass(stop);
            return result;
        };
        Document document;
        Session session(&document, engine);
        session.setFollowDelay(0);
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-16GB SXM2", 4)});
        project.workload = test::smallGpt(12, 2048, 16);
        document.reset(project);
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(!hasSeed);
        const auto before = session.ranking();
        QVERIFY(before->result.proved && !before->isFromBefore);
        ending.close();
        setBatch(document, 32);
        QVERIFY(session.isRankingStale());
        QTRY_VERIFY(!session.isRankingStale());
        QVERIFY(session.isSearching() && hasSeed);
        const auto now = session.ranking();
        QVERIFY(now->isFromBefore && !now->result.proved && now->result.stopped);
        QVERIFY(now->result.plans.size() > 1);
        for (const RankedPlan &plan : now->result.plans) {
            const auto step = predictStep(*now->topology, document.project().workload, plan.plan, {});
            QVERIFY(step && step->stepTime == plan.result->stepTime);
            QVERIFY(now->best()->result->stepTime <= step->stepTime);
        }
        // One more edit in the meantime begins with the same plans.
        hasSeed = false;
        setBatch(document, 8);
        QVERIFY(session.isRankingStale());
        QTRY_VERIFY(!session.isRankingStale());
        QVERIFY(hasSeed && session.ranking()->isFromBefore);
        ending.open();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.ranking()->result.proved && !session.ranking()->isFromBefore);
        // Another project has nothing to do with them.
        document.reset(project);
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(!hasSeed);
    }

    void aCancelledSearchTakesNothingAway()
    {
        GatedEngine gated;
        Engine engine = gated.engine();
        engine.search = [&gated, plain = engine.search](const Topology &topology, const Workload &workload,
                                                        const SearchOptions &options, StopToken stop,
                                                        Progress *progress, const ImprovementCallback &improved) {
            const bool isFirst = gated.searches == 0;
            const auto slower = [isFirst](RankedPlan plan) {
                auto step = std::make_shared<StepResult>(*plan.result);
                step->stepTime = toTicks(Seconds(isFirst ? 9.32 : 13.2));
                plan.plan.microBatchSize = isFirst ? 1 : 2;
                plan.result = step;
                return plan;
            };
            Result<SearchResult> result = plain(topology, workload, options, std::move(stop), progress,
                                                [&](const RankedPlan &plan) { improved(slower(plan)); });
            result->plans.front() = slower(result->plans.front());
            result->proved = false;
            result->stopped = true;
            result->gap = 0.823;
            return result;
        };
        Document document;
        Session session(&document, engine);
        session.setFollowDelay(0);
        session.setLive(false);
        document.reset(planned());
        session.search();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        const auto best = [&session] { return toSeconds(session.ranking()->best()->result->stepTime).value; };
        QCOMPARE(best(), 9.32);
        gated.search.close();
        session.search();
        QTRY_COMPARE(gated.searches.load(), 2);
        QTRY_VERIFY(session.isSearching());
        session.cancelSearch();
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(best(), 9.32);
        QCOMPARE(session.ranking()->result.plans.size(), std::size_t(1)); // as many as one search ranks
        QVERIFY(session.ranking()->result.stopped);
    }

    void cancellingShowsUntilTheSearchHasEnded()
    {
        GatedEngine gated;
        Gate ending;
        ending.close();
        Engine engine = gated.engine();
        engine.search = [&ending, plain = engine.search](const Topology &topology, const Workload &workload,
                                                         const SearchOptions &options, StopToken stop,
                                                         Progress *progress, const ImprovementCallback &improved) {
            auto result = plain(topology, workload, options, std::move(stop), progress, improved);
            ending.pass();
            return result;
        };
        Document document;
        Session session(&document, engine);
        session.setLive(false);
        document.reset(planned());
        gated.search.close();
        session.search();
        QVERIFY(session.isSearching() && !session.isCancelling());
        QSignalSpy told(&session, &Session::progressChanged);
        session.cancelSearch();
        QVERIFY(session.isSearching() && session.isCancelling());
        QVERIFY(told.count() > 0);
        ending.open();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(!session.isCancelling());
        session.search();
        QVERIFY(!session.isCancelling());
        gated.search.open();
        QTRY_VERIFY(session.isIdle());
    }

    void whereNothingFitsTheNearestPlanIsShown()
    {
        GatedEngine gated;
        Document document;
        Session session(&document, withoutFit(gated.engine(), true));
        session.setFollowDelay(0);
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.result()); // a batch of 32 fits
        QVERIFY(!session.nothingFits() && session.result()->feasible);
        setBatch(document, 64);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.nothingFits());
        QVERIFY(session.shown()->origin == PlanOrigin::nearest);
        QVERIFY(!session.isStale() && !session.result()->feasible);
        QVERIFY(session.ownPlanProblem().has_value());
        setBatch(document, 32);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(!session.nothingFits() && !session.ownPlanProblem());
        QVERIFY(session.shown()->origin == PlanOrigin::project);
    }

    void withoutANearestPlanTheOldFiguresGo()
    {
        GatedEngine gated;
        Document document;
        Session session(&document, withoutFit(gated.engine(), false));
        session.setFollowDelay(0);
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.result());
        gated.search.close();
        setBatch(document, 64);
        QTRY_VERIFY(session.hasNoPresentStep() && session.isSearching());
        QVERIFY(session.result() && session.isStale()); // nothing is known yet
        gated.search.open();
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.nothingFits());
        QVERIFY(!session.result());
    }

    void anAppliedPlanLeavesTheOneBeforeInTheList()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QCOMPARE(session.planSteps().size(), std::size_t(1));
        const Plan before = document.project().plans.front().plan;
        const Plan best = session.ranking()->best()->plan;
        session.apply(best);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.planSteps().size(), std::size_t(2));
        QVERIFY(session.planSteps()[0].step->plan == best);
        QVERIFY(session.planSteps()[1].step->plan == before && session.planSteps()[1].step->result);
        QCOMPARE(session.planSteps()[1].name, std::string("mine"));
        session.apply(before); // and back
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(document.project().plans.size(), std::size_t(2));
        QVERIFY(session.shown()->plan == before);
        setBatch(document, 64); // all of them follow
        QTRY_VERIFY(session.isIdle());
        for (const NamedStep &each : session.planSteps())
            QCOMPARE(toSeconds(each.step->result->stepTime).value, 64.0);
        // A plan that is edited by hand keeps nothing.
        editPlan(session);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.planSteps().size(), std::size_t(2));
    }

private:
    /// For a batch of 64 no plan fits, and those for other batches cannot run; nearest: the search gives one.
    static Engine withoutFit(Engine engine, bool nearest)
    {
        engine.simulate = [plain = engine.simulate](const Topology &topology, const Workload &workload,
                                                    const Plan &plan, Seconds start,
                                                    StopToken stop) -> Result<StepResult> {
            if (workload.job.globalBatch == 64 && plan.microBatchSize != 64)
                return Error{Error::Code::invalid, {}, "/pipelines/0/stages", "34 layers", "58", {}};
            Result<StepResult> step = plain(topology, workload, plan, start, std::move(stop));
            if (workload.job.globalBatch == 64)
                step->feasible = false;
            return step;
        };
        engine.search = [nearest, plain = engine.search](const Topology &topology, const Workload &workload,
                                                         const SearchOptions &options, StopToken stop,
                                                         Progress *progress, const ImprovementCallback &improved) {
            if (workload.job.globalBatch != 64)
                return plain(topology, workload, options, std::move(stop), progress, improved);
            Result<SearchResult> result = plain(topology, workload, options, std::move(stop), progress, {});
            if (nearest)
                result->nearest =
                    NearestPlan{{}, result->plans.front().plan, result->plans.front().result, 2, {}, {}, 8};
            result->plans.clear();
            result->proved = false;
            result->stopped = false;
            return result;
        };
        return engine;
    }
};

QTEST_GUILESS_MAIN(OneAnswerTest)
#include "one_answer_test.moc"

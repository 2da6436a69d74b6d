// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results follow edits, late ones are dropped, nothing vanishes, cancelling keeps the best so far.
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/held_work.h"

#include <QSignalSpy>

using namespace heteroscope;

class JobsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aPostReachesTheOwnersThread()
    {
        LatestJob job;
        QThread *seen = nullptr;
        job.start([&](LatestJob::Handle &handle) { handle.post([&] { seen = QThread::currentThread(); }); });
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(seen, QThread::currentThread());
    }

    void memoryThatRunsOutInTheWorkIsSeenByTheOwner()
    {
        HeldWork held;
        LatestJob job(nullptr, held.executor());
        bool accepted = false;
        job.start([](LatestJob::Handle &) -> int { throw std::bad_alloc(); }, [&](int) { accepted = true; });
        bool seen = false;
        try {
            held.runOnce();
            QCoreApplication::sendPostedEvents(&job);
        } catch (const std::bad_alloc &) {
            seen = true;
        }
        QVERIFY(seen);
        QVERIFY(!accepted);
        QVERIFY(!job.isRunning());
        job.start([](LatestJob::Handle &) { return 1; }, [&](int) { accepted = true; }); // it can work again
        held.run();
        QVERIFY(accepted);
    }

    void lateResultsAreDropped()
    {
        LatestJob job;
        Gate gate;
        gate.close();
        QStringList shown;
        job.start([&](LatestJob::Handle &handle) {
            gate.pass(); // ignores its stop token, as a simulation does
            handle.post([&] { shown << QStringLiteral("first"); });
        });
        job.start([&](LatestJob::Handle &handle) { handle.post([&] { shown << QStringLiteral("second"); }); });
        gate.open();
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(shown, QStringList{QStringLiteral("second")});
        QCOMPARE(job.droppedPosts(), 1);
    }

    void onlyTheNewestInLineRuns()
    {
        LatestJob job;
        Gate gate;
        gate.close();
        std::atomic<int> runs = 0;
        job.start([&](LatestJob::Handle &) { gate.pass(); });
        for (int i = 0; i < 10; ++i)
            job.start([&](LatestJob::Handle &) { ++runs; });
        gate.open();
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(runs.load(), 1);
    }

    void cancellingForgetsWorkInLineAndKeepsTheRunningOne()
    {
        HeldWork thread;
        LatestJob job(nullptr, thread.executor());
        QStringList shown;
        const auto show = [&](const QString &text) { shown << text; };
        job.start(
            [&](LatestJob::Handle &handle) {
                handle.post([&] { shown << QStringLiteral("posted"); });
                return handle.stopToken().stop_requested() ? QStringLiteral("stopped") : QStringLiteral("whole");
            },
            show);
        job.start([](LatestJob::Handle &) { return QStringLiteral("newer"); }, show);
        job.cancel();
        QVERIFY(job.isRunning());
        thread.run();
        QVERIFY(!job.isRunning());
        QCOMPARE(shown, (QStringList{QStringLiteral("posted"), QStringLiteral("stopped")}));
        QCOMPARE(job.droppedPosts(), 0);
    }

    void abandonedWorkStaysAbandoned()
    {
        HeldWork thread;
        LatestJob job(nullptr, thread.executor());
        QStringList shown;
        const auto show = [&](const QString &text) { shown << text; };
        const auto work = [&](LatestJob::Handle &handle) {
            handle.post([&] { shown << QStringLiteral("posted"); });
            return QStringLiteral("value");
        };
        QSignalSpy running(&job, &LatestJob::runningChanged);
        job.start(work, show);
        job.abandon();
        QVERIFY(!job.isRunning()); // nothing is to come, though its thread is not over
        job.start(work, show);
        QVERIFY(job.isRunning());
        job.cancel(); // the one in line is forgotten; that does not make the other welcome again
        QVERIFY(!job.isRunning());
        thread.run();
        QCOMPARE(shown, QStringList());
        QCOMPARE(job.droppedPosts(), 2);
        QCOMPARE(running.count(), 4);
        job.start(work, show);
        thread.run();
        QCOMPARE(shown, (QStringList{QStringLiteral("posted"), QStringLiteral("value")}));
    }

    void theEndStopsAndJoins()
    {
        Gate never;
        never.close();
        std::atomic<bool> ended = false;
        {
            LatestJob job;
            job.start([&](LatestJob::Handle &handle) {
                never.pass(handle.stopToken());
                ended = true;
            });
        }
        QVERIFY(ended);
    }

    void simulationFollowsAnEdit()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.result() != nullptr);
        QCOMPARE(toSeconds(session.result()->stepTime).value, 32.0);
        setBatch(document, 64);
        QVERIFY(session.isStale());
        QVERIFY(session.result() != nullptr); // the old one stays until then
        QTRY_COMPARE(toSeconds(session.result()->stepTime).value, 64.0);
        QVERIFY(!session.isStale());
    }

    void movingANodeSimulatesNothing()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle());
        const int before = gated.simulations;
        document.edit(QStringLiteral("move"), moveThings(document.project(), {{"h100-0", {240, 0}}}));
        QVERIFY(!session.isStale());
        QVERIFY(session.isIdle());
        QCOMPARE(gated.simulations.load(), before);
    }

    void aLateSimulationIsNeverShown()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle());
        gated.simulation.close();
        setBatch(document, 100);
        QTRY_VERIFY(gated.simulations.load() >= 2); // the simulation of 100 has begun
        setBatch(document, 200);
        session.follow();
        QSignalSpy shown(&session, &Session::shownChanged);
        gated.simulation.open();
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(gated.simulationsStopped.load(), 1); // that of 100 was told not to go on
        QCOMPARE(shown.count(), 1);
        QCOMPARE(toSeconds(session.result()->stepTime).value, 200.0);
        QVERIFY(session.lateResults() >= 1);
    }

    void cancellingKeepsTheBestSoFar()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        session.setLive(false);
        document.reset(planned());
        gated.search.close();
        session.search();
        QVERIFY(session.isSearching());
        QTRY_VERIFY(session.ranking() != nullptr); // streamed while it runs
        QCOMPARE(session.ranking()->result.plans.size(), std::size_t(1));
        session.cancelSearch();
        QTRY_VERIFY(!session.isSearching());
        QVERIFY(session.ranking() != nullptr);
        QCOMPARE(session.ranking()->result.plans.size(), std::size_t(1));
        QVERIFY(session.ranking()->result.stopped);
        QVERIFY(!session.ranking()->result.proved);
    }

    void plansBeyondTheSpaceFollowTheAnswer()
    {
        GatedEngine gated;
        Gate beyond;
        beyond.close();
        Engine engine = gated.engine();
        engine.lookBeyond = [&](const Topology &, const Workload &, const SearchOptions &, SearchResult &result,
                                StopToken stop) {
            beyond.pass(stop);
            const RankedPlan &best = result.plans.front();
            result.beyond.push_back({{{VariationKind::schedule, 0, ScheduleKind::zbH1}}, best.plan, best.result});
            return Status();
        };
        Document document;
        Session session(&document, engine);
        session.setFollowDelay(0);
        document.reset(planned());
        QTRY_VERIFY(session.ranking() && !session.isSearching()); // the answer does not wait for them
        QVERIFY(session.ranking()->result.proved);
        QVERIFY(session.ranking()->result.beyond.empty());
        QVERIFY(!session.isIdle());
        // An edit ends the look, and the next search begins.
        const int searches = gated.searches;
        auto workload = document.project().workload;
        workload.job.globalBatch *= 2;
        document.edit(QStringLiteral("batch"), setWorkload(document.project(), workload));
        QTRY_VERIFY(gated.searches > searches);
        beyond.open();
        QTRY_VERIFY(session.isIdle() && !session.ranking()->result.beyond.empty());
        QCOMPARE(session.ranking()->result.plans.front().plan.microBatchSize,
                 document.project().workload.job.globalBatch);
    }

    void withoutAPlanTheBestIsShown()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        Project project = planned();
        project.plans.clear();
        document.reset(project);
        QTRY_VERIFY(session.isIdle() && session.result());
        QVERIFY(session.shown()->origin == PlanOrigin::best);
        QVERIFY(session.shown()->plan == session.ranking()->result.plans.front().plan);
    }

    void applyingThePickedPlanCanBeUndone()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        const Project before = document.project();
        session.pick(session.ranking()->result.plans.front().plan);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->origin == PlanOrigin::picked);
        QVERIFY(document.project() == before);
        session.applyShown();
        QVERIFY(document.project().plans.front().plan == session.ranking()->result.plans.front().plan);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->origin == PlanOrigin::project);
        document.undoStack()->undo();
        QVERIFY(document.project() == before);
    }

    void takingTheProjectsPlanBackShowsIt()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        const Plan own = document.project().plans.front().plan;
        session.pick(session.ranking()->result.plans.front().plan);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->plan != own);
        session.editPlan(QStringLiteral("as it was"), own); // no edit, but another plan is on show
        QCOMPARE(document.undoStack()->count(), 0);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->plan == own);
        QVERIFY(session.shown()->origin == PlanOrigin::project);
    }

    void withoutLiveNothingFollows()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle());
        session.setLive(false);
        setBatch(document, 64);
        QVERIFY(session.isStale());
        QVERIFY(session.isIdle());
        session.setLive(true);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(!session.isStale());
    }

    void anEditThatIsTakenBackIsNotStale()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        session.setLive(false);
        QSignalSpy stale(&session, &Session::staleChanged);
        setBatch(document, 64);
        QVERIFY(session.isStale() && session.isRankingStale());
        document.undoStack()->undo();
        QVERIFY(!session.isStale() && !session.isRankingStale());
        QCOMPARE(stale.count(), 2);
    }

    void whenTheRankingBecomesStaleIsTold()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        session.setLive(false);
        std::vector<bool> told;
        connect(&session, &Session::staleChanged, this,
                [&, &session = session] { told.push_back(session.isRankingStale()); });
        editPlan(session);
        setBatch(document, 64);
        QCOMPARE(told, (std::vector<bool>{false, true}));
    }

    void aPlanEditDuringASearchLeavesTheOldRankingStale()
    {
        GatedEngine gated;
        Document document;
        Session session(&document, withoutImprovements(gated.engine()));
        session.setFollowDelay(0);
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        const auto old = session.ranking();
        gated.search.close();
        setBatch(document, 64);
        QTRY_COMPARE(gated.searches.load(), 2);
        QVERIFY(session.isRankingStale());
        editPlan(session);
        QVERIFY(session.isSearching());
        QCOMPARE(session.ranking(), old);
        QVERIFY(session.isRankingStale());
        gated.search.open();
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(gated.searches.load(), 2); // it was of no other plan
        QVERIFY(!session.isRankingStale());
        QCOMPARE(session.ranking()->snapshot->workload.job.globalBatch, 64);
        QCOMPARE(old->snapshot->workload.job.globalBatch, 32);
    }

    void aSimulationLeavesTheErrorOfTheSearch()
    {
        GatedEngine gated;
        Engine engine = gated.engine();
        const Error error{Error::Code::infeasible, {}, {}, "a batch of 32", "another", {}};
        engine.search = [&, search = engine.search](const Topology &topology, const Workload &workload,
                                                    const SearchOptions &options, StopToken stop, Progress *progress,
                                                    const ImprovementCallback &improved) -> Result<SearchResult> {
            if (workload.job.globalBatch == 32)
                return error;
            return search(topology, workload, options, std::move(stop), progress, improved);
        };
        Document document;
        Session session(&document, engine);
        session.setFollowDelay(0);
        document.reset(planned());
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.problems(), std::vector<Error>{error});
        editPlan(session); // simulates, and does not search
        QTRY_VERIFY(session.isIdle() && !session.isStale());
        QCOMPARE(session.problems(), std::vector<Error>{error});
        QSignalSpy problems(&session, &Session::problemsChanged);
        setBatch(document, 64); // it is of what was searched
        QCOMPARE(problems.count(), 1);
        QVERIFY(session.problems().empty());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QVERIFY(session.problems().empty());
    }

    void aRankingKnowsItsDevicesBeforeAnyStepIsShown()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        gated.simulation.close();
        document.reset(planned());
        QTRY_VERIFY(session.ranking() && !session.isSearching());
        QVERIFY(!session.shown());
        QCOMPARE(session.ranking()->topology->devices().size(), std::size_t(8));
        gated.simulation.open();
        QTRY_VERIFY(session.isIdle());
    }

    void theOwnStepStaysWhileAnotherPlanIsShown()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        document.reset(planned());
        QTRY_VERIFY(session.isIdle() && session.ranking());
        QCOMPARE(session.ownStep(), session.shown());
        session.pick(session.ranking()->best()->plan);
        QTRY_VERIFY(session.isIdle());
        QVERIFY(session.shown()->origin == PlanOrigin::picked);
        QVERIFY(session.ownStep() && session.ownStep()->origin == PlanOrigin::project);
        Project other = planned();
        other.plans.clear();
        document.reset(other);
        QVERIFY(!session.ownStep());
    }

    void aClusterThatCannotBeExpandedSaysWhy()
    {
        GatedSession all;
        auto &[gated, document, session] = all;
        Project project = planned();
        project.cluster.nodes.front().devices.front().type = "no such device";
        document.reset(project);
        QTRY_VERIFY(session.isIdle());
        QCOMPARE(session.problems().size(), std::size_t(1)); // both jobs found it
        QVERIFY(session.result() == nullptr);
    }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "jobs_test.moc"

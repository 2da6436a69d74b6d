// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results follow edits, late ones are dropped, nothing vanishes, cancelling keeps the best so far.
#include "cluster/catalog.h"
#include "project/edits.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QSignalSpy>

using namespace heteroscope;

namespace {

/// An executor that runs nothing before it is told to, and then on the thread that tells it.
class HeldWork
{
public:
    LatestJob::Executor executor()
    {
        return [this](std::function<void()> function) {
            m_held.push_back(std::move(function));
            return std::jthread();
        };
    }
    /// Runs what is held, without its posts.
    void runOnce()
    {
        for (const auto &function : std::exchange(m_held, {}))
            function();
    }
    /// Runs everything, and what that starts, with the posts that come of it.
    void run()
    {
        while (!m_held.empty()) {
            for (const auto &function : std::exchange(m_held, {}))
                function();
            QCoreApplication::processEvents();
        }
    }

private:
    std::vector<std::function<void()>> m_held;
};

/// An engine whose searches tell nothing before their answer.
Engine withoutImprovements(Engine engine)
{
    engine.search = [search = engine.search](const Topology &topology, const Workload &workload,
                                             const SearchOptions &options, StopToken stop, Progress *progress,
                                             const ImprovementCallback &) {
        return search(topology, workload, options, std::move(stop), progress, {});
    };
    return engine;
}

} // namespace

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

private:
    /// For a batch of 64 no plan fits, and those for other batches cannot run; nearest: the search gives one.
    static Engine withoutFit(Engine engine, bool nearest)
    {
        engine.simulate = [plain = engine.simulate](const Topology &topology, const Workload &workload,
                                                    const Plan &plan, Seconds start) -> Result<StepResult> {
            if (workload.job.globalBatch == 64 && plan.microBatchSize != 64)
                return Error{Error::Code::invalid, {}, "/pipelines/0/stages", "34 layers", "58", {}};
            Result<StepResult> step = plain(topology, workload, plan, start);
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
    static Project planned()
    {
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        const Result<Project> drawn = addNode(project, *builtinCatalog().findNode("8x H100 HGX"), "h100-0", {0, 0});
        project = *drawn;
        Plan plan;
        plan.microBatchSize = 7;
        project.plans.push_back({"mine", plan, std::nullopt, {}});
        return project;
    }
    /// Another plan for the same cluster and workload.
    static void editPlan(Session &session)
    {
        Plan plan = session.document()->project().plans.front().plan;
        ++plan.microBatchSize;
        session.editPlan(QStringLiteral("plan"), plan);
    }
    static void setBatch(Document &document, int batch)
    {
        Workload workload = document.project().workload;
        workload.job.globalBatch = batch;
        document.edit(QStringLiteral("batch"), setWorkload(document.project(), workload));
    }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "jobs_test.moc"

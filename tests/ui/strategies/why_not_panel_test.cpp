// SPDX-License-Identifier: GPL-3.0-or-later
//
// The reasons beside the table: of a plan at once, of a family when they have been worked out.
#include "jobs/family_question.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "strategies/why_not_panel.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/sample_ranking.h"
#include "ui/support/window_fixture.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace heteroscope;

class WhyNotPanelTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void reasonsOpenBesideTheTable()
    {
        GatedEngine gated;
        Gate gate;
        gate.close();
        Engine engine = gated.engine();
        engine.search = [](const Topology &, const Workload &, const SearchOptions &, StopToken, Progress *,
                           const ImprovementCallback &) -> Result<SearchResult> { return ranking()->result; };
        engine.explainFamily = [&gate](const Topology &, const Workload &, const SearchOptions &, const SearchResult &,
                                       std::string_view family, StopToken stop) -> Result<WhyNotFamily> {
            gate.pass(stop);
            WhyNotFamily why;
            why.family = family;
            why.verdict = FamilyVerdict::bounded;
            why.minTime = 7.1;
            why.terms = {{TimeCause::tensorCommunication, "leaf-0", 6}, {TimeCause::computation, "a:0", 1.1}};
            why.plan = planOf(8, 1, 4, 8);
            return why;
        };
        Document document;
        Session session(&document, engine);
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 64)});
        document.reset(project);
        session.follow();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        FamilyQuestion question(&session);
        StrategyView view;
        view.setQuestion(&question);
        view.resize(1200, 400);
        view.setRanking(session.ranking());
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QVERIFY(!view.whyNot()->isVisible());

        // W opens the reasons of a plan: 100 ms more in each forward of one stage more.
        view.table()->setFocus();
        view.table()->selectRow(2);
        QTest::keyClick(view.table(), Qt::Key_W);
        QVERIFY(view.whyNot()->isVisible());
        QVERIFY(view.whyNot()->sentence().contains(QStringLiteral("slower than the best plan")));
        QVERIFY(!view.whyNot()->causes().empty());
        QTest::keyClick(view.table(), Qt::Key_Escape);
        QVERIFY(!view.whyNot()->isVisible());

        // A click on a family that was ruled out opens them as well.
        const QModelIndex slow = view.filter()->mapFromSource(view.model()->index(4, StrategyModel::plan));
        view.table()->scrollTo(slow);
        QTest::mouseClick(view.table()->viewport(), Qt::LeftButton, {}, view.table()->visualRect(slow).center());
        QVERIFY(view.whyNot()->isVisible());
        QVERIFY(view.whyNot()->sentence().contains(QStringLiteral("at least 7.10 s"), Qt::CaseInsensitive));
        gate.open();
        QTRY_COMPARE(view.whyNot()->causes().size(), std::size_t(2));
        QCOMPARE(view.whyNot()->sentence(),
                 QStringLiteral("At least 7.10 s, of that 6.00 s TP communication on leaf-0"));
        QCOMPARE(view.whyNot()->causes()[0].where, QStringLiteral("leaf-0"));
        QCOMPARE(view.whyNot()->causes()[1].where, QStringLiteral("stage A on a:0"));
        QCOMPARE(view.whyNot()->title(), QStringLiteral("TP8 DP4 · 1F1B m8 · H100 > A100"));
        QSignalSpy picked(&view, &StrategyView::planPicked);
        QTest::mouseClick(view.whyNot()->planButton(), Qt::LeftButton);
        QCOMPARE(picked.size(), 1);
        QCOMPARE(picked[0][0].value<Plan>(), planOf(8, 1, 4, 8));
        QTest::mouseClick(view.whyNot()->closeButton(), Qt::LeftButton);
        QVERIFY(!view.whyNot()->isVisible());
        QVERIFY(!view.table()->isColumnHidden(StrategyModel::why));
    }

    /// Whatever a closer look finds, the panel begins with what the row says.
    void thePanelBeginsWithTheRow()
    {
        WhyNotPanel panel;
        WhyNotFamily family;
        family.minTime = 6.3;
        family.searchBound = 5.98;
        family.best = Seconds(5.98);
        family.terms = {{TimeCause::computation, "a:0", 6.3}};
        family.plan = planOf(8, 1, 4, 8);
        const QString row = QStringLiteral("not faster than the best plan, which takes 5.98 s");
        panel.showFamily(QStringLiteral("TP8"), family, row);
        QCOMPARE(panel.sentence(),
                 QStringLiteral("Not faster than the best plan, which takes 5.98 s. A closer look: at least 6.30 s, of "
                                "that 6.30 s computation on a:0; the best plan takes 5.98 s"));
        family.minTime = 5.2; // its causes are not all of the bound
        panel.showFamily(QStringLiteral("TP8"), family, row);
        QCOMPARE(panel.sentence(), QStringLiteral("Not faster than the best plan, which takes 5.98 s. What is known of "
                                                  "its causes adds up to 5.20 s"));
        family = {};
        family.verdict = FamilyVerdict::outOfMemory;
        family.reason = PlainReason::noCutFits;
        panel.showFamily(QStringLiteral("TP8"), family, row);
        QCOMPARE(panel.sentence(),
                 QStringLiteral("Not faster than the best plan, which takes 5.98 s. A closer look: no "
                                "cut of the layers fits every device"));
        panel.showFamily(QStringLiteral("TP8"), family, QStringLiteral("no cut of the layers fits every device"));
        QCOMPARE(panel.sentence(), QStringLiteral("No cut of the layers fits every device"));
    }

    void aQuestionThatCannotBeAnsweredEnds()
    {
        GatedEngine gated;
        Engine engine = gated.engine();
        engine.explainFamily = [](const Topology &, const Workload &, const SearchOptions &, const SearchResult &,
                                  std::string_view family, StopToken) -> Result<WhyNotFamily> {
            return Error{Error::Code::invalid, {}, {}, std::string(family), "a family of the ranking", {}};
        };
        Document document;
        Session session(&document, engine);
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2)});
        document.reset(project);
        session.follow();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        FamilyQuestion question(&session);
        QSignalSpy changed(&question, &FamilyQuestion::changed);
        question.ask("TP2");
        QCOMPARE(changed.size(), 1);
        QVERIFY(question.isRunning());
        QTRY_COMPARE(changed.size(), 2);
        QVERIFY(!question.isRunning());
        QVERIFY(!question.answer());
        QVERIFY(question.problem().contains(QStringLiteral("TP2")));
    }

    void aQuestionIsOfTheRankingsOwnProject()
    {
        GatedEngine gated;
        Engine engine = gated.engine();
        std::atomic<int> batch = 0;
        engine.explainFamily = [&batch](const Topology &, const Workload &workload, const SearchOptions &,
                                        const SearchResult &, std::string_view, StopToken) -> Result<WhyNotFamily> {
            batch = workload.job.globalBatch;
            return WhyNotFamily();
        };
        Document document;
        Session session(&document, engine);
        Project project;
        project.cluster = test::star({test::node("a", "A100-80GB SXM", 2)});
        project.workload.job.globalBatch = 48;
        document.reset(project);
        session.follow();
        QTRY_VERIFY(session.isIdle() && session.ranking());
        session.setLive(false);
        project.workload.job.globalBatch = 96;
        QVERIFY(document.edit(QStringLiteral("batch"), project));
        FamilyQuestion question(&session);
        question.ask("TP2");
        QTRY_VERIFY(question.answer());
        QCOMPARE(batch.load(), 48);
    }
};

QTEST_MAIN(WhyNotPanelTest)
#include "why_not_panel_test.moc"

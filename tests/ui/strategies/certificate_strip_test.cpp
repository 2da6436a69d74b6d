// SPDX-License-Identifier: GPL-3.0-or-later
//
// The strip above the ranking says what is proved, and of what; and what was proved before a change as that.
#include "strategies/certificate_strip.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "strategies/why_not_panel.h"
#include "support/strict_test.h"
#include "ui/support/sample_ranking.h"

#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

class CertificateStripTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<Plan>(); }

    void certificateSaysWhatWasProved()
    {
        CertificateStrip strip;
        QCOMPARE(strip.title(), QStringLiteral("No search yet"));
        strip.setRanking(ranking());
        QCOMPARE(strip.title(), QStringLiteral("Proved best of P"));
        QCOMPARE(QString(strip.account()).remove("<b>").remove("</b>"),
                 QStringLiteral("318 families = 41 simulated + 157 bounded + 120 out of memory"));
        QCOMPARE(QString(strip.proof()).remove("<b>").remove("</b>"), QStringLiteral("gap 0 % in 180 ms"));
        auto stopped = ranking();
        stopped->result.proved = false;
        stopped->result.stopped = true;
        stopped->result.gap = 0.031;
        strip.setRanking(stopped);
        QCOMPARE(strip.title(), QStringLiteral("Best so far, not proved"));
        StrategyModel model;
        model.setRanking(stopped);
        QCOMPARE(model.row(0).why, QStringLiteral("best so far"));
        QVERIFY(strip.proof().contains(QStringLiteral("3.1 %")) && strip.proof().contains(QStringLiteral("stopped")));
        QCOMPARE(strip.searchButton()->text(), QStringLiteral("Continue"));
        strip.setSearching(true, QStringLiteral("120 of 318 families"));
        QVERIFY(strip.title().startsWith(QStringLiteral("Searching")));
        strip.setSearching(true, {}, true);
        QCOMPARE(strip.title(), QStringLiteral("Stopping ..."));
        strip.setSearching(false);
        strip.setAge(RankingAge::otherTime, QStringLiteral("ranked for the step at 0:00"));
        QCOMPARE(strip.title(), QStringLiteral("For another start time"));
        QCOMPARE(strip.account(), QStringLiteral("ranked for the step at 0:00"));
        QVERIFY(strip.proof().isEmpty());
        // While another question is searched, nothing that was proved before is told as known.
        strip.setSearching(true, QStringLiteral("120 of 318 families"));
        QCOMPARE(strip.account(), QStringLiteral("120 of 318 families; ranked for the step at 0:00"));
        QVERIFY(strip.proof().isEmpty() && strip.anyPlan().isEmpty());
        QVERIFY(!strip.toolTip().contains(QStringLiteral("gap")));
        strip.setSearching(false);
        strip.setAge(RankingAge::present);
        QVERIFY(!strip.proof().isEmpty() && strip.toolTip().size() < 300); // no tip is a page
        auto none = ranking();
        none->result.plans.clear();
        strip.setRanking(none);
        QCOMPARE(strip.title(), QStringLiteral("No plan fits"));
    }

    void anOldProofSaysThatItIsOld()
    {
        StrategyView view;
        view.setRanking(ranking());
        view.table()->selectRow(0);
        view.showWhyNot(true);
        const auto why = [&view] { return view.model()->index(0, StrategyModel::why).data().toString(); };
        QVERIFY(view.model()->isProved() && why().startsWith(QStringLiteral("proved")));
        QVERIFY(view.whyNot()->sentence().contains(QStringLiteral("Searched: TP in one node")));
        view.setAge(RankingAge::otherProject, QStringLiteral("before the edit"));
        QVERIFY(!view.model()->isProved());
        QCOMPARE(why(), QStringLiteral("was proved before the change"));
        QVERIFY(view.whyNot()->sentence().startsWith(QStringLiteral("Was proved before the change")));
        view.setAge(RankingAge::present);
        QVERIFY(why().startsWith(QStringLiteral("proved")));
    }

    void plansFromBeforeAnEditAreMarkedWhileTheyAreProvedAgain()
    {
        CertificateStrip strip;
        auto before = ranking();
        before->result.proved = false;
        before->result.stopped = true;
        before->isFromBefore = true;
        strip.setRanking(before);
        strip.setSearching(true, QStringLiteral("120 of 318 families"));
        QCOMPARE(strip.title(), QStringLiteral("Being proved again"));
        QCOMPARE(strip.account(), QStringLiteral("plans from before the edit, simulated again; 120 of 318 families"));
        strip.setSearching(true);
        QCOMPARE(strip.account(), QStringLiteral("plans from before the edit, simulated again"));
        QVERIFY(strip.proof().isEmpty());
        QCOMPARE(strip.searchButton()->text(), QStringLiteral("Cancel"));
        strip.setAge(RankingAge::otherProject); // after one more edit the figures are old again
        QVERIFY(strip.title().startsWith(QStringLiteral("Searching")));
        strip.setAge(RankingAge::present);
        strip.setSearching(true, {}, true);
        QCOMPARE(strip.title(), QStringLiteral("Stopping ..."));
        strip.setSearching(false);
        QCOMPARE(strip.title(), QStringLiteral("Best so far, not proved"));
    }

    void theStripSaysWhatNoPlanCanDo()
    {
        CertificateStrip strip;
        QVERIFY(strip.anyPlan().isEmpty());
        auto bounded = ranking();
        bounded->result.universalBound = Seconds(2.126);
        strip.setRanking(bounded);
        QCOMPARE(QString(strip.anyPlan()).remove("<b>").remove("</b>"),
                 QStringLiteral("no plan of any kind can take less than 2.13 s"));
        QVERIFY(strip.toolTip().contains(strip.anyPlan()));
        QVERIFY(strip.accessibleDescription().contains(QStringLiteral("no plan of any kind")));
        // Nearer than the bound that the gap is to.
        auto nearer = ranking();
        nearer->result.universalBound = Seconds(2.126);
        nearer->result.proved = false;
        nearer->result.lowerBound = Seconds(2);
        strip.setRanking(nearer);
        QVERIFY(strip.anyPlan().endsWith(QStringLiteral(": a bound of its own, nearer than that of P")));
        nearer->result.gap = 1;
        strip.setRanking(nearer);
        QVERIFY(strip.proof().startsWith(QStringLiteral("no bound yet after ")));
        strip.setRanking(bounded);
        strip.setAge(RankingAge::otherProject, QStringLiteral("before the edit"));
        QVERIFY(strip.anyPlan().isEmpty());
    }
};

QTEST_MAIN(CertificateStripTest)
#include "certificate_strip_test.moc"

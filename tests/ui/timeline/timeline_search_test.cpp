// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searching bars by words: what is found, the way from one to the next, and the field.
#include "support/strict_test.h"
#include "timeline/find_bar.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;

class TimelineSearchTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void theKeysOpenTheFieldAndGoFromBarToBar()
    {
        Shown shown;
        shown.view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&shown.view));
        shown.view.setFocus();
        QVERIFY(!shown.view.findBar().isVisible());
        QTest::keyClick(&shown.view, Qt::Key_F, Qt::ControlModifier);
        QVERIFY(shown.view.findBar().isVisible());
        QLineEdit *field = shown.view.findBar().field();
        QVERIFY(field->hasFocus());
        QSignalSpy bars(&shown.view, &TimelineView::barSelected);
        QTest::keyClicks(field, QStringLiteral("f2"));
        const auto found = shown.view.foundBars();
        QVERIFY(found.size() > 1);
        for (const BarId bar : found) {
            QCOMPARE(intervalOf(*shown.view.result(), bar)->activity, Activity::forward);
            QCOMPARE(intervalOf(*shown.view.result(), bar)->microBatch, 1);
        }
        QCOMPARE(shown.view.selectedBar(), found.front());
        QCOMPARE(shown.view.findBar().foundText(), QStringLiteral("1 of %1").arg(found.size()));
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            QApplication::processEvents();
            savePicture(shown.view, QStringLiteral("search"));
        }
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(shown.view.selectedBar(), found[1]);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(shown.view.selectedBar(), found.back());
        QVERIFY(!bars.isEmpty());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!shown.view.findBar().isVisible());
        QVERIFY(shown.view.foundBars().empty());
        QVERIFY(shown.view.hasFocus());
    }
    void whatWordsMean_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("finds");
        QTest::newRow("a kind of work") << QStringLiteral("backward") << true;
        QTest::newRow("a letter") << QStringLiteral("B") << true;
        QTest::newRow("a kind and a length") << QStringLiteral("forward >1us") << true;
        QTest::newRow("longer than the step") << QStringLiteral(">99999999999999s") << false;
        QTest::newRow("no such micro-batch") << QStringLiteral("F99999") << false;
        QTest::newRow("a number too large") << QStringLiteral("F99999999999999999999") << false;
        QTest::newRow("the words exclude each other") << QStringLiteral("F1 F2") << false;
        QTest::newRow("nothing") << QStringLiteral("  ") << false;
    }
    void whatWordsMean()
    {
        QFETCH(QString, words);
        QFETCH(bool, finds);
        Shown shown;
        shown.view.openSearch();
        shown.view.search(words);
        QCOMPARE(!shown.view.foundBars().empty(), finds);
        if (!finds && !words.trimmed().isEmpty())
            QCOMPARE(shown.view.findBar().foundText(), QStringLiteral("no bar"));
        shown.view.findNext(true); // also where there is none
    }
    void everyBarOfALaneHasItsName()
    {
        Shown shown;
        const Lane &lane = shown.view.result()->lanes[0];
        shown.view.openSearch();
        shown.view.search(QString::fromStdString(lane.name).section(u':', 0, 0));
        std::size_t ofLane = 0;
        for (const BarId bar : shown.view.foundBars())
            ofLane += bar.lane == 0 ? 1 : 0;
        QCOMPARE(ofLane, lane.intervals.size());
        // A hidden lane is not searched.
        shown.view.hideLanes({0});
        for (const BarId bar : shown.view.foundBars())
            QVERIFY(bar.lane != 0);
    }
    void aFoundBarComesIntoView()
    {
        Shown shown;
        const Ticks end = shown.view.result()->stepTime;
        shown.view.showRange(Ticks(0), Ticks(end.count / 50));
        shown.view.openSearch();
        shown.view.search(QStringLiteral("B1"));
        const auto inView = [&shown] {
            const LaneInterval &bar = *intervalOf(*shown.view.result(), shown.view.selectedBar());
            const TimelineViewport &view = shown.view.viewportState();
            return bar.end > view.start && bar.start < view.visibleEnd();
        };
        QVERIFY(inView());
        for (std::size_t i = 0; i <= shown.view.foundBars().size(); ++i) {
            shown.view.findNext(true);
            QVERIFY(inView());
            QVERIFY(shown.view.layoutState().isVisible(shown.view.selectedBar().lane));
        }
    }
    void anotherStepIsSearchedAnew()
    {
        Shown shown;
        shown.view.openSearch();
        shown.view.search(QStringLiteral("F1"));
        QVERIFY(!shown.view.foundBars().empty());
        shown.view.setResult(nullptr);
        QVERIFY(shown.view.foundBars().empty());
        shown.view.findNext(true);
        shown.view.setResult(smallStep());
        QVERIFY(!shown.view.foundBars().empty());
    }
};

QTEST_MAIN(TimelineSearchTest)
#include "timeline_search_test.moc"

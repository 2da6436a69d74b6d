// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drag measures: its card and its CSV say what lies in the stretch. And the view leaves the window as picture and
// CSV.
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "ui/support/picture.h"
#include "ui/support/shown_timeline.h"

#include <QClipboard>
#include <QSvgRenderer>
#include <QTemporaryDir>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;

namespace {

void drag(TimelineView &view, int from, int to)
{
    const int y = view.layoutState().lanesTop() + 10;
    send(view.viewport(), QEvent::MouseButtonPress, {from, y}, Qt::LeftButton);
    send(view.viewport(), QEvent::MouseMove, {(from + to) / 2, y}, Qt::LeftButton);
    send(view.viewport(), QEvent::MouseMove, {to, y}, Qt::LeftButton);
    send(view.viewport(), QEvent::MouseButtonRelease, {to, y}, Qt::LeftButton);
}

} // namespace

class TimelineMeasureTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void theCardComesWithTheEndOfTheDrag()
    {
        Shown shown;
        QVERIFY(shown.view.measureCard().headline.isEmpty());
        drag(shown.view, laneHeadWidth + 100, laneHeadWidth + 500);
        const Explanation &card = shown.view.measureCard();
        QVERIFY(!card.headline.isEmpty());
        const TimelineViewport &view = shown.view.viewportState();
        const Ticks length = view.time(500) - view.time(100);
        QVERIFY2(card.headline.startsWith(formatTicks(length)), qPrintable(card.headline));
        QVERIFY(card.lines.size() >= 3);
        // Seconds of all kinds are the stretch of every lane.
        double seconds = 0;
        for (const QString &line : shown.view.measureCsv().split(u'\n'))
            if (line.startsWith(QStringLiteral("work,")))
                seconds += line.section(u',', 3, 3).toDouble();
        const double expected = toSeconds(length).value * static_cast<double>(shown.view.result()->lanes.size());
        QVERIFY(std::abs(seconds - expected) <= 1e-9 * expected);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            savePicture(shown.view, QStringLiteral("measure"));
        }
        QTest::keyClick(&shown.view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), shown.view.measureCsv());
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QVERIFY(shown.view.measureCard().headline.isEmpty());
        QVERIFY(shown.view.measureCsv().isEmpty());
    }
    void selectedLanesAreMeasuredAlone()
    {
        Shown shown;
        shown.view.setSelectedLanes({1});
        drag(shown.view, laneHeadWidth + 50, laneHeadWidth + 600);
        int lanes = 0;
        for (const QString &line : shown.view.measureCsv().split(u'\n'))
            lanes += line.startsWith(QStringLiteral("lane busy,")) ? 1 : 0;
        QCOMPARE(lanes, 1);
    }
    void theViewLeavesTheWindow()
    {
        Shown shown;
        QTemporaryDir folder;
        for (const char *name : {"view.svg", "view.pdf", "view.png"}) {
            const QString path = folder.filePath(QString::fromLatin1(name));
            QCOMPARE(shown.view.exportPicture(path), QString());
            QVERIFY(QFileInfo(path).size() > 1000);
        }
        QVERIFY(QSvgRenderer(folder.filePath(QStringLiteral("view.svg"))).isValid());
        QVERIFY(!shown.view.exportPicture(folder.filePath(QStringLiteral("view.gif"))).isEmpty());
        const QString csv = folder.filePath(QStringLiteral("view.csv"));
        QCOMPARE(shown.view.exportCsv(csv), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto whole = file.readAll().count('\n');
        std::size_t bars = 1;
        for (const Lane &lane : shown.view.result()->lanes)
            bars += lane.intervals.size() + lane.traffic.size();
        QCOMPARE(whole, qsizetype(bars));
        // Of a part and without a hidden lane there are fewer.
        shown.view.hideLanes({0});
        QCOMPARE(shown.view.exportCsv(csv), QString());
        QFile less(csv);
        QVERIFY(less.open(QIODevice::ReadOnly));
        const Lane &hidden = shown.view.result()->lanes[0];
        QCOMPARE(less.readAll().count('\n'), qsizetype(bars - hidden.intervals.size() - hidden.traffic.size()));
        QVERIFY(!shown.view.exportCsv(QStringLiteral("/nonexistent/x.csv")).isEmpty());
    }
    /// An axis that is longer than the step ends the step where it ends.
    void aLongerAxisLeavesTheRestEmpty()
    {
        Shown shown;
        const Ticks end = shown.view.result()->stepTime;
        shown.view.setAxisEnd(Ticks(2 * end.count));
        QCOMPARE(shown.view.viewportState().stepEnd, Ticks(2 * end.count));
        const QImage picture = shown.view.viewport()->grab().toImage();
        const double ratio = picture.devicePixelRatio();
        const TimelineLayout layout = shown.view.layoutState();
        const int x = static_cast<int>(laneHeadWidth + shown.view.viewportState().x(end)) + 12;
        for (const int lane : {0, 1})
            QCOMPARE(
                picture.pixelColor(static_cast<int>(x * ratio), static_cast<int>((layout.laneTop(lane) + 8) * ratio)),
                currentTheme()[Role::panelSunk]);
        drag(shown.view, laneHeadWidth + 10, shown.view.viewport()->width() - 4);
        QVERIFY(shown.view.measureCard().headline.startsWith(formatTicks(end - shown.view.viewportState().time(10))));
        shown.view.setAxisEnd({});
        QCOMPARE(shown.view.viewportState().stepEnd, end);
    }
};

QTEST_MAIN(TimelineMeasureTest)
#include "timeline_measure_test.moc"

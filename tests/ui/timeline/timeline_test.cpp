// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline shows what was simulated, all of it, and says so; and its handling.
#include "language/step_words.h"
#include "support/strict_test.h"
#include "ui/support/shown_timeline.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::shown_timeline;
using synthetic::ms;

namespace {

void wheel(QWidget *target, QPoint at, int angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, target->mapToGlobal(at), QPoint(), QPoint(0, angle), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

} // namespace

class TimelineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void firstViewFitsTheWholeStep()
    {
        Shown shown;
        QVERIFY(shown.view.viewportState().isFit());
        const TimelineViewport &view = shown.view.viewportState();
        QCOMPARE(view.start.count, 0);
        QVERIFY(view.x(view.stepEnd) <= view.width);
        QVERIFY(view.x(view.stepEnd) >= view.width - TimelineViewport::rightPad - 1);
        shown.view.resize(700, 400);
        QApplication::processEvents();
        QVERIFY(shown.view.viewportState().isFit());
    }

    void aMillionBarsAreAFewOperationsForEachPixel()
    {
        const auto data = TimelineData::make(std::make_shared<const StepResult>(synthetic::manyBars(1'000'000)));
        const QSize size(1600, 120);
        QImage image(size, QImage::Format_ARGB32_Premultiplied);
        for (const double zoom : {1.0, 100.0, 10'000.0}) {
            QPainter painter(&image);
            const TimelineLayout layout = TimelineLayout::arrange(size, 1, 0);
            TimelineViewport view = viewportOf(*data->result, layout.barsWidth());
            view.zoomAt(layout.barsWidth() / 2.0, zoom);
            TimelinePainter timeline(painter, *data, layout, view, theme(ThemeKind::light), 1);
            timeline.paintLanes();
            QVERIFY2(timeline.statistics().operations < static_cast<std::size_t>(3 * size.width()),
                     qPrintable(QString::number(timeline.statistics().operations)));
            QVERIFY(timeline.statistics().operations > 0);
        }
    }

    void cornerLineAddsUpWhatIsDrawn()
    {
        // One lane: 60 ms of work, 40 ms of bubble.
        StepResult result;
        result.stepTime = Ticks(100 * ms);
        Lane lane;
        lane.name = "n:0";
        lane.devices.emplace_back(std::size_t(0));
        lane.intervals = {{Ticks(0), Ticks(60 * ms), 0, 0, Activity::forward, -1, Activity::idle},
                          {Ticks(60 * ms), Ticks(100 * ms), -1, 0, Activity::bubble, -1, Activity::idle}};
        lane.time[std::size_t(Activity::forward)] = Ticks(60 * ms);
        lane.time[std::size_t(Activity::bubble)] = Ticks(40 * ms);
        result.lanes.push_back(lane);
        QCOMPARE(timelineSummary(result), QStringLiteral("1 of 1 events · bubble 40.0 % = 40.0 ms / 100 ms"));

        Shown shown(std::make_shared<const StepResult>(synthetic::manyBars(60'000)));
        QVERIFY2(shown.view.cornerText().startsWith(QStringLiteral("40,000 of 40,000 events, ")),
                 qPrintable(shown.view.cornerText()));
        QVERIFY(shown.view.cornerText().contains(QStringLiteral("merged")));
        QCOMPARE(smallStep()->bubbleShare() > 0, true);
    }

    void allEventsOfASmallStepAreDrawn()
    {
        Shown shown;
        const QString count = QString::number(eventCount(*shown.view.result()));
        QVERIFY2(shown.view.cornerText().startsWith(count + " of " + count + " events"),
                 qPrintable(shown.view.cornerText()));
        shown.view.showRange(Ticks(0), Ticks(500 * ms));
        QVERIFY(shown.view.cornerText().contains(QStringLiteral(" events in view")));
    }

    void wheelZoomsAtTheCursor()
    {
        Shown shown;
        const QPoint at(600, 200);
        const Ticks before = shown.view.viewportState().time(at.x() - laneHeadWidth);
        wheel(shown.view.viewport(), at, 120, Qt::ControlModifier);
        wheel(shown.view.viewport(), at, 120, Qt::ControlModifier);
        const TimelineViewport &view = shown.view.viewportState();
        QVERIFY(!view.isFit());
        QVERIFY(view.zoom() > 1.5);
        QVERIFY(std::abs(static_cast<double>(view.time(at.x() - laneHeadWidth).count - before.count)) <=
                2 * view.ticksPerPixel);
    }

    void keysMoveAndFit()
    {
        Shown shown;
        QTest::keyClick(&shown.view, Qt::Key_W);
        QVERIFY(shown.view.viewportState().zoom() > 1.4);
        const Ticks start = shown.view.viewportState().start;
        QTest::keyClick(&shown.view, Qt::Key_D);
        QVERIFY(shown.view.viewportState().start > start);
        QTest::keyClick(&shown.view, Qt::Key_A);
        QCOMPARE(shown.view.viewportState().start, start);
        QTest::keyClick(&shown.view, Qt::Key_S);
        QVERIFY(std::abs(shown.view.viewportState().zoom() - 1) < 1e-9);
        QTest::keyClick(&shown.view, Qt::Key_W);
        QTest::keyClick(&shown.view, Qt::Key_F);
        QVERIFY(shown.view.viewportState().isFit());
    }

    void dragMeasures()
    {
        Shown shown;
        QSignalSpy spy(&shown.view, &TimelineView::measured);
        QWidget *target = shown.view.viewport();
        send(target, QEvent::MouseButtonPress, {400, 150}, Qt::LeftButton);
        send(target, QEvent::MouseMove, {600, 150}, Qt::LeftButton);
        send(target, QEvent::MouseButtonRelease, {600, 150}, Qt::LeftButton);
        QVERIFY(!spy.isEmpty());
        const TimelineViewport &view = shown.view.viewportState();
        const Ticks from = view.time(400 - laneHeadWidth);
        const Ticks to = view.time(600 - laneHeadWidth);
        const auto data = TimelineData::make(shown.view.result());
        QCOMPARE(spy.last().first().toString(), measureText(*data->result, data->indices, from, to));
        QVERIFY(spy.last().first().toString().contains(QStringLiteral("busy")));
        QCOMPARE(shown.view.selectedBar(), BarId()); // a drag is not a click
    }

    void clickSelectsBarAndLane()
    {
        Shown shown;
        QSignalSpy lanes(&shown.view, &TimelineView::laneSelected);
        const TimelineLayout layout = shown.view.layoutState();
        const QPoint at(laneHeadWidth + 5, layout.laneTop(0) + 15);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(lanes.count(), 1);
        QCOMPARE(lanes.first().first().toInt(), 0);
        QCOMPARE(shown.view.selectedBar(), (BarId{0, 0}));
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(shown.view.selectedBar(), BarId());
        QCOMPARE(lanes.last().first().toInt(), -1);
    }

    void overviewDragsTheWindow()
    {
        Shown shown;
        QVERIFY(shown.view.layoutState().overview > 0);
        shown.view.showRange(Ticks(0), Ticks(1000 * ms));
        const QRect strip = shown.view.layoutState().overviewRect();
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, strip.center());
        QVERIFY(shown.view.viewportState().start.count > 0);
    }

    void partsOfABackwardHaveTheirOwnLabelsAndColours()
    {
        const StepResult result = simulated(ScheduleKind::zbH1);
        bool input = false;
        bool weight = false;
        for (const Lane &lane : result.lanes)
            for (const LaneInterval &interval : lane.intervals) {
                input = input || (interval.activity == Activity::inputGradient && barLabel(interval).startsWith(u'B'));
                weight =
                    weight || (interval.activity == Activity::weightGradient && barLabel(interval).startsWith(u'W'));
            }
        QVERIFY(input && weight);
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            const Theme &t = theme(kind);
            QVERIFY(t.fill(Activity::inputGradient) != t.fill(Activity::backward));
            QVERIFY(t.fill(Activity::weightGradient) != t.fill(Activity::inputGradient));
        }
    }

    void verticalScrollShowsLowerLanes()
    {
        synthetic::Pipeline1F1B shape;
        shape.stages = 16;
        Shown shown(std::make_shared<const StepResult>(synthetic::oneFOneB(shape)), {900, 300});
        QVERIFY(shown.view.verticalScrollBar()->maximum() > 0);
        wheel(shown.view.viewport(), {500, 150}, -240, Qt::NoModifier);
        QVERIFY(shown.view.layoutState().visibleRows().front().row.lane > 0);
    }

    void exportNeedsNoWindow()
    {
        TimelineView view;
        view.setResult(smallStep());
        QImage image(1200, timelineHeight(*TimelineData::make(view.result())), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        view.paint(painter, image.size(), theme(ThemeKind::light));
        painter.end();
        int blue = 0;
        for (int x = laneHeadWidth; x < image.width(); ++x)
            blue += QColor(image.pixel(x, image.height() - laneHeight + 8)) == theme(ThemeKind::light)[Role::forward];
        QVERIFY(blue > 100);
    }

    void staleResultIsDimmedAndStays()
    {
        Shown shown;
        const QImage before = shown.view.viewport()->grab().toImage();
        shown.view.setStale(true);
        QVERIFY(shown.view.result() != nullptr);
        QVERIFY(shown.view.viewport()->grab().toImage() != before);
        shown.view.setResult(smallStep());
        QVERIFY(!shown.view.isStale());
    }

    void nothingToShowIsNoFault()
    {
        Shown shown(nullptr);
        QTest::keyClick(&shown.view, Qt::Key_W);
        QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, Qt::NoModifier, {400, 100});
        QCOMPARE(shown.view.cornerText(), QString());
        Shown empty(std::make_shared<const StepResult>());
        QTest::keyClick(&empty.view, Qt::Key_C);
        QVERIFY(!empty.view.viewport()->grab().isNull());
    }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"

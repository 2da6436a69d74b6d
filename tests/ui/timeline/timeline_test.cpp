// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline shows what was simulated, all of it, and says so; and its handling.
#include "support/property.h"
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
    void pixelsAndTicksAgree_data()
    {
        QTest::addColumn<qint64>("start");
        QTest::addColumn<double>("scale");
        QTest::addColumn<qint64>("time");
        QTest::addColumn<double>("x");
        QTest::newRow("origin") << qint64(0) << 1000.0 << qint64(0) << 0.0;
        QTest::newRow("whole pixels") << qint64(0) << 1000.0 << qint64(250'000) << 250.0;
        QTest::newRow("scrolled") << qint64(100'000) << 500.0 << qint64(150'000) << 100.0;
        QTest::newRow("before the view") << qint64(100'000) << 500.0 << qint64(50'000) << -100.0;
        QTest::newRow("one tick a pixel") << qint64(7) << 1.0 << qint64(19) << 12.0;
    }
    void pixelsAndTicksAgree()
    {
        QFETCH(qint64, start);
        QFETCH(double, scale);
        QFETCH(qint64, time);
        QFETCH(double, x);
        TimelineViewport view;
        view.stepEnd = Ticks(1'000'000);
        view.width = 400;
        view.start = Ticks(start);
        view.ticksPerPixel = scale;
        QCOMPARE(view.x(Ticks(time)), x);
        QCOMPARE(qint64(view.time(x).count), time);
    }

    void timeUnderTheCursorStaysWhenZooming()
    {
        HETEROSCOPE_PROPERTY("zoom keeps the time under the cursor", [](std::uint16_t at, std::uint8_t steps) {
            TimelineViewport view;
            view.width = 1000;
            view.stepEnd = Ticks(7'500'000'000'000);
            view.fit();
            const double x = 200 + at % 600;
            view.zoomAt(500, 40);
            const double before = static_cast<double>(view.time(x).count);
            view.zoomAt(x, std::pow(1.25, steps % 20));
            const double after = static_cast<double>(view.time(x).count);
            RC_ASSERT(std::abs(after - before) <= 2 * view.ticksPerPixel);
        });
    }

    void viewNeverLeavesTheStep()
    {
        HETEROSCOPE_PROPERTY("whatever is done, the view stays inside the step",
                             [](const std::vector<std::int8_t> &moves) {
                                 TimelineViewport view;
                                 view.width = 800;
                                 view.stepEnd = Ticks(1'000'000'000);
                                 view.fit();
                                 for (const int move : moves) {
                                     if (move % 3 == 0)
                                         view.zoomAt(std::abs(move) * 5, move > 0 ? 2.0 : 0.4);
                                     else
                                         view.scrollBy(move * 37.0);
                                     RC_ASSERT(view.start.count >= 0);
                                     RC_ASSERT(view.visibleEnd() <= view.stepEnd);
                                     RC_ASSERT(view.ticksPerPixel >= TimelineViewport::finest);
                                     RC_ASSERT(view.ticksPerPixel <= view.fitScale());
                                 }
                             });
    }

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

    void drawnIdleIsTheReportedBubble_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("bars");
        for (const double width : {40.0, 333.0, 1600.0})
            for (const int bars : {0, 5'000})
                QTest::addRow("%g px, %d bars", width, bars) << width << bars;
    }
    void drawnIdleIsTheReportedBubble()
    {
        QFETCH(double, width);
        QFETCH(int, bars);
        const StepResult result = bars ? synthetic::manyBars(static_cast<std::size_t>(bars)) : *smallStep();
        const TimelineViewport view = viewportOf(result, width);
        for (const Lane &lane : result.lanes) {
            const LaneIndex index(lane);
            std::int64_t hatched = 0;
            std::int64_t all = 0;
            double right = 0;
            for (const ComputeMark &mark : computeMarks(lane, index, view)) {
                hatched += mark.hatched;
                all += mark.ticks;
                QCOMPARE(mark.work + mark.exposed + mark.hatched + mark.bare, mark.ticks);
                QVERIFY(std::abs(mark.x0 - right) < 1e-6); // no holes, no overlaps
                right = mark.x1;
            }
            QCOMPARE(hatched, lane.time[std::size_t(Activity::bubble)].count +
                                  lane.time[std::size_t(Activity::straggler)].count);
            QCOMPARE(all, result.stepTime.count);
        }
    }

    void sumsOverAnyStretchAreExact()
    {
        const StepResult result = synthetic::manyBars(300);
        const Lane &lane = result.lanes.front();
        const LaneIndex index(lane);
        HETEROSCOPE_PROPERTY("running sums equal the plain sum", [&](std::uint32_t a, std::uint32_t b) {
            std::int64_t from = a % result.stepTime.count;
            std::int64_t to = b % result.stepTime.count;
            if (to < from)
                std::swap(from, to);
            ActivityTicks plain{};
            for (const LaneInterval &i : lane.intervals)
                plain[std::size_t(i.activity)] +=
                    std::max<std::int64_t>(0, std::min(i.end.count, to) - std::max(i.start.count, from));
            RC_ASSERT(index.sumOver(lane, Ticks(from), Ticks(to)) == plain);
        });
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

    void overlappingTrafficLosesNoLongTransfer()
    {
        StepResult result = synthetic::manyBars(30);
        Lane &lane = result.lanes.front();
        for (int i = 0; i < 2000; ++i) {
            TrafficInterval t;
            t.traffic = Traffic::receive;
            t.start = Ticks(i * 10'000);
            t.end = Ticks(i * 10'000 + (i == 777 ? 9'000'000 : 3'000));
            lane.traffic.push_back(t);
        }
        const LaneIndex index(lane);
        bool longOne = false;
        std::size_t events = 0;
        for (const TrafficMark &mark : trafficMarks(lane, index, viewportOf(result, 200))) {
            longOne = longOne || (mark.count == 1 && mark.first == 777);
            events += mark.count;
        }
        QVERIFY(longOne);
        QCOMPARE(events, std::size_t(2000));
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
        QVERIFY(shown.view.layoutState().firstVisible() > 0);
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

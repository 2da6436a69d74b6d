// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline shows what was simulated, all of it, and says so; and its handling.
#include "simulator/predict_step.h"
#include "strategy/change_schedule.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"
#include "timeline/timeline_view.h"
#include "ui/support/synthetic_step.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

using namespace heteroscope;

namespace {

using synthetic::ms;

TimelineViewport viewportOf(const StepResult &result, double width)
{
    TimelineViewport view;
    view.width = width;
    view.stepEnd = result.stepTime;
    view.fit();
    return view;
}

std::shared_ptr<const StepResult> smallStep()
{
    synthetic::Pipeline1F1B shape;
    shape.transfer = 30 * ms;
    return std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
}

void send(QWidget *target, QEvent::Type type, QPoint at, Qt::MouseButton button)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
    QMouseEvent event(type, at, target->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, held,
                      Qt::NoModifier);
    QApplication::sendEvent(target, &event);
}

void wheel(QWidget *target, QPoint at, int angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, target->mapToGlobal(at), QPoint(), QPoint(0, angle), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

/// A step of the real simulator, three unlike stages under this schedule.
StepResult simulated(ScheduleKind kind)
{
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {6, 5, 3}, 6)};
    const auto workload = test::smallGpt(12, 1024, 6);
    const auto changed = withSchedule(plan, kind, workload.model);
    const auto topology =
        test::topology(test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 1)}));
    auto result = predictStep(topology, workload, *changed);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

struct Shown
{
    TimelineView view;
    explicit Shown(std::shared_ptr<const StepResult> result = smallStep(), QSize size = {1000, 420})
    {
        view.setHoverDelay(0);
        view.resize(size);
        view.show();
        view.setResult(std::move(result));
        QApplication::processEvents();
    }
};

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
        QVERIFY(shown.view.cornerText().contains(QStringLiteral("in view")));
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

    void hoverTellsWhat()
    {
        Shown shown;
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const TimelineLayout layout = shown.view.layoutState();
        send(shown.view.viewport(), QEvent::MouseMove, {laneHeadWidth + 4, layout.laneTop(0) + 15}, Qt::NoButton);
        QVERIFY(!spy.isEmpty());
        QVERIFY2(spy.last().first().toString().startsWith(QStringLiteral("F1 · micro-batch 1 · 100 ms from 0 s")),
                 qPrintable(spy.last().first().toString()));
    }

    void hoverTellsWhy()
    {
        const auto result = smallStep();
        const Lane &lane = result->lanes[0];
        // The first gap of the first stage waits for the first backward of the second.
        std::size_t gap = 0;
        while (lane.intervals[gap].activity != Activity::bubble)
            ++gap;
        const LaneInterval &bubble = lane.intervals[gap];
        QCOMPARE(explainBar(*result, {0, int(gap)}).headline,
                 QStringLiteral("Bubble %1: waits for B1 of node-1:0–3 to finish").arg(formatTicksOf(bubble)));
        const LaneInterval &transfer = lane.intervals[gap + 1];
        QCOMPARE(transfer.activity, Activity::exposedPp);
        const Explanation why = explainBar(*result, {0, int(gap) + 1});
        QCOMPARE(why.headline, QStringLiteral("Waited 30.0 ms for the gradient of micro-batch 1 from node-1:0–3"));
        QVERIFY(why.plain().contains(QStringLiteral("67.1 MB in 30.0 ms")));
        // The last gap waits for nobody.
        std::size_t tail = lane.intervals.size() - 1;
        const Lane &last = result->lanes[3];
        tail = last.intervals.size() - 1;
        while (last.intervals[tail].activity != Activity::bubble)
            --tail;
        QVERIFY(explainBar(*result, {3, int(tail)}).headline.contains(QStringLiteral("no work left")));
    }

    void dependencyIsTheAwaitedWork()
    {
        const auto result = smallStep();
        const Lane &lane = result->lanes[1];
        int first = 0;
        while (lane.intervals[std::size_t(first)].activity != Activity::forward)
            ++first;
        const auto needed = directDependency(*result, {1, first});
        QVERIFY(needed.has_value());
        QCOMPARE(needed->lane, 0);
        QCOMPARE(result->lanes[0].intervals[std::size_t(needed->interval)].microBatch, 0);
        QVERIFY(!directDependency(*result, {0, 0}).has_value());
    }

    void bindingChainReachesFromEndToBeginning()
    {
        const auto result = smallStep();
        const auto chain = bindingChain(*result);
        QVERIFY(!chain.empty());
        const auto at = [&](BarId bar) {
            return result->lanes[std::size_t(bar.lane)].intervals[std::size_t(bar.interval)];
        };
        QCOMPARE(at(chain.front()).end, result->stepTime);
        QCOMPARE(at(chain.back()).start, Ticks(0));
        for (std::size_t i = 1; i < chain.size(); ++i)
            QVERIFY(at(chain[i]).end <= at(chain[i - 1]).start);
    }

    void theThreadCoversTheStepWithoutHoles()
    {
        for (const ScheduleKind kind : changeableSchedules) {
            const StepResult result = simulated(kind);
            const auto thread = criticalThread(result);
            QCOMPARE(thread.front().end, result.stepTime);
            QCOMPARE(thread.back().start, Ticks(0));
            for (std::size_t i = 1; i < thread.size(); ++i)
                QCOMPARE(thread[i].end, thread[i - 1].start);
            Ticks sum;
            for (const CriticalShare &share : criticalShares(thread)) {
                sum += share.time;
                const auto blame =
                    std::find_if(result.criticalPath.begin(), result.criticalPath.end(), [&](const Blame &b) {
                        return b.cause == activityNames[static_cast<std::size_t>(share.cause)];
                    });
                QVERIFY(blame != result.criticalPath.end());
                QCOMPARE(blame->time.value, toSeconds(share.time).value);
            }
            QCOMPARE(sum, result.stepTime);
        }
    }

    void piecesAreFoundByTimeAndLane()
    {
        const StepResult result = simulated(ScheduleKind::zbH1);
        const auto thread = criticalThread(result);
        for (std::size_t i = 0; i < thread.size(); ++i) {
            const Ticks middle((thread[i].start.count + thread[i].end.count) / 2);
            QCOMPARE(pieceAt(thread, thread[i].lane, middle), int(i));
            QCOMPARE(pieceAt(thread, 99, middle), -1);
            const auto [first, last] = piecesWithin(thread, thread[i].start, thread[i].end);
            QCOMPARE(first, i);
            QCOMPARE(last, i + 1);
        }
        QCOMPARE(piecesWithin(thread, Ticks(0), result.stepTime), std::pair(std::size_t(0), thread.size()));
    }

    void theCriticalPathIsShownByKeyAndByButton()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)));
        QSignalSpy spy(&shown.view, &TimelineView::criticalPathToggled);
        const QImage before = shown.view.viewport()->grab().toImage();
        QTest::keyClick(&shown.view, Qt::Key_C);
        QVERIFY(shown.view.isCriticalPathShown());
        QVERIFY(shown.view.viewport()->grab().toImage() != before);
        auto *button = shown.view.viewport()->findChild<QToolButton *>();
        QVERIFY(button->isVisible() && button->isChecked());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!shown.view.isCriticalPathShown());
        QTest::mouseClick(button, Qt::LeftButton);
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QVERIFY(!shown.view.isCriticalPathShown());
        QCOMPARE(spy.count(), 4);
        QCOMPARE(shown.view.viewport()->grab().toImage(), before);
    }

    void theBlameHasARowEvenWhereTheLegendHasNone()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)), {900, 122});
        QCOMPARE(shown.view.layoutState().legend, 0);
        shown.view.setCriticalPathShown(true);
        QVERIFY(shown.view.layoutState().legend > 0);
        QVERIFY(shown.view.verticalScrollBar()->maximum() > 0);
    }

    void hoverOnTheThreadNamesCauseAndShare()
    {
        Shown shown(std::make_shared<const StepResult>(simulated(ScheduleKind::oneFOneB)));
        shown.view.setCriticalPathShown(true);
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const auto thread = criticalThread(*shown.view.result());
        const auto work =
            std::find_if(thread.begin(), thread.end(), [](const auto &p) { return isCompute(p.activity); });
        const Ticks middle((work->start.count + work->end.count) / 2);
        const QPoint at(laneHeadWidth + int(shown.view.viewportState().x(middle)),
                        shown.view.layoutState().laneTop(work->lane) + 15);
        send(shown.view.viewport(), QEvent::MouseMove, at, Qt::NoButton);
        QVERIFY2(spy.last().first().toString().contains(
                     QStringLiteral("on the critical path %1, ").arg(causeName(work->activity))),
                 qPrintable(spy.last().first().toString()));
        QVERIFY(spy.last().first().toString().endsWith(QStringLiteral("% of it")));
        const auto shares = criticalShares(thread);
        QCOMPARE(criticalCauses(thread).size(), static_cast<qsizetype>(shares.size()));
        QVERIFY(criticalCauses(thread).front().startsWith(causeName(shares.front().cause) + u' '));
    }

    void memoryColumnsLoseNoPeak()
    {
        const StepResult result = synthetic::manyBars(3000);
        const Lane &lane = result.lanes.front();
        const MemoryIndex index(lane);
        HETEROSCOPE_PROPERTY("a column is as high as the highest point in it",
                             [&](std::uint16_t zoom, std::uint16_t at) {
                                 TimelineViewport view = viewportOf(result, 100 + at % 300);
                                 view.zoomAt(at % 300, 1 + zoom % 500);
                                 double right = 0;
                                 for (const MemoryColumn &column : memoryColumns(index, view, 1)) {
                                     RC_ASSERT(std::abs(column.x0 - right) < 1e-9);
                                     right = column.x1;
                                     const Ticks from = view.time(column.x0);
                                     const Ticks to = view.time(column.x1);
                                     Bytes most = index.points()[index.pointAt(from)].total;
                                     for (const MemoryPoint &point : index.points())
                                         if (point.at > from && point.at < to)
                                             most = std::max(most, point.total);
                                     RC_ASSERT(column.highest == most);
                                 }
                             });
    }

    void hoverOnTheMemoryStripTellsThePeak()
    {
        Shown shown;
        QSignalSpy spy(&shown.view, &TimelineView::hovered);
        const Lane &lane = shown.view.result()->lanes[0];
        const int x = laneHeadWidth + int(std::ceil(shown.view.viewportState().x(lane.peakAt))) + 1;
        send(shown.view.viewport(), QEvent::MouseMove, {x, shown.view.layoutState().laneTop(0) + 2}, Qt::NoButton);
        const QString text = spy.last().first().toString();
        QVERIFY2(text.startsWith(QStringLiteral("Memory 64.0 GB of 80.0 GB at ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("4 in flight now 32.0 GB")), qPrintable(text));
        QVERIFY2(text.contains(
                     QStringLiteral("Peak: activations 32 GB of 64 GB (80 % of 80 GB): 4 micro-batches in flight")),
                 qPrintable(text));
    }

    void aBlockingSendSaysForWhomItWaits()
    {
        StepResult result = *smallStep();
        Lane &lane = result.lanes[0];
        std::size_t wait = 0;
        while (lane.intervals[wait].activity != Activity::exposedPp)
            ++wait;
        lane.traffic = {{lane.intervals[wait].start, lane.intervals[wait].end, 2, lane.intervals[wait].peerLane,
                         Traffic::send, 0, Bytes(1e6), false}};
        QCOMPARE(explainBar(result, {0, int(wait)}).headline,
                 QStringLiteral("Waited 30.0 ms until node-1:0–3 had taken the activations of micro-batch 3"));
    }

    void aBucketBesideWorkSaysHowMuchIsHidden()
    {
        StepResult result = *smallStep();
        Lane &lane = result.lanes[0];
        const LaneInterval &first = lane.intervals.front();
        lane.traffic = {{first.start, first.end, -1, -1, Traffic::dp, 0, Bytes(1e6), true}};
        const Explanation says = explainTraffic(result, 0, 0);
        QVERIFY(says.headline.startsWith(QStringLiteral("Averages gradients with the other replicas")));
        QVERIFY(says.lines.contains(QStringLiteral("hidden behind work\t100.0 % of it")));
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

private:
    static QString formatTicksOf(const LaneInterval &interval)
    {
        return QStringLiteral("%1 ms").arg(double((interval.end - interval.start).count) / double(ms), 0, 'f', 0);
    }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"

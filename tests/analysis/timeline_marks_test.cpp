// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is drawn of a step at any zoom is what was simulated: bars, traffic, memory and links, and the way from ticks to
// pixels.
#include "analysis/lane_geometry.h"
#include "analysis/link_rows.h"
#include "analysis/memory_strip.h"
#include "support/property.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

class TimelineMarksTest : public StrictTest
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
        HETEROSCOPE_PROPERTY("whatever is done, the view stays inside the step", [](const std::vector<short> &moves) {
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
        const StepResult result = bars ? synthetic::manyBars(static_cast<std::size_t>(bars)) : *test::smallStep();
        const TimelineViewport view = test::viewportOf(result, width);
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
        for (const TrafficMark &mark : trafficMarks(lane, index, test::viewportOf(result, 200))) {
            longOne = longOne || (mark.count == 1 && mark.first == 777);
            events += mark.count;
        }
        QVERIFY(longOne);
        QCOMPARE(events, std::size_t(2000));
    }

    void memoryColumnsLoseNoPeak()
    {
        StepResult result = synthetic::manyBars(9000);
        Lane &lane = result.lanes.front();
        // Waves of one to seven micro-batches at a time, so that peaks differ.
        lane.peakInFlight = 7;
        lane.memory.activations = 7 * lane.activations.front();
        int held = 0, microBatch = 0;
        for (std::size_t i = 0, wave = 1; i < lane.intervals.size(); wave = wave % 7 + 1) {
            for (std::size_t k = 0; k < 2 * wave && i < lane.intervals.size(); ++k, ++i) {
                lane.intervals[i].activity = k < wave ? Activity::forward : Activity::backward;
                lane.intervals[i].microBatch = k < wave ? microBatch++ : microBatch - ++held;
            }
            held = 0;
        }
        const MemoryIndex index(lane);
        QVERIFY(index.points().size() > 5 * MemoryIndex::blockSize * MemoryIndex::groupSize);
        HETEROSCOPE_PROPERTY("a column is as high as the highest point in it",
                             [&](std::uint16_t zoom, std::uint16_t at) {
                                 TimelineViewport view = test::viewportOf(result, 100 + at % 300);
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

    void theBusiestLinksComeFirst()
    {
        const StepResult &result = *test::overOneCable().result;
        std::size_t all = 0;
        const std::vector<LinkRow> rows = linkRows(result, *test::overOneCable().topology, all);
        QVERIFY(rows.size() > 3 && all >= rows.size());
        const auto load = [&](const LinkRow &row) { return meanLoad(result, result.links[row.links.front()]); };
        for (std::size_t row = 1; row < rows.size(); ++row)
            QVERIFY(load(rows[row - 1]) >= load(rows[row]));
        QVERIFY(rows.front().index.isShared()); // the cable
    }

    void theDrawnAreaIsWhatTheLinkCarried_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("ratio");
        QTest::newRow("wide") << 1600.0 << 1.0;
        QTest::newRow("narrow") << 90.0 << 1.0;
        QTest::newRow("two device pixels each") << 333.0 << 2.0;
    }
    void theDrawnAreaIsWhatTheLinkCarried()
    {
        QFETCH(double, width);
        QFETCH(double, ratio);
        const StepResult &result = *test::overOneCable().result;
        const TimelineViewport view = test::viewportOf(result, width);
        std::size_t all = 0;
        for (const LinkRow &row : linkRows(result, *test::overOneCable().topology, all)) {
            double bytes = 0;
            double right = 0;
            for (const LoadColumn &column : loadColumns(row.index, view, ratio)) {
                QVERIFY(column.x0 >= right);
                right = column.x1;
                const double seconds = toSeconds(view.time(column.x1) - view.time(column.x0)).value;
                double rate = 0;
                for (const double part : column.rate)
                    rate += part;
                QVERIFY(rate <= row.index.fullCapacity() * (1 + 1e-6));
                bytes += rate * seconds;
            }
            const double carried = result.links[row.links.front()].bytes.value;
            QVERIFY(std::abs(bytes / carried - 1) < 1e-3);
        }
    }
};

QTEST_GUILESS_MAIN(TimelineMarksTest)
#include "timeline_marks_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events of a step say what its timeline shows: every stretch of every lane once, in the order of time, and for
// each wait what was awaited.
#include "analysis/step_events.h"

#include "analysis/lane_index.h"
#include "strategy/schedule.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

namespace {

std::string shortText(const StepResult &result, const StepEvent &event)
{
    const LaneInterval &own = *intervalOf(result, event.bar);
    const auto letter = [](const LaneInterval &bar) {
        return (bar.activity == Activity::forward ? "F" : "B") + std::to_string(bar.microBatch + 1);
    };
    const std::string lane = std::to_string(event.bar.lane);
    if (event.kind == StepEventKind::begins)
        return lane + " " + letter(own);
    if (event.awaited)
        return lane + (event.kind == StepEventKind::waitsForWork ? " waits " : " sent ") +
               letter(*intervalOf(result, *event.awaited)) + " of " + std::to_string(event.awaited->lane);
    return lane + " " + std::to_string(static_cast<int>(event.kind)); // no word: the first events have none of these
}

/// When the lane of a wait works again.
Ticks nextWork(const StepResult &result, const StepEvent &event)
{
    for (const LaneInterval &interval : result.lanes[static_cast<std::size_t>(event.bar.lane)].intervals)
        if (interval.start >= event.until && isWork(interval.activity))
            return interval.start;
    return result.stepTime;
}

} // namespace

class StepEventsTest : public StrictTest
{
    Q_OBJECT

private slots:
    /// Two stages, two micro-batches, a transfer between them.
    void theFirstEventsOfAPipelineAreThoseOfItsPicture()
    {
        synthetic::Pipeline1F1B shape;
        shape.stages = 2;
        shape.microBatches = 2;
        shape.replicas = 1;
        shape.transfer = 30 * synthetic::ms;
        const StepResult result = synthetic::oneFOneB(shape);
        QStringList told;
        for (const StepEvent &event : stepEvents(result))
            told << QString::fromStdString(shortText(result, event));
        const QStringList first = {"0 F1", "1 waits F1 of 0", "0 F2", "1 sent F1 of 0", "1 F1"};
        QCOMPARE(told.mid(0, first.size()), first);
        QVERIFY2(told.contains("0 waits B1 of 1"), qPrintable(told.join(", ")));
        QVERIFY(told.indexOf("0 waits B1 of 1") < told.indexOf("0 sent B1 of 1"));
        QVERIFY(told.indexOf("0 sent B1 of 1") < told.indexOf("0 B1"));
    }

    void everyStretchOfEveryLaneIsToldOnce_data()
    {
        QTest::addColumn<int>("kind");
        for (const ScheduleKind kind : changeableSchedules())
            QTest::newRow(scheduleOf(kind).facts().name) << static_cast<int>(kind);
    }
    void everyStretchOfEveryLaneIsToldOnce()
    {
        QFETCH(int, kind);
        const StepResult result = test::simulated(static_cast<ScheduleKind>(kind));
        const auto events = stepEvents(result);
        std::vector<Ticks> toldUntil(result.lanes.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            const StepEvent &event = events[i];
            if (i > 0)
                QVERIFY(events[i - 1].at <= event.at);
            const LaneInterval *bar = intervalOf(result, event.bar);
            QVERIFY(bar);
            QCOMPARE(bar->start.count, event.at.count);
            // What lies between two events of a lane is idle time.
            Ticks &until = toldUntil[static_cast<std::size_t>(event.bar.lane)];
            const Lane &lane = result.lanes[static_cast<std::size_t>(event.bar.lane)];
            while (until < event.at) {
                const LaneInterval &between = lane.intervals[intervalAt(lane, until)];
                QVERIFY(between.activity == Activity::idle);
                until = between.end;
            }
            QCOMPARE(until.count, event.at.count);
            QVERIFY(event.until > event.at);
            until = event.until;
        }
        for (const Ticks until : toldUntil)
            QCOMPARE(until.count, result.stepTime.count);
    }

    void whatIsAwaitedIsNotThereYet_data() { everyStretchOfEveryLaneIsToldOnce_data(); }
    void whatIsAwaitedIsNotThereYet()
    {
        QFETCH(int, kind);
        const StepResult result = test::simulated(static_cast<ScheduleKind>(kind));
        int waits = 0;
        for (const StepEvent &event : stepEvents(result)) {
            if (event.kind == StepEventKind::begins)
                QVERIFY(isWork(intervalOf(result, event.bar)->activity));
            if (!event.awaited)
                continue;
            ++waits;
            const LaneInterval &awaited = *intervalOf(result, *event.awaited);
            QVERIFY(event.awaited->lane != event.bar.lane);
            QVERIFY(isWork(awaited.activity));
            QVERIFY(awaited.end <= nextWork(result, event));
            // Work that is awaited is still to be done; what is on the way is finished.
            if (event.kind == StepEventKind::waitsForWork)
                QVERIFY2(awaited.end > event.at, shortText(result, event).c_str());
            else
                QVERIFY2(awaited.end <= event.at, shortText(result, event).c_str());
        }
        QVERIFY(waits > 2);
    }

    void aPlaceInTheStepIsThatOfItsLastEvent()
    {
        const auto result = test::smallStep();
        const auto events = stepEvents(*result);
        QCOMPARE(eventAt(events, Ticks(-1)), std::size_t(0));
        for (std::size_t i = 0; i < events.size(); ++i) {
            const std::size_t found = eventAt(events, events[i].at);
            QVERIFY(found >= i && events[found].at == events[i].at);
        }
        QCOMPARE(eventAt(events, result->stepTime), events.size() - 1);
        QCOMPARE(eventAt({}, Ticks(5)), std::size_t(0));
    }

    void onePipelineCanBeToldAlone()
    {
        const StepResult &result = *test::overOneCable().result;
        const auto all = stepEvents(result);
        std::size_t apart = 0;
        for (int pipeline = 0; pipeline < 2; ++pipeline)
            for (const StepEvent &event : stepEvents(result, pipeline)) {
                QCOMPARE(result.lanes[static_cast<std::size_t>(event.bar.lane)].pipeline, pipeline);
                ++apart;
            }
        QCOMPARE(apart, all.size());
        QVERIFY(stepEvents(result, 7).empty());
        QVERIFY(stepEvents({}).empty());
    }
};

QTEST_GUILESS_MAIN(StepEventsTest)
#include "step_events_test.moc"

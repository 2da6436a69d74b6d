// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory over time as charts show it: exact where there is room, else no peak is lost; and the fullest lane of a stage.
#include "analysis/memory_series.h"

#include "analysis/stage_memory.h"
#include "support/property.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

/// The point that holds at a time, by looking at all of them.
const MemoryPoint &holding(const std::vector<MemoryPoint> &points, Ticks time)
{
    const MemoryPoint *found = &points.front();
    for (const MemoryPoint &point : points)
        if (point.at <= time)
            found = &point;
    return *found;
}

} // namespace

class MemorySeriesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void fewChangesAreExact()
    {
        const StepResult result = test::simulated(ScheduleKind::oneFOneB);
        for (const Lane &lane : result.lanes) {
            const MemorySeries series = memorySeries(lane, result.stepTime, 100'000);
            QVERIFY(series.isExact());
            QVERIFY(series.points == memoryOverTime(lane));
        }
    }

    void noPeakIsLost()
    {
        for (const ScheduleKind kind : {ScheduleKind::oneFOneB, ScheduleKind::gpipe, ScheduleKind::zbH1}) {
            const StepResult result = test::simulated(kind);
            HETEROSCOPE_PROPERTY("each stretch has the max of its changes", [&] {
                const auto &lane = result.lanes[*rc::gen::inRange<std::size_t>(0, result.lanes.size())];
                const auto most = *rc::gen::inRange<std::size_t>(1, 40);
                const std::vector<MemoryPoint> all = memoryOverTime(lane);
                const MemorySeries series = memorySeries(lane, result.stepTime, most);
                RC_ASSERT(series.points.size() <= most);
                RC_ASSERT(series.points.front().at == Ticks(0));
                if (series.isExact())
                    return;
                Bytes highest(0);
                for (const MemoryPoint &point : series.points) {
                    Bytes expected = holding(all, point.at).total;
                    for (const MemoryPoint &one : all)
                        if (one.at >= point.at && one.at < point.at + series.stretch)
                            expected = std::max(expected, one.total);
                    RC_ASSERT(point.total == expected);
                    highest = std::max(highest, point.total);
                }
                RC_ASSERT(highest == lane.memory.total());
            });
        }
    }

    void theFullestLaneStandsForItsStage()
    {
        StepResult result = test::simulated(ScheduleKind::oneFOneB);
        result.lanes.push_back(result.lanes.front()); // of another replica
        result.lanes.back().memoryCapacity = result.lanes.front().memoryCapacity * 0.5;
        result.lanes.back().peakInFlight = 1;
        const std::vector<StageMemory> stages = stageMemory(result);
        QCOMPARE(stages.size(), std::size_t(3));
        QCOMPARE(stages.front().lane, 3);
        QCOMPARE(stages.front().inFlight, result.lanes.front().peakInFlight); // of the stage
        for (const StageMemory &stage : stages) {
            const Lane &lane = result.lanes[static_cast<std::size_t>(stage.lane)];
            QCOMPARE(lane.stage, stage.stage);
            QCOMPARE(stage.peak.value, lane.memory.total().value);
            QCOMPARE(stage.over().value, std::max(0.0, (stage.peak - stage.capacity).value));
        }
        // Even without a capacity there is one.
        for (Lane &lane : result.lanes)
            lane.memoryCapacity = Bytes(0);
        QCOMPARE(stageMemory(result).size(), std::size_t(3));
        QVERIFY(stageMemory(StepResult()).empty());
    }

    /// In the textbook's numbers: a stage of 1F1B holds min(m, p - s), one of GPipe m.
    void stagesHoldWhatTheirScheduleSays()
    {
        const std::vector<StageMemory> oneFOneB = stageMemory(test::simulated(ScheduleKind::oneFOneB));
        const std::vector<StageMemory> gpipe = stageMemory(test::simulated(ScheduleKind::gpipe));
        for (int s = 0; s < 3; ++s) {
            QCOMPARE(oneFOneB[static_cast<std::size_t>(s)].inFlight, 3 - s);
            QCOMPARE(gpipe[static_cast<std::size_t>(s)].inFlight, 6);
        }
    }
};

QTEST_GUILESS_MAIN(MemorySeriesTest)
#include "memory_series_test.moc"

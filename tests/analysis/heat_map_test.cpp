// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells of a heat map add up to the shares of the lanes, and its memory reaches the peak.
#include "analysis/heat_map.h"

#include "analysis/lane_shares.h"
#include "support/property.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

std::vector<LaneIndex> indexed(const StepResult &result)
{
    std::vector<LaneIndex> indices;
    for (const Lane &lane : result.lanes)
        indices.emplace_back(lane);
    return indices;
}

} // namespace

class HeatMapTest : public StrictTest
{
    Q_OBJECT

private slots:
    void cellsAddUpToTheLanes()
    {
        const StepResult result = test::simulated(ScheduleKind::oneFOneB);
        const auto indices = indexed(result);
        HETEROSCOPE_PROPERTY("the parts of a lane are its whole, at any number of columns", [&] {
            const auto columns = *rc::gen::inRange<std::size_t>(1, 200);
            std::vector<double> sums(result.lanes.size());
            for (const HeatQuantity quantity : {HeatQuantity::busy, HeatQuantity::exposed, HeatQuantity::bubble}) {
                const HeatMap map = heatMap(result, indices, quantity, columns);
                RC_ASSERT(map.lanes() == result.lanes.size());
                RC_ASSERT(map.start(columns) == result.stepTime);
                for (std::size_t lane = 0; lane < map.lanes(); ++lane) {
                    double ticks = 0;
                    for (std::size_t column = 0; column < columns; ++column) {
                        const double value = map.at(lane, column);
                        RC_ASSERT(value >= 0 && value <= 1);
                        ticks += value * static_cast<double>((map.start(column + 1) - map.start(column)).count);
                    }
                    const double share = ticks / static_cast<double>(result.stepTime.count);
                    if (quantity == HeatQuantity::busy)
                        RC_ASSERT(std::abs(share - busyShare(result.lanes[lane], result.stepTime)) < 1e-9);
                    sums[lane] += share;
                }
            }
            // What is neither is host time and idle.
            for (std::size_t lane = 0; lane < sums.size(); ++lane) {
                double rest = 0;
                for (const Activity activity : {Activity::overhead, Activity::idle})
                    rest += static_cast<double>(result.lanes[lane].time[static_cast<std::size_t>(activity)].count);
                RC_ASSERT(std::abs(sums[lane] + rest / static_cast<double>(result.stepTime.count) - 1) < 1e-9);
            }
        });
    }
    void memoryReachesThePeakWhereItIs()
    {
        const StepResult result = test::simulated(ScheduleKind::oneFOneB);
        const HeatMap map = heatMap(result, indexed(result), HeatQuantity::memory, 40);
        for (std::size_t lane = 0; lane < map.lanes(); ++lane) {
            const Lane &shown = result.lanes[lane];
            const double peak = shown.memory.total() / shown.memoryCapacity;
            double most = 0;
            for (std::size_t column = 0; column < map.columns; ++column) {
                most = std::max(most, map.at(lane, column));
                if (shown.peakAt >= map.start(column) && shown.peakAt < map.start(column + 1))
                    QVERIFY(std::abs(map.at(lane, column) - peak) < 1e-12);
            }
            QVERIFY(std::abs(most - peak) < 1e-12);
        }
    }
    void stepsOfDaysAndOfNothingHaveParts()
    {
        HeatMap map{HeatQuantity::busy, Ticks(Ticks::max), 60, {}};
        for (std::size_t column = 0; column < map.columns; ++column)
            QVERIFY(map.start(column) < map.start(column + 1));
        QCOMPARE(map.start(60), Ticks(Ticks::max));
        StepResult empty;
        QCOMPARE(heatMap(empty, {}, HeatQuantity::busy, 10).lanes(), std::size_t(0));
        empty.lanes.resize(1);
        empty.stepTime = Ticks(3); // fewer ticks than columns
        empty.lanes[0].intervals = {{Ticks(0), Ticks(3), 0, 0, Activity::forward}};
        const HeatMap small = heatMap(empty, indexed(empty), HeatQuantity::busy, 10);
        for (std::size_t column = 0; column < 10; ++column)
            QCOMPARE(small.at(0, column), small.start(column) < small.start(column + 1) ? 1.0 : 0.0);
    }
};

QTEST_GUILESS_MAIN(HeatMapTest)
#include "heat_map_test.moc"

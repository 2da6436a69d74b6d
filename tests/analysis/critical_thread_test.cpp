// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a bar waited for, and the critical path from the end of the step back to its beginning.
#include "analysis/critical_thread.h"
#include "analysis/dependency.h"
#include "analysis/lane_index.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace heteroscope;

class CriticalThreadTest : public StrictTest
{
    Q_OBJECT

private slots:
    void dependencyIsTheAwaitedWork()
    {
        const auto result = test::smallStep();
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

    void dependentsAreAllWhoseDependencyItIs()
    {
        std::size_t ofOthers = 0;
        for (const ScheduleKind kind : changeableSchedules()) {
            const StepResult result = test::simulated(kind);
            const int lanes = static_cast<int>(result.lanes.size());
            std::map<std::pair<int, int>, std::vector<BarId>> expected;
            for (int lane = 0; lane < lanes; ++lane) {
                const auto &intervals = result.lanes[std::size_t(lane)].intervals;
                for (int i = 0; i < static_cast<int>(intervals.size()); ++i)
                    if (const auto needed = directDependency(result, {lane, i});
                        needed && isWork(intervals[std::size_t(i)].activity))
                        expected[{needed->lane, needed->interval}].push_back({lane, i});
            }
            for (int lane = 0; lane < lanes; ++lane)
                for (int i = 0; i < static_cast<int>(result.lanes[std::size_t(lane)].intervals.size()); ++i) {
                    const auto dependents = directDependents(result, {lane, i});
                    QVERIFY((dependents == expected[{lane, i}]));
                    ofOthers += static_cast<std::size_t>(std::count_if(
                        dependents.begin(), dependents.end(), [lane](const BarId &one) { return one.lane != lane; }));
                }
        }
        QVERIFY(ofOthers > 0);
        QVERIFY(directDependents(test::simulated(ScheduleKind::gpipe), {-1, 0}).empty());
    }

    void bindingChainReachesFromEndToBeginning()
    {
        const auto result = test::smallStep();
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
        for (const ScheduleKind kind : changeableSchedules()) {
            const StepResult result = test::simulated(kind);
            const auto thread = criticalThread(result);
            QCOMPARE(thread.front().end, result.stepTime);
            QCOMPARE(thread.back().start, Ticks(0));
            for (std::size_t i = 1; i < thread.size(); ++i)
                QCOMPARE(thread[i].end, thread[i - 1].start);
            Ticks sum;
            double whole = 0;
            for (const CriticalShare &share : criticalShares(thread)) {
                sum += share.time;
                whole += share.share;
                const auto blame = std::find_if(result.criticalPath.begin(), result.criticalPath.end(),
                                                [&](const Blame &b) { return b.cause == share.cause; });
                QVERIFY(blame != result.criticalPath.end());
                QCOMPARE(blame->time.value, toSeconds(share.time).value);
            }
            QCOMPARE(sum, result.stepTime);
            QVERIFY(std::abs(whole - 1) < 1e-12);
        }
    }

    void piecesAreFoundByTimeAndLane()
    {
        const StepResult result = test::simulated(ScheduleKind::zbH1);
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

    void aWaitEndsWithItsTransfer()
    {
        const auto result = test::smallStep();
        std::size_t waits = 0;
        for (const Lane &lane : result->lanes)
            for (const LaneInterval &interval : lane.intervals)
                if (interval.activity == Activity::exposedPp) {
                    const TrafficInterval *transfer = endingTransfer(lane, interval);
                    QVERIFY(transfer);
                    QCOMPARE(transfer->end, interval.end);
                    QCOMPARE(transfer->peerLane, interval.peerLane);
                    ++waits;
                }
        QVERIFY(waits > 0);
    }
};

QTEST_GUILESS_MAIN(CriticalThreadTest)
#include "critical_thread_test.moc"

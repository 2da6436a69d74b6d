// SPDX-License-Identifier: GPL-3.0-or-later
//
// V-Min: what it holds, what it idles, and that its steady state repeats. Order, limit and array pass are tested for
// every schedule in schedules_test and array_pass_test.
#include "support/step_programs.h"
#include "support/strict_test.h"

using namespace heteroscope;
using namespace heteroscope::test;

class VMinTest : public StrictTest
{
    Q_OBJECT

    /// Every pass of a chunk lasts 1.
    static PipelineShape shapeOf(int stages, int microBatches) { return equalStages(stages, microBatches, 2, 2, 2, 2); }

private slots:
    void holdsAThirdOfThoseOf1F1B()
    {
        for (const int stages : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 24}) {
            const auto trace = run(ScheduleKind::vMin, shapeOf(stages, 4 * stages));
            int most = 0;
            for (const auto &lane : trace.lanes)
                most = std::max(most, lane.peakInFlight);
            QCOMPARE(most, 2 * ((stages + 4) / 3));
            // Halves of a stage; 1F1B holds 2p of them.
            QVERIFY(3 * most <= 2 * stages + 8);
        }
    }
    void idlesAsItsClosedFormSays()
    {
        for (const int stages : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16}) {
            for (const int microBatches : {stages, 4 * stages, 4 * stages + 1}) {
                const auto idle = scheduleOf(ScheduleKind::vMin).idle({stages, microBatches, 2}, 2, 2, 2);
                QVERIFY(idle.has_value());
                const auto trace = run(ScheduleKind::vMin, shapeOf(stages, microBatches));
                for (const auto &lane : trace.lanes)
                    QCOMPARE(static_cast<double>(idleOf(lane)), *idle);
                // About two thirds of what 1F1B idles.
                const auto other = scheduleOf(ScheduleKind::oneFOneB).idle({stages, microBatches, 1}, 2, 2, 2);
                QVERIFY(3 * *idle <= 2 * *other + 5);
            }
        }
        QVERIFY(!scheduleOf(ScheduleKind::vMin).idle({4, 8, 2}, 2, 3, 1));
    }
    void theSteadyStateRepeats()
    {
        for (const int stages : {2, 3, 4, 5, 6, 8}) {
            for (const auto &lane : pipelineProgram(ScheduleKind::vMin, shapeOf(stages, 6 * stages + 6)).lanes) {
                const auto &order = lane.order;
                for (std::size_t i = order.size() / 3; i < order.size() * 2 / 3; ++i) {
                    auto next = order[i];
                    ++next.microBatch;
                    QCOMPARE(order[i + 6], next);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(VMinTest)
#include "v_min_test.moc"

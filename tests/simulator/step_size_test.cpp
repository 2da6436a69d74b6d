// SPDX-License-Identifier: GPL-3.0-or-later
//
// The estimate of a step's memory against what it allocates.
#include "simulator/predict_step.h"
#include "simulator/program/step_size.h"
#include "strategy/change_schedule.h"
#include "strategy/schedule.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> live = 0;
std::atomic<std::int64_t> peak = 0;

void *allocate(std::size_t size)
{
    void *memory = std::malloc(size == 0 ? 1 : size);
    const auto now = live += static_cast<std::int64_t>(malloc_usable_size(memory));
    if (now > peak)
        peak = now;
    return memory;
}

void release(void *memory)
{
    live -= static_cast<std::int64_t>(malloc_usable_size(memory));
    std::free(memory);
}

} // namespace

void *operator new(std::size_t size)
{
    if (void *memory = allocate(size))
        return memory;
    throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void operator delete(void *memory) noexcept { release(memory); }
void operator delete(void *memory, std::size_t) noexcept { release(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { release(memory); }

using namespace heteroscope;

class StepSizeTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theEstimateIsNearWhatIsAllocated_data()
    {
        QTest::addColumn<ScheduleKind>("kind");
        QTest::addColumn<bool>("timeline");
        QTest::addColumn<bool>("linkLoads");
        for (const auto kind : {ScheduleKind::oneFOneB, ScheduleKind::interleaved, ScheduleKind::zbH1}) {
            const char *name = scheduleOf(kind).facts().name;
            QTest::addRow("%s, rows", name) << kind << false << false;
            QTest::addRow("%s, traffic", name) << kind << true << false;
            QTest::addRow("%s, links", name) << kind << true << true;
        }
    }
    void theEstimateIsNearWhatIsAllocated()
    {
        QFETCH(ScheduleKind, kind);
        QFETCH(bool, timeline);
        QFETCH(bool, linkLoads);
        constexpr int microBatches = 21000; // (micro-batch, chunk) pairs enough for the exact count of passes
        const auto topology = test::topology(
            test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}));
        const auto workload = test::smallGpt(12, 1024, 2 * microBatches);
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {6, 5, 3}, microBatches),
                          test::pipeline({{"a:2"}, {"a:3"}, {"v:1"}}, {6, 5, 3}, microBatches)};
        const auto changed = withSchedule(plan, kind, workload.model);
        QVERIFY(changed);
        PredictOptions options;
        options.timeline = timeline;
        options.linkLoads = linkLoads;
        options.foldReplicas = false;
        options.memory = Bytes(1e12);
        const auto size = stepSize(*changed, workload, options);
        const auto before = live.load();
        peak = before;
        const auto step = predictStep(topology, workload, *changed, options);
        QVERIFY2(step, step ? "" : toString(step.error()).c_str());
        QVERIFY(!step->lanes.front().summed.periods);
        const double ratio = size.memory.value / static_cast<double>(peak - before);
        QVERIFY2(ratio > 0.65 && ratio < 1.5, qPrintable(QString::number(ratio)));
    }
};

QTEST_GUILESS_MAIN(StepSizeTest)
#include "step_size_test.moc"

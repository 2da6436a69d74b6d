// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of many micro-batches: simulated with their steady part left out and put back, against the whole simulation.
#include "base/memory_budget.h"
#include "simulator/predict_step.h"
#include "simulator/program/step_size.h"
#include "simulator/result/memory_trace.h"
#include "strategy/change_schedule.h"
#include "strategy/schedule.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace heteroscope;

namespace {

/// A budget for a few thousand passes.
constexpr Bytes tight(4e6);

Ticks sumOf(const Lane &lane, Activity activity) { return lane.time[static_cast<std::size_t>(activity)]; }

double bytesSent(const Lane &lane)
{
    double sum = 0;
    for (const auto &traffic : lane.traffic)
        sum += traffic.bytes.value;
    return sum;
}

double bytesOn(const StepResult &result, const LinkLoad &link)
{
    double sum = 0;
    for (const auto &use : link.uses) {
        for (const auto &piece : result.flows[static_cast<std::size_t>(use.flow)].pieces)
            sum += piece.rate * use.perByte * toSeconds(piece.end - piece.start).value;
    }
    return sum;
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// Two unlike nodes behind a slow switch.
Cluster unlikeNodes(BytesPerSecond uplink = BytesPerSecond(2e9))
{
    return test::star({test::node("a", "A100-80GB SXM", 4), test::node("v", "V100-32GB SXM2/SXM3", 4)}, uplink);
}

Plan onePipeline(int microBatches)
{
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {6, 5, 3}, microBatches)};
    return plan;
}

/// Whether lanes with different summed parts send over the link.
bool isUsedByPartsApart(const StepResult &step, const LinkLoad &link)
{
    std::set<std::pair<Ticks, Ticks>> parts;
    for (const auto &use : link.uses) {
        const auto lane = static_cast<std::size_t>(std::max(0, step.flows[static_cast<std::size_t>(use.flow)].lane));
        parts.emplace(step.lanes[lane].summed.start, step.lanes[lane].summed.end);
    }
    return parts.size() > 1;
}

} // namespace

class SteadyPartTest : public StrictTest
{
    Q_OBJECT

    /// The rows are in order, without gaps, and their sums are the times of the lane.
    static void verifyRows(const StepResult &step)
    {
        for (const auto &lane : step.lanes) {
            Ticks at;
            std::array<Ticks, activityCount> sums{};
            for (const auto &interval : lane.intervals) {
                QCOMPARE(interval.start, at);
                QVERIFY(interval.end > interval.start);
                sums[static_cast<std::size_t>(interval.activity)] += interval.end - interval.start;
                at = interval.end;
            }
            QCOMPARE(at, step.stepTime);
            QVERIFY(sums == lane.time);
        }
        Ticks at = step.stepTime;
        for (const auto &piece : step.criticalPieces) {
            QCOMPARE(piece.end, at);
            at = piece.start;
        }
        QCOMPARE(at, Ticks(0));
    }

    /// All that is derived from the whole step is the same; `shorter` has left something out.
    static void verifySame(const StepResult &whole, const StepResult &shorter)
    {
        QCOMPARE(shorter.assumptions.back().kind, AssumptionKind::steadyPartSummed);
        QCOMPARE(shorter.stepTime, whole.stepTime);
        QCOMPARE(shorter.idealTime, whole.idealTime);
        QCOMPARE(shorter.tokensPerSecond, whole.tokensPerSecond);
        QCOMPARE(shorter.mfu, whole.mfu);
        QCOMPARE(shorter.hfu, whole.hfu);
        QCOMPARE(shorter.energy, whole.energy);
        QCOMPARE(shorter.cost, whole.cost);
        QCOMPARE(shorter.overflows, whole.overflows);
        QCOMPARE(shorter.criticalPath.size(), whole.criticalPath.size());
        for (std::size_t i = 0; i < whole.criticalPath.size(); ++i) {
            QCOMPARE(shorter.criticalPath[i].cause, whole.criticalPath[i].cause);
            QCOMPARE(shorter.criticalPath[i].time, whole.criticalPath[i].time);
        }
        verifyRows(shorter);
        QCOMPARE(shorter.lanes.size(), whole.lanes.size());
        for (std::size_t i = 0; i < whole.lanes.size(); ++i) {
            const auto &a = shorter.lanes[i];
            const auto &b = whole.lanes[i];
            for (std::size_t activity = 0; activity < activityCount; ++activity)
                QCOMPARE(sumOf(a, static_cast<Activity>(activity)), sumOf(b, static_cast<Activity>(activity)));
            QCOMPARE(a.peakAt, b.peakAt);
            QCOMPARE(a.peakInFlight, b.peakInFlight);
            QCOMPARE(a.memory.total(), b.memory.total());
            QVERIFY(isNear(bytesSent(a), bytesSent(b)));
            const auto memory = memoryOverTime(a);
            QCOMPARE(std::max_element(memory.begin(), memory.end(),
                                      [](const auto &x, const auto &y) { return x.total < y.total; })
                         ->at,
                     a.peakAt);
            QCOMPARE(memory.back().inFlight, 0);
        }
        QCOMPARE(shorter.links.size(), whole.links.size());
        for (std::size_t i = 0; i < whole.links.size(); ++i) {
            QCOMPARE(shorter.links[i].bytes, whole.links[i].bytes);
            // Of pipelines with periods of their own, what meets only where they are summed is not seen.
            if (isUsedByPartsApart(shorter, shorter.links[i])) {
                QVERIFY(shorter.links[i].flowsAtOnce <= whole.links[i].flowsAtOnce);
            } else {
                QCOMPARE(shorter.links[i].maxFlowsAt, whole.links[i].maxFlowsAt);
                QCOMPARE(shorter.links[i].flowsAtOnce, whole.links[i].flowsAtOnce);
            }
            QVERIFY(isNear(bytesOn(shorter, shorter.links[i]), bytesOn(whole, whole.links[i])));
        }
    }

    static void compare(const Cluster &cluster, const Workload &workload, const Plan &plan, PredictOptions options = {},
                        Bytes budget = tight)
    {
        const auto topology = test::topology(cluster);
        options.linkLoads = true;
        options.memory = Bytes(1e12);
        const auto whole = predictStep(topology, workload, plan, options);
        QVERIFY2(whole, whole ? "" : toString(whole.error()).c_str());
        QVERIFY(std::none_of(whole->lanes.begin(), whole->lanes.end(),
                             [](const Lane &lane) { return lane.summed.microBatches > 0; }));
        options.memory = budget;
        const auto shorter = predictStep(topology, workload, plan, options);
        QVERIFY2(shorter, shorter ? "" : toString(shorter.error()).c_str());
        QVERIFY(shorter->intervalCount() < whole->intervalCount() / 2);
        verifySame(*whole, *shorter);
    }

    static void compareRandom(test::DrawnFeatures &summed)
    {
        auto step = test::randomStep();
        const int microBatches = test::number(500, 800);
        for (auto &pipeline : step.plan.pipelines)
            pipeline.microBatches = microBatches;
        step.workload.job.globalBatch = microBatches * static_cast<int>(step.plan.pipelines.size());
        step.plan.overlap.dp = test::coin();
        step.plan.overlap.pp = test::coin();
        if (test::number(0, 3) == 0)
            test::spreadOverNodes(step);
        const auto topology = test::topology(step.cluster);
        PredictOptions options;
        options.linkLoads = test::coin();
        const auto whole = predictStep(topology, step.workload, step.plan, options);
        if (!whole)
            return;
        options.plain = Bytes(3e5);
        const auto shorter = predictStep(topology, step.workload, step.plan, options);
        RC_ASSERT(bool(shorter));
        if (shorter->assumptions.empty() || shorter->assumptions.back().kind != AssumptionKind::steadyPartSummed)
            return;
        verifySame(*whole, *shorter);
        summed.count(step);
    }

private slots:
    void cleanup() { answerFreeMemoryWith({}); }

    void aLongStepOfEachScheduleIsTheSame_data()
    {
        QTest::addColumn<ScheduleKind>("kind");
        for (const auto kind : allSchedules()) {
            if (kind != ScheduleKind::gpipe && !scheduleOf(kind).facts().isWritten)
                QTest::addRow("%s", scheduleOf(kind).facts().name) << kind;
        }
    }
    void aLongStepOfEachScheduleIsTheSame()
    {
        QFETCH(ScheduleKind, kind);
        const auto workload = test::smallGpt(12, 1024, 3000);
        const auto plan = withSchedule(onePipeline(3000), kind, workload.model);
        QVERIFY(plan);
        compare(unlikeNodes(), workload, *plan);
    }
    void aLongStepOfAnyPlanIsTheSame()
    {
        test::DrawnFeatures summed;
        HETEROSCOPE_PROPERTY("a long step is the same for plans with TP, CP, EP and ZeRO", [&summed] {
            for (int i = 0; i < 4; ++i)
                compareRandom(summed);
        });
        QVERIFY2(summed.fewest() >= 3, qPrintable(QString::number(summed.fewest())));
    }
    void pipelinesThatShareALinkRepeatTogether()
    {
        auto plan = onePipeline(3000);
        plan.pipelines.push_back(test::pipeline({{"a:2"}, {"a:3"}, {"v:1"}}, {6, 5, 3}, 3000));
        compare(unlikeNodes(), test::smallGpt(12, 1024, 6000), plan);
    }
    void unlikePipelinesHavePeriodsOfTheirOwn()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {7, 7}, 4000),
                          test::pipeline({{"v:0"}, {"v:1"}}, {7, 7}, 3400)};
        compare(unlikeNodes(BytesPerSecond(1e12)), test::smallGpt(12, 1024, 7400), plan);
    }
    void gradientsInBuckets()
    {
        auto plan = onePipeline(3000);
        plan.pipelines.push_back(test::pipeline({{"a:2"}, {"a:3"}, {"v:1"}}, {6, 5, 3}, 3000));
        plan.overlap.dp = true;
        compare(unlikeNodes(), test::smallGpt(12, 1024, 6000), plan);
    }
    void aSpeedThatChangesEarly()
    {
        auto cluster = unlikeNodes();
        cluster.nodes[0].devices[0].speed.points = {{Seconds(0), 1}, {Seconds(0.5), 0.7}, {Seconds(1), 0.9}};
        compare(cluster, test::smallGpt(12, 1024, 3000), onePipeline(3000));
    }
    void operationsStayOperations()
    {
        PredictOptions options;
        options.operations = true;
        compare(unlikeNodes(), test::smallGpt(12, 1024, 1500), onePipeline(1500), options, Bytes(3e7));
    }

    void withoutASteadyPartTheStepIsRefusedWithABound()
    {
        const auto topology = test::topology(unlikeNodes());
        auto plan = onePipeline(3000);
        plan.schedule = ScheduleKind::gpipe; // all forwards, then all backwards: nothing is steady
        const auto workload = test::smallGpt(12, 1024, 3000);
        PredictOptions options;
        options.memory = tight;
        const auto refused = predictStep(topology, workload, plan, options);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Error::Code::invalid);
        QVERIFY(refused.error().found.find("passes") != std::string::npos);
        QVERIFY(refused.error().found.find("at least") != std::string::npos);
        QVERIFY(refused.error().hint.find("micro-batches larger") != std::string::npos);
        options.memory = Bytes(1e12);
        QVERIFY(predictStep(topology, workload, plan, options));
    }
    void theBudgetIsHalfOfTheFreeMemory()
    {
        const auto topology = test::topology(unlikeNodes());
        auto plan = onePipeline(200000);
        plan.schedule = ScheduleKind::gpipe;
        const auto workload = test::smallGpt(12, 1024, 200000);
        const auto size = stepSize(plan, workload, StepOptions{});
        QVERIFY(size.memory > largestPlainRows);
        int asked = 0;
        answerFreeMemoryWith([&] {
            ++asked;
            return size.memory * 1.99;
        });
        QVERIFY(!predictStep(topology, workload, plan));
        QCOMPARE(asked, 1);
        // A small step does not ask.
        QVERIFY(predictStep(topology, test::smallGpt(12, 1024, 6), onePipeline(6)));
        QCOMPARE(asked, 1);
    }
    void aMillionMicroBatchesTakeTheWorkOfAFew()
    {
        const auto topology = test::topology(unlikeNodes());
        int looks = 0;
        PredictOptions options;
        options.stop = StopToken().orWhen([&looks] {
            ++looks;
            return false;
        });
        const auto step = predictStep(topology, test::smallGpt(12, 1024, 1000000), onePipeline(1000000), options);
        QVERIFY(step);
        QVERIFY(step->intervalCount() < 100000);
        QVERIFY(looks < 1000); // a million passes of each stage would be thousands
        const auto half = predictStep(topology, test::smallGpt(12, 1024, 500000), onePipeline(500000), options);
        const auto quarter = predictStep(topology, test::smallGpt(12, 1024, 250000), onePipeline(250000), options);
        QVERIFY(half && quarter);
        QCOMPARE(step->stepTime - half->stepTime, (half->stepTime - quarter->stepTime) * 2);
    }
};

QTEST_GUILESS_MAIN(SteadyPartTest)
#include "steady_part_test.moc"

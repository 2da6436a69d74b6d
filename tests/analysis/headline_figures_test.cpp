// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a headline figure is computed from gives the figure.
#include "analysis/headline_figures.h"

#include "support/strict_test.h"
#include "support/synthetic_step.h"

#include <cmath>
#include <numeric>

using namespace heteroscope;

class HeadlineFiguresTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyGiveTheFigures()
    {
        synthetic::Pipeline1F1B shape;
        shape.transfer = 30 * synthetic::ms;
        StepResult result = synthetic::oneFOneB(shape);
        Workload workload;
        workload.model.layers = 4;
        workload.model.hidden = 1024;
        workload.model.heads = 16;
        workload.model.kvHeads = 16;
        workload.model.ffn = 4096;
        workload.model.vocab = 32000;
        workload.job.globalBatch = 32;
        workload.job.sequenceLength = 2048;
        result.mfu = 0.4;
        const auto figures = headlineFigures(result, workload);
        const double step = toSeconds(result.stepTime).value;
        const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); };
        QCOMPARE(figures.tokens, 32.0 * 2048);
        QVERIFY(near(figures.modelWork.value / (figures.peak.value * step), result.mfu));
        std::size_t devices = 0;
        for (const auto &lane : result.lanes)
            devices += lane.devices.size();
        QCOMPARE(figures.devices, devices);
        QVERIFY(near(figures.deviceTime.value, step * double(devices)));
        const Seconds all = std::accumulate(figures.time.begin(), figures.time.end(), Seconds(0));
        QVERIFY(near(all.value, figures.deviceTime.value));
        const Seconds bubble = figures.of(Activity::bubble) + figures.of(Activity::straggler);
        QVERIFY(near(bubble / figures.deviceTime, result.bubbleShare()));
        Seconds exposed;
        for (std::size_t a = 0; a < activityCount; ++a)
            if (isExposed(static_cast<Activity>(a)))
                exposed += figures.time[a];
        QVERIFY(exposed > Seconds(0));
        QVERIFY(near(exposed / figures.deviceTime, result.exposedShare()));
        QCOMPARE(figures.exposed, Activity::exposedPp);
        QCOMPARE(&result.lanes[std::size_t(figures.fullestLane)], result.fullestLane());
        for (const int lane : {figures.busiestLane, figures.waitingLane, figures.exposedLane})
            QVERIFY(lane >= 0 && lane < int(result.lanes.size()));
    }

    void aTrainingIsItsSteps()
    {
        StepResult result;
        result.stepTime = Ticks(2 * Ticks::perSecond);
        result.cost = 0.5;
        result.energy = 3000;
        Workload workload;
        workload.job.globalBatch = 32;
        workload.job.sequenceLength = 2048;
        result.tokensPerSecond = 32 * 2048 / 2.0;
        const double ofStep = 32 * 2048;
        const TrainingRun run = trainingRun(result, workload, 10.5 * ofStep);
        QCOMPARE(run.steps, 11.0); // the last step is a whole one
        QCOMPARE(run.time.value, 22.0);
        QCOMPARE(run.cost, 5.5);
        QCOMPARE(run.energy, 33'000.0);
        QVERIFY(std::abs(costPerMillionTokens(result) - 0.5 / ofStep * 1e6) < 1e-12);
        QVERIFY(std::abs(energyPerMillionTokens(result) - 3000 / ofStep * 1e6) < 1e-9);
        QCOMPARE(costPerMillionTokens(StepResult()), 0.0);
    }

    void aStepWithoutLanesHasNone()
    {
        const auto figures = headlineFigures({}, {});
        QCOMPARE(figures.busiestLane, -1);
        QCOMPARE(figures.fullestLane, -1);
        QCOMPARE(figures.devices, std::size_t(0));
        QCOMPARE(figures.peak.value, 0.0);
    }
};

QTEST_GUILESS_MAIN(HeadlineFiguresTest)
#include "headline_figures_test.moc"

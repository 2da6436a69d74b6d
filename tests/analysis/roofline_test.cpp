// SPDX-License-Identifier: GPL-3.0-or-later
//
// The roofline shows what was simulated: its operations add up to the computing time of the lane, and none is faster
// than its device allows.
#include "analysis/roofline.h"

#include "cost/group_pricer.h"
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

void checkRoofline(const Roofline &roofline, const Lane &lane)
{
    double computing = 0;
    for (std::size_t a = 0; a < activityCount; ++a)
        if (isCompute(static_cast<Activity>(a)))
            computing += toSeconds(lane.time[a]).value;
    RC_ASSERT(std::abs(roofline.computing.value - computing) <= 1e-9 * computing);
    double sum = roofline.other.value;
    for (const RooflinePoint &point : roofline.points) {
        sum += point.time.value;
        RC_ASSERT(point.time.value > 0);
        RC_ASSERT(point.bandwidth.value > 0);
        RC_ASSERT(point.share() > 0 && point.share() <= 1 + 1e-9);
        if (point.flops.value > 0) {
            RC_ASSERT(point.achieved() <= point.peak);
            RC_ASSERT(point.roof() <= point.peak);
        } else {
            RC_ASSERT(point.isMemoryBound());
        }
    }
    RC_ASSERT(std::abs(sum - computing) <= 1e-9 * computing);
    for (std::size_t i = 1; i < roofline.points.size(); ++i)
        RC_ASSERT(roofline.points[i - 1].time >= roofline.points[i].time);
}

} // namespace

class RooflineTest : public StrictTest
{
    Q_OBJECT

private slots:
    void operationsAddUpToTheStep()
    {
        HETEROSCOPE_PROPERTY("the points and the rest are the computing time of the lane", [] {
            const auto step = test::randomStep();
            const auto topology = test::topology(step.cluster);
            GroupPricer pricer(topology, step.workload);
            const auto result = predictStep(pricer, step.plan, {.timeline = false});
            RC_PRE(static_cast<bool>(result));
            for (int lane = 0; lane < static_cast<int>(result->lanes.size()); ++lane) {
                const auto explained = explainLane(pricer, step.plan, *result, lane);
                RC_ASSERT(explained.hasValue());
                checkRoofline(rooflineOf(*explained), result->lanes[static_cast<std::size_t>(lane)]);
            }
        });
    }
    /// By hand: a large product is bound by computation, a norm by memory.
    void largeProductsComputeAndNormsMove()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}}, {14}, 6)};
        const auto workload = test::smallGpt(12, 4096, 6);
        const auto topology = test::topology(test::star({test::node("a", "A100-80GB SXM", 1)}));
        const auto result = predictStep(topology, workload, plan);
        QVERIFY(result.hasValue());
        const auto explained = explainLane(topology, workload, plan, *result, 0);
        QVERIFY(explained.hasValue());
        const Roofline roofline = rooflineOf(*explained);
        const auto find = [&roofline](OperationName name) {
            return std::find_if(roofline.points.begin(), roofline.points.end(), [name](const RooflinePoint &point) {
                return point.operation == LayerOperation{name, LayerPass::forward};
            });
        };
        const auto up = find(OperationName::mlpUp);
        const auto norm = find(OperationName::attentionNorm);
        QVERIFY(up != roofline.points.end() && norm != roofline.points.end());
        QVERIFY(!up->isMemoryBound());
        QCOMPARE(up->peak.value, 312e12);
        QCOMPARE(up->roof().value, 312e12);
        QVERIFY(norm->isMemoryBound());
        QCOMPARE(norm->flops.value, 0.0);
        QCOMPARE(norm->share(), norm->achievedBandwidth() / norm->bandwidth);
        // FLOP of a product (m x k)(k x n) for every token, layer and micro-batch of the step.
        const auto &model = workload.model;
        const double tokens = static_cast<double>(workload.job.globalBatch) * workload.job.sequenceLength;
        const double products = model.gatedMlp ? 2 : 1;
        const double expected = 2 * tokens * model.hidden * model.ffn * products * model.layers;
        QVERIFY2(std::abs(up->flops.value - expected) <= 1e-9 * expected,
                 qPrintable(QString::number(up->flops.value / expected)));
    }
};

QTEST_GUILESS_MAIN(RooflineTest)
#include "roofline_test.moc"

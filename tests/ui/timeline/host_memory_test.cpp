// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a plan offloads to hosts, where the window shows memory: over the strip of a lane, in the details of a bar and
// among the parts of a device's memory.
#include "inspector/inspector_page.h"
#include "simulator/predict_step.h"
#include "simulator/result/memory_trace.h"
#include "support/clusters.h"
#include "support/strict_test.h"
#include "theme/numbers.h"
#include "timeline/bar_details.h"
#include "timeline/timeline_text.h"

using namespace heteroscope;

namespace {

/// Two stages; without `offload` nothing is in the host.
StepResult stepWith(const Offload &offload)
{
    auto cluster = test::star({test::node("a", "A100-80GB SXM", 4)});
    cluster.nodes.front().hostBandwidth = BytesPerSecond(2e10);
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 4}, 8)};
    plan.offload = offload;
    plan.zeroStage = offload.optimizer ? 1 : 0;
    auto step = predictStep(test::topology(cluster), test::smallGpt(), plan);
    if (!step)
        qFatal("%s", toString(step.error()).c_str());
    return std::move(*step);
}

QString rowOf(const Lane &lane, const QString &label)
{
    for (const ShareRow &row : memoryShares(lane))
        if (row.label == label)
            return row.value;
    return {};
}

} // namespace

class HostMemoryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void activationsInTheHostAreShown()
    {
        Offload offload;
        offload.activations = true;
        offload.optimizer = true;
        const StepResult step = stepWith(offload);
        const Lane &lane = step.lanes.front();
        QVERIFY(lane.hostActivations > Bytes(0) && lane.hostMemory > lane.hostActivations);
        QCOMPARE(rowOf(lane, QStringLiteral("In the host")), formatMemory(lane.hostMemory));
        QCOMPARE(rowOf(lane, QStringLiteral("Activations there")), formatMemory(lane.hostActivations));
        const Bytes states = lane.hostMemory - lane.hostActivations;
        for (const MemoryPoint &point : memoryOverTime(lane))
            QVERIFY(explainMemory(lane, point, Bytes(0), point.at)
                        .lines.contains(QStringLiteral("in the host\t%1, of it %2 activations")
                                            .arg(formatMemory(point.onHost), formatMemory(point.onHost - states))));
        // The bar of the last forward pass before the first backward pass sees the peak.
        double most = 0;
        for (int i = 0; i < static_cast<int>(lane.intervals.size()); ++i) {
            for (const BarField &field : fieldsOf(step, BarId{0, i}, nullptr)) {
                if (field.name == QStringLiteral("In the host at its start"))
                    most = std::max(most, field.value.value_or(0));
            }
        }
        QVERIFY(std::abs(most - lane.hostMemory.value) < 1);
    }
    void statesAloneAreNoActivations()
    {
        Offload offload;
        offload.optimizer = true;
        const StepResult step = stepWith(offload);
        const Lane &lane = step.lanes.front();
        QVERIFY(lane.hostMemory > Bytes(0) && lane.hostActivations == Bytes(0));
        QVERIFY(rowOf(lane, QStringLiteral("Activations there")).isEmpty());
        QVERIFY(explainMemory(lane, memoryOverTime(lane).front(), Bytes(0), Ticks(0))
                    .lines.contains(QStringLiteral("in the host\t%1").arg(formatMemory(lane.hostMemory))));
    }
    void withoutOffloadNothingIsSaid()
    {
        const StepResult step = stepWith({});
        const Lane &lane = step.lanes.front();
        QVERIFY(rowOf(lane, QStringLiteral("In the host")).isEmpty());
        const auto says = explainMemory(lane, memoryOverTime(lane).front(), Bytes(0), Ticks(0));
        QVERIFY(!says.plain().contains(QStringLiteral("in the host")));
        for (const BarField &field : fieldsOf(step, BarId{0, 0}, nullptr))
            QVERIFY(field.name != QStringLiteral("In the host at its start"));
    }
};

QTEST_MAIN(HostMemoryTest)
#include "host_memory_test.moc"

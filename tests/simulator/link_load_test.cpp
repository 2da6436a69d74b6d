// SPDX-License-Identifier: GPL-3.0-or-later
//
// Link load over time: bytes are conserved and no link is over its capacity, whatever the step; and cases by hand.
#include "simulator/result/link_load.h"

#include "simulator/predict_step.h"
#include "simulator/program/step_builder.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

Result<StepResult> loaded(const Topology &topology, const Workload &workload, const Plan &plan, bool fold = true)
{
    PredictOptions options;
    options.linkLoads = true;
    options.foldReplicas = fold;
    return predictStep(topology, workload, plan, options);
}

/// Bytes under a load curve.
double integral(const std::vector<LoadPoint> &points)
{
    double bytes = 0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        bytes += points[i].rate * toSeconds(points[i + 1].at - points[i].at).value;
    return bytes;
}

/// How far the link is over its capacity, at worst: 1 = full.
double fullest(const LinkLoad &link, const std::vector<LoadPoint> &points)
{
    double worst = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Ticks until = i + 1 < points.size() ? points[i + 1].at : points[i].at + Ticks(1);
        double capacity = capacityAt(link, points[i].at);
        for (const auto &step : link.capacity) {
            if (step.at > points[i].at && step.at < until)
                capacity = std::min(capacity, step.capacity);
        }
        if (points[i].rate > 0)
            worst = std::max(worst, points[i].rate / capacity);
    }
    return worst;
}

/// What is said of every link of every step.
void checkLinks(const StepResult &result)
{
    for (const auto &link : result.links) {
        const auto points = loadOverTime(result, link);
        QVERIFY(!points.empty());
        QCOMPARE(points.front().at.count, std::int64_t(0));
        QVERIFY(points.back().rate == 0 || points.size() == 1);
        QVERIFY(points.back().at <= result.stepTime);
        QVERIFY2(std::abs(integral(points) - link.bytes.value) <= 1e-6 * link.bytes.value + 1,
                 qPrintable(QString("%1 of %2 bytes").arg(integral(points)).arg(link.bytes.value)));
        int flows = 0;
        for (const auto &point : points)
            flows = std::max(flows, point.flows);
        QCOMPARE(link.flowsAtOnce, flows);
        const auto now = flowsAt(result, link, link.maxFlowsAt);
        QCOMPARE(static_cast<int>(now.size()), flows);
        double rate = 0;
        for (const auto &flow : now)
            rate += flow.rate;
        const auto at = std::upper_bound(points.begin(), points.end(), link.maxFlowsAt,
                                         [](Ticks t, const LoadPoint &point) { return t < point.at; });
        QVERIFY(std::abs(std::prev(at)->rate - rate) <= 1e-9 * rate);
    }
}

} // namespace

class LinkLoadTest : public StrictTest
{
    Q_OBJECT

private slots:
    void bytesAreConserved()
    {
        int checked = 0;
        HETEROSCOPE_PROPERTY("bytes of links are conserved", [&checked] {
            const auto step = randomStep();
            const auto topology = test::topology(step.cluster);
            const auto result = loaded(topology, step.workload, step.plan);
            RC_PRE(static_cast<bool>(result));
            checkLinks(*result);
            checked += result->links.empty() ? 0 : 1;
        });
        QVERIFY(checked > 50);
    }
    void bytesOfStepsThatOverlapAreConserved()
    {
        HETEROSCOPE_PROPERTY("bytes of links are conserved in a period", [] {
            auto step = randomStep();
            step.plan.schedule = ScheduleKind::zbH2;
            step.plan.scheduleOptions.postValidation = true;
            step.plan.overlap.dp = coin();
            const auto topology = test::topology(step.cluster);
            const auto result = loaded(topology, step.workload, step.plan);
            RC_PRE(static_cast<bool>(result));
            checkLinks(*result);
        });
    }
    void noLinkIsOverItsCapacity()
    {
        // Without what hides beside computation or the host, which is priced as meeting nothing: so without EP.
        int shared = 0;
        HETEROSCOPE_PROPERTY("no link is over its capacity", [&shared] {
            auto step = randomStep();
            step.plan.overlap.pp = true;
            step.plan.overlap.dp = coin();
            step.plan.zeroStage = number(0, 1);
            step.plan.sharing = {};
            step.plan.offload = {};
            spreadOverNodes(step, 1);
            if (coin())
                step.cluster.links[0].rate.points = {{Seconds(0), 1.0}, {Seconds(0.004), 0.2}, {Seconds(0.009), 0.6}};
            const auto topology = test::topology(step.cluster);
            const auto result = loaded(topology, step.workload, step.plan);
            RC_PRE(static_cast<bool>(result));
            checkLinks(*result);
            for (const auto &link : result->links) {
                RC_ASSERT(fullest(link, loadOverTime(*result, link)) <= 1 + 1e-6);
                shared += link.flowsAtOnce > 1 ? 1 : 0;
            }
        });
        QVERIFY(shared > 20);
    }
    void replicasLoadTheirOwnLinks()
    {
        HETEROSCOPE_PROPERTY("folded replicas load links as those apart", [] {
            const auto step = randomStep();
            const auto topology = test::topology(step.cluster);
            const auto folded = loaded(topology, step.workload, step.plan);
            RC_PRE(static_cast<bool>(folded));
            const auto apart = loaded(topology, step.workload, step.plan, false);
            for (std::size_t l = 0; l < folded->links.size(); ++l) {
                const auto a = loadOverTime(*folded, folded->links[l]);
                const auto b = loadOverTime(*apart, apart->links[l]);
                RC_ASSERT(a.size() == b.size());
                for (std::size_t i = 0; i < a.size(); ++i) {
                    RC_ASSERT(a[i].at == b[i].at && a[i].flows == b[i].flows);
                    RC_ASSERT(std::abs(a[i].rate - b[i].rate) <= 1e-6 * a[i].rate + 1e-3);
                }
            }
        });
    }
    void twoPipelinesShareACable()
    {
        // Both send their activations over the link of node a at the same time: each gets half of it.
        const auto topology =
            test::topology(star({node("a", "A100-80GB SXM", 2), node("b", "A100-80GB SXM", 2)}, BytesPerSecond(1e10)));
        auto workload = smallGpt();
        workload.job.globalBatch = 4;
        Plan plan;
        plan.overlap.pp = true;
        plan.pipelines = {pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 2), pipeline({{"a:1"}, {"b:1"}}, {4, 4}, 2)};
        const auto result = loaded(topology, workload, plan);
        QVERIFY(result);
        const auto out = std::find_if(result->links.begin(), result->links.end(), [&topology](const LinkLoad &link) {
            return topology.edge(link.edge).link == "to-a" &&
                   topology.vertices()[topology.edge(link.edge).to.index()].name == "leaf";
        });
        QVERIFY(out != result->links.end());
        QCOMPARE(out->flowsAtOnce, 2);
        QVERIFY(std::abs(out->slower - 2) < 1e-6);
        const auto now = flowsAt(*result, *out, out->maxFlowsAt);
        QCOMPARE(now.size(), std::size_t(2));
        for (const auto &flow : now) {
            QCOMPARE(int(result->flows[static_cast<std::size_t>(flow.flow)].traffic), int(Traffic::send));
            QVERIFY(std::abs(flow.rate / capacityAt(*out, out->maxFlowsAt) - 0.5) < 1e-6);
        }
    }
    void aDropOfTheLinkIsFollowed()
    {
        // The link drops to a tenth when the first transfer has sent a while: what is sent drops with it.
        auto cluster = star({node("a", "A100-80GB SXM", 1), node("b", "A100-80GB SXM", 1)}, BytesPerSecond(1e9));
        auto workload = smallGpt();
        workload.job.globalBatch = 1;
        Plan plan;
        plan.pipelines = {pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 1)};
        const auto before = loaded(test::topology(cluster), workload, plan);
        QVERIFY(before);
        QCOMPARE(before->flows.size(), std::size_t(2));
        const auto &first = before->flows.front().pieces.front();
        const Ticks half = first.start + Ticks((first.end - first.start).count / 2);
        cluster.links[0].rate.points = {{Seconds(0), 1.0}, {toSeconds(half), 0.1}};
        const auto after = loaded(test::topology(cluster), workload, plan);
        QVERIFY(after);
        const auto &pieces = after->flows.front().pieces;
        QVERIFY(pieces.size() >= 2);
        QCOMPARE(pieces[0].end.count, half.count);
        QVERIFY(std::abs(pieces[1].rate / pieces[0].rate - 0.1) < 1e-6);
        QVERIFY(std::abs(toSeconds(pieces[1].end - pieces[1].start).value / (10 * toSeconds(half - first.start).value) -
                         1) < 1e-6);
        const auto link = std::find_if(after->links.begin(), after->links.end(),
                                       [](const LinkLoad &each) { return each.capacity.size() == 2; });
        QVERIFY(link != after->links.end());
        QVERIFY(std::abs(capacityAt(*link, half) / capacityAt(*link, half - Ticks(1)) - 0.1) < 1e-9);
    }
    void aSlowLinkIsBusyForLonger()
    {
        auto cluster = star({node("a", "A100-80GB SXM", 1), node("b", "A100-80GB SXM", 1)}, BytesPerSecond(1e9));
        Plan plan;
        plan.pipelines = {pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 8)};
        const auto busy = [&] {
            const auto step = loaded(test::topology(cluster), smallGpt(), plan);
            const auto topology = test::topology(cluster);
            for (const LinkLoad &load : step->links)
                if (topology.edge(load.edge).link == "to-a")
                    return std::pair(load.bytes, load.busy);
            return std::pair(Bytes(), Seconds());
        };
        const auto [bytes, full] = busy();
        QVERIFY(bytes.value > 0);
        QCOMPARE(full.value, bytes.value / 1e9);
        cluster.links[0].rate.points = {{Seconds(0), 0.25}};
        QCOMPARE(busy().second.value, bytes.value / 0.25e9);
    }
    void withoutItNothingIsKept()
    {
        const auto topology = test::topology(star({node("a", "A100-80GB SXM", 2), node("b", "A100-80GB SXM", 2)}));
        Plan plan;
        plan.pipelines = {pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 8)};
        const auto with = loaded(topology, smallGpt(), plan);
        const auto without = predictStep(topology, smallGpt(), plan);
        QVERIFY(with && without);
        QCOMPARE(with->stepTime.count, without->stepTime.count);
        QVERIFY(without->flows.empty());
        QVERIFY(without->links.front().uses.empty());
        QCOMPARE(capacityAt(without->links.front(), Ticks(0)), 0.0);
    }
};

QTEST_GUILESS_MAIN(LinkLoadTest)
#include "link_load_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step says about the things of a drawing: loads, stages, groups of a plan, and one moment of it.
#include "analysis/lane_shares.h"
#include "analysis/parallel_groups.h"
#include "analysis/replay_moment.h"
#include "analysis/step_overlay.h"
#include "support/small_steps.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;

namespace {

using Texts = std::vector<std::string>;

TensorGroup group(std::vector<std::string> devices, int tp, int cp, int ep)
{
    TensorGroup value;
    value.devices = std::move(devices);
    value.tp = tp;
    value.cp = cp;
    value.ep = ep;
    return value;
}

/// Groups of this plan on two nodes of four devices, as "a0+a1" texts.
std::vector<std::string> groupTexts(const Plan &plan, OverlayKind kind)
{
    const Cluster cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)});
    std::vector<std::string> texts;
    for (const ParallelGroup &one : groupsOf(test::topology(cluster), plan, kind)) {
        std::string devices;
        for (const ParallelPart &part : one.parts)
            for (const int device : part.devices)
                devices += (devices.empty() ? "" : "+") + part.node + std::to_string(device);
        texts.push_back(devices);
    }
    return texts;
}

Plan planOf(std::vector<TensorGroup> groups)
{
    Plan plan;
    for (TensorGroup &one : groups) {
        Pipeline pipeline;
        pipeline.stages.emplace_back();
        pipeline.stages.front().groups = {std::move(one)};
        plan.pipelines.push_back(std::move(pipeline));
    }
    return plan;
}

} // namespace

class StepOverlayTest : public StrictTest
{
    Q_OBJECT

private slots:
    void sharesAddUpToTheStep()
    {
        const auto result = test::smallStep();
        for (const Lane &lane : result->lanes) {
            std::int64_t ticks = 0;
            for (const SharePart &part : laneShares(*result, lane))
                ticks += part.ticks;
            QCOMPARE(ticks, result->stepTime.count);
        }
        double all = 0;
        double bubble = 0;
        for (const SharePart &part : allShares(*result)) {
            all += part.share;
            bubble += part.activity == Activity::bubble || part.activity == Activity::straggler ? part.share : 0;
        }
        QVERIFY(std::abs(all - 1) < 1e-12);
        QVERIFY(std::abs(bubble - result->bubbleShare()) < 1e-12);
    }

    void aStretchAddsUpToItsTimeOnAllDevices()
    {
        const auto result = test::smallStep();
        std::vector<LaneIndex> indices;
        std::size_t devices = 0;
        for (const Lane &lane : result->lanes) {
            indices.emplace_back(lane);
            devices += lane.devices.size();
        }
        const StretchSum whole = sumOfStretch(*result, indices, Ticks(0), result->stepTime);
        QCOMPARE(whole.total, static_cast<double>(result->stepTime.count) * static_cast<double>(devices));
        QVERIFY(std::abs(whole.bubble / whole.total - result->bubbleShare()) < 1e-12);
        QVERIFY(whole.busy > 0 && whole.busy + whole.bubble <= whole.total);
        QCOMPARE(sumOfStretch(*result, indices, Ticks(0), Ticks(0)).total, 0.0);
    }

    void theBubbleIsWeighedByDevicesWhereLanesDiffer()
    {
        StepResult result = *test::smallStep();
        QVERIFY(!bubbleSum(result).byDevices);
        QVERIFY(std::abs(bubbleSum(result).bubble / bubbleSum(result).total - result.bubbleShare()) < 1e-12);
        result.lanes.front().devices.resize(1, DeviceId(0));
        QVERIFY(bubbleSum(result).byDevices);
        QVERIFY(std::abs(bubbleSum(result).bubble / bubbleSum(result).total - result.bubbleShare()) < 1e-12);
    }

    void memoryStackAddsUpToThePeak()
    {
        const auto result = test::smallStep();
        Lane lane = result->lanes[0];
        const auto sum = [](const MemoryStack &stack) {
            double total = stack.over;
            for (const double part : stack.parts)
                total += part;
            return total;
        };
        QCOMPARE(sum(memoryStack(lane)), lane.memory.total().value);
        QCOMPARE(memoryStack(lane).over, 0.0);
        lane.memory.activations = Bytes(90e9);
        const MemoryStack stack = memoryStack(lane);
        QCOMPARE(sum(stack), lane.memory.total().value);
        QCOMPARE(stack.over, lane.memory.total().value - 80e9);
    }

    void waitingIsNoEvent()
    {
        const StepResult result = synthetic::manyBars(300); // every third one is a bubble
        QCOMPARE(eventCount(result), std::size_t(200));
    }

    void devicesAndLinksHaveTheirLoads()
    {
        const auto &[topology, plan, result] = test::overOneCable();
        const Cluster cluster =
            test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2)}, BytesPerSecond(2e9));
        const StepOverlay overlay = stepOverlay(cluster, *topology, plan, 8, *result);
        QCOMPARE(overlay.nodes.size(), std::size_t(2));
        const NodeOverlay &first = *overlay.node("a");
        QVERIFY(first.isUsed() && first.stage == 0 && overlay.node("b")->stage == 1);
        QVERIFY(first.layers == (HeldLayers{3, true, false}));
        QVERIFY(overlay.node("b")->layers == (HeldLayers{3, false, true}));
        for (std::size_t device = 0; device < 2; ++device) {
            const DeviceOverlay &one = first.devices[device];
            const Lane &lane = result->lanes[static_cast<std::size_t>(one.lane)];
            QCOMPARE(one.pipeline, static_cast<int>(device));
            QCOMPARE(one.busy, busyShare(lane, result->stepTime));
            QCOMPARE(one.peak.value, lane.memory.total().value);
            QCOMPARE(one.over().value, 0.0);
        }
        QCOMPARE(first.busy, (first.devices[0].busy + first.devices[1].busy) / 2);
        // Activations go from a to b and gradients come back, both pipelines over one cable.
        const LinkOverlay *cable = overlay.link("to-a");
        QVERIFY(cable && cable->forward > 0 && cable->backward > 0 && cable->maxShared >= 0);
        QCOMPARE(result->links[static_cast<std::size_t>(cable->maxShared)].flowsAtOnce > 1, true);
        QVERIFY(!overlay.node("nobody") && !overlay.link("nothing"));
        QVERIFY(overlay.pipelineHops == (std::vector<NodePair>{{"a", "b"}}));
        QVERIFY(overlay.replicaPairs.empty()); // both replicas of a stage are in one node
    }

    void groupsAreThoseOfThePlan()
    {
        const Plan both = planOf({group({"a:0", "a:1", "a:2", "a:3"}, 2, 2, 1)});
        QCOMPARE(groupTexts(both, OverlayKind::tensor), Texts({"a0+a1", "a2+a3"}));
        QCOMPARE(groupTexts(both, OverlayKind::context), Texts({"a0+a2", "a1+a3"}));
        QVERIFY(groupTexts(both, OverlayKind::expert).empty());
        QVERIFY(hasParallelism(both, OverlayKind::context) && !hasParallelism(both, OverlayKind::expert));
        const Plan experts = planOf({group({"a:0", "a:1"}, 2, 1, 2), group({"b:0", "b:1"}, 2, 1, 2)});
        QCOMPARE(groupTexts(experts, OverlayKind::expert), Texts({"a0+b0", "a1+b1"}));
        // Two that differ have all experts each.
        Plan apart = planOf({group({"a:0", "a:1"}, 2, 1, 2), group({"b:0", "b:1"}, 2, 1, 2)});
        apart.expertParallel = 2;
        ++apart.pipelines.back().microBatches;
        QCOMPARE(groupTexts(apart, OverlayKind::expert), Texts({"a0+a1", "b0+b1"}));
        const Plan single = planOf({group({"a:0"}, 1, 1, 1)});
        QVERIFY(groupTexts(single, OverlayKind::tensor).empty()); // nothing is shared
        // Over two nodes, and neither pairs nor none are groups.
        const Plan wide = planOf({group({"a:3", "b:0"}, 2, 1, 1)});
        QCOMPARE(groupTexts(wide, OverlayKind::tensor), Texts({"a3+b0"}));
        QVERIFY(groupTexts(wide, OverlayKind::pipeline).empty() && groupTexts(wide, OverlayKind::none).empty());
    }

    void aMomentSaysWhatEachLaneDoes()
    {
        constexpr std::int64_t ms = synthetic::ms;
        synthetic::Pipeline1F1B shape;
        shape.stages = 2;
        shape.microBatches = 2;
        shape.replicas = 1;
        shape.transfer = 10 * ms;
        const auto result = std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
        MomentFinder finder(result, nullptr);
        const ReplayMoment moment = finder.at(Ticks(150 * ms));
        QCOMPARE(moment.lanes.size(), std::size_t(2));
        QVERIFY(moment.lanes[0].activity == Activity::forward);
        QCOMPARE(moment.lanes[0].microBatch, 1);
        QVERIFY(moment.lanes[1].activity == Activity::forward);
        QCOMPARE(moment.lanes[1].microBatch, 0);
        QCOMPARE(moment.share, 150.0 * ms / static_cast<double>(result->stepTime.count));
        QVERIFY(finder.at(Ticks(105 * ms)).lanes[1].activity == Activity::exposedPp);
        QVERIFY(finder.at(Ticks(50 * ms)).lanes[1].activity == Activity::bubble);
    }

    void aMomentKnowsTheLinksOfATransfer()
    {
        const auto &[topology, plan, result] = test::overOneCable();
        MomentFinder finder(result, topology);
        const Lane &receiver = result->lanes[1];
        const auto transfer = std::find_if(receiver.traffic.begin(), receiver.traffic.end(), [](const auto &traffic) {
            return traffic.traffic == Traffic::receive && !traffic.backward;
        });
        QVERIFY(transfer != receiver.traffic.end());
        const ReplayMoment moment = finder.at(transfer->start);
        QVERIFY(moment.links.at("to-a") == (LinkNow{Traffic::receive, "a"}));
        QVERIFY(moment.links.at("to-b") == (LinkNow{Traffic::receive, "leaf"}));
    }
};

QTEST_GUILESS_MAIN(StepOverlayTest)
#include "step_overlay_test.moc"

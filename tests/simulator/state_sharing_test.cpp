// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shard groups (HSDP), weights that are kept, offload and gradient buckets in whole steps, against closed forms.
#include "simulator/predict_step.h"

#include "cost/group_pricer.h"
#include "simulator/program/step_builder.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <numeric>

using namespace heteroscope;

namespace {

/// Two nodes of four devices that copy to their hosts with 20 GB/s.
Cluster twoNodes()
{
    auto cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)});
    for (auto &node : cluster.nodes)
        node.hostBandwidth = BytesPerSecond(20e9);
    return cluster;
}

/// Eight replicas of one device, the four of a node neighbours.
Plan replicas(int zeroStage, int group = 0, int microBatches = 1)
{
    Plan plan;
    plan.zeroStage = zeroStage;
    plan.sharing.group = group;
    for (int i = 0; i < 8; ++i)
        plan.pipelines.push_back(test::pipeline({{(i < 4 ? "a:" : "b:") + std::to_string(i % 4)}}, {8}, microBatches));
    return plan;
}

Workload workload(int batch = 8) { return test::smallGpt(6, 1024, batch); }

StepResult predicted(const Plan &plan, const Workload &work = workload(), const Cluster &cluster = twoNodes())
{
    auto result = predictStep(test::topology(cluster), work, plan);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

double parametersOf(const Workload &work)
{
    double sum = 0;
    for (int layer = 0; layer < work.model.planLayers(); ++layer)
        sum += layerParameters(work.model, layer).total();
    return sum;
}

/// Bytes that leave the first node towards the switch.
double bytesOutOfNode(const StepResult &result)
{
    const auto topology = test::topology(twoNodes());
    for (const auto &load : result.links) {
        const auto &edge = topology.edge(load.edge);
        if (topology.vertices()[edge.to.index()].name == "leaf")
            return load.bytes.value;
    }
    return 0;
}

/// The memory of one device.
MemoryParts memory(const Plan &plan) { return predicted(plan).lanes.front().memory; }

bool hasMistakeAt(const Plan &plan, const std::string &path, const Cluster &cluster = twoNodes())
{
    const auto findings = findPlanMistakes(plan, test::topology(cluster), workload(), "/plan");
    return std::any_of(findings.errors.begin(), findings.errors.end(),
                       [&path](const Error &error) { return error.path == "/plan" + path; });
}

} // namespace

class StateSharingTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aGroupOfAllReplicasIsAll()
    {
        for (const int zeroStage : {1, 2, 3}) {
            const auto all = predicted(replicas(zeroStage)), group = predicted(replicas(zeroStage, 8));
            QCOMPARE(group.stepTime.count, all.stepTime.count);
            QCOMPARE(group.lanes[0].memory.total().value, all.lanes[0].memory.total().value);
        }
    }
    void memoryIsSharedByTheGroup()
    {
        // Bytes a parameter in fp16 with fp32 gradients and Adam: 2 + 4 + 12 (arXiv 1910.02054), over the sharing
        // devices.
        const double parameters = parametersOf(workload());
        for (const int group : {2, 4, 8}) {
            const auto first = memory(replicas(1, group)), third = memory(replicas(3, group));
            QCOMPARE(first.weights.value, 2 * parameters);
            QCOMPARE(first.gradients.value, 4 * parameters);
            QCOMPARE(first.optimizerState.value, 12 * parameters / group);
            QCOMPARE(third.weights.value, 2 * parameters / group);
            QCOMPARE(third.gradients.value, 4 * parameters / group);
            QCOMPARE(third.optimizerState.value, 12 * parameters / group);
        }
        QCOMPARE(memory(replicas(3, 1)).weights.value, 2 * parameters);
    }
    void onlyShardsOfGradientsLeaveANode()
    {
        // Zhao et al. 2023, PyTorch FSDP (arXiv 2304.11277): sharded over all, weights are gathered twice and gradients
        // scattered once across nodes, (n - 1) / n of them out of each node. Shard groups inside a node all-reduce the
        // shards only: 2 (R - 1) / R of the gradients among R nodes, each device its part.
        const double parameters = parametersOf(workload());
        QCOMPARE(bytesOutOfNode(predicted(replicas(3))), (2 * 2 + 4) * parameters * 7 / 8);
        QCOMPARE(bytesOutOfNode(predicted(replicas(3, 4))), 4 * parameters * 2 * (2 - 1) / 2);
        // Also with the sharded optimizer alone; it gathers weights once.
        QCOMPARE(bytesOutOfNode(predicted(replicas(1))), (2 + 4) * parameters * 7 / 8);
        QCOMPARE(bytesOutOfNode(predicted(replicas(1, 4))), 4 * parameters);
    }
    void theTimelineSaysWhatPassesGather()
    {
        // Weights of 2 bytes a parameter before each pass, and with the backward one gradients of 4.
        const double parameters = parametersOf(workload());
        Bytes forward, backward;
        for (const TrafficInterval &one : predicted(replicas(3)).lanes.front().traffic)
            if (one.traffic == Traffic::dp && one.synchronization < 0)
                (one.backward ? backward : forward) += one.bytes;
        QCOMPARE(forward.value, 2 * parameters);
        QCOMPARE(backward.value, (2 + 4) * parameters);
    }
    void gathersStayInsideTheGroup()
    {
        // All but the all-reduce between nodes goes over NVLink: the more micro-batches, the more that saves.
        QVERIFY(predicted(replicas(3, 4, 16), workload(128)).stepTime <
                predicted(replicas(3, 0, 16), workload(128)).stepTime);
        // One more micro-batch gathers again, but shards are reduced between the nodes once a step.
        QCOMPARE(bytesOutOfNode(predicted(replicas(3, 4, 2), workload(16))), bytesOutOfNode(predicted(replicas(3, 4))));
        QVERIFY(bytesOutOfNode(predicted(replicas(3, 0, 2), workload(16))) >
                1.9 * bytesOutOfNode(predicted(replicas(3))));
    }
    void keptWeightsAreGatheredOnceAsWithZero2()
    {
        auto kept = replicas(3, 0, 4);
        kept.sharing.reshards = false;
        const auto two = replicas(2, 0, 4);
        const auto step = predicted(kept, workload(32)), other = predicted(two, workload(32));
        QCOMPARE(step.stepTime.count, other.stepTime.count);
        QCOMPARE(bytesOutOfNode(step), bytesOutOfNode(other));
        const double parameters = parametersOf(workload());
        const auto &held = step.lanes[0].memory;
        QCOMPARE(held.weights.value, 2 * parameters);
        QCOMPARE(held.gradients.value, 4 * parameters);
        QCOMPARE(held.optimizerState.value, 12 * parameters / 8);
    }
    void prefetchHoldsMoreAndHidesMore()
    {
        Ticks before(Ticks::max);
        Bytes buffers;
        for (const int prefetch : {0, 1, 2}) {
            auto plan = replicas(3);
            plan.sharing.prefetch = prefetch;
            const auto step = predicted(plan);
            QVERIFY(step.stepTime <= before);
            QVERIFY(step.lanes[0].memory.buffers > buffers);
            before = step.stepTime;
            buffers = step.lanes[0].memory.buffers;
        }
        // What the stack's constants hide is at least as much.
        QVERIFY(predicted(replicas(3)).stepTime <= before);
    }
    void narrowGathersMoveFewerBytes()
    {
        auto plan = replicas(3);
        plan.sharing.gatherPrecision = Precision::fp8;
        QCOMPARE(bytesOutOfNode(predicted(plan)), (2 * 1 + 4) * parametersOf(workload()) * 7 / 8);
        plan.sharing.gatherPrecision = Precision::fp32;
        QCOMPARE(bytesOutOfNode(predicted(plan)), (2 * 4 + 4) * parametersOf(workload()) * 7 / 8);
    }
    void offloadTakesMemoryAndTime()
    {
        auto plan = replicas(1);
        const auto without = predicted(plan);
        plan.offload.optimizer = true;
        const auto with = predicted(plan);
        const double owned = parametersOf(workload()) / 8;
        QCOMPARE(with.lanes[0].memory.optimizerState.value, 0.0);
        QCOMPARE((without.lanes[0].memory.total() - with.lanes[0].memory.total()).value, 12 * owned);
        // Gradients out, Adam of four devices on one host, weights back.
        const double seconds = owned * (4 + 2) / 20e9 + 4 * owned / hostAdamRate;
        const auto optimizer = [](const StepResult &step) {
            return toSeconds(step.lanes[0].time[static_cast<std::size_t>(Activity::optimizer)]).value;
        };
        QVERIFY(std::abs(optimizer(with) - seconds) < 1e-11);
        QVERIFY(with.stepTime > without.stepTime);
        auto third = replicas(3);
        const auto onDevices = predicted(third);
        third.offload.parameters = true;
        const auto onHosts = predicted(third);
        QCOMPARE(onHosts.lanes[0].memory.weights.value, 0.0);
        QVERIFY(onHosts.stepTime > onDevices.stepTime);
    }
    void aHostMustHoldWhatItsDevicesOffload()
    {
        auto plan = replicas(1);
        plan.offload.optimizer = true;
        auto cluster = twoNodes();
        const double need = 4 * 12 * parametersOf(workload()) / 8;
        cluster.nodes[1].hostMemory = Bytes(need);
        QVERIFY(predicted(plan, workload(), cluster).feasible);
        cluster.nodes[1].hostMemory = Bytes(need - 1e6);
        const auto step = predicted(plan, workload(), cluster);
        QVERIFY(!step.feasible);
        QCOMPARE(step.overflows.size(), std::size_t(1));
        QVERIFY(step.overflows[0].ofHost);
        QCOMPARE(step.overflows[0].device, std::string("b:0"));
        QVERIFY(std::abs(step.overflows[0].over.value - 1e6) < 1);
    }
    void eachBucketPaysTheLatencyOfACall()
    {
        auto plan = replicas(0);
        plan.overlap.dp = true;
        const auto topology = test::topology(twoNodes());
        const auto work = workload();
        GroupPricer pricer(topology, work);
        const auto latencyOf = [&](double bucket) {
            plan.gradientBucket = Bytes(bucket);
            const auto built = buildStep(pricer, plan);
            if (!built)
                qFatal("no step");
            const auto &synchronization = built->program.synchronizations.front();
            // With the protocol that its size takes.
            const auto &price = built->synchronizations.front();
            const auto each = toTicks(price.call.latencyOf(price.gradients / synchronization.buckets));
            if (synchronization.reduction.latency.count != each.count * synchronization.buckets)
                qFatal("another latency");
            return std::pair(synchronization.buckets, synchronization.reduction.latency.count);
        };
        const double gradients = 4 * parametersOf(work);
        const auto one = latencyOf(gradients), ddp = latencyOf(ddpGradientBucket.value);
        QCOMPARE(one.first, 1);
        QCOMPARE(ddp.first, static_cast<int>(std::ceil(gradients / ddpGradientBucket.value)));
        QVERIFY(ddp.second > one.second && ddp.second <= ddp.first * one.second);
        // Smaller buckets begin earlier but pay more calls; very many are slower than one.
        plan.gradientBucket = Bytes(1e5);
        const auto many = predicted(plan);
        plan.gradientBucket = Bytes(gradients);
        QVERIFY(many.stepTime > predicted(plan).stepTime);
    }
    void mistakesAreNamedWhereTheyStand()
    {
        QVERIFY(!hasMistakeAt(replicas(3, 4), "/sharing/group"));
        QVERIFY(hasMistakeAt(replicas(3, 3), "/sharing/group"));
        QVERIFY(hasMistakeAt(replicas(0, 4), "/sharing/group"));
        auto plan = replicas(2);
        plan.sharing.prefetch = 1;
        QVERIFY(hasMistakeAt(plan, "/sharing/prefetch"));
        plan = replicas(2);
        plan.sharing.reshards = false;
        QVERIFY(hasMistakeAt(plan, "/sharing/reshards"));
        plan = replicas(0);
        plan.sharing.gatherPrecision = Precision::fp8;
        QVERIFY(hasMistakeAt(plan, "/sharing/gatherPrecision"));
        plan.offload.optimizer = true;
        QVERIFY(hasMistakeAt(plan, "/offload/optimizer"));
        plan = replicas(2);
        plan.offload.parameters = true;
        QVERIFY(hasMistakeAt(plan, "/offload/parameters"));
        plan = replicas(3);
        plan.offload = {true, true};
        QVERIFY(!hasMistakeAt(plan, "/offload"));
        auto cluster = twoNodes();
        cluster.nodes[1].hostBandwidth = BytesPerSecond(0);
        QVERIFY(hasMistakeAt(plan, "/offload", cluster));
        plan = replicas(0);
        plan.pipelines[0].stages[0].recomputeModules.add(RecomputeModule::mlp);
        QVERIFY(hasMistakeAt(plan, "/pipelines/0/stages/0/recomputeModules"));
        plan.pipelines[0].stages[0].recompute = Recompute::selective;
        QVERIFY(!hasMistakeAt(plan, "/pipelines/0/stages/0/recomputeModules"));
    }
};

QTEST_GUILESS_MAIN(StateSharingTest)
#include "state_sharing_test.moc"

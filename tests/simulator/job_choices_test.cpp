// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adapters, offloaded activations, context parallelism and models of several parts in whole steps.
#include "simulator/predict_step.h"

#include "cost/group_pricer.h"
#include "simulator/program/step_builder.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;

namespace {

/// Two nodes of four devices that copy to their hosts.
Cluster hosts(double bandwidth = 20e9)
{
    auto cluster = test::star({test::node("a", "A100-80GB SXM", 4), test::node("b", "A100-80GB SXM", 4)});
    for (auto &node : cluster.nodes)
        node.hostBandwidth = BytesPerSecond(bandwidth);
    return cluster;
}

Plan shardedReplicas(int zeroStage)
{
    Plan plan;
    plan.zeroStage = zeroStage;
    for (int i = 0; i < 8; ++i)
        plan.pipelines.push_back(test::pipeline({{(i < 4 ? "a:" : "b:") + std::to_string(i % 4)}}, {8}, 1));
    return plan;
}

Plan twoStages(int layers, int microBatches = 8)
{
    Plan plan;
    plan.pipelines.push_back(test::pipeline({{"a:0"}, {"b:0"}}, {layers / 2, layers - layers / 2}, microBatches));
    return plan;
}

StepResult predictedStep(const Plan &plan, const Workload &work, const Cluster &cluster = hosts())
{
    auto result = predictStep(test::topology(cluster), work, plan);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

double bytesToSwitch(const StepResult &result)
{
    const auto topology = test::topology(hosts());
    for (const auto &load : result.links) {
        if (topology.vertices()[topology.edge(load.edge).to.index()].name == "leaf")
            return load.bytes.value;
    }
    return 0;
}

double secondsOf(const StepResult &step, std::size_t lane, Activity activity)
{
    return toSeconds(step.lanes[lane].time[static_cast<std::size_t>(activity)]).value;
}

} // namespace

class StepJobChoicesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void adaptersAloneAreAveragedAndUpdated()
    {
        auto work = test::smallGpt();
        work.job.frozenBase = true;
        QCOMPARE(bytesToSwitch(predictedStep(shardedReplicas(0), work)), 0.0);
        work.job.adapterRank = 16;
        const double adapters = 6 * adapterParameters(work, 1, {}).total();
        // An all-reduce among 8 devices of which 4 are in the node, as a hierarchical ring: 2 (N - 1) / N of the
        // gradients; sharded, a scatter of gradients and a gather of weights among all.
        const double plain = bytesToSwitch(predictedStep(shardedReplicas(0), work));
        QVERIFY(plain > 0 && plain <= 4 * adapters * 2 * 7 / 8);
        QCOMPARE(bytesToSwitch(predictedStep(shardedReplicas(1), work)), (2 + 4) * adapters * 7 / 8);
        const auto step = predictedStep(shardedReplicas(0), work);
        work.job.frozenBase = false;
        work.job.adapterRank = 0;
        const auto whole = predictedStep(shardedReplicas(0), work);
        double parameters = 0;
        for (int layer = 0; layer < 8; ++layer)
            parameters += layerParameters(work.model, layer).total();
        // The same update, of fewer parameters.
        QVERIFY(std::abs(secondsOf(step, 0, Activity::optimizer) / secondsOf(whole, 0, Activity::optimizer) /
                             (adapters / parameters) -
                         1) < 1e-4);
        QVERIFY(step.lanes[0].memory.total() < whole.lanes[0].memory.total());
    }
    void shardedAdaptersAreGatheredAndScattered()
    {
        auto work = test::smallGpt();
        work.job.frozenBase = true;
        auto plan = shardedReplicas(3);
        const double base = bytesToSwitch(predictedStep(plan, work));
        work.job.adapterRank = 16;
        const double adapters = 6 * adapterParameters(work, 1, {}).total();
        // Weights in both passes of the one micro-batch, and gradients once; 7 of 8 parts pass each ring's edge.
        QVERIFY(std::abs(bytesToSwitch(predictedStep(plan, work)) - base - (2 * 2 + 4) * adapters * 7 / 8) < 1);
        const auto &lane = predictedStep(plan, work).lanes[0];
        QCOMPARE(lane.memory.gradients.value, 4 * adapters / 8);
        QCOMPARE(lane.memory.optimizerState.value, 12 * adapters / 8);
    }
    void adaptersOfExpertsAreAveragedAmongTheirHolders()
    {
        auto work = test::smallGpt();
        work.model.moe = MixtureOfExperts{8, 2, 0, 512, 0};
        work.job.frozenBase = true;
        work.job.adapterRank = 16;
        auto plan = shardedReplicas(1);
        const auto sent = [&](int ep, AdapterTargets targets) {
            plan.expertParallel = ep;
            for (auto &pipeline : plan.pipelines)
                pipeline.stages[0].groups[0].ep = ep;
            work.job.adapterTargets = targets;
            const auto step = predictedStep(plan, work);
            double bytes = 0;
            for (const auto &flow : step.links)
                bytes += flow.bytes.value;
            return bytes;
        };
        // With EP over all replicas nobody else has an expert's adapters: nothing more is sent.
        QCOMPARE(sent(8, AdapterTargets::experts), sent(8, AdapterTargets::all));
        QVERIFY(sent(4, AdapterTargets::experts) > sent(4, AdapterTargets::all));
        const auto optimizer = [&](AdapterTargets targets) {
            work.job.adapterTargets = targets;
            return predictedStep(plan, work).lanes[0].memory.optimizerState.value;
        };
        const double experts = 6 * 8.0 / 4 * 16 * 2 * (1024 + 512); // two of the eight on each device, held twice
        QCOMPARE(optimizer(AdapterTargets::experts) - optimizer(AdapterTargets::all), 12 * experts / 2);
    }
    void aHostHoldsWhatItsDevicesOffload()
    {
        const auto work = test::smallGpt();
        auto plan = twoStages(8);
        plan.offload.activations = true;
        const auto topology = test::topology(hosts());
        GroupPricer pricer(topology, work);
        const auto block = (*pricer.groupCost({DeviceId(0U)}, {}))->layer(LayerKind::denseBlock);
        const auto step = predictedStep(plan, work);
        // 1F1B: two micro-batches of three blocks in the first stage, one in the second.
        QVERIFY(std::abs(step.lanes[0].hostMemory.value - 2 * 3 * block.activations.value) < 8);
        QVERIFY(std::abs(step.lanes[1].hostMemory.value - 3 * block.activations.value) < 8);
        QVERIFY(step.lanes[0].hostActivations == step.lanes[0].hostMemory); // no states
        QCOMPARE(step.hosts.size(), std::size_t(2));
        QVERIFY(step.hosts[0].need == step.lanes[0].hostMemory && step.hosts[0].memory == Bytes(0));
        auto cluster = hosts();
        cluster.nodes[0].hostMemory = step.hosts[0].need;
        QVERIFY(predictedStep(plan, work, cluster).feasible);
        cluster.nodes[0].hostMemory = step.hosts[0].need - Bytes(1e6);
        const auto full = predictedStep(plan, work, cluster);
        QVERIFY(!full.feasible && full.overflows.size() == 1);
        QVERIFY(full.overflows[0].ofHost && full.overflows[0].largest == MemoryPart::activations);
        QVERIFY(std::abs(full.overflows[0].over.value - 1e6) < 1);
    }
    void aReleaseThatNobodyKnowsIsSaid()
    {
        auto work = test::smallGpt();
        work.job.softwareStack = "Megatron-Bridge";
        const auto says = [&](const char *release) {
            work.job.softwareRelease = release;
            const auto step = predictedStep(twoStages(8), work);
            return std::any_of(step.assumptions.begin(), step.assumptions.end(),
                               [](const Assumption &each) { return each.kind == AssumptionKind::releaseAsStack; });
        };
        QVERIFY(!says(""));
        QVERIFY(says("25.02"));
        QVERIFY(!says("26.06"));
        work.job.softwareRelease = "26.06";
        const auto newer = predictedStep(twoStages(8), work);
        work.job.softwareStack = "Megatron-Bridge 26.06";
        work.job.softwareRelease.clear();
        QVERIFY(newer.stepTime == predictedStep(twoStages(8), work).stepTime);
    }
    void activationsAreCopiedBesideThePasses()
    {
        const auto work = test::smallGpt();
        auto plan = twoStages(8);
        const auto kept = predictedStep(plan, work);
        plan.offload.activations = true;
        const auto fast = predictedStep(plan, work, hosts(1e15));
        QCOMPARE(fast.stepTime.count, kept.stepTime.count);
        QVERIFY(fast.lanes[0].memory.activations < kept.lanes[0].memory.activations);
        // A slow host: each pass lasts as long as its copy.
        const auto topology = test::topology(hosts(1e9));
        GroupPricer pricer(topology, work);
        GroupOptions options;
        options.nodes = 2; // each waits for the slower one
        const auto block = (*pricer.groupCost({DeviceId(0U)}, options))->layer(LayerKind::denseBlock);
        const auto embedding = (*pricer.groupCost({DeviceId(0U)}, options))->layer(LayerKind::embedding);
        const double copy = 3 * block.activations.value / 1e9; // three blocks and the embedding
        const double forward = copy - (3 * block.forward + embedding.forward).value;
        const double backward = copy - (3 * (block.inputGradient + block.weightGradient) + embedding.inputGradient +
                                        embedding.weightGradient)
                                           .value;
        QVERIFY(forward > 0 && backward > 0);
        const auto built = buildStep(pricer, plan);
        QVERIFY(built);
        const auto &chunk = built->program.lanes[0].chunks[0];
        QVERIFY(std::abs(toSeconds(chunk[Pass::forward].dp).value / forward - 1) < 1e-6);
        QVERIFY(std::abs(toSeconds(chunk[Pass::backward].dp).value / backward - 1) < 1e-6);
        const auto slow = predictedStep(plan, work, hosts(1e9));
        QVERIFY(secondsOf(slow, 0, Activity::exposedDp) >= 8 * (forward + backward) * (1 - 1e-6));
        // Two blocks' are on the device, of however many micro-batches.
        QCOMPARE(fast.lanes[0].memory.activations.value, 2 * block.activations.value);
    }
    void aHostIsNeededForActivations()
    {
        auto plan = twoStages(8);
        plan.offload.activations = true;
        const auto findings = findPlanMistakes(plan, test::topology(hosts(0)), test::smallGpt(), "/plan");
        QVERIFY(!findings.ok());
        QCOMPARE(findings.errors.front().path, std::string("/plan/offload"));
    }
    void thePlanChoosesWhatContextParallelismExchanges()
    {
        auto work = test::smallGpt();
        work.job.sequenceLength = 16384;
        work.job.globalBatch = 2;
        Plan plan;
        plan.contextParallel = 4;
        plan.pipelines.push_back(test::pipeline({{"a:0", "a:1", "a:2", "a:3"}}, {8}, 2));
        auto &group = plan.pipelines[0].stages[0].groups[0];
        group.tp = 1;
        group.cp = 4;
        const auto exposed = [&](std::optional<ContextExchange> exchange) {
            plan.contextExchange = exchange;
            return secondsOf(predictedStep(plan, work), 0, Activity::exposedCp);
        };
        QCOMPARE(exposed(std::nullopt), exposed(ContextExchange::ring));
        QVERIFY(exposed(ContextExchange::ring) < exposed(ContextExchange::allGather));
        QVERIFY(exposed(ContextExchange::ulysses) < exposed(ContextExchange::allGather));
        QVERIFY(exposed(ContextExchange::ulysses) > 0);
        plan.contextExchange = ContextExchange::ulysses;
        work.model.heads = work.model.kvHeads = 2;
        work.model.headDim = 512;
        const auto findings = findPlanMistakes(plan, test::topology(hosts()), work, "/plan");
        QVERIFY(!findings.ok());
        QCOMPARE(findings.errors.front().path, std::string("/plan/pipelines/0/stages/0/groups/0/cp"));
    }
    void bothSequencesTravelBetweenStages()
    {
        auto work = test::smallGpt();
        work.model.encoder = Encoder{2, 512};
        const auto plan = twoStages(8);
        // Forwards to the second stage, and the gradients back: 8 micro-batches of 1,024 and 512 tokens.
        QCOMPARE(bytesToSwitch(predictedStep(plan, work)), 8.0 * (1024 + 512) * 1024 * 2);
        work.model.encoder.reset();
        QCOMPARE(bytesToSwitch(predictedStep(plan, work)), 8.0 * 1024 * 1024 * 2);
    }
    void everyPartOfAModelIsInTheStep()
    {
        const auto plain = test::smallGpt();
        auto vision = plain, modules = plain;
        vision.model.vision = VisionTower{2, 1024, 16, 4096, false, 1024, 588, 4};
        vision.model.layers += 2;
        modules.model.predictionModules = 1;
        const auto before = predictedStep(twoStages(8), plain);
        const auto tower = predictedStep(twoStages(10), vision);
        QVERIFY(tower.stepTime > before.stepTime);
        QCOMPARE(tower.lanes[0].memory.weights.value,
                 2 * (layerParameters(vision.model, 0).total() + 2 * layerParameters(vision.model, 1).total() +
                      2 * layerParameters(vision.model, 3).total()));
        const auto more = predictedStep(twoStages(8), modules);
        QVERIFY(more.lanes[1].memory.weights > before.lanes[1].memory.weights);
        QCOMPARE(more.lanes[0].memory.weights.value, before.lanes[0].memory.weights.value);
        // The table's gradient is averaged between the ends: an all-reduce between two nodes sends it once.
        QCOMPARE(bytesToSwitch(more) - bytesToSwitch(before), 4 * 32000.0 * 1024);
    }
};

QTEST_GUILESS_MAIN(StepJobChoicesTest)
#include "job_choices_test.moc"
